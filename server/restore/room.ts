import type { RestoreState } from '../../db/entities/imports.ts';
import { type Database, execute } from '../../db/orm.ts';
import type { Undescribed } from '../../db/statement.ts';
import { findStorage } from '../../db/statements/imports.ts';
import { Fault } from '../errors.ts';
import type { Quotas } from '../gate/quota.ts';
import { restoredTables } from '../privacy/restored.ts';
import { erasureFork } from '../privacy/scan.ts';

let held: Undescribed | undefined;

/** Refuses a workspace that has rows already, withdrawn ones too. @throws Fault invalid_transition */
export async function checkEmpty(db: Database, workspaceId: string): Promise<void> {
  held ??= {
    name: 'restore_find_held',
    text: `SELECT array_remove(ARRAY[${restoredTables()
      .restored.map(({ name }) => `CASE WHEN EXISTS (SELECT FROM ${name} WHERE workspace_id = $1) THEN '${name}' END`)
      .join(', ')}], NULL) AS tables`,
  };
  const [found] = await erasureFork(db, workspaceId).transactional((em) =>
    execute<{ tables: string[] }>(em, held!, [workspaceId]),
  );
  if (found!.tables.length === 0) return;
  const words = found!.tables.map((table) => table.replaceAll('_', ' ')).join(', ');
  throw new Fault('invalid_transition', {
    message: `The workspace is not empty: it holds ${words}. Nothing was restored.`,
    hint: 'Restore into a new workspace.',
  });
}

const rowsIn = ({ tables }: RestoreState) => Object.values(tables).reduce((sum, table) => sum + (table?.rows ?? 0), 0);

/** Refuses a file for which the workspace has no room. @returns its rows @throws Fault quota_exceeded */
export async function checkRoomFor(
  { db, quotas }: { db: Database; quotas: Quotas },
  workspaceId: string,
  state: RestoreState,
): Promise<number> {
  const [storage] = await db.read(workspaceId, findStorage, [workspaceId]);
  const needed = { rows: rowsIn(state), bytes: state.bytes };
  for (const what of ['rows', 'bytes'] as const) {
    const limit = storage?.[`max_${what}`] ?? quotas[what];
    const left = Math.max(0, limit - (storage?.[`used_${what}`] ?? 0));
    if (needed[what] <= left) continue;
    const count = (value: number) => value.toLocaleString('en');
    throw new Fault('quota_exceeded', {
      message: `The file has ${count(needed[what])} ${what} to restore, and the workspace may hold ${count(left)} more. Nothing was restored.`,
    });
  }
  return needed.rows;
}
