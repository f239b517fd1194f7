import type { DoneBy } from '../entities/tenant.ts';
import { iso, narrowed, statement } from '../statement.ts';
import { MERGEABLE } from './merging.ts';

/** Which records ids became part of; null for records that a person archived. `$1`: workspace, `$2`: ids. */
export const findMerged = statement(
  'find_merged',
  `SELECT id, kind, merged_into FROM merged_records WHERE workspace_id = $1 AND id = ANY ($2::text[])
   UNION ALL SELECT record_id, record_kind, NULL FROM undos
   WHERE workspace_id = $1 AND record_id = ANY ($2::text[]) AND restored_at IS NULL`,
);

/**
 * A proposal to merge two records that are there, unless a person said that they are two; the open one of the same two,
 * either way round, as it stands; and what was last said where one of the same two was declined. `$1`: workspace, `$2`: new id, `$3`: kind, `$4`: to keep, `$5`: to merge, `$6`: why, `$7`: by whom, `$8`: when.
 */
const exists = (parameter: string) =>
  Object.values(MERGEABLE)
    .map(([table]) => `SELECT FROM ${table} WHERE workspace_id = $1 AND id = ${parameter}`)
    .join(' UNION ALL ');

export const proposeMerge = statement(
  'propose_merge',
  `WITH there AS (SELECT EXISTS (${exists('$4')}) AS kept, EXISTS (${exists('$5')}) AS merged),
     open AS (SELECT id FROM merge_proposals WHERE workspace_id = $1 AND state = 'proposed'
       AND (kept_id, merged_id) IN (($4, $5), ($5, $4)) LIMIT 1),
     refused AS (SELECT ${iso('said_at')} AS at, note FROM not_duplicates WHERE workspace_id = $1
       AND record_id = LEAST($4, $5) AND other_id = GREATEST($4, $5)),
     declined AS (SELECT ${iso('decided_at')} AS at, note FROM merge_proposals WHERE workspace_id = $1 AND note IS NOT NULL
       AND (kept_id, merged_id) IN (($4, $5), ($5, $4)) ORDER BY decided_at DESC LIMIT 1),
     made AS (INSERT INTO merge_proposals (workspace_id, id, kind, kept_id, merged_id, reason, state, proposed_by, created_at)
       SELECT $1, $2, $3, $4, $5, $6, 'proposed', $7::jsonb, $8::timestamptz FROM there
       WHERE there.kept AND there.merged AND NOT EXISTS (SELECT FROM open) AND NOT EXISTS (SELECT FROM refused)
       ON CONFLICT (workspace_id, kept_id, merged_id) WHERE state = 'proposed' DO UPDATE SET kind = excluded.kind RETURNING id)
   SELECT there.kept, there.merged, COALESCE((SELECT id FROM made), (SELECT id FROM open)) AS proposal_id,
     (SELECT at FROM refused) AS refused_at, (SELECT note FROM refused) AS refused_note,
     (SELECT at FROM declined) AS declined_at, (SELECT note FROM declined) AS declined_note FROM there`,
  { row: narrowed<{ kept: boolean; merged: boolean }>() },
);

/** What a proposal would merge, and how it stands. `$1`: workspace, `$2`: proposal. */
export const findMergeProposal = statement(
  'find_merge_proposal',
  'SELECT kind, kept_id, merged_id, state FROM merge_proposals WHERE workspace_id = $1 AND id = $2',
);

/** An open proposal, declined. `$1`: workspace, `$2`: proposal, `$3`: by whom, `$4`: when, `$5`: why, or null. */
export const declineMergeProposal = statement(
  'decline_merge',
  `UPDATE merge_proposals SET state = 'declined', decided_by = $3::jsonb, decided_at = $4::timestamptz, note = $5
   WHERE workspace_id = $1 AND id = $2 AND state = 'proposed' RETURNING kind, kept_id, merged_id`,
);

/**
 * Open proposals that name a record which is to be part of another: applied where both are of that merge, else declined.
 * `$1`: workspace, `$2`: that record, `$3`: by whom, `$4`: when, `$5`: all records of the merge.
 */
export const closeProposalsOf = statement(
  'close_merge_proposals',
  `UPDATE merge_proposals SET decided_by = $3::jsonb, decided_at = $4::timestamptz,
     state = CASE WHEN kept_id = ANY ($5::text[]) AND merged_id = ANY ($5::text[]) THEN 'applied' ELSE 'declined' END
   WHERE workspace_id = $1 AND $2 IN (kept_id, merged_id) AND state = 'proposed' RETURNING id`,
);

/** Open proposals to merge some records with each other, declined. `$1`: workspace, `$2`: records, `$3`: by whom, `$4`: when. */
export const declineMergesAmong = statement(
  'decline_merges_among',
  `UPDATE merge_proposals SET state = 'declined', decided_by = $3::jsonb, decided_at = $4::timestamptz
   WHERE workspace_id = $1 AND kept_id = ANY ($2::text[]) AND merged_id = ANY ($2::text[]) AND state = 'proposed'`,
);

/** Proposals wait again. `$1`: workspace, `$2`: proposals. */
export const reopenMergeProposals = statement(
  'reopen_merge_proposals',
  `UPDATE merge_proposals p SET state = 'proposed', decided_by = NULL, decided_at = NULL, note = NULL
   WHERE p.workspace_id = $1 AND p.id = ANY ($2::text[]) AND NOT EXISTS (SELECT FROM merge_proposals o WHERE o.workspace_id = $1
     AND o.kept_id = p.kept_id AND o.merged_id = p.merged_id AND o.state = 'proposed')`,
);

const side = (id: string) =>
  `(SELECT r.record FROM (${Object.values(MERGEABLE)
    .map(
      ([table]) =>
        `SELECT to_jsonb(t) - ARRAY['workspace_id', 'set_by_people', 'search', 'name_word', 'domain_word', 'sort_name', 'amount_key', 'closes', 'gaps'] AS record
       FROM ${table} t WHERE t.workspace_id = $1 AND t.id = ${id}`,
    )
    .join(' UNION ALL ')}) r)`;

/** Open proposals with both records, newest first. `$1`: workspace, `$2`: id to start below, `$3`: how many. */
export const listMerges = statement(
  'list_merges',
  `SELECT p.id AS proposal_id, p.kind, p.kept_id, p.merged_id, p.reason, p.proposed_by, ${iso('p.created_at')} AS created_at,
     ${side('p.kept_id')} AS kept, ${side('p.merged_id')} AS merged
   FROM merge_proposals p WHERE p.workspace_id = $1 AND p.state = 'proposed' AND p.id < $2 ORDER BY p.id DESC LIMIT $3`,
  { row: narrowed<{ created_at: string; proposed_by: DoneBy }>() },
);
