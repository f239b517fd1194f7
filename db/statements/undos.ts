import type { Approval } from '../entities/drafts.ts';
import { iso, narrowed, type RowOf, statement } from '../statement.ts';
import { BY_SUBJECT } from './fact-conditions.ts';

const FACT = `f.id, f.account_id, f.subject_type, f.subject_id, f.attribute, f.value, f.single, f.superseded_at IS NULL AS current,
  f.tool, f.key_id, f.user_id, f.run_ref, f.source_id, ${iso('f.at')} AS at`;

type FactShape = { at: string; current: boolean };
const FACTS = { row: narrowed<FactShape>() };

const ofKeys = (where: string) =>
  `SELECT ${FACT} FROM facts f WHERE f.workspace_id = $1 AND ${where} AND f.key_id IS NOT NULL ORDER BY f.id`;

/** Facts of a run. `$1`: workspace, `$2`: run ref, `$3`: how many. */
export const findFactsOfRun = statement('undo_facts_of_run', `${ofKeys('f.run_ref = $2')} LIMIT $3`, FACTS);

/** Facts that a request recorded with a tool. `$2`: request, `$3`: tool, `$4` and `$5`: ids between which they are, `$6`: how many. */
export const findFactsOfRequest = statement(
  'undo_facts_of_request',
  `${ofKeys('f.id >= $4 AND f.id < $5 AND f.request_id = $2 AND f.tool = $3')} LIMIT $6`,
  FACTS,
);

/** Facts that an import recorded. `$2`: import, `$3` and `$4`: ids between which they are, `$5`: how many. */
export const findFactsOfImport = statement(
  'undo_facts_of_import',
  `SELECT ${FACT} FROM facts f WHERE f.workspace_id = $1 AND f.id >= $3 AND f.id < $4 AND f.request_id = $2 AND f.tool = 'import'
   ORDER BY f.id LIMIT $5`,
  FACTS,
);

/** How many facts an import recorded, up to a number. Parameters as before. */
export const countFactsOfImport = statement(
  'undo_count_facts_of_import',
  `SELECT count(*)::int AS facts FROM (SELECT FROM facts f WHERE f.workspace_id = $1 AND f.id >= $3 AND f.id < $4
     AND f.request_id = $2 AND f.tool = 'import' LIMIT $5) own`,
  { row: narrowed<{ facts: number }>() },
);

/** The last of an import's facts before one. Parameters as before, of which `$4` is that one. */
export const findPartOfImport = statement(
  'undo_part_of_import',
  `SELECT ${FACT} FROM facts f WHERE f.workspace_id = $1 AND f.id >= $3 AND f.id < $4 AND f.request_id = $2 AND f.tool = 'import'
   ORDER BY f.id DESC LIMIT $5`,
  FACTS,
);

/** Facts of a key since a time. `$2`: key, `$3`: the first id of that time, `$4`: how many. */
export const findFactsOfKey = statement(
  'undo_facts_of_key',
  `${ofKeys('f.key_id = $2 AND f.id >= $3')} LIMIT $4`,
  FACTS,
);

export type WrittenFact = RowOf<typeof findFactsOfRun>;

const CALL = `c.id, c.tool, c.outcome, c.key_id, c.run_ref, c.request_id, c.duration_ms, ${iso('c.at')} AS at`;
const ENDED_WELL = `c.outcome IN ('ok', 'proposed')`;
const CALLS = { row: narrowed<{ at: string }>() };

/** Calls of a run that succeeded. `$1`: workspace, `$2`: run ref, `$3`: how many. */
export const findCallsOfRun = statement(
  'undo_calls_of_run',
  `SELECT ${CALL} FROM api_key_calls c WHERE c.workspace_id = $1 AND c.run_ref = $2 AND ${ENDED_WELL} ORDER BY c.id LIMIT $3`,
  CALLS,
);

/** One call. `$1`: workspace, `$2`: call. */
export const findCallToUndo = statement(
  'undo_call',
  `SELECT ${CALL} FROM api_key_calls c WHERE c.workspace_id = $1 AND c.id = $2`,
  CALLS,
);

/** Calls of a key since a time that succeeded. `$1`: workspace, `$2`: key, `$3`: the first id of that time, `$4`: how many. */
export const findCallsOfKey = statement(
  'undo_calls_of_key',
  `SELECT ${CALL} FROM api_key_calls c WHERE c.workspace_id = $1 AND c.key_id = $2 AND c.id >= $3 AND ${ENDED_WELL} ORDER BY c.id LIMIT $4`,
  CALLS,
);

export type WrittenCall = RowOf<typeof findCallsOfRun>;

/** Calls of some tools in a stretch of time. `$1`: workspace, `$2`: tools, `$3` and `$4`: ids between which they are, `$5`: how many. */
export const findCallsBeside = statement(
  'undo_calls_beside',
  `SELECT ${CALL} FROM api_key_calls c WHERE c.workspace_id = $1 AND c.id >= $3 AND c.id < $4 AND c.tool = ANY ($2::text[]) AND ${ENDED_WELL}
   ORDER BY c.id LIMIT $5`,
  CALLS,
);

/** Whether a run is known that wrote nothing. `$1`: workspace, `$2`: run ref. */
export const isKnownToUndo = statement(
  'undo_is_known',
  `SELECT EXISTS (SELECT FROM runs WHERE workspace_id = $1 AND run_ref = $2) AS known`,
  { row: narrowed<{ known: boolean }>() },
);

/**
 * Every fact about some records, or read from them: of their own accounts or of none. What was captured about an account is
 * left out, but for what was read from one of these records. `$1`: workspace, `$2`: records, `$3`: their accounts.
 */
export const findFactsAbout = statement(
  'undo_facts_about',
  `SELECT ${FACT} FROM facts f WHERE f.workspace_id = $1 AND (f.account_id = ANY ($3::text[]) OR f.account_id IS NULL)
     AND (f.source_id = ANY ($2::text[]) OR f.subject_id = ANY ($2::text[]) AND (f.single OR f.attribute <> 'capture'))
   ORDER BY f.id`,
  FACTS,
);

/**
 * Every fact about some records with fields of their own, looked up record by record: without statistics, as after a large
 * import, PostgreSQL would go through all facts of the workspace. `$1`: workspace, `$2`: records.
 */
export const findFactsOfRecords = statement(
  'undo_facts_of_records',
  `${BY_SUBJECT.map(
    (which) =>
      `SELECT ${FACT} FROM (SELECT DISTINCT unnest($2::text[]) AS id) s CROSS JOIN LATERAL (
           SELECT * FROM facts WHERE workspace_id = $1 AND subject_id = s.id AND ${which} OFFSET 0) f`,
  ).join(' UNION ALL ')}
   ORDER BY id`,
  FACTS,
);

/** Which of some records an import made. `$1`: workspace, `$2`: import, `$3`: records. */
export const findMadeByImport = statement(
  'undo_made_by_import',
  `SELECT record_id FROM import_records WHERE workspace_id = $1 AND import_id = $2 AND created AND record_id = ANY ($3::text[])`,
);

/** Rows of tables whose writes leave no fact of every row, made in stretches of time. */
const MADE = {
  captures: 'cap',
  signals: 'sig',
  scores: 'sco',
  target_accounts: 'tgt',
} as const;

/**
 * Rows made in some stretches of time, with whether a fact that is not one of `$4` names them. `$1`: workspace, `$2` and `$3`:
 * where each stretch begins and ends, as ids hold it, `$4`: facts.
 */
export const findMadeBetween = statement(
  'undo_made_between',
  Object.entries(MADE)
    .map(
      ([
        table,
        prefix,
      ]) => `SELECT t.id, ${table === 'signals' || table === 'scores' ? 't.run_ref' : 'NULL::text'} AS run_ref,
       EXISTS (SELECT FROM facts f WHERE f.workspace_id = $1 AND f.id >= 'fact_' || w.first AND f.id < 'fact_' || w.last
         AND (f.source_id = t.id OR f.subject_id = t.id) AND f.id <> ALL ($4::text[])) AS named
     FROM unnest($2::text[], $3::text[]) w (first, last)
     JOIN ${table} t ON t.workspace_id = $1 AND t.id >= '${prefix}_' || w.first AND t.id < '${prefix}_' || w.last`,
    )
    .join(' UNION '),
  { row: narrowed<{ id: string; named: boolean }>() },
);

/** Drafts of a run, or that a key staged since a time, or by id. `$1`: workspace, `$2`: run ref, `$3`: key, `$4`: first id, `$5`: ids. */
export const findDraftsToUndo = statement(
  'undo_drafts',
  `SELECT d.id, d.channel, d.title, left(d.body, 240) AS excerpt, d.state, d.version, d.account_id, d.edited_by_key_id, d.approval,
     ${iso('d.updated_at')} AS updated_at, ${iso('d.published_at')} AS published_at,
     (SELECT r.user_id FROM draft_reviews r WHERE r.workspace_id = $1 AND r.draft_id = d.id ORDER BY r.created_at DESC LIMIT 1) AS reviewer_id
   FROM drafts d WHERE d.workspace_id = $1 AND d.staged_by_key_id IS NOT NULL
     AND (d.run_ref = $2 OR d.staged_by_key_id = $3 AND d.id >= $4 OR d.id = ANY ($5::text[]))
   ORDER BY d.id`,
  { row: narrowed<{ updated_at: string; approval: Approval | null }>() },
);

export type WrittenDraft = RowOf<typeof findDraftsToUndo>;

/** Drafts of others that keys edited at the given times. `$1`: workspace, `$2`: keys, `$3` and `$4`: where stretches of time begin and end, `$5`: drafts left out. */
export const findEditedDrafts = statement(
  'undo_edited_drafts',
  `SELECT DISTINCT d.id, d.title, d.account_id FROM draft_versions v JOIN drafts d ON d.workspace_id = $1 AND d.id = v.draft_id
   JOIN unnest($3::timestamptz[], $4::timestamptz[]) w (first, last) ON v.created_at BETWEEN w.first AND w.last
   WHERE v.workspace_id = $1 AND v.version > 1 AND v.key_id = ANY ($2::text[]) AND v.draft_id <> ALL ($5::text[])`,
);

/** What was sent of some drafts, or reported as sent by a run. `$1`: workspace, `$2`: drafts, `$3`: run ref. */
export const findSent = statement(
  'undo_sent',
  `SELECT s.id, s.draft_id, s.channel, s.provider, ${iso('s.sent_at')} AS sent_at FROM sends s
   WHERE s.workspace_id = $1 AND (s.draft_id = ANY ($2::text[]) OR s.run_ref = $3) ORDER BY s.id`,
  { row: narrowed<{ sent_at: string }>() },
);

/** Events of a run, or emitted in some stretches of time, by type. `$1`: workspace, `$2`: run ref, `$3` and `$4`: where stretches begin and end. */
export const countEvents = statement(
  'undo_count_events',
  `SELECT e.type, count(*)::int AS events,
     (SELECT count(*)::int FROM webhook_deliveries d WHERE d.workspace_id = $1 AND d.state = 'delivered' AND d.event_id = ANY (array_agg(e.id))) AS delivered,
     (SELECT count(*)::int FROM webhook_deliveries d WHERE d.workspace_id = $1 AND d.state = 'pending' AND d.event_id = ANY (array_agg(e.id))) AS pending
   FROM webhook_events e WHERE e.workspace_id = $1 AND (e.run_ref = $2 OR EXISTS (
     SELECT FROM unnest($3::timestamptz[], $4::timestamptz[]) w (first, last) WHERE e.created_at BETWEEN w.first AND w.last))
   GROUP BY e.type ORDER BY e.type`,
  { row: narrowed<{ events: number; delivered: number; pending: number }>() },
);

/** Tier proposals by id of what made them. `$1`: workspace, `$2`: run ref, `$3`: keys, `$4`: when. */
export const findTierProposals = statement(
  'undo_tier_proposals',
  `SELECT t.id, t.account_id, t.tier, t.state, t.decided_by_user_id, ${iso('t.decided_at')} AS decided_at,
     (SELECT o.id FROM tier_proposals o WHERE o.workspace_id = $1 AND o.account_id = t.account_id AND o.id < t.id ORDER BY o.id DESC LIMIT 1) AS before_id,
     (SELECT o.state FROM tier_proposals o WHERE o.workspace_id = $1 AND o.account_id = t.account_id AND o.id < t.id ORDER BY o.id DESC LIMIT 1) AS state_before
   FROM tier_proposals t WHERE t.workspace_id = $1 AND (t.run_ref = $2 OR t.key_id = ANY ($3::text[]) AND t.created_at = ANY ($4::timestamptz[]))
   ORDER BY t.id`,
);

export type WrittenProposal = RowOf<typeof findTierProposals>;

/** Versions of some brain scopes without what they hold, newest first. `$1`: workspace, `$2`: scopes. */
export const findBrainVersions = statement(
  'undo_brain_versions',
  `SELECT scope, version, copy_of, id, key_id, user_id, ${iso('created_at')} AS at FROM brain_states WHERE workspace_id = $1 AND scope = ANY ($2::text[]) ORDER BY version DESC`,
  { row: narrowed<{ at: string }>() },
);

/** Versions of brain scopes that undos stand for, but for one undo. `$1`: workspace, `$2`: that one, or null. Imports sync none. */
export const findUndoneVersions = statement(
  'undo_undone_versions',
  `SELECT s.step ->> 'scope' AS scope, s.step -> 'versions' AS versions
   FROM undos u CROSS JOIN LATERAL jsonb_array_elements(u.steps -> 'synced') AS s (step)
   WHERE u.workspace_id = $1 AND u.restored_at IS NULL AND u.import_id IS NULL AND u.id IS DISTINCT FROM $2 AND u.steps ? 'synced'`,
  { row: narrowed<{ scope: string; versions: number[] }>() },
);

/** Tables of records that an undo reads by id. */
const READ = {
  account: 'accounts',
  opp: 'opportunities',
  contact: 'contacts',
  prospect: 'prospects',
  target_account: 'target_accounts',
  capture: 'captures',
  meeting: 'meetings',
  plan: 'plans',
  plan_entry: 'plan_entries',
  signal: 'signals',
  score: 'scores',
} as const;

/** Records as they are, by kind. `$1`: workspace, `$2`: ids. */
export const findRows = statement(
  'undo_rows',
  Object.entries(READ)
    .map(
      ([kind, table]) =>
        `SELECT '${kind}' AS kind, t.id, to_jsonb(t) AS record FROM ${table} t WHERE t.workspace_id = $1 AND t.id = ANY ($2::text[])`,
    )
    .join(' UNION ALL '),
  { row: narrowed<{ id: string; record: Record<string, unknown> }>() },
);

/** Locks records whose fields may be put back, so that what is read afterwards holds until the end. `$1`: workspace, `$2`: ids. */
export const lockRows = statement(
  'undo_lock_rows',
  `WITH ${['accounts', 'opportunities', 'contacts', 'prospects', 'target_accounts', 'plans']
    .map(
      (table) =>
        `${table}_rows AS (SELECT t.id FROM ${table} t WHERE t.workspace_id = $1 AND t.id = ANY ($2::text[]) ORDER BY t.id FOR UPDATE)`,
    )
    .join(', ')}
   SELECT ${['accounts', 'opportunities', 'contacts', 'prospects', 'target_accounts', 'plans']
     .map((table) => `(SELECT count(*) FROM ${table}_rows)`)
     .join(' + ')} AS locked`,
);

/** When the last undos of a workspace were done and taken back. `$1`: workspace. */
export const findUndoTimes = statement(
  'undo_times',
  `SELECT ${iso('u.done_at')} AS done_at, ${iso('u.restored_at')} AS restored_at FROM undos u WHERE u.workspace_id = $1 ORDER BY u.id DESC LIMIT 1000`,
);

/**
 * Of the fields whose facts an undo, or records withdrawn with it, withdrew: the last such fact, and the one that stands now.
 * `$1`: workspace, `$2`: what withdrew them, any of several, `$3`: tools whose facts are fields, `$4`: records that are left out.
 */
export const findFieldsWithdrawn = statement(
  'undo_fields_withdrawn',
  `SELECT w.subject_id, w.attribute, w.id, w.value, f.id AS standing_id, f.value AS standing_value, ${iso('f.at')} AS standing_at
   FROM (SELECT DISTINCT ON (subject_id, attribute) subject_id, attribute, id, value, single FROM every_facts
         WHERE workspace_id = $1 AND withdrawn_by = ANY ($2::text[]) AND withdrawn_at IS NOT NULL AND source_id IS NULL AND tool = ANY ($3::text[])
           AND subject_id <> ALL ($4::text[])
         ORDER BY subject_id, attribute, id DESC) w
   LEFT JOIN facts f ON f.workspace_id = $1 AND f.subject_id = w.subject_id AND f.attribute = w.attribute
     AND f.single AND f.superseded_at IS NULL AND f.withdrawn_at IS NULL
   WHERE w.single`,
);

/** Which of some records another undo archived, and it was not taken back. `$1`: workspace, `$2`: records. */
export const findArchivedByUndos = statement(
  'undo_archived_rows',
  `SELECT r.row ->> 'id' AS id FROM undos u CROSS JOIN LATERAL jsonb_path_query(u.steps, '$.archived[*].rows[*]') AS r (row)
   WHERE u.workspace_id = $1 AND u.restored_at IS NULL AND r.row ->> 'id' = ANY ($2::text[]) LIMIT 1`,
);

/** `$1`: workspace, `$2`: undo. */
export const lockUndo = statement(
  'undo_lock',
  `SELECT u.id, u.run_ref, u.call_id, u.key_id, u.import_id, u.part_of, u.steps, u.facts, ${iso('u.done_at')} AS done_at, ${iso('u.restored_at')} AS restored_at FROM undos u
   WHERE u.workspace_id = $1 AND u.id = $2 FOR UPDATE`,
);
