import { iso, narrowed, statement } from '../statement.ts';
import type { DoneBy } from '../entities/tenant.ts';
import { keepExternalRef } from './amendments.ts';
import { CURRENT, SUPERSEDED } from './fact-conditions.ts';
import { CHILDREN } from './undo-children.ts';

/** Records that belong to an account, by table, locked in order. `$1`: workspace, `$2`: account. */
export const lockRecordsOf = statement(
  'archive_lock_records_of',
  `WITH ${['opportunities', 'contacts', 'prospects']
    .map(
      (table) =>
        `${table}_rows AS (SELECT id FROM ${table} WHERE workspace_id = $1 AND account_id = $2 ORDER BY id FOR UPDATE)`,
    )
    .join(', ')}
   ${['opportunities', 'contacts', 'prospects'].map((table) => `SELECT id FROM ${table}_rows`).join(' UNION ALL ')}`,
);

/** What is counted of what belongs to a record, by table. */
const COUNTED: Record<string, string> = {
  opportunities: 'opp',
  contacts: 'contact',
  prospects: 'prospect',
  plans: 'plan',
  captures: 'capture',
  meetings: 'meeting',
  signals: 'signal',
};

/**
 * How much belongs to some records, by kind, and drafts of theirs that wait. `$1`: workspace, `$2`: records, `$3`: rows of a
 * kind that are counted at most.
 */
export const countChildren = statement(
  'archive_count_children',
  `${CHILDREN.filter(({ table }) => COUNTED[table] !== undefined)
    .map(
      ({ table, column }) =>
        `SELECT '${COUNTED[table]}' AS kind, count(*)::int AS count FROM
           (SELECT FROM ${table} t WHERE t.workspace_id = $1 AND t.${column} = ANY ($2::text[]) LIMIT $3) AS rows HAVING count(*) > 0`,
    )
    .join(' UNION ALL ')}
   UNION ALL SELECT 'draft', count(*)::int FROM (SELECT FROM drafts t
     WHERE t.workspace_id = $1 AND t.account_id = ANY ($2::text[]) AND t.state = 'pending' LIMIT $3) AS rows HAVING count(*) > 0`,
);

/** Of some notes, those that belong to nothing any more. `$1`: workspace, `$2`: captures and meetings. */
export const findUnattached = statement(
  'archive_find_unattached',
  `SELECT id FROM captures WHERE workspace_id = $1 AND id = ANY ($2::text[]) AND account_id IS NULL AND prospect_id IS NULL
   UNION ALL SELECT id FROM meetings WHERE workspace_id = $1 AND id = ANY ($2::text[]) AND account_id IS NULL`,
);

/** Facts of an account (`$2`, or null) and those about some records or read from them. `$1`: workspace, `$3`: records, `$4`: how many. */
export const findFactsToArchive = statement(
  'archive_find_facts',
  `SELECT id FROM facts WHERE workspace_id = $1 AND account_id = $2
   UNION SELECT id FROM facts WHERE workspace_id = $1 AND subject_id = ANY ($3::text[]) AND ${CURRENT}
   UNION SELECT id FROM facts WHERE workspace_id = $1 AND subject_id = ANY ($3::text[]) AND ${SUPERSEDED}
   UNION SELECT f.id FROM unnest($5::text[]) AS a (id) JOIN facts f ON f.workspace_id = $1 AND f.account_id = a.id
     WHERE f.subject_id = ANY ($3::text[]) OR f.source_id = ANY ($3::text[])
   LIMIT $4`,
);

const HIDING = ['signals', 'plan_entries'] as const;

/** Withdrawn rows stand as if they were not, so that they can be archived; answers how they were withdrawn. `$1`: workspace, `$2`: ids. */
export const showWithdrawn = statement(
  'archive_show_withdrawn',
  `WITH ${HIDING.map(
    (table) =>
      `${table}_was AS (SELECT id, withdrawn_at, withdrawn_by, withdrawn_reason FROM every_${table}
         WHERE workspace_id = $1 AND id = ANY ($2::text[]) AND withdrawn_at IS NOT NULL),
       ${table}_shown AS (UPDATE every_${table} t SET withdrawn_at = NULL, withdrawn_by = NULL, withdrawn_reason = NULL${keepExternalRef(table)} WHERE t.workspace_id = $1 AND t.id IN (SELECT id FROM ${table}_was))`,
  ).join(',\n')}
   ${HIDING.map((table) => `SELECT id, ${iso('withdrawn_at')} AS at, withdrawn_by AS by, withdrawn_reason AS reason FROM ${table}_was`).join(' UNION ALL ')}`,
  { row: narrowed<{ id: string; at: string; by: DoneBy }>() },
);

/** And they are withdrawn again as they were. `$1`: workspace, `$2`: how, as JSON. */
export const hideAgain = statement(
  'archive_hide_again',
  `WITH was AS (SELECT * FROM jsonb_to_recordset($2::jsonb) AS w (id text, at timestamptz, by jsonb, reason text)),
   ${HIDING.map(
     (
       table,
     ) => `${table}_rows AS (UPDATE every_${table} t SET withdrawn_at = w.at, withdrawn_by = w.by, withdrawn_reason = w.reason
      FROM was w WHERE t.workspace_id = $1 AND t.id = w.id RETURNING t.id)`,
   ).join(',\n')}
   ${HIDING.map((table) => `SELECT id FROM ${table}_rows`).join(' UNION ALL ')}`,
);

/** `$1`: workspace, `$2`: id, `$3`: record, `$4`: its kind, `$5`: its name, `$6`: steps, `$7`: facts, `$8`: by whom, `$9`: when. */
export const keepArchived = statement(
  'archive_keep',
  `INSERT INTO undos (workspace_id, id, record_id, record_kind, record_name, steps, facts, done_by, done_at)
   VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7, $8::jsonb, $9::timestamptz)`,
);

/** What a record was archived in, if it was. `$1`: workspace, `$2`: record. */
export const findArchived = statement(
  'archive_find',
  `SELECT id, record_kind AS kind, record_name AS name, ${iso('done_at')} AS archived_at FROM undos
   WHERE workspace_id = $1 AND record_id = $2 AND restored_at IS NULL`,
);

/**
 * Proposals that wait: of values for some records (`$2`), of merges that name one (`$2`), and those of a run (`$3`), a request
 * (`$4`) or a key since a time (`$5`, `$6`), whatever they are for. `$1`: workspace; the last four may be null.
 */
export const findWaiting = statement(
  'find_waiting_proposals',
  `SELECT 'value' AS what, id FROM value_proposals WHERE workspace_id = $1 AND state = 'proposed' AND (record_id = ANY ($2::text[])
     OR proposed_by ->> 'key_id' IS NOT NULL AND (proposed_by ->> 'run_ref' = $3 OR request_id = $4 OR proposed_by ->> 'key_id' = $5 AND created_at >= $6::timestamptz))
   UNION ALL SELECT 'merge', id FROM merge_proposals WHERE workspace_id = $1 AND state = 'proposed' AND (kept_id = ANY ($2::text[]) OR merged_id = ANY ($2::text[])
     OR proposed_by ->> 'key_id' IS NOT NULL AND (proposed_by ->> 'run_ref' = $3 OR proposed_by ->> 'key_id' = $5 AND created_at BETWEEN $6::timestamptz AND $7::timestamptz))
   ORDER BY 2`,
);

/** Closes proposals that wait. `$1`: workspace, `$2`: of values, `$3`: of merges, `$4`: by whom, `$5`: when. */
export const closeWaiting = statement(
  'close_waiting_proposals',
  `WITH closed_values AS (UPDATE value_proposals SET state = 'superseded', decided_by = $4::jsonb, decided_at = $5::timestamptz
       WHERE workspace_id = $1 AND id = ANY ($2::text[]) AND state = 'proposed' RETURNING id),
     closed_merges AS (UPDATE merge_proposals SET state = 'declined', decided_by = $4::jsonb, decided_at = $5::timestamptz
       WHERE workspace_id = $1 AND id = ANY ($3::text[]) AND state = 'proposed' RETURNING id)
   SELECT 'value' AS what, id FROM closed_values UNION ALL SELECT 'merge', id FROM closed_merges`,
);

/** Proposals that were closed so wait again, unless the same was proposed since. `$1`: workspace, `$2`: of values, `$3`: of merges. */
export const openAgain = statement(
  'open_proposals_again',
  `WITH opened_values AS (UPDATE value_proposals p SET state = 'proposed', decided_by = NULL, decided_at = NULL
       WHERE p.workspace_id = $1 AND p.id = ANY ($2::text[]) AND p.state = 'superseded'
         AND NOT EXISTS (SELECT FROM value_proposals o WHERE o.workspace_id = $1 AND o.record_id = p.record_id AND o.path = p.path
           AND o.proposed IS NOT DISTINCT FROM p.proposed AND o.state = 'proposed') RETURNING p.id),
     opened_merges AS (UPDATE merge_proposals p SET state = 'proposed', decided_by = NULL, decided_at = NULL
       WHERE p.workspace_id = $1 AND p.id = ANY ($3::text[]) AND p.state = 'declined'
         AND NOT EXISTS (SELECT FROM merge_proposals o WHERE o.workspace_id = $1 AND o.state = 'proposed'
           AND (o.kept_id, o.merged_id) IN ((p.kept_id, p.merged_id), (p.merged_id, p.kept_id))) RETURNING p.id)
   SELECT id FROM opened_values UNION ALL SELECT id FROM opened_merges`,
);

/** Drafts of an account that wait for a person. `$1`: workspace, `$2`: account. */
export const findDraftsOfAccount = statement(
  'archive_find_drafts',
  `SELECT id, version FROM drafts WHERE workspace_id = $1 AND account_id = $2 AND state = 'pending' ORDER BY id`,
);
