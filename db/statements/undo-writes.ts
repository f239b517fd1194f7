import { statement } from '../statement.ts';
import { CHILDREN } from './undo-children.ts';
import { everyOf } from './withdrawn.ts';

/** Kinds of records of which single fields are put back: their table and its typed columns. */
const FIELDS = {
  account: ['accounts', 'name, domain, industry, employee_count, tier'],
  opp: ['opportunities', 'name, stage, amount, currency, close_date, owner, meddpicc'],
  contact: ['contacts', 'name, title, email, phone, linkedin'],
  prospect: ['prospects', 'name, title, email, notes'],
  target_account: ['target_accounts', 'domain, name, industry, employee_count'],
} as const;

const setFields = <const Kind extends keyof typeof FIELDS>(kind: Kind) => {
  const [table, columns] = FIELDS[kind];
  const names = [...columns.split(', '), 'payload'];
  return statement(
    `undo_set_${kind}`,
    `UPDATE ${table} t SET ${names.map((name) => `${name} = CASE WHEN c.columns ? '${name}' THEN n.${name} ELSE t.${name} END`).join(', ')}, updated_at = $3::timestamptz
     FROM jsonb_to_recordset($2::jsonb) c (id text, columns jsonb) CROSS JOIN LATERAL jsonb_populate_record(NULL::${table}, c.columns) n
     WHERE t.workspace_id = $1 AND t.id = c.id`,
  );
};

/** Puts columns of records back. `$1`: workspace, `$2`: each record's id and columns, `$3`: now. */
export const setFieldsOf = {
  account: setFields('account'),
  opp: setFields('opp'),
  contact: setFields('contact'),
  prospect: setFields('prospect'),
  target_account: setFields('target_account'),
} as const;

/**
 * Tables of which rows are archived, those that others refer to last, with the columns that are not computed. A test holds
 * them against the schema.
 */
export const ARCHIVABLE = {
  plan_entries:
    'workspace_id, id, plan_id, section, content, withdrawn_at, withdrawn_by, withdrawn_reason, created_at, external_ref, updated_at',
  plans: 'workspace_id, id, account_id, created_at, updated_at',
  signals:
    'workspace_id, id, account_id, target_account_id, key, value, at, run_ref, withdrawn_at, withdrawn_by, withdrawn_reason, created_at',
  scores:
    'workspace_id, id, account_id, target_account_id, role, value, band, drivers, weights_version, run_ref, created_at',
  tier_proposals:
    'workspace_id, id, account_id, from_tier, tier, reason, evidence, state, decided_tier, decided_by_user_id, decided_at, run_ref, key_id, user_id, created_at',
  brain_states:
    'workspace_id, id, scope, version, payload, bytes, copy_of, run_ref, account_ref, key_id, user_id, created_at',
  opportunities:
    'workspace_id, id, account_id, name, stage, stage_kind, amount, currency, close_date, owner, external_ref, meddpicc, payload, set_by_people, created_at, updated_at',
  contacts:
    'workspace_id, id, account_id, name, title, email, phone, linkedin, external_ref, payload, set_by_people, created_at, updated_at',
  prospects:
    'workspace_id, id, account_id, name, title, email, notes, external_ref, payload, set_by_people, created_at, updated_at',
  target_accounts:
    'workspace_id, id, account_id, list_name, domain, name, industry, employee_count, external_ref, payload, set_by_people, created_at, updated_at',
  accounts:
    'workspace_id, id, name, domain, industry, employee_count, tier, external_ref, payload, set_by_people, created_at, updated_at',
} as const;

export type Archivable = keyof typeof ARCHIVABLE;

const archive = <const Table extends Archivable>(table: Table) =>
  ({
    remove: statement(
      `undo_archive_${table}`,
      `WITH gone AS (DELETE FROM ${table} WHERE workspace_id = $1 AND id = ANY ($2::text[]) RETURNING ${ARCHIVABLE[table]})
       SELECT to_jsonb(gone) AS record FROM gone ORDER BY id`,
    ),
    bringBack: statement(
      `undo_bring_back_${table}`,
      `INSERT INTO ${table} (${ARCHIVABLE[table]}) SELECT ${ARCHIVABLE[table]} FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)
       ON CONFLICT DO NOTHING RETURNING id`,
    ),
  }) as const;

/** Of each table: `remove` rows and answer them whole (`$1`: workspace, `$2`: ids), and `bringBack` such rows (`$1`). */
export const archives = {
  plan_entries: archive('plan_entries'),
  plans: archive('plans'),
  signals: archive('signals'),
  scores: archive('scores'),
  tier_proposals: archive('tier_proposals'),
  brain_states: archive('brain_states'),
  opportunities: archive('opportunities'),
  contacts: archive('contacts'),
  prospects: archive('prospects'),
  target_accounts: archive('target_accounts'),
  accounts: archive('accounts'),
} as const satisfies Record<Archivable, unknown>;

/** References that may be cleared; rows of the other tables go with what they refer to. */
const CLEARED = CHILDREN.filter(
  ({ table, column }) =>
    ['captures', 'meetings', 'drafts', 'facts', 'target_accounts', 'sends', 'value_proposals'].includes(table) &&
    column !== 'target_account_id',
);

/**
 * Points rows at other records, or at none. `$1`: workspace, `$2`: table, `$3`: column, `$4`: ids, `$5`: what each pointed
 * at, or null, `$6`: what it points at now, or null.
 */
export const pointAt = statement(
  'undo_point_at',
  `WITH ${CLEARED.map(
    ({ table, column }) =>
      `${table}_${column} AS (UPDATE ${everyOf(table)} t SET ${column} = w.next
       FROM unnest($4::text[], $5::text[], $6::text[]) w (id, held, next)
       WHERE $2 = '${table}' AND $3 = '${column}' AND t.workspace_id = $1 AND t.id = w.id AND t.${column} IS NOT DISTINCT FROM w.held RETURNING t.id)`,
  ).join(',\n')}
   ${CLEARED.map(({ table, column }) => `SELECT id FROM ${table}_${column}`).join(' UNION ALL ')}`,
  { large: true },
);

/** Drafts that an undo held wait again, if nobody did anything with them since. `$1`: workspace, `$2`: draft, `$3`: version, `$4`: when it was held, `$5`: now. */
export const waitAgain = statement(
  'undo_wait_again',
  `UPDATE drafts d SET state = 'pending', updated_at = $5::timestamptz
   WHERE d.workspace_id = $1 AND d.id = $2 AND d.version = $3 AND d.state = 'held' AND d.updated_at = $4::timestamptz
     AND NOT EXISTS (SELECT FROM drafts o WHERE o.workspace_id = $1 AND o.play_key = d.play_key AND o.state = 'pending')
   RETURNING d.id AS draft_id, d.channel, d.title, d.account_id`,
);

/** `$1`: workspace, `$2`: proposals, `$3`: state they are in, `$4`: state they come to. */
export const moveProposals = statement(
  'undo_move_proposals',
  `UPDATE tier_proposals t SET state = $4 WHERE t.workspace_id = $1 AND t.id = ANY ($2::text[]) AND t.state = $3
     AND ($4 <> 'proposed' OR NOT EXISTS (SELECT FROM tier_proposals o WHERE o.workspace_id = $1 AND o.account_id = t.account_id AND o.state = 'proposed'))
   RETURNING t.id`,
);

/** What a version of a brain scope holds. `$1`: workspace, `$2`: scope, `$3`: version. */
export const readBrain = statement(
  'undo_read_brain',
  `SELECT payload FROM brain_states WHERE workspace_id = $1 AND scope = $2 AND version = $3::int`,
);

/** `$1`: workspace, `$2`: id, `$3`: run ref, `$4`: call, `$5`: key, `$6`: since, `$7`: steps, `$8`: facts, `$9`: by whom, `$10`: when, `$11`: import, `$12`: the undo it is a part of, `$13`: its place there. */
export const keepUndo = statement(
  'undo_keep',
  `INSERT INTO undos (workspace_id, id, run_ref, call_id, key_id, since, steps, facts, done_by, done_at, import_id, part_of, place)
   VALUES ($1, $2, $3, $4, $5, $6::timestamptz, $7::jsonb, $8, $9::jsonb, $10::timestamptz, $11, $12, $13::int)`,
);

/** `$1`: workspace, `$2`: undo, `$3`: by whom, `$4`: when. */
export const endUndo = statement(
  'undo_end',
  `UPDATE undos SET restored_by = $3::jsonb, restored_at = $4::timestamptz WHERE workspace_id = $1 AND id = $2`,
);
