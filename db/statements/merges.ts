import type { DoneBy } from '../entities/tenant.ts';
import { references } from '../entities/references.ts';
import { iso, narrowed, type RowOf, statement } from '../statement.ts';

/** Kinds of records of which one can become part of another: their tables, and the columns that are filled from it. */
export const MERGEABLE = {
  account: ['accounts', 'name, domain, industry, employee_count, tier, external_ref'],
  opp: ['opportunities', 'name, stage, amount, currency, close_date, owner, external_ref'],
  contact: ['contacts', 'account_id, name, title, email, phone, linkedin, external_ref'],
  prospect: ['prospects', 'account_id, name, title, email, notes, external_ref'],
  target_account: ['target_accounts', 'account_id, list_name, domain, name, industry, employee_count, external_ref'],
} as const;

export type Mergeable = keyof typeof MERGEABLE;

/** Tables whose withdrawn rows go over too. */
const EVERY = new Set(['captures', 'plan_entries', 'meetings', 'signals', 'drafts', 'facts']);

/** An account has one plan: its entries go over, not itself. */
const childrenOf = (table: string) =>
  references.filter(
    ({ to, columns, table: child }) =>
      to === table && columns.length === 2 && columns[0] === 'workspace_id' && child !== 'plans',
  );

const moveTo = (table: string) => {
  const children = childrenOf(table).map(({ table: child, columns: [, column] }) => ({ child, column: column! }));
  if (children.length === 0) return `SELECT '{}'::jsonb AS moved WHERE $1::text <> $2::text AND $2::text <> $3::text`;
  const parts = children.map(
    ({ child, column }) =>
      `${child}_rows AS (UPDATE ${EVERY.has(child) ? `every_${child}` : child} SET ${column} = $3 WHERE workspace_id = $1 AND ${column} = $2 RETURNING id)`,
  );
  const ids = children.map(
    ({ child }) => `'${child}', (SELECT COALESCE(jsonb_agg(id ORDER BY id), '[]') FROM ${child}_rows)`,
  );
  return `WITH ${parts.join(',\n')} SELECT jsonb_build_object(${ids.join(', ')}) AS moved`;
};

const filled = (columns: string) =>
  columns
    .split(', ')
    .map((column) => `${column} = COALESCE(t.${column}, m.${column})`)
    .join(', ');

const statementsOf = <const Kind extends Mergeable>(kind: Kind) => {
  const [table, columns] = MERGEABLE[kind];
  return {
    lock: statement(
      `lock_${kind}s_to_merge`,
      `SELECT t.id, to_jsonb(t) AS record FROM ${table} t WHERE t.workspace_id = $1 AND t.id = ANY ($2::text[]) ORDER BY t.id FOR UPDATE`,
    ),
    move: statement(`move_children_of_${kind}`, moveTo(table), { large: true }),
    remove: statement(`remove_merged_${kind}`, `DELETE FROM ${table} WHERE workspace_id = $1 AND id = $2`),
    fill: statement(
      `fill_${kind}`,
      `UPDATE ${table} t SET ${filled(columns)}, payload = m.payload || t.payload,
         set_by_people = t.set_by_people || COALESCE((
           SELECT jsonb_object_agg(f.key, f.value) FROM jsonb_each(m.set_by_people) f
           WHERE CASE WHEN starts_with(f.key, 'payload.') THEN NOT t.payload ? substr(f.key, 9)
                 ELSE NOT starts_with(f.key, 'meddpicc.') AND to_jsonb(t) ->> f.key IS NULL END), '{}'),
         updated_at = now()
       FROM jsonb_populate_record(NULL::${table}, $3::jsonb) m WHERE t.workspace_id = $1 AND t.id = $2`,
    ),
  };
};

/**
 * Of each kind: `lock` two records (`$1`: workspace, `$2`: ids); `move` what belongs to one to the other, withdrawn rows too
 * (`$2`: from, `$3`: to); `remove` it (`$2`) once nothing refers to it; `fill` what the other (`$2`) lacks (`$3`: the removed
 * record).
 */
export const mergeStatements = {
  account: statementsOf('account'),
  opp: statementsOf('opp'),
  contact: statementsOf('contact'),
  prospect: statementsOf('prospect'),
  target_account: statementsOf('target_account'),
} as const;

/** Entries of a plan go to the other account's plan, or the plan to the other account. `$1`: workspace, `$2`: from, `$3`: to. */
export const mergePlans = statement(
  'merge_plans',
  `WITH kept AS (SELECT id FROM plans WHERE workspace_id = $1 AND account_id = $3),
     entries AS (UPDATE every_plan_entries e SET plan_id = kept.id FROM kept, plans p
       WHERE p.workspace_id = $1 AND p.account_id = $2 AND e.workspace_id = $1 AND e.plan_id = p.id RETURNING e.id),
     plan AS (UPDATE plans SET account_id = $3 WHERE workspace_id = $1 AND account_id = $2 AND NOT EXISTS (SELECT FROM kept) RETURNING id)
   SELECT jsonb_build_object('plan_entries', (SELECT COALESCE(jsonb_agg(id ORDER BY id), '[]') FROM entries),
     'plans', (SELECT COALESCE(jsonb_agg(id), '[]') FROM plan)) AS moved`,
);

/** What stands in the way of a merge: a plan without entries, a second open proposal of a tier. `$1`: workspace, `$2`: from, `$3`: to. */
export const clearForMerge = statement(
  'clear_for_merge',
  `WITH plan AS (DELETE FROM plans WHERE workspace_id = $1 AND account_id = $2)
   UPDATE tier_proposals SET state = 'superseded' WHERE workspace_id = $1 AND account_id = $2 AND state = 'proposed'
     AND EXISTS (SELECT FROM tier_proposals o WHERE o.workspace_id = $1 AND o.account_id = $3 AND o.state = 'proposed')`,
);

/** `$1`: workspace, `$2`: removed id, `$3`: kind, `$4`: kept id, `$5`: the removed row, `$6`: the kept row before, `$7`: what moved, `$8`: proposal, `$9`: by whom, `$10`: when. */
export const keepMerged = statement(
  'keep_merged',
  `INSERT INTO merged_records (workspace_id, id, kind, merged_into, record, kept_before, moved, proposal_id, merged_by, merged_at)
   VALUES ($1, $2, $3, $4, $5::jsonb, $6::jsonb, $7::jsonb, $8, $9::jsonb, $10::timestamptz)`,
);

/** Ids that were part of a record which itself became part of another are that one's. `$1`: workspace, `$2`: before, `$3`: now. */
export const followMerged = statement(
  'follow_merged',
  'UPDATE merged_records SET merged_into = $3 WHERE workspace_id = $1 AND merged_into = $2',
);

/** Which records ids became part of; null for records that a person archived. `$1`: workspace, `$2`: ids. */
export const findMerged = statement(
  'find_merged',
  `SELECT id, kind, merged_into FROM merged_records WHERE workspace_id = $1 AND id = ANY ($2::text[])
   UNION ALL SELECT record_id, record_kind, NULL FROM undos
   WHERE workspace_id = $1 AND record_id = ANY ($2::text[]) AND restored_at IS NULL`,
);

/**
 * A proposal to merge two records that are there; the open one of the same two, either way round, as it stands. `$1`:
 * workspace, `$2`: new id, `$3`: kind, `$4`: to keep, `$5`: to merge, `$6`: why, `$7`: by whom, `$8`: when.
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
     made AS (INSERT INTO merge_proposals (workspace_id, id, kind, kept_id, merged_id, reason, state, proposed_by, created_at)
       SELECT $1, $2, $3, $4, $5, $6, 'proposed', $7::jsonb, $8::timestamptz FROM there
       WHERE there.kept AND there.merged AND NOT EXISTS (SELECT FROM open)
       ON CONFLICT (workspace_id, kept_id, merged_id) WHERE state = 'proposed' DO UPDATE SET kind = excluded.kind RETURNING id)
   SELECT there.kept, there.merged, COALESCE((SELECT id FROM made), (SELECT id FROM open)) AS proposal_id FROM there`,
  { row: narrowed<{ kept: boolean; merged: boolean }>() },
);

/** An open proposal, decided. `$1`: workspace, `$2`: proposal, `$3`: state, `$4`: by whom, `$5`: when. */
export const decideMerge = statement(
  'decide_merge',
  `UPDATE merge_proposals SET state = $3, decided_by = $4::jsonb, decided_at = $5::timestamptz
   WHERE workspace_id = $1 AND id = $2 AND state = 'proposed' RETURNING kind, kept_id, merged_id`,
);

/** `$1`: workspace, `$2`: proposal. */
export const findMergeState = statement(
  'find_merge_state',
  'SELECT state FROM merge_proposals WHERE workspace_id = $1 AND id = $2',
);

/** Other open proposals that name a record which is no more. `$1`: workspace, `$2`: that record, `$3`: by whom, `$4`: when. */
export const closeProposalsOf = statement(
  'close_merge_proposals',
  `UPDATE merge_proposals SET state = 'declined', decided_by = $3::jsonb, decided_at = $4::timestamptz
   WHERE workspace_id = $1 AND $2 IN (kept_id, merged_id) AND state = 'proposed'`,
);

const side = (id: string) =>
  `(SELECT r.record FROM (${Object.values(MERGEABLE)
    .map(
      ([table]) =>
        `SELECT to_jsonb(t) - ARRAY['workspace_id', 'set_by_people', 'search', 'name_word', 'domain_word', 'sort_name', 'closes', 'gaps'] AS record
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

export type MergeProposalRow = RowOf<typeof listMerges>;
