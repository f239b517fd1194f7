import { Fault } from '../server/errors.ts';
import { firstUnkept, MAX_DEPTH, type Walk } from '../server/json-value.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const LETTER_U = 0x75;
const OPEN_ARRAY = 0x5b;
const OPEN_OBJECT = 0x7b;
const CLOSE_ARRAY = 0x5d;
const CLOSE_OBJECT = 0x7d;

/** Levels that transports put around what a body holds, at most. */
const MOST_WRAPPING = 8;

/** An object with more names is wide; so many names wide objects may have together, and all objects. */
const WIDE = 1_000;
const MOST_IN_WIDE = 30_000;
const MOST_MEMBERS = 250_000;

/**
 * What a JSON text says of itself before it is parsed: the members of all objects, counted by colons outside strings, and
 * whether a string has a \u escape, without which it can have no NUL and no lone surrogate.
 */
type Scan = { members: number; isNumbered: boolean };

const refused = (problem: string, path = '') =>
  new Fault('invalid_input', { issues: [{ path, message: path === '' ? `the body ${problem}` : problem }] });

/**
 * Goes over a text in UTF-8 that need not be valid JSON.
 * @throws Fault invalid_input when its nesting or the number of its names would keep the parser, and whatever reads the
 * value, from all other calls
 */
function scan(bytes: Uint8Array): Scan {
  // The names of each object that is open; an array has none.
  const open: number[] = [];
  let members = 0;
  let inWide = 0;
  let inString = false;
  let isNumbered = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (inString) {
      if (byte === BACKSLASH) {
        index += 1;
        isNumbered ||= bytes[index] === LETTER_U;
      } else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      open.push(0);
      if (open.length > MAX_DEPTH + MOST_WRAPPING) throw refused(`nests deeper than ${MAX_DEPTH} levels`);
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) open.pop();
    else if (byte === COLON) {
      members += 1;
      const names = (open.pop() ?? 0) + 1;
      open.push(names);
      if (names > WIDE) inWide += names === WIDE + 1 ? names : 1;
      if (inWide > MOST_IN_WIDE || members > MOST_MEMBERS) throw refused('holds too many names');
    }
  }
  return { members, isNumbered };
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/** Parses JSON in UTF-8. @throws Fault invalid_json; invalid_input when it nests too deep or holds too many names */
export function decodeJson(bytes: Uint8Array): { value: unknown; scanned: Scan } {
  const scanned = scan(bytes);
  try {
    return { value: JSON.parse(decoder.decode(bytes)), scanned };
  } catch (error) {
    const reason =
      error instanceof SyntaxError ? error.message.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 200) : 'not UTF-8';
    throw new Fault('invalid_json', { message: `The request body is not valid JSON: ${reason}.` });
  }
}

/**
 * Why a decoded value is refused, if it is: duplicate keys, `__proto__` or `constructor`, a NUL or lone
 * surrogate, a number beyond a double, more than 64 levels below the transport's own `wrapping` ones.
 */
export function keepingFault({ value, scanned }: ReturnType<typeof decodeJson>, wrapping = 0): Fault | undefined {
  const state: Walk = { members: 0, maxDepth: MAX_DEPTH + wrapping, isNumbered: scanned.isNumbered };
  const issue = firstUnkept(value, 1, state);
  if (issue !== undefined) return refused(issue.message, issue.path);
  if (scanned.members === state.members) return undefined;
  return new Fault('invalid_input', {
    issues: [{ path: '', message: 'an object in the body names the same key twice' }],
  });
}

/** Parses JSON strictly. @throws Fault invalid_json when it is not JSON, invalid_input when its value is refused */
export function parseJson(bytes: Uint8Array): unknown {
  const decoded = decodeJson(bytes);
  const fault = keepingFault(decoded);
  if (fault !== undefined) throw fault;
  return decoded.value;
}

/** As `parseJson`, for a body that must be one object. */
export function parseJsonObject(bytes: Uint8Array): Record<string, unknown> {
  const value = parseJson(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Fault('invalid_json', { message: 'The request body is valid JSON, but not an object.' });
  }
  return value as Record<string, unknown>;
}
