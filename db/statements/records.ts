import { iso, narrowed, type RowOf, statement } from '../statement.ts';
import { BY_SUBJECT, CURRENT } from './fact-conditions.ts';
import { twinsOf } from './twins.ts';

/** A kind of record that facts can be merged into: its table, its typed columns, and those that merge key by key. */
type Shape = { table: string; columns: readonly string[]; merged?: readonly string[] };

export const RECORDS = {
  account: {
    table: 'accounts',
    columns: ['name', 'domain', 'industry', 'employee_count', 'tier', 'external_ref'],
  },
  opp: {
    table: 'opportunities',
    columns: ['account_id', 'name', 'stage', 'amount', 'currency', 'close_date', 'owner', 'external_ref'],
    merged: ['meddpicc'],
  },
  contact: {
    table: 'contacts',
    columns: ['account_id', 'name', 'title', 'email', 'phone', 'linkedin', 'external_ref'],
  },
  prospect: { table: 'prospects', columns: ['account_id', 'name', 'title', 'email', 'notes', 'external_ref'] },
  target_account: {
    table: 'target_accounts',
    columns: ['list_name', 'domain', 'name', 'industry', 'employee_count', 'external_ref'],
  },
} as const satisfies Record<string, Shape>;

export type Entity = keyof typeof RECORDS;

/** Every kind of record with fields of its own. */
export const ENTITIES = ['prospect', 'account', 'target_account', 'opp', 'contact'] as const satisfies Entity[];

/** The record as it is now, and an account's tier as it was when the statement began. */
const returning = (table: string) =>
  `RETURNING to_json(t) AS record, ${iso('t.created_at')} AS created_at, ${iso('t.updated_at')} AS updated_at, ${
    table === 'accounts'
      ? '(SELECT b.tier FROM accounts b WHERE b.workspace_id = t.workspace_id AND b.id = t.id)'
      : 'NULL::text'
  } AS tier_before`;

type Written = { record: Record<string, unknown> };
const WRITTEN = { row: narrowed<Written>() };

/**
 * Notes which fields a person set (`marks`), and forgets which ones an agent overwrote (`fields`), where it may; either is
 * null.
 */
export const marking = (present: string, marks: string, fields: string): string =>
  `set_by_people = CASE WHEN ${marks}::jsonb IS NULL AND ${fields}::text[] IS NULL THEN ${present} ELSE
     (${present} - COALESCE(${fields}::text[], '{}')) || COALESCE((
       SELECT jsonb_object_agg(said.key, COALESCE(${present} -> said.key, '{}') || said.value) FROM jsonb_each(${marks}::jsonb) said), '{}') END`;

/**
 * No row where a person set one of these fields: judged under the row's lock, so that what a person saved while the
 * statement waited counts too.
 */
export const unlessSet = (present: string, fields: string): string =>
  `(${fields}::text[] IS NULL OR NOT ${present} ?| ${fields}::text[])`;

/** Sets the columns that `sent` names, to null too, and merges its objects into what the row holds at that very moment. */
function merging({ columns, merged = [] }: Shape, incoming: string, sent: string): string {
  return [
    ...columns.map((name) => `${name} = CASE WHEN ${sent} ? '${name}' THEN ${incoming}.${name} ELSE t.${name} END`),
    ...[...merged, 'payload'].map((name) => `${name} = merge_facts(t.${name}, ${sent} -> '${name}')`),
    'updated_at = now()',
  ].join(', ');
}

const assignments = (shape: Shape, incoming: string) =>
  `${merging(shape, incoming, '$3::jsonb')}, ${marking('t.set_by_people', '$5', '$6')}`;

function statementsOf(entity: Entity) {
  const shape: Shape = RECORDS[entity];
  const { table, columns: plain, merged = [] } = shape;
  const objects = [...merged, 'payload'];
  const populated = `json_populate_record(NULL::${table}, $3::json) n`;
  return {
    /**
     * Merges into the record that has the external_ref, if one has it: one statement, so two at once make one record.
     * `twins`: other records that may be the same.
     */
    create: statement(
      `create_${entity}`,
      `INSERT INTO ${table} AS t (workspace_id, id, set_by_people, ${[...plain, ...objects].join(', ')})
       SELECT $1, $2, COALESCE($5::jsonb, '{}'), ${plain.map((name) => `n.${name}`).join(', ')},
              ${objects.map((name) => `merge_facts('{}', $3::jsonb -> '${name}')`).join(', ')}
       FROM ${populated}
       ON CONFLICT (workspace_id, external_ref) DO UPDATE SET ${assignments(shape, 'EXCLUDED')}
         WHERE ${unlessSet('t.set_by_people', '$4')}
       ${returning(table)}, (SELECT json_agg(json_build_object('id', d.id, 'matched', d.matched) ORDER BY d.rank, d.id)
                             FROM (${twinsOf(entity, '$3')}) d WHERE d.id <> t.id) AS twins`,
      WRITTEN,
    ),
    merge: statement(
      `merge_${entity}`,
      `UPDATE ${table} t SET ${assignments(shape, 'n')} FROM ${populated}
       WHERE t.workspace_id = $1 AND t.id = $2 AND ${unlessSet('t.set_by_people', '$4')}
       ${returning(table)}, NULL::json AS twins`,
      WRITTEN,
    ),
    /** Locks the record, found by its id or (`$2` null) by its external_ref, beside the values as it would hold them. */
    lock: statement(
      `lock_${entity}`,
      `SELECT to_json(t) AS record, to_json(n) AS incoming, ${iso('t.created_at')} AS created_at,
              ${iso('t.updated_at')} AS updated_at, ${table === 'accounts' ? 't.tier' : 'NULL::text'} AS tier_before,
              NULL::json AS twins
       FROM ${table} t, ${populated} WHERE t.workspace_id = $1 AND (t.id = $2 OR ($2::text IS NULL AND t.external_ref = n.external_ref))
       FOR UPDATE OF t`,
      { row: narrowed<Written & { incoming: Record<string, unknown>; created_at: string; updated_at: string }>() },
    ),
    /**
     * Makes records, but for those whose external_ref another record has. `$2`: the records with their ids, as JSON.
     * `payload`: where it may be too large.
     */
    createMany: statement(
      `create_many_${entity}`,
      `INSERT INTO ${table} AS t (workspace_id, id, ${[...plain, ...objects].join(', ')})
       SELECT $1, n.id, ${plain.map((name) => `n.${name}`).join(', ')}, ${objects.map((name) => `merge_facts('{}', n.${name})`).join(', ')}
       FROM json_populate_recordset(NULL::${table}, $2::json) n
       ON CONFLICT (workspace_id, external_ref) DO NOTHING
       RETURNING t.id, CASE WHEN octet_length(t.payload::text) > $3::int THEN t.payload END AS payload`,
    ),
    /** Merges into records, each of them once; people's marks stay. `$2`: what to merge, with the records' ids, as JSON. */
    mergeMany: statement(
      `merge_many_${entity}`,
      `UPDATE ${table} t SET ${merging(shape, 'n', 's.sent::jsonb')}
       FROM json_array_elements($2::json) AS s (sent), json_populate_record(NULL::${table}, s.sent) n
       WHERE t.workspace_id = $1 AND t.id = n.id
       ${returning(table)}`,
      WRITTEN,
    ),
  };
}

/**
 * `$1`: workspace, `$2`: id, `$3`: the columns to set, `payload` and other objects to merge, `$4`: fields that no person may
 * have set, or null, `$5`: what a person sets, or null, `$6`: fields that are nobody's any more, or null. One row, or none.
 */
export const recordStatements = {
  account: statementsOf('account'),
  opp: statementsOf('opp'),
  contact: statementsOf('contact'),
  prospect: statementsOf('prospect'),
  target_account: statementsOf('target_account'),
} as const satisfies Record<Entity, unknown>;

export type RecordStatements = (typeof recordStatements)['account'];

/**
 * What is known of a record goes with it to another account, its history included; what was logged about the account it
 * leaves stays there, and what is withdrawn goes, too: that is found by the accounts that the record's fields are facts of.
 * `$1`: workspace, `$2`: record, `$3`: the account it belongs to now, or null.
 */
export const moveFacts = statement(
  'move_facts',
  `WITH of_record AS MATERIALIZED (${BY_SUBJECT.map(
    (which) =>
      `SELECT id, account_id FROM every_facts WHERE workspace_id = $1 AND subject_id = $2 AND account_id IS DISTINCT FROM $3 AND ${which}`,
  ).join(' UNION ALL ')}),
   withdrawn AS (SELECT id FROM every_facts WHERE workspace_id = $1 AND subject_id = $2 AND withdrawn_at IS NOT NULL
     AND account_id = ANY (ARRAY(SELECT DISTINCT account_id FROM of_record)))
   UPDATE every_facts SET account_id = $3
   WHERE workspace_id = $1 AND id = ANY (ARRAY(SELECT id FROM of_record UNION SELECT id FROM withdrawn))`,
);

/** Those of some records that have facts of another account than the one they belong to now. `$1`: workspace, `$2`, `$3`: the records and those accounts. */
export const findMoved = statement(
  'find_moved_records',
  `SELECT r.id FROM unnest($2::text[], $3::text[]) AS r (id, account_id) CROSS JOIN LATERAL (
     SELECT 1 FROM facts
     WHERE workspace_id = $1 AND subject_id = r.id AND account_id IS DISTINCT FROM r.account_id
       AND ${CURRENT}
     LIMIT 1) f`,
);

/** A record as it stands after a write; `record` holds its columns. */
export type WrittenRow = RowOf<(typeof recordStatements)[Entity]['create']>;
