import { references } from '../../db/entities/references.ts';
import { ROLES } from '../../db/roles.ts';
import { actAs, execute } from '../../db/orm.ts';
import type { Undescribed } from '../../db/statement.ts';
import type { Call } from '../gate/call.ts';
import { AS_PUBLISHER, RESTORED_AS } from '../privacy/restored.ts';
import type { Table } from '../privacy/tables.ts';
import type { Fields } from './check-row.ts';

const inserts = new Map<string, Undescribed>();

/** Adds rows of a table to a workspace. `$1`: workspace, `$2`: rows as JSON, `$3`: the person. */
function insertOf({ name, columns }: Table): Undescribed {
  let found = inserts.get(name);
  if (found === undefined) {
    const values = columns.map(({ name: column, byDefault }) => {
      const own = RESTORED_AS[`${name}.${column}`];
      if (own !== undefined) return own;
      return byDefault === undefined ? `r.${column}` : `COALESCE(r.${column}, ${byDefault})`;
    });
    const text = `INSERT INTO ${name} (workspace_id, ${columns.map((column) => column.name).join(', ')})
      SELECT $1, ${values.join(', ')} FROM json_populate_recordset(NULL::${name}, $2::json) r
      WHERE $3::text IS NOT NULL`;
    inserts.set(name, (found = { name: `restore_${name}`, text }));
  }
  return found;
}

/** Adds rows to the call's workspace, in its transaction: none is there yet, and row level security holds. */
export async function insertRows({ em, workspaceId, principal }: Call, table: Table, rows: readonly Fields[]) {
  const insert = () => execute(em, insertOf(table), [workspaceId, JSON.stringify(rows), principal.user.id]);
  await (AS_PUBLISHER.has(table.name) ? actAs(em, ROLES.publisher, insert) : insert());
}

type DatabaseError = { code?: unknown; constraint?: string; column?: string; message?: string; cause?: unknown };

function errorOf(error: unknown): (DatabaseError & { code: string }) | undefined {
  for (let inner = error as DatabaseError | undefined; inner; inner = inner.cause as never) {
    if (typeof inner.code === 'string' && /^[0-9A-Z]{5}$/.test(inner.code)) return inner as never;
  }
  return undefined;
}

/** Why the database refuses rows because of what they hold; undefined where something else is the reason. */
export function refusalOf(error: unknown): string | undefined {
  const found = errorOf(error);
  if (found === undefined || !/^(2[23]|54)/.test(found.code)) return undefined;
  const { code, constraint = '', column } = found;
  if (code === '23505') return `is there already, or shares what only one may have (${constraint})`;
  if (code === '23503') {
    const to = references.find(({ name }) => name === constraint)?.to ?? 'another table';
    return `refers to a row of ${to} that is not there`;
  }
  if (code === '23502') return `lacks a value of ${column ?? 'a column'}`;
  if (code === '23514') return `breaks the rule ${constraint}`;
  return 'holds a value that cannot be stored';
}
