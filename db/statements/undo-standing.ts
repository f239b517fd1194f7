import type { DoneBy } from '../entities/tenant.ts';
import { iso, narrowed, type RowOf, statement } from '../statement.ts';

const UNDO = `u.id AS undo_id, ${iso('u.since')} AS since, u.facts, u.done_by, ${iso('u.done_at')} AS done_at, u.restored_by,
     ${iso('u.restored_at')} AS restored_at, j.way, j.state, j.total, j.done, j.records, j.stays, j.reason
   FROM undos u LEFT JOIN undo_jobs j ON j.workspace_id = $1 AND j.id = u.id`;

type UndoShape = {
  done_at: string;
  done_by: DoneBy;
  way: 'undo' | 'take_back' | null;
  state: 'running' | 'done' | 'failed' | null;
};
const UNDOS = { row: narrowed<UndoShape>() };

/** What was undone of a run, a call, a key or an import, newest first. `$1`: workspace, `$2`: run ref, `$3`: call, `$4`: key, `$5`: import. */
export const listUndos = statement(
  'undo_list',
  `SELECT ${UNDO} WHERE u.workspace_id = $1 AND (u.run_ref = $2 OR u.call_id = $3 OR u.key_id = $4 OR u.import_id = $5)
     AND u.part_of IS NULL ORDER BY u.id DESC LIMIT 50`,
  UNDOS,
);

/** One undo, and how far it got. `$1`: workspace, `$2`: undo. */
export const findUndo = statement(
  'undo_find',
  `SELECT ${UNDO} WHERE u.workspace_id = $1 AND u.id = $2 AND u.part_of IS NULL`,
  UNDOS,
);

export type UndoRow = RowOf<typeof findUndo>;
