import { setImmediate } from 'node:timers/promises';
import { idType } from '../../db/ids.ts';
import type { Issue } from '../errors.ts';
import type { Place } from '../imports/read-rows.ts';
import type { Table } from '../privacy/tables.ts';
import { checkRow, type Fields, type Rules } from './check-row.ts';

/** A row of the file: its line, where the next line begins, and why it is refused, if it is. */
export type Row = { line: number; next: Place; fields: Fields; issues?: Issue[] };

/** Ids a row has beside its own. */
const namedIn = ({ id: _own, ...fields }: Fields) =>
  Object.values(fields).filter((value): value is string => typeof value === 'string' && idType(value) !== undefined);

/** Of some ids, those of rows that were refused. */
type RefusedAmong = (ids: string[]) => Promise<ReadonlySet<string>>;

/** Refuses rows that name a row that was refused. */
export async function withoutRefused(table: Table, rows: Row[], refusedAmong: RefusedAmong): Promise<Row[]> {
  const ids = rows.flatMap(({ fields, issues }) => (issues === undefined ? namedIn(fields) : []));
  const gone = new Set(await refusedAmong(ids));
  for (const { fields, issues } of rows) if (issues !== undefined) gone.add(String(fields['id']));
  if (gone.size === 0) return rows;
  return rows.map((row) => {
    const named = row.issues === undefined ? namedIn(row.fields).find((id) => gone.has(id)) : undefined;
    if (named === undefined) return row;
    return { ...row, issues: [{ path: table.name, message: `refers to ${named}, which was refused` }] };
  });
}

/** Rows that are looked at before others' calls run in between. */
const AT_ONCE = 50;

/** Rows as they are restored, and those that are not with why: what they hold, or that they name a row that was refused. */
export async function checkRows(
  table: Table,
  rows: readonly Row[],
  rules: Rules,
  refusedAmong: RefusedAmong,
): Promise<Row[]> {
  const checked: Row[] = [];
  for (const [at, row] of rows.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await setImmediate();
    checked.push({ ...row, ...checkRow(table, row.fields, rules) });
  }
  return withoutRefused(table, checked, refusedAmong);
}

/** A row that was refused, as it is listed: what it is of and its id, if it has one. */
export const refusedRow = (table: string, { line, issues, fields }: Row) => ({
  line,
  errors: issues ?? [],
  cells: [
    table,
    typeof fields['id'] === 'string' ? fields['id'].replaceAll('\0', ' ').toWellFormed().slice(0, 100) : '',
  ],
});
