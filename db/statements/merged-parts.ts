import type { MergeClosed, MovedFacts } from '../entities/merges.ts';
import type { DoneBy } from '../entities/tenant.ts';
import { iso, narrowed, type RowOf, statement } from '../statement.ts';
import { ARCHIVABLE } from './undo-writes.ts';

// What a merge changes beside the records and the rows that refer to them, and how it is taken back.

/** No entry is added to these plans until the transaction ends. `$1`: workspace, `$2`: accounts. */
export const lockPlans = statement(
  'lock_plans_to_merge',
  'SELECT id FROM plans WHERE workspace_id = $1 AND account_id = ANY ($2::text[]) ORDER BY id FOR UPDATE',
);

/** A plan for an account that gets another one's entries and has none. `$1`: workspace, `$2`: new id, `$3`: from, `$4`: to, `$5`: now. */
export const makePlanToMerge = statement(
  'make_plan_to_merge',
  `INSERT INTO plans (workspace_id, id, account_id, created_at, updated_at)
   SELECT $1, $2, $4, $5::timestamptz, $5::timestamptz FROM plans p WHERE p.workspace_id = $1 AND p.account_id = $3
   ON CONFLICT DO NOTHING RETURNING id`,
);

/** Entries of a plan go to another account's. `$1`: workspace, `$2`: from, `$3`: to. */
export const movePlanEntries = statement(
  'move_plan_entries',
  `UPDATE every_plan_entries e SET plan_id = kept.id FROM plans kept, plans p
   WHERE kept.workspace_id = $1 AND kept.account_id = $3 AND p.workspace_id = $1 AND p.account_id = $2
     AND e.workspace_id = $1 AND e.plan_id = p.id RETURNING e.id`,
);

/** `$1`: workspace, `$2`: account. */
export const removePlan = statement(
  'remove_merged_plan',
  'DELETE FROM plans WHERE workspace_id = $1 AND account_id = $2 RETURNING to_jsonb(plans) AS plan',
  { row: narrowed<{ plan: Record<string, unknown> }>() },
);

/** A plan comes back. `$1`: the plan. */
export const bringBackPlan = statement(
  'bring_back_merged_plan',
  `INSERT INTO plans (${ARCHIVABLE.plans}) SELECT ${ARCHIVABLE.plans} FROM jsonb_populate_record(NULL::plans, $1::jsonb)
   ON CONFLICT DO NOTHING`,
);

/** Entries go back to a plan. `$1`: workspace, `$2`: account whose plan they are in, `$3`: account whose plan they were in, `$4`: entries. */
export const movePlanEntriesBack = statement(
  'move_plan_entries_back',
  `UPDATE every_plan_entries e SET plan_id = own.id FROM plans kept, plans own
   WHERE kept.workspace_id = $1 AND kept.account_id = $2 AND own.workspace_id = $1 AND own.account_id = $3
     AND e.workspace_id = $1 AND e.plan_id = kept.id AND e.id = ANY ($4::text[])`,
);

/** A plan that was made for a merge and has no entries any more. `$1`: workspace, `$2`: plan. */
export const removeMadePlan = statement(
  'remove_plan_made_to_merge',
  `DELETE FROM plans p WHERE p.workspace_id = $1 AND p.id = $2
     AND NOT EXISTS (SELECT FROM every_plan_entries e WHERE e.workspace_id = $1 AND e.plan_id = p.id)`,
);

/** The open tier proposal of an account gives way to another one's. `$1`: workspace, `$2`: from, `$3`: to. */
export const supersedeTierProposal = statement(
  'supersede_tier_proposal_to_merge',
  `UPDATE tier_proposals SET state = 'superseded' WHERE workspace_id = $1 AND account_id = $2 AND state = 'proposed'
     AND EXISTS (SELECT FROM tier_proposals o WHERE o.workspace_id = $1 AND o.account_id = $3 AND o.state = 'proposed')
   RETURNING id`,
);

/** Values proposed for a record that is to be again wait again. `$1`: workspace, `$2`: proposals. */
export const reopenValueProposals = statement(
  'reopen_value_proposals',
  `UPDATE value_proposals SET state = 'proposed', decided_at = NULL
   WHERE workspace_id = $1 AND id = ANY ($2::text[]) AND state = 'superseded'`,
);

/** Ids that were part of a record which itself became part of another are that one's. `$1`: workspace, `$2`: before, `$3`: now. */
export const followMerged = statement(
  'follow_merged',
  'UPDATE merged_records SET merged_into = $3 WHERE workspace_id = $1 AND merged_into = $2 RETURNING id',
);

/** The same back. `$1`: workspace, `$2`: ids, `$3`: before, `$4`: now. */
export const followBack = statement(
  'follow_merged_back',
  'UPDATE merged_records SET merged_into = $4 WHERE workspace_id = $1 AND id = ANY ($2::text[]) AND merged_into = $3',
);

/**
 * Facts that state a value which did not stay: of single-valued attributes, and what is in them. `$1`: workspace, `$2`:
 * records, `$3`: an attribute of each, `$4`: when.
 */
export const supersedeLosing = statement(
  'supersede_losing_facts',
  `UPDATE facts f SET superseded_at = $4::timestamptz FROM unnest($2::text[], $3::text[]) AS l (subject, name)
   WHERE f.workspace_id = $1 AND f.subject_id = l.subject AND (f.attribute = l.name OR starts_with(f.attribute, l.name || '.'))
     AND f.single AND f.superseded_at IS NULL AND f.withdrawn_at IS NULL
   RETURNING f.id`,
);

/** The last fact of its attribute that a merge superseded is current again. `$1`: workspace, `$2`: facts, `$3`: when the merge was. */
export const reviveLosing = statement(
  'revive_losing_facts',
  `UPDATE facts f SET superseded_at = NULL
   WHERE f.workspace_id = $1 AND f.id = ANY ($2::text[]) AND f.superseded_at = $3::timestamptz AND NOT EXISTS (
     SELECT FROM facts o WHERE o.workspace_id = $1 AND o.subject_id = f.subject_id AND o.attribute = f.attribute
       AND o.single AND o.superseded_at IS NULL AND o.withdrawn_at IS NULL)
   RETURNING f.id`,
);

/**
 * Facts of a record go to another account with it, withdrawn ones too. `$1`: workspace, `$2`: record, `$3`: account they are
 * of, or null, `$4`: account they come to, or null.
 */
export const moveFactsToMerge = statement(
  'move_facts_to_merge',
  `UPDATE every_facts SET account_id = $4 WHERE workspace_id = $1 AND subject_id = $2
     AND (account_id = $3 OR ($3::text IS NULL AND account_id IS NULL)) RETURNING id`,
  { replanned: true },
);

/** `$1`: workspace, `$2`: facts, `$3`: account they are of, or null, `$4`: account they come to, or null. */
export const moveFactsBack = statement(
  'move_merged_facts_back',
  `UPDATE every_facts SET account_id = $4 WHERE workspace_id = $1 AND id = ANY ($2::text[]) AND account_id IS NOT DISTINCT FROM $3`,
);

/** Records that became one do not make a set any more. `$1`: workspace, `$2`: merged records. */
export const forgetInSets = statement(
  'forget_in_duplicate_sets',
  `WITH left_over AS (SELECT id, ARRAY(SELECT r FROM unnest(record_ids) r WHERE r <> ALL ($2::text[])) AS ids FROM duplicate_sets
       WHERE workspace_id = $1 AND record_ids && $2::text[]),
     gone AS (DELETE FROM duplicate_sets s USING left_over l WHERE s.workspace_id = $1 AND s.id = l.id AND cardinality(l.ids) < 2)
   UPDATE duplicate_sets s SET record_ids = l.ids, count = s.count - cardinality(s.record_ids) + cardinality(l.ids) FROM left_over l
   WHERE s.workspace_id = $1 AND s.id = l.id AND cardinality(l.ids) >= 2`,
);

const MERGER = `g.id, g.kind, g.kept_id, g.merged_ids, g.before, g.after, g.superseded, g.facts_moved, g.done_by,
  ${iso('g.done_at')} AS done_at, g.done_at::text AS done_exactly, ${iso('g.unmerged_at')} AS unmerged_at`;

type Shape = {
  done_by: DoneBy;
  done_at: string;
  done_exactly: string;
  before: Record<string, unknown>;
  after: Record<string, unknown> | null;
  facts_moved: MovedFacts[];
};

/** `$1`: workspace, `$2`: merge. */
export const findMerger = statement(
  'find_merger',
  `SELECT ${MERGER} FROM mergers g WHERE g.workspace_id = $1 AND g.id = $2`,
  {
    row: narrowed<Shape>(),
  },
);

export type MergerRow = RowOf<typeof findMerger>;

/** The same, and nobody else takes it apart until the transaction ends. */
export const lockMerger = statement(
  'lock_merger',
  `SELECT ${MERGER} FROM mergers g WHERE g.workspace_id = $1 AND g.id = $2 FOR UPDATE`,
  { row: narrowed<Shape>() },
);

/** Records that a merge made part of another, in its order. `$1`: workspace, `$2`: ids. */
export const findMergedRecords = statement(
  'find_merged_records',
  `SELECT r.id, r.merged_into, r.merger_id, r.record, r.moved, r.closed, r.proposal_id FROM unnest($2::text[]) WITH ORDINALITY w (id, place)
   JOIN merged_records r ON r.workspace_id = $1 AND r.id = w.id ORDER BY w.place`,
  {
    row: narrowed<{
      id: string;
      record: Record<string, unknown>;
      moved: Record<string, string[]>;
      closed: MergeClosed | null;
    }>(),
  },
);

/** `$1`: workspace, `$2`: records that are their own again. */
export const forgetMerged = statement(
  'forget_merged',
  'DELETE FROM merged_records WHERE workspace_id = $1 AND id = ANY ($2::text[])',
);

/** `$1`: workspace, `$2`: merge, `$3`: by whom, `$4`: when. */
export const endMerger = statement(
  'end_merger',
  'UPDATE mergers SET unmerged_by = $3::jsonb, unmerged_at = $4::timestamptz WHERE workspace_id = $1 AND id = $2',
);

/**
 * What became part of some records, the last first, each as it was called: by a merge that can be taken apart (`merger_id`)
 * or an earlier one. `$1`: workspace, `$2`: records.
 */
export const listMergedInto = statement(
  'list_merged_into',
  `SELECT r.merged_into, r.id AS record_id, r.kind, r.merger_id, r.record ->> 'external_ref' AS external_ref,
     COALESCE(r.record ->> 'name', r.record ->> 'domain', r.record ->> 'email') AS name, r.merged_by, ${iso('r.merged_at')} AS merged_at
   FROM merged_records r WHERE r.workspace_id = $1 AND r.merged_into = ANY ($2::text[]) ORDER BY r.merged_at DESC, r.id LIMIT 200`,
  { row: narrowed<{ merged_by: DoneBy; merged_at: string }>() },
);
