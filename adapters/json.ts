import { Fault, type Issue } from '../server/errors.ts';

/** How deeply objects and arrays may nest (issue "Bad input"). */
export const MAX_DEPTH = 64;

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

/** How many members all objects of a JSON text have: its colons outside strings. Assumes valid JSON. */
function countMembers(bytes: Uint8Array): number {
  let members = 0;
  let inString = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (inString) {
      if (byte === BACKSLASH) index += 1;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === COLON) members += 1;
  }
  return members;
}

type Walk = { members: number; issue: Issue | undefined; maxDepth: number };

function checkText(text: string): string | undefined {
  if (text.includes('\0')) return 'contains a NUL character';
  if (!text.isWellFormed()) return 'contains a lone surrogate';
  return undefined;
}

function walk(value: unknown, path: string, depth: number, state: Walk): void {
  if (state.issue !== undefined) return;
  const refuse = (message: string) => {
    state.issue = { path, message };
  };
  if (typeof value === 'string') {
    const problem = checkText(value);
    if (problem !== undefined) refuse(problem);
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) refuse('is a number too large to keep');
  } else if (typeof value === 'object' && value !== null) {
    if (depth > state.maxDepth) return refuse(`nests deeper than ${MAX_DEPTH} levels`);
    const below = path === '' ? '' : `${path}.`;
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index += 1) walk(value[index], `${below}${index}`, depth + 1, state);
      return;
    }
    for (const key of Object.keys(value)) {
      state.members += 1;
      if (FORBIDDEN_KEYS.has(key)) return refuse(`has the key ${key}, which is not accepted`);
      const problem = checkText(key);
      if (problem !== undefined) return refuse(`has a key that ${problem}`);
      walk((value as Record<string, unknown>)[key], `${below}${key}`, depth + 1, state);
    }
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/** Parses JSON in UTF-8. @throws Fault invalid_json */
export function decodeJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch (error) {
    const reason =
      error instanceof SyntaxError ? error.message.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 200) : 'not UTF-8';
    throw new Fault('invalid_json', { message: `The request body is not valid JSON: ${reason}.` });
  }
}

/**
 * Why a decoded value cannot be kept, if it cannot: duplicate keys, `__proto__` or `constructor`, a NUL or lone
 * surrogate, a number beyond a double, more than 64 levels below the `wrapping` ones that are the door's own.
 */
export function keepingFault(bytes: Uint8Array, value: unknown, wrapping = 0): Fault | undefined {
  const state: Walk = { members: 0, issue: undefined, maxDepth: MAX_DEPTH + wrapping };
  walk(value, '', 1, state);
  if (state.issue !== undefined) {
    const { path, message } = state.issue;
    return new Fault('invalid_input', { issues: [{ path, message: path === '' ? `the body ${message}` : message }] });
  }
  if (countMembers(bytes) !== state.members) {
    return new Fault('invalid_input', {
      issues: [{ path: '', message: 'an object in the body names the same key twice' }],
    });
  }
  return undefined;
}

/** Parses JSON the strict way. @throws Fault invalid_json when it is not JSON, invalid_input when it cannot be kept */
export function parseJson(bytes: Uint8Array): unknown {
  const value = decodeJson(bytes);
  const fault = keepingFault(bytes, value);
  if (fault !== undefined) throw fault;
  return value;
}

/** As `parseJson`, for a body that must be one object. */
export function parseJsonObject(bytes: Uint8Array): Record<string, unknown> {
  const value = parseJson(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Fault('invalid_json', { message: 'The request body is valid JSON, but not an object.' });
  }
  return value as Record<string, unknown>;
}
