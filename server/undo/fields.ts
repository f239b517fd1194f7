import { RECORDS, type Entity } from '../../db/statements/records.ts';
import { NO_LONGER_KNOWN, wordsOf } from '../facts/record-facts.ts';
import { isObject, valueAt } from '../json-value.ts';
import { DIMENSIONS } from '../records/meddpicc.ts';

export type Row = Record<string, unknown>;

/** Columns that hold a number; facts say it in words. */
const NUMBERS = new Set(['employee_count', 'amount']);

/** Where a record keeps an attribute: a column, or keys of its `payload` or `meddpicc`. */
export function placeOf(entity: Entity, attribute: string, row: Row): string[] {
  const columns: readonly string[] = RECORDS[entity].columns;
  const payload = row['payload'] as Row;
  // A head count that is a range is kept beside the column.
  const isBeside = attribute === 'employee_count' && row[attribute] === null && Object.hasOwn(payload, attribute);
  if (columns.includes(attribute) && !isBeside) return [attribute];
  if (entity === 'opp' && (DIMENSIONS as readonly string[]).includes(attribute)) return ['meddpicc', attribute];
  return Object.hasOwn(payload, attribute) ? ['payload', attribute] : ['payload', ...attribute.split('.')];
}

/** Whether a value can be put there: what lies on the way is an object, or nothing. */
export function isReachable(row: Row, path: readonly string[]): boolean {
  return path.slice(1).every((_, index) => {
    const above = valueAt(row, path.slice(0, index + 1));
    return above === undefined || isObject(above);
  });
}

/** A row with another value at a path; undefined removes it, and with it an object of the payload that it leaves empty. */
export function withValue(row: Row, [key = '', ...rest]: readonly string[], value: unknown, depth = 0): Row {
  if (rest.length === 0) {
    if (value !== undefined) return { ...row, [key]: value };
    const { [key]: _gone, ...left } = row;
    return depth === 0 ? { ...left, [key]: null } : left;
  }
  const inner = withValue(isObject(row[key]) ? row[key] : {}, rest, value, depth + 1);
  if (depth > 0 && Object.keys(inner).length === 0) {
    const { [key]: _gone, ...left } = row;
    return left;
  }
  return { ...row, [key]: inner };
}

/** Whether a row holds what a fact says. */
export function holds(value: unknown, words: string, isSingle: boolean): boolean {
  if (value === undefined) return words === NO_LONGER_KNOWN;
  if (!isSingle) return typeof value === 'string' && value.includes(words);
  const held = wordsOf(value);
  return held === words || (typeof value === 'number' && Math.abs(value - Number(words)) < 0.006);
}

const isNumeral = (words: string) => words.trim() !== '' && String(Number(words)) === words;

/**
 * The value that a fact states in words, as a field keeps it; undefined where there was none. A free fact has the form of
 * the value that replaced it: text, number, yes or no.
 * @returns null where the words do not tell which form it had
 */
export function valueOf(words: string | undefined, path: readonly string[], now: unknown): { value: unknown } | null {
  if (words === undefined || words === NO_LONGER_KNOWN) return { value: undefined };
  if (path.length === 1) {
    if (!NUMBERS.has(path[0]!)) return { value: words };
    return isNumeral(words) ? { value: Number(words) } : null;
  }
  if (path[0] === 'meddpicc' || typeof now === 'string') return { value: words };
  if (isNumeral(words)) return typeof now === 'number' ? { value: Number(words) } : null;
  if (words === 'yes' || words === 'no') return typeof now === 'boolean' ? { value: words === 'yes' } : null;
  return words.includes(', ') || Array.isArray(now) ? null : { value: words };
}
