import type { ImportColumn } from '../../db/entities/imports.ts';
import type { Entity } from '../../db/statements/records.ts';
import { guessField, importFields } from './fields.ts';

/**
 * How fields of a record's own stand in a file, so that they come back as they were. A column whose name ends in ` [json]`
 * is kept under exactly the name before it, and a cell of it that is JSON is that value: `5` a number, `true` yes,
 * `["a","b"]` a list, `"5"` the text 5. Any other cell is text as it stands. Columns without the mark hold nothing but text.
 */
const MARK = ' [json]';

/** What an import takes away: space around a cell, and a cell without anything in it. */
const LOST = /^\s|\s$|^$/;

/** The name a column says with the mark; undefined for one without it. */
export const markedName = (column: string): string | undefined =>
  column.endsWith(MARK) && column.length > MARK.length ? column.slice(0, -MARK.length) : undefined;

/** Whether a column's cells say values of a field of the record's own: one that somebody sent elsewhere is like any other. */
export const isMarked = ({ column, field }: ImportColumn): boolean => field !== null && markedName(column) === field;

/** The column of a field of a record's own. @param plain whether all its values are texts that a cell says as they are */
export const columnOf = (kind: Entity, name: string, plain: boolean): string =>
  plain && markedName(name) === undefined && guessField(kind, name) === name && !importFields(kind).includes(name)
    ? name
    : `${name}${MARK}`;

const parsed = (text: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
};

/** A value as the cell of a marked column. */
export function markedCell(value: unknown): string {
  if (value === undefined) return '';
  const isPlain = typeof value === 'string' && !LOST.test(value) && parsed(value) === undefined;
  return isPlain ? value : JSON.stringify(value);
}

/** What the cell of a marked column says; undefined for an empty one. */
export function markedValue(cell: string): unknown {
  if (cell === '') return undefined;
  const found = parsed(cell);
  return found === undefined ? cell : found.value;
}
