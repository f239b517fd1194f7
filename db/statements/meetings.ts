import { iso, narrowed, statement } from '../statement.ts';
import { CURRENT, SUPERSEDED } from './fact-conditions.ts';
import { marking, unlessSet } from './records.ts';
import { seenAs } from './repeats.ts';

/** The account is locked, so that concurrent calls supersede its next step in order. */
const MEETING = `RETURNING m.id, m.account_id, m.outcome, m.notes, m.next_step, ${iso('m.occurred_at')} AS occurred_at,
  (SELECT a.name FROM accounts a WHERE a.workspace_id = m.workspace_id AND a.id = m.account_id FOR NO KEY UPDATE) AS account_name,
  NOT EXISTS (SELECT FROM meetings o WHERE o.workspace_id = m.workspace_id AND o.account_id = m.account_id
              AND o.occurred_at > m.occurred_at AND o.next_step IS NOT NULL) AS latest`;

/** Other notes take the place of those that the meeting in `present` has: what was read from them goes. */
const superseding = (workspace: string, notes: string, now: string) => `superseded AS (
     UPDATE facts f SET superseded_at = ${now}::timestamptz FROM present
     WHERE f.workspace_id = ${workspace} AND f.subject_id = present.id AND f.attribute = 'meeting_notes'
       AND f.superseded_at IS NULL AND present.notes <> ${notes}::text
   )`;

/**
 * Records a meeting, unless the same was within 7 days (`$8`: its fingerprint, or null); one that has the external_ref
 * (`$9`) is changed as by `updateMeeting`. `$1`: workspace, `$2`: new id, `$3`: account, `$4`: outcome, `$5`: notes, `$6`:
 * next step, `$7`: when, or null, `$10`: now, `$11`: fields that no person may have set, or null, `$12`: fields that are
 * nobody's any more, or null. One row, without a meeting where the same was recorded, or a person set something of it.
 */
export const createMeeting = statement(
  'create_meeting',
  `WITH ${seenAs('$1', '$8', '$2', '$10')}, present AS (
     SELECT id, notes, account_id FROM meetings WHERE workspace_id = $1 AND external_ref = $9 AND ${unlessSet('meetings.set_by_people', '$11')} FOR UPDATE
   ), ${superseding('$1', '$5', '$10')}, made AS (
     INSERT INTO meetings AS m (workspace_id, id, account_id, outcome, notes, next_step, occurred_at, external_ref)
     SELECT $1, $2, $3, $4, $5, $6, COALESCE($7::timestamptz, $10::timestamptz), $9
     FROM seen, (SELECT count(*) FROM present) read_before WHERE seen.record_id = $2
     ON CONFLICT (workspace_id, external_ref) WHERE external_ref IS NOT NULL AND withdrawn_at IS NULL DO UPDATE SET
       account_id = COALESCE($3, m.account_id), outcome = $4, notes = COALESCE($5, m.notes),
       next_step = COALESCE($6, m.next_step), occurred_at = COALESCE($7::timestamptz, m.occurred_at),
       ${marking('m.set_by_people', 'NULL', '$12')}, updated_at = now()
       WHERE ${unlessSet('m.set_by_people', '$11')}
     ${MEETING}
   )
   SELECT seen.record_id AS kept_id, (SELECT notes FROM present) AS notes_before,
     (SELECT account_id FROM present) AS account_before, made.* FROM seen LEFT JOIN made ON true`,
  { row: narrowed<{ kept_id: string }>() },
);

/**
 * As `createMeeting`, for an existing meeting; null leaves a field unchanged. `$8`: now, `$9`: fields that no person may have set, or null, `$10`: what
 * a person sets, or null, `$11`: fields that are nobody's any more, or null.
 */
export const updateMeeting = statement(
  'update_meeting',
  `WITH present AS (
     SELECT id, notes, account_id FROM meetings WHERE workspace_id = $1 AND id = $2 AND ${unlessSet('meetings.set_by_people', '$9')} FOR UPDATE
   ), ${superseding('$1', '$5', '$8')}
   UPDATE meetings m
   SET account_id = COALESCE($3, m.account_id), outcome = COALESCE($4, m.outcome), notes = COALESCE($5, m.notes),
       next_step = COALESCE($6, m.next_step), occurred_at = COALESCE($7::timestamptz, m.occurred_at),
       ${marking('m.set_by_people', '$10', '$11')}, updated_at = now()
   FROM present WHERE m.workspace_id = $1 AND m.id = present.id ${MEETING}, present.notes AS notes_before, present.account_id AS account_before`,
);

/** The next steps that a meeting gave itself and an account. `$1`: workspace, `$2`: meeting, `$3`: account, or null. */
export const findNextSteps = statement(
  'find_next_steps_of_meeting',
  `SELECT id FROM facts WHERE workspace_id = $1 AND subject_id IN ($2, $3) AND attribute = 'next_step' AND source_id = $2
     AND ${CURRENT}
   UNION ALL
   SELECT id FROM facts WHERE workspace_id = $1 AND subject_id IN ($2, $3) AND attribute = 'next_step' AND source_id = $2
     AND ${SUPERSEDED}`,
);

/** `$1`: workspace, `$2`: meeting. */
export const findMeeting = statement(
  'find_meeting',
  `SELECT id, account_id, outcome, notes, next_step, ${iso('occurred_at')} AS occurred_at FROM meetings
   WHERE workspace_id = $1 AND id = $2`,
  { row: narrowed<{ occurred_at: string }>() },
);

/** A meeting by its id or (`$2` null) its external_ref, locked, beside the values as it would hold them (`$3`). `$1`: workspace. */
export const lockMeeting = statement(
  'lock_meeting',
  `SELECT to_json(m) AS record, to_json(n) AS incoming FROM meetings m, json_populate_record(NULL::meetings, $3::json) n
   WHERE m.workspace_id = $1 AND (m.id = $2 OR ($2::text IS NULL AND m.external_ref = n.external_ref)) FOR UPDATE OF m`,
  { row: narrowed<{ record: Record<string, unknown>; incoming: Record<string, unknown> }>() },
);
