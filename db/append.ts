import { hash } from 'node:crypto';
import { type Statement, statement } from './statement.ts';

/** A row to insert: column name to value. */
export type Row = Record<string, unknown>;

/** A table that rows are added to: the common table expressions that insert the JSON rows of a parameter. */
export type AppendTable = {
  readonly name: string;
  readonly insert: (parameter: string) => string;
  /** Comes before the others, which may refer to its expressions; the query is what the whole statement answers. */
  readonly first?: { readonly answer: string };
};

/** Rows for one table. */
export type Insert = { readonly into: AppendTable; readonly rows: readonly Row[] };

/** Declares a table that rows are added to as they are. */
export const appendTable = (name: string, columns: string): AppendTable => ({
  name,
  insert: (parameter) =>
    `new_${name} AS (INSERT INTO ${name} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${name}, ${parameter}::json))`,
});

/** PostgreSQL tells prepared statements apart by the first 63 bytes of their names. */
function shortName(name: string): string {
  if (name.length <= 63) return name;
  return `${name.slice(0, 50)}_${hash('sha256', name, 'hex').slice(0, 12)}`;
}

const statements = new Map<string, Statement>();

/** The statement that adds rows to the given tables, all of them or none: `$n` holds the rows of the n-th as JSON. */
function insertInto(tables: readonly AppendTable[]): Statement {
  const name = shortName(`add_${tables.map((table) => table.name).join('_')}`);
  let found = statements.get(name);
  if (found === undefined) {
    const parts = tables.map((table, index) => table.insert(`$${index + 1}`));
    const answer = tables.find(({ first }) => first !== undefined)?.first?.answer ?? 'SELECT WHERE false';
    found = statement(name, `WITH ${parts.join(',\n')} ${answer}`);
    statements.set(name, found);
  }
  return found;
}

/** One statement for any number of inserts, and its values. Tables without rows are left out; undefined when all are. */
export function combineInserts(
  inserts: readonly Insert[],
): { statement: Statement; values: readonly string[] } | undefined {
  const byTable = new Map<AppendTable, Row[]>();
  for (const { into, rows } of inserts) {
    if (rows.length === 0) continue;
    const held = byTable.get(into);
    if (held === undefined) byTable.set(into, [...rows]);
    else held.push(...rows);
  }
  if (byTable.size === 0) return undefined;
  const placeOf = ({ first, name }: AppendTable) => `${first === undefined ? 1 : 0} ${name}`;
  const sorted = [...byTable].sort(([a], [b]) => (placeOf(a) < placeOf(b) ? -1 : 1));
  return {
    statement: insertInto(sorted.map(([table]) => table)),
    values: sorted.map(([, rows]) => JSON.stringify(rows)),
  };
}
