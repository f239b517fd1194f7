import { invalidField } from '../errors.ts';

/** Where a page of a list ends: what its last item is sorted by, and its id, in the list that `order` names. */
export const writeCursor = (order: string, key: string, id: string): string =>
  Buffer.from(JSON.stringify([order, key, id])).toString('base64url');

const SHAPES: Record<string, RegExp> = {
  closing: /^(\d{4,6}-\d\d-\d\d|infinity)$/,
  largest: /^-?\d{1,20}(\.\d+)?$/,
};

/** @throws Fault invalid_input when it is not one that `writeCursor` made of this order */
export function readCursor(
  order: string,
  cursor: string,
  shape: RegExp = SHAPES[order] ?? /^/,
): [key: string, id: string] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(parsed) && parsed.length === 3 && parsed.every((part) => typeof part === 'string')) {
      const [of, key, id] = parsed as [string, string, string];
      if (of === order && shape.test(key) && !/\0/.test(key + id)) return [key, id];
    }
  } catch {
    // Answered below.
  }
  throw invalidField('cursor', 'is not a next_cursor of this list in this order');
}
