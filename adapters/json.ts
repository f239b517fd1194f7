import { setImmediate as turn } from 'node:timers/promises';
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

/** The names of each object that is open in the text being gone over; an array has none. */
const open = new Uint32Array(MAX_DEPTH + MOST_WRAPPING + 1);

/**
 * Goes over a text in UTF-8 that need not be valid JSON.
 * @throws Fault invalid_input when its nesting or the number of its names would keep the parser, and whatever reads the
 * value, from all other calls
 */
function scan(bytes: Uint8Array): Scan {
  let depth = 0;
  open[depth] = 0;
  let members = 0;
  let inWide = 0;
  let isNumbered = false;
  const { length } = bytes;
  for (let index = 0; index < length; index += 1) {
    const byte = bytes[index];
    if (byte === QUOTE) {
      for (index += 1; index < length && bytes[index] !== QUOTE; index += 1) {
        if (bytes[index] !== BACKSLASH) continue;
        index += 1;
        isNumbered ||= bytes[index] === LETTER_U;
      }
    } else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      depth += 1;
      if (depth >= open.length) throw refused(`nests deeper than ${MAX_DEPTH} levels`);
      open[depth] = 0;
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth = Math.max(0, depth - 1);
    else if (byte === COLON) {
      members += 1;
      const names = (open[depth]! += 1);
      if (names > WIDE) inWide += names === WIDE + 1 ? names : 1;
      if (inWide > MOST_IN_WIDE || members > MOST_MEMBERS) throw refused('holds too many names');
    }
  }
  return { members, isNumbered };
}

/** Other calls go on between the steps in which a longer text is read, in bytes. */
const LONG = 200_000;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

type Decoded = { value: unknown; scanned: Scan };

/** Parses JSON in UTF-8. @throws Fault invalid_json; invalid_input when it nests too deep or holds too many names */
export async function decodeJson(bytes: Uint8Array): Promise<Decoded> {
  const isLong = bytes.length > LONG;
  const scanned = scan(bytes);
  if (isLong) await turn();
  try {
    const value: unknown = JSON.parse(decoder.decode(bytes));
    if (isLong) await turn();
    return { value, scanned };
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
export function keepingFault({ value, scanned }: Decoded, wrapping = 0): Fault | undefined {
  const state: Walk = { members: 0, maxDepth: MAX_DEPTH + wrapping, isNumbered: scanned.isNumbered };
  const issue = firstUnkept(value, 1, state);
  if (issue !== undefined) return refused(issue.message, issue.path);
  if (scanned.members === state.members) return undefined;
  return new Fault('invalid_input', {
    issues: [{ path: '', message: 'an object in the body names the same key twice' }],
  });
}

/** Parses JSON strictly. @throws Fault invalid_json when it is not JSON, invalid_input when its value is refused */
export async function parseJson(bytes: Uint8Array): Promise<unknown> {
  const decoded = await decodeJson(bytes);
  const fault = keepingFault(decoded);
  if (fault !== undefined) throw fault;
  return decoded.value;
}

/** As `parseJson`, for a body that must be one object. */
export async function parseJsonObject(bytes: Uint8Array): Promise<Record<string, unknown>> {
  const value = await parseJson(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Fault('invalid_json', { message: 'The request body is valid JSON, but not an object.' });
  }
  return value as Record<string, unknown>;
}
