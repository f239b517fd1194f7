import type { ImportColumn, ImportOptions } from '../../db/entities/imports.ts';
import type { Entity } from '../../db/statements/records.ts';
import { Fault, type Issue, invalidField } from '../errors.ts';
import { ACCOUNT_FIELDS, guessField, importFields, TELLING } from './fields.ts';
import { isMarked, markedName } from './marked-columns.ts';
import { beginningOf, delimiterOf, type FileRow, type PartReader, type Place, readRows } from './read-rows.ts';
import { guessDateFormat } from './values.ts';

/** Options as a person gives them; what is left out is guessed, or off. */
export type GivenOptions = Partial<Omit<ImportOptions, 'delimiter'>>;

/** The beginning of a file: its columns, how it is read, its first rows, and where those begin. */
export type Head = { columns: ImportColumn[]; options: ImportOptions; rows: FileRow[]; first: Place };

/** Most columns of a file. */
const MOST_COLUMNS = 500;

/**
 * Where the columns go: as chosen, by position; else as their names suggest.
 * @throws Fault invalid_input for two columns that go to one field, or none that says what a row is
 */
function columnsOf(
  kind: Entity,
  header: readonly string[],
  given: readonly ImportColumn[] | undefined,
): ImportColumn[] {
  const chosen = new Map(given?.map(({ column, field }) => [column, field]));
  const columns = header.map((column) => ({
    column,
    field: given === undefined ? (markedName(column) ?? guessField(kind, column)) : (chosen.get(column) ?? null),
  }));
  const issues: Issue[] = [];
  const seen = new Map<string, number>();
  for (const [at, each] of columns.entries()) {
    const { column, field } = each;
    if (field === null || isMarked(each)) continue;
    const before = seen.get(field);
    // Of two columns guessed for the same field, the first is used; two that were chosen for it are a mistake.
    if (before !== undefined && given !== undefined) {
      issues.push({
        path: `columns.${column}`,
        message: `goes to ${field}, and so does ${columns[before]!.column || `column ${before + 1}`}`,
      });
    }
    seen.set(field, before ?? at);
  }
  const telling = TELLING[kind];
  if (!telling.some((field) => seen.has(field))) {
    issues.push({ path: 'columns', message: `no column goes to ${telling.join(' or ')}, which says what a row is` });
  }
  if (issues.length > 0) throw new Fault('invalid_input', { issues });
  return columns.map((each, at) =>
    each.field !== null && !isMarked(each) && seen.get(each.field) !== at ? { ...each, field: null } : each,
  );
}

/** The cells of the columns that go to a field. */
const cellsIn = (columns: readonly ImportColumn[], rows: readonly FileRow[], wanted: string) => {
  const at = columns.findIndex(({ field }) => field === wanted);
  return at === -1 ? [] : rows.flatMap(({ cells }) => cells[at] || []);
};

/** So many rows, or all there are; a window of the file may hold fewer. */
async function firstRows(
  parts: PartReader,
  { from, most, delimiter }: { from: Place; most: number; delimiter: string },
) {
  const rows: FileRow[] = [];
  for (let place = from; rows.length < most;) {
    const read = await readRows(parts, { from: place, most: most - rows.length, delimiter });
    if (read.length === 0) break;
    rows.push(...read);
    place = read.at(-1)!.next;
  }
  return rows;
}

/** Reads the beginning of a file. @throws Fault invalid_input */
export async function readHead(
  parts: PartReader,
  kind: Entity,
  {
    columns: given,
    options,
    rows: most,
  }: { columns?: readonly ImportColumn[] | undefined; options: GivenOptions; rows: number },
): Promise<Head> {
  const [part] = await parts(0, 1);
  const text = part?.text ?? '';
  const delimiter = delimiterOf(text);
  const [header, ...rows] = await firstRows(parts, { from: beginningOf(text), most: most + 1, delimiter });
  if (header === undefined) throw invalidField('csv', 'is empty; the first line names the columns');
  if (rows.length === 0) throw invalidField('csv', 'has a line of column names and no rows');
  if (header.cells.length > MOST_COLUMNS) {
    throw invalidField('csv', `has ${header.cells.length} columns; at most ${MOST_COLUMNS} are taken`);
  }
  const columns = columnsOf(kind, header.cells, given);
  return {
    columns,
    options: {
      delimiter,
      date_format: options.date_format ?? guessDateFormat(cellsIn(columns, rows.slice(0, 200), 'close_date')),
      create_accounts: options.create_accounts ?? false,
      default_account: options.default_account ?? null,
      list_name: options.list_name ?? null,
    },
    rows,
    first: header.next,
  };
}

/** What a column can go to by name, for a kind that belongs to accounts or not. */
export const fieldsOf = (kind: Entity) => ({
  fields: importFields(kind),
  of_accounts: importFields(kind).some((field) => (ACCOUNT_FIELDS as readonly string[]).includes(field)),
});
