import type { DoneBy } from '../entities/tenant.ts';
import { iso, narrowed, type RowOf, statement } from '../statement.ts';

/** Begins an undo by parts. `$1`: workspace, `$2`: undo, `$3`: records, `$4`: the id that its facts are before, `$5`: by whom, `$6`: session, `$7`: request, `$8`: when. */
export const beginUndoJob = statement(
  'begin_undo_job',
  `INSERT INTO undo_jobs (workspace_id, id, way, state, total, before, done_by, session_id, request_id, started_at, leased_until)
   VALUES ($1, $2, 'undo', 'running', $3::int, $4, $5::jsonb, $6, $7, $8::timestamptz, now())`,
);

/** Begins to take back what an undo did so far. `$1`: workspace, `$2`: undo, `$3`: by whom, `$4`: session, `$5`: request, `$6`: when. */
export const beginTakingBack = statement(
  'begin_taking_back',
  `UPDATE undo_jobs j SET way = 'take_back', state = 'running', done = 0, records = 0, facts = 0, stays = 0, reason = NULL, tries = 0, ended_at = NULL,
     total = (SELECT count(*) FROM undos u WHERE u.workspace_id = $1 AND u.part_of = $2 AND u.restored_at IS NULL),
     done_by = $3::jsonb, session_id = $4, request_id = $5, started_at = $6::timestamptz, leased_until = now()
   WHERE j.workspace_id = $1 AND j.id = $2 AND j.state <> 'running' RETURNING j.total`,
);

/** Undos that no process has to itself. Runs as sat_maintenance. `$1`: most. */
export const findDueUndos = statement(
  'find_due_undos',
  `SELECT workspace_id, id FROM undo_jobs WHERE state = 'running' AND leased_until < now() ORDER BY leased_until LIMIT $1`,
);

/** Takes an undo for some seconds. `$1`: workspace, `$2`: undo, `$3`: seconds. */
export const leaseUndo = statement(
  'lease_undo',
  `UPDATE undo_jobs j SET leased_until = now() + make_interval(secs => $3) FROM undos u
   WHERE j.workspace_id = $1 AND j.id = $2 AND j.state = 'running' AND j.leased_until < now() AND u.workspace_id = $1 AND u.id = $2
   RETURNING j.way, j.done, j.before, j.done_by, j.request_id, u.import_id`,
  { row: narrowed<{ way: 'undo' | 'take_back'; done_by: DoneBy; import_id: string }>() },
);

export type LeasedUndo = RowOf<typeof leaseUndo>;

/** Lets go of an undo. `$1`: workspace, `$2`: undo, `$3`: in how many seconds it may be taken again, `$4`: attempts that failed. */
export const releaseUndo = statement(
  'release_undo',
  `UPDATE undo_jobs SET leased_until = now() + make_interval(secs => $3), tries = tries + $4::int
   WHERE workspace_id = $1 AND id = $2 AND state = 'running' RETURNING tries`,
);

/** Holds an undo while a part of it is done. `$1`: workspace, `$2`: undo. */
export const lockUndoJob = statement(
  'lock_undo_job',
  `SELECT state, way, done FROM undo_jobs WHERE workspace_id = $1 AND id = $2 FOR UPDATE`,
);

/** Moves an undo on, in the transaction of a part. `$3`: records or parts, `$4`: before which fact the next part ends, `$5`: records changed, `$6`: facts, `$7`: what stays, `$8`: seconds it is kept. */
export const advanceUndo = statement(
  'advance_undo',
  `UPDATE undo_jobs SET done = done + $3::int, before = COALESCE($4, before), records = records + $5::int, facts = facts + $6::int,
     stays = stays + $7::int, tries = 0, leased_until = now() + make_interval(secs => $8)
   WHERE workspace_id = $1 AND id = $2`,
);

/** The last part that was not taken back. `$1`: workspace, `$2`: undo. */
export const findLastPart = statement(
  'find_last_part',
  `SELECT id, place FROM undos WHERE workspace_id = $1 AND part_of = $2 AND restored_at IS NULL ORDER BY place DESC LIMIT 1`,
);

/** How many parts an undo has. `$1`: workspace, `$2`: undo. */
export const countParts = statement(
  'count_undo_parts',
  `SELECT count(*)::int AS parts FROM undos WHERE workspace_id = $1 AND part_of = $2`,
  { row: narrowed<{ parts: number }>() },
);

/** Ends a job; the undo has its facts, or by whom it was taken back. `$1`: workspace, `$2`: undo, `$3`: state, `$4`: reason. */
export const endUndoJob = statement(
  'end_undo_job',
  `WITH ended AS (
     UPDATE undo_jobs SET state = $3, reason = $4, ended_at = now()
     WHERE workspace_id = $1 AND id = $2 AND state = 'running' RETURNING *
   ), kept AS (
     UPDATE undos u SET facts = CASE WHEN e.way = 'undo' THEN u.facts + e.facts ELSE u.facts END,
       restored_by = CASE WHEN e.way = 'take_back' AND e.state = 'done' THEN e.done_by ELSE u.restored_by END,
       restored_at = CASE WHEN e.way = 'take_back' AND e.state = 'done' THEN now() ELSE u.restored_at END
     FROM ended e WHERE u.workspace_id = $1 AND u.id = e.id RETURNING u.import_id
   )
   SELECT e.way, e.state, e.done, e.records, e.facts, e.stays, e.done_by, e.session_id, e.request_id, ${iso('e.started_at')} AS started_at, t.import_id
   FROM ended e CROSS JOIN kept t`,
  { row: narrowed<{ way: 'undo' | 'take_back'; done_by: DoneBy; import_id: string }>() },
);

/** Whether an undo of an import runs, once its row is locked. `$1`: workspace, `$2`: import. */
export const isBeingUndone = statement(
  'is_being_undone',
  `SELECT EXISTS (SELECT FROM undos u JOIN undo_jobs j ON j.workspace_id = $1 AND j.id = u.id
     WHERE u.workspace_id = $1 AND u.import_id = $2 AND j.state = 'running') AS running`,
  { row: narrowed<{ running: boolean }>() },
);
