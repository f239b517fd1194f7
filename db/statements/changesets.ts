import { appendTable } from '../append.ts';
import { type NotedChange, type NotedTable, CALL_TIME_SETTING, NOTING_SETTING } from '../noted-changes.ts';
import { iso, narrowed, type RowOf, statement } from '../statement.ts';

/**
 * The open changeset of a key and a run, made where there is none; locked for the transaction. `$1`: workspace, `$2`: its id
 * if it is new, `$3`: key, `$4`: user, `$5`: run ref, `$6`: now.
 */
export const openChangeset = statement(
  'changeset_open',
  `INSERT INTO changesets AS c (workspace_id, id, key_id, user_id, run_ref, state, created_at, updated_at)
   VALUES ($1, $2, $3, $4, $5, 'open', $6::timestamptz, $6::timestamptz)
   ON CONFLICT (workspace_id, key_id, COALESCE(run_ref, '')) WHERE state = 'open'
   DO UPDATE SET updated_at = GREATEST(c.updated_at, excluded.updated_at)
   RETURNING c.id AS changeset_id`,
);

const PROPOSED = `p.id, p.changeset_id, p.position, p.tool, p.transport, p.request_id, p.call_id, p.input, p.prepared, p.ids, ${iso('p.at')} AS at`;
type Proposed = { at: string };

/** Calls of a changeset that wait, in their order. `$1`: workspace, `$2`: changeset. */
export const findWaiting = statement(
  'changeset_waiting',
  `SELECT ${PROPOSED} FROM proposed_calls p WHERE p.workspace_id = $1 AND p.changeset_id = $2 AND p.state = 'waiting'
   ORDER BY p.position`,
  { row: narrowed<Proposed>() },
);

export type ProposedRow = RowOf<typeof findWaiting>;

/** The same of the open changeset of a key and a run. `$1`: workspace, `$2`: key, `$3`: run ref. */
export const findWaitingOf = statement(
  'changeset_waiting_of',
  `SELECT ${PROPOSED} FROM changesets c JOIN proposed_calls p ON p.workspace_id = $1 AND p.changeset_id = c.id AND p.state = 'waiting'
   WHERE c.workspace_id = $1 AND c.key_id = $2 AND c.state = 'open' AND COALESCE(c.run_ref, '') = COALESCE($3::text, '')
   ORDER BY p.position`,
  { row: narrowed<Proposed>() },
);

/** Calls of changesets. */
export const proposedCalls = appendTable(
  'proposed_calls',
  'workspace_id, id, changeset_id, position, tool, transport, request_id, call_id, idempotency_key, input, prepared, ids, changes, state, at',
);

export const BEGIN_TRIAL = statement('trial_begin', 'SAVEPOINT trial');
export const END_TRIAL = statement('trial_end', 'ROLLBACK TO SAVEPOINT trial');

/**
 * Has the database note what the transaction changes from now on, or no more, and give it a time. `$1`: `on` or `off`, `$2`: the
 * time; empty for that of the transaction.
 */
export const noteChanges = statement(
  'note_changes',
  `SELECT set_config('${NOTING_SETTING}', $1, true), set_config('${CALL_TIME_SETTING}', $2, true)`,
);

/** Has the database give what the transaction writes from now on this time. `$1`: the time. */
export const setCallTime = statement('set_call_time', `SELECT set_config('${CALL_TIME_SETTING}', $1, true)`);

/** Takes out what was noted. `$1`: workspace. */
export const takeNoted = statement(
  'take_noted',
  `WITH gone AS (DELETE FROM noted_changes WHERE workspace_id = $1 RETURNING *)
   SELECT of_table AS "table", record_id AS id, before, after FROM gone ORDER BY of_table, record_id`,
  { row: narrowed<{ table: NotedTable; id: string; before: NotedChange['before']; after: NotedChange['after'] }>() },
);

/** `$1`: workspace, `$2`: changeset. */
export const lockChangeset = statement(
  'changeset_lock',
  'SELECT id, key_id, run_ref, state FROM changesets WHERE workspace_id = $1 AND id = $2 FOR UPDATE',
);

const CHANGESET = `c.id AS changeset_id, c.key_id, c.user_id, c.run_ref, c.state, ${iso('c.created_at')} AS created_at, ${iso('c.updated_at')} AS updated_at,
  r.plugin, r.skill,
  (SELECT count(*)::int FROM proposed_calls p WHERE p.workspace_id = c.workspace_id AND p.changeset_id = c.id AND p.state = 'waiting') AS waiting,
  (SELECT count(*)::int FROM proposed_calls p WHERE p.workspace_id = c.workspace_id AND p.changeset_id = c.id AND p.state = 'taken') AS taken,
  (SELECT count(*)::int FROM proposed_calls p WHERE p.workspace_id = c.workspace_id AND p.changeset_id = c.id AND p.state = 'declined') AS declined`;
const WITH_RUN = 'LEFT JOIN runs r ON r.workspace_id = c.workspace_id AND r.run_ref = c.run_ref';
type Counted = { created_at: string; updated_at: string; waiting: number; taken: number; declined: number };

/** Changesets, newest first. `$1`: workspace, `$2`: of this state, `$3`: id to start below, `$4`: how many. */
export const listChangesets = statement(
  'changesets_list',
  `SELECT ${CHANGESET} FROM changesets c ${WITH_RUN}
   WHERE c.workspace_id = $1 AND c.state = $2 AND c.id < $3
     AND EXISTS (SELECT FROM proposed_calls p WHERE p.workspace_id = $1 AND p.changeset_id = c.id)
   ORDER BY c.id DESC LIMIT $4`,
  { row: narrowed<Counted>() },
);

/** `$1`: workspace, `$2`: changeset. */
export const findChangeset = statement(
  'changeset_find',
  `SELECT ${CHANGESET} FROM changesets c ${WITH_RUN} WHERE c.workspace_id = $1 AND c.id = $2`,
  { row: narrowed<Counted>() },
);

/** Calls of a changeset with what they changed when they were made, in their order. `$1`: workspace, `$2`: changeset. */
export const findProposedCalls = statement(
  'changeset_calls',
  `SELECT p.id, p.tool, p.request_id, p.call_id, p.changes, p.state, p.note, p.decided_by, ${iso('p.decided_at')} AS decided_at, ${iso('p.at')} AS at
   FROM proposed_calls p WHERE p.workspace_id = $1 AND p.changeset_id = $2 ORDER BY p.position`,
  { row: narrowed<Proposed>() },
);

export type KeptCall = RowOf<typeof findProposedCalls>;

/** The accounts of plans. `$1`: workspace, `$2`: plans. */
export const findPlanAccounts = statement(
  'changeset_plan_accounts',
  'SELECT id, account_id FROM plans WHERE workspace_id = $1 AND id = ANY ($2::text[])',
);

/**
 * Decides calls; a changeset of which none waits is closed. `$1`: workspace, `$2`: changeset, `$3`: calls, `$4`: `taken` or
 * `declined`, `$5`: by whom, `$6`: now, `$7`: why, or null.
 */
export const decideCalls = statement(
  'changeset_decide',
  `WITH decided AS (
     UPDATE proposed_calls SET state = $4, decided_by = $5::jsonb, decided_at = $6::timestamptz, note = $7
     WHERE workspace_id = $1 AND changeset_id = $2 AND id = ANY ($3::text[]) AND state = 'waiting' RETURNING id
   ), closed AS (
     UPDATE changesets SET updated_at = $6::timestamptz,
       state = CASE WHEN EXISTS (SELECT FROM proposed_calls p WHERE p.workspace_id = $1 AND p.changeset_id = $2
         AND p.state = 'waiting' AND p.id <> ALL ($3::text[])) THEN 'open' ELSE 'closed' END
     WHERE workspace_id = $1 AND id = $2 RETURNING state
   )
   SELECT d.id, c.state FROM decided d CROSS JOIN closed c`,
);

/**
 * The answers that repeats of calls get, one that waited longer than its answer is kept left out: its key may be of another
 * call by now. `$1`: workspace, `$2`: the calls' key, `$3`: calls.
 */
export const findKeptAnswers = statement(
  'changeset_kept_answers',
  `SELECT r.idempotency_key, r.result FROM proposed_calls p JOIN idempotency_records r ON r.workspace_id = $1
     AND r.key_id = $2 AND r.idempotency_key = p.idempotency_key AND r.created_at < p.at + interval '1 day'
   WHERE p.workspace_id = $1 AND p.id = ANY ($3::text[])`,
);

/** `$1`: workspace, `$2`: key, `$3`: idempotency keys, `$4`: the answer of each. */
export const replaceKeptAnswers = statement(
  'changeset_replace_answers',
  `UPDATE idempotency_records r SET result = n.result FROM unnest($3::text[], $4::text[]) n (idempotency_key, result)
   WHERE r.workspace_id = $1 AND r.key_id = $2 AND r.idempotency_key = n.idempotency_key`,
);

/** Calls of a key that people declined within 30 days, the last first. `$1`: workspace, `$2`: key, `$3`: how many. */
export const findDeclinedOf = statement(
  'changeset_declined_of',
  `SELECT p.tool, c.run_ref, p.request_id, left(p.input, 300) AS input, p.note, ${iso('p.decided_at')} AS declined_at
   FROM changesets c JOIN proposed_calls p ON p.workspace_id = $1 AND p.changeset_id = c.id AND p.state = 'declined'
   WHERE c.workspace_id = $1 AND c.key_id = $2 AND p.decided_at > now() - interval '30 days'
   ORDER BY p.decided_at DESC, p.id DESC LIMIT $3`,
  { row: narrowed<{ declined_at: string; input: string }>() },
);
