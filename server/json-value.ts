import type { Issue } from './errors.ts';

/** Deepest nesting of objects and arrays: deeper input can overflow the stack of a recursive parser. */
export const MAX_DEPTH = 64;

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** Whether a value is a JSON object: neither null nor a list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path of names through objects; undefined where nothing is, or null. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  let inner = value;
  for (const name of path) inner = isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined;
  return inner ?? undefined;
}

export type Walk = { members: number; readonly maxDepth: number; readonly isNumbered: boolean };

function textProblem(text: string): string | undefined {
  if (text.includes('\0')) return 'contains a NUL character';
  if (!text.isWellFormed()) return 'contains a lone surrogate';
  return undefined;
}

const here = (message: string): Issue => ({ path: '', message });

const below = (part: string, { path, message }: Issue): Issue => ({
  path: path === '' ? part : `${part}.${path}`,
  message,
});

/** The first invalid part of a value. Its path is built on the way back: most values have none. */
export function firstUnkept(value: unknown, depth: number, state: Walk): Issue | undefined {
  if (typeof value === 'string') {
    const problem = state.isNumbered ? textProblem(value) : undefined;
    return problem === undefined ? undefined : here(problem);
  }
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : here('is a number too large to keep');
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > state.maxDepth) return here(`nests deeper than ${MAX_DEPTH} levels`);
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const found = firstUnkept(value[index], depth + 1, state);
      if (found !== undefined) return below(String(index), found);
    }
    return undefined;
  }
  for (const key of Object.keys(value)) {
    state.members += 1;
    if (FORBIDDEN_KEYS.has(key)) return here(`has the key ${key}, which is not accepted`);
    const problem = state.isNumbered ? textProblem(key) : undefined;
    if (problem !== undefined) return here(`has a key that ${problem}`);
    const found = firstUnkept((value as Record<string, unknown>)[key], depth + 1, state);
    if (found !== undefined) return below(key, found);
  }
  return undefined;
}
