import type { RestoreState } from '../entities/imports.ts';
import { narrowed, type RowOf, statement } from '../statement.ts';

/**
 * Starts to restore a file that is whole, unless another is being restored. `$1`: workspace, `$2`: import, `$3`: its state,
 * `$4`: the columns of rows that are refused.
 */
export const startRestore = statement(
  'start_restore',
  `UPDATE imports SET state = 'running', tables = $3::jsonb, columns = $4::jsonb, started_at = now(), leased_until = now()
   WHERE workspace_id = $1 AND id = $2 AND kind = 'workspace' AND state = 'uploading' AND received_bytes = bytes
     AND NOT EXISTS (SELECT FROM imports o WHERE o.workspace_id = $1 AND o.kind = 'workspace' AND o.state = 'running')
   RETURNING id`,
);

/** Workspaces being restored that no process has to itself. Runs as sat_maintenance. `$1`: most. */
export const findDueRestores = statement(
  'find_due_restores',
  `SELECT workspace_id, id FROM imports WHERE state = 'running' AND kind = 'workspace' AND leased_until < now()
   ORDER BY leased_until LIMIT $1`,
);

/** Takes one for some seconds. `$1`: workspace, `$2`: import, `$3`: seconds. */
export const leaseRestore = statement(
  'lease_restore',
  `UPDATE imports i SET leased_until = now() + make_interval(secs => $3)
   WHERE i.workspace_id = $1 AND i.id = $2 AND i.state = 'running' AND i.leased_until < now()
   RETURNING i.tables, i.user_id, i.part, i.byte, i.line, i.total_rows, i.tries`,
  { row: narrowed<{ tables: RestoreState }>() },
);

export type LeasedRestore = RowOf<typeof leaseRestore>;

/** Holds one while a part of it is done; a row where it still stands at this place. `$1`: workspace, `$2`: import, `$3`, `$4`, `$5`: part, byte, line. */
export const lockRestore = statement(
  'lock_restore',
  `SELECT i.id FROM imports i WHERE i.workspace_id = $1 AND i.id = $2 AND i.state = 'running' AND i.part = $3 AND i.byte = $4
     AND i.line = $5 FOR UPDATE`,
);

/**
 * Moves one on, in the transaction of its part. `$1`: workspace, `$2`: import, `$3`: its state, `$4`, `$5`, `$6`: where it goes
 * on, `$7`: rows there are, null until they are counted, `$8`: rows restored in it, `$9`: refused in it, `$10`: seconds it is kept.
 */
export const advanceRestore = statement(
  'advance_restore',
  `UPDATE imports SET tables = $3::jsonb, part = $4, byte = $5, line = $6, total_rows = $7::int, done = done + $8::int + $9::int,
     created = created + $8::int, failed = failed + $9::int, tries = 0, leased_until = now() + make_interval(secs => $10)
   WHERE workspace_id = $1 AND id = $2`,
);

/** Of some ids, those of rows that were refused. `$1`: workspace, `$2`: import, `$3`: ids. */
export const findRefusedIds = statement(
  'find_refused_ids',
  `SELECT DISTINCT cells[2] AS id FROM import_errors WHERE workspace_id = $1 AND import_id = $2 AND cells[2] = ANY ($3::text[])`,
);

/** Facts that were restored have ids of their time: which have vectors is looked for from the first on. `$1`: workspace. */
export const forgetVectorProgress = statement(
  'forget_vector_progress',
  `DELETE FROM fact_vector_progress WHERE workspace_id = $1`,
);
