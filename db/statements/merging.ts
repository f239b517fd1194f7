import { references } from '../entities/references.ts';
import { statement } from '../statement.ts';
import { ARCHIVABLE } from './undo-writes.ts';
import { everyOf } from './withdrawn.ts';

/**
 * Kinds of records of which one can become part of another: their tables, the columns that are filled from it, and the
 * objects of which names are.
 */
export const MERGEABLE = {
  account: ['accounts', 'name, domain, industry, employee_count, tier, external_ref', 'payload'],
  opp: [
    'opportunities',
    'account_id, name, stage, amount, currency, close_date, owner, external_ref',
    'payload, meddpicc',
  ],
  contact: ['contacts', 'account_id, name, title, email, phone, linkedin, external_ref', 'payload'],
  prospect: ['prospects', 'account_id, name, title, email, notes, external_ref', 'payload'],
  target_account: [
    'target_accounts',
    'account_id, list_name, domain, name, industry, employee_count, external_ref',
    'payload',
  ],
} as const;

export type Mergeable = keyof typeof MERGEABLE;

/** An account has one plan: its entries go over, not itself. */
const childrenOf = (table: string) =>
  references.flatMap(({ to, columns: [first, column], table: child }) =>
    to === table && first === 'workspace_id' && column !== undefined && child !== 'plans' ? [{ child, column }] : [],
  );

/** A row as it is kept, without what is computed. */
const rowOf = (table: keyof typeof ARCHIVABLE, of: string) =>
  `(SELECT to_jsonb(s) FROM (SELECT ${ARCHIVABLE[table]
    .split(', ')
    .map((column) => `${of}.${column}`)
    .join(', ')}) s)`;

const moveTo = (table: string) => {
  const children = childrenOf(table);
  if (children.length === 0) return `SELECT '{}'::jsonb AS moved WHERE $1::text <> $2::text AND $2::text <> $3::text`;
  const parts = children.map(
    ({ child, column }) =>
      `${child}_rows AS (UPDATE ${everyOf(child)} SET ${column} = $3 WHERE workspace_id = $1 AND ${column} = $2 RETURNING id)`,
  );
  const ids = children.map(
    ({ child }) => `'${child}', (SELECT COALESCE(jsonb_agg(id ORDER BY id), '[]') FROM ${child}_rows)`,
  );
  return `WITH ${parts.join(',\n')} SELECT jsonb_build_object(${ids.join(', ')}) AS moved`;
};

const moveBack = (table: string) => {
  const children = childrenOf(table);
  const unused = `SELECT ''::text AS of_table, ''::text AS id WHERE $1::text = '' AND $2::text = '' AND $3::text = '' AND $4::jsonb IS NULL`;
  if (children.length === 0) return unused;
  const parts = children.map(
    ({ child, column }) =>
      `${child}_rows AS (UPDATE ${everyOf(child)} SET ${column} = $3 WHERE workspace_id = $1 AND ${column} = $2
         AND id IN (SELECT jsonb_array_elements_text($4::jsonb -> '${child}')) RETURNING id)`,
  );
  return `WITH ${parts.join(',\n')}
    ${children.map(({ child }) => `SELECT '${child}' AS of_table, id FROM ${child}_rows`).join(' UNION ALL ')}`;
};

const count = (table: string) =>
  [
    ...childrenOf(table).map(
      ({ child, column }) =>
        `SELECT '${child}' AS what, count(*)::int AS count FROM ${everyOf(child)} WHERE workspace_id = $1 AND ${column} = ANY ($2::text[])`,
    ),
    `SELECT 'plan_entries' AS what, count(*)::int AS count FROM plans p JOIN every_plan_entries e ON e.workspace_id = $1 AND e.plan_id = p.id
     WHERE p.workspace_id = $1 AND p.account_id = ANY ($2::text[])`,
  ].join(' UNION ALL ');

/** Rows that moved with a record, by where they are: still with the one that stayed, or not. */
const whereAre = (table: string) =>
  [
    ...childrenOf(table).map(
      ({ child, column }) =>
        `SELECT '${child}' AS of_table, w.id, c.id IS NULL AS is_gone, c.${column} IS NOT DISTINCT FROM $2 AS is_there
         FROM jsonb_array_elements_text($3::jsonb -> '${child}') w (id)
         LEFT JOIN ${everyOf(child)} c ON c.workspace_id = $1 AND c.id = w.id`,
    ),
    `SELECT 'plan_entries' AS of_table, w.id, c.id IS NULL AS is_gone, p.account_id IS NOT DISTINCT FROM $2 AS is_there
     FROM jsonb_array_elements_text($3::jsonb -> 'plan_entries') w (id)
     LEFT JOIN every_plan_entries c ON c.workspace_id = $1 AND c.id = w.id
     LEFT JOIN plans p ON p.workspace_id = $1 AND p.id = c.plan_id`,
  ].join(' UNION ALL ');

/** A currency goes with its amount. */
const filledColumn = (column: string) =>
  column === 'currency'
    ? `currency = CASE WHEN 'amount' = ANY ($4::text[]) OR (t.amount IS NULL AND m.amount IS NOT NULL) THEN m.currency ELSE COALESCE(t.currency, m.currency) END`
    : `${column} = CASE WHEN '${column}' = ANY ($4::text[]) THEN m.${column} ELSE COALESCE(t.${column}, m.${column}) END`;

const filledObject = (column: string) =>
  `${column} = m.${column} || t.${column} || COALESCE((SELECT jsonb_object_agg(f.key, f.value) FROM jsonb_each(m.${column}) f
     WHERE '${column}.' || f.key = ANY ($4::text[])), '{}')`;

/** Whether a field, by the name marks have, comes from the merged record. */
const comesOver = (objects: readonly string[]) =>
  `CASE WHEN f.key = ANY ($4::text[]) THEN true
   ${objects.map((each) => `WHEN starts_with(f.key, '${each}.') THEN NOT t.${each} ? substr(f.key, ${each.length + 2})`).join(' ')}
   ELSE to_jsonb(t) ->> f.key IS NULL END`;

const statementsOf = <const Kind extends Mergeable>(kind: Kind) => {
  const [table, columns, objects] = MERGEABLE[kind];
  const [columnsOf, objectsOf] = [columns.split(', '), objects.split(', ')];
  return {
    read: statement(
      `read_${kind}s_to_merge`,
      `SELECT t.id, r.record, md5(r.record::text) AS version FROM ${table} t CROSS JOIN LATERAL ${rowOf(table, 't')} r (record)
       WHERE t.workspace_id = $1 AND t.id = ANY ($2::text[]) ORDER BY t.id`,
    ),
    lock: statement(
      `lock_${kind}s_to_merge`,
      `SELECT t.id FROM ${table} t WHERE t.workspace_id = $1 AND t.id = ANY ($2::text[]) ORDER BY t.id FOR UPDATE`,
    ),
    count: statement(`count_children_of_${kind}`, count(table), { large: true }),
    begin: statement(
      `begin_merger_of_${kind}`,
      `INSERT INTO mergers (workspace_id, id, kind, kept_id, merged_ids, before, done_by, done_at)
       SELECT $1, $2, '${kind}', t.id, $4::text[], ${rowOf(table, 't')}, $5::jsonb, $6::timestamptz FROM ${table} t
       WHERE t.workspace_id = $1 AND t.id = $3`,
    ),
    move: statement(`move_children_of_${kind}`, moveTo(table), { large: true }),
    keep: statement(
      `keep_merged_${kind}`,
      `INSERT INTO merged_records (workspace_id, id, kind, merged_into, record, kept_before, moved, proposal_id, merged_by,
         merged_at, merger_id, closed)
       SELECT $1, m.id, '${kind}', t.id, ${rowOf(table, 'm')}, ${rowOf(table, 't')}, $4::jsonb, $5, $6::jsonb, $7::timestamptz, $8, $9::jsonb
       FROM ${table} m, ${table} t WHERE m.workspace_id = $1 AND m.id = $2 AND t.workspace_id = $1 AND t.id = $3`,
    ),
    remove: statement(`remove_merged_${kind}`, `DELETE FROM ${table} WHERE workspace_id = $1 AND id = $2`),
    fill: statement(
      `fill_${kind}`,
      `UPDATE ${table} t SET ${[...columnsOf.map(filledColumn), ...objectsOf.map(filledObject)].join(', ')},
         set_by_people = (t.set_by_people - $4::text[]) || COALESCE((
           SELECT jsonb_object_agg(f.key, f.value) FROM jsonb_each(m.set_by_people) f WHERE ${comesOver(objectsOf)}), '{}') || $5::jsonb,
         updated_at = $6::timestamptz
       FROM merged_records r CROSS JOIN LATERAL jsonb_populate_record(NULL::${table}, r.record) m
       WHERE r.workspace_id = $1 AND r.id = $3 AND t.workspace_id = $1 AND t.id = $2`,
    ),
    end: statement(
      `end_merger_of_${kind}`,
      `UPDATE mergers g SET after = ${rowOf(table, 't')}, superseded = $3::text[], facts_moved = $4::jsonb FROM ${table} t
       WHERE g.workspace_id = $1 AND g.id = $2 AND t.workspace_id = $1 AND t.id = g.kept_id
       RETURNING g.after`,
    ),
    whereAre: statement(`where_children_of_${kind}_are`, whereAre(table), { large: true }),
    putBack: statement(`put_back_kept_${kind}`, putBack(table, objectsOf)),
    bringBack: statement(
      `bring_back_merged_${kind}`,
      `INSERT INTO ${table} (${ARCHIVABLE[table]}) SELECT ${ARCHIVABLE[table]
        .split(', ')
        .map((column) => `m.${column}`)
        .join(', ')}
       FROM merged_records r CROSS JOIN LATERAL jsonb_populate_record(NULL::${table}, r.record) m
       WHERE r.workspace_id = $1 AND r.id = $2 ON CONFLICT DO NOTHING RETURNING id`,
    ),
    moveBack: statement(`move_back_children_of_${kind}`, moveBack(table), { large: true }),
  };
};

/** Of the names in an object each as it was, where it still is what the merge made it. */
const threeWay = (column: string) =>
  `COALESCE((SELECT jsonb_object_agg(k.name, k.value) FROM (
     SELECT name, CASE WHEN t.${column} -> name IS NOT DISTINCT FROM a.${column} -> name THEN b.${column} -> name ELSE t.${column} -> name END AS value
     FROM (SELECT DISTINCT jsonb_object_keys(b.${column} || t.${column}) AS name) names) k WHERE k.value IS NOT NULL), '{}')`;

/** The record that stayed gets each value back that nobody changed since; it counts as updated where something was. */
function putBack(table: keyof typeof ARCHIVABLE, objects: readonly string[]) {
  const merged = new Set([...objects, 'set_by_people']);
  const set = ARCHIVABLE[table]
    .split(', ')
    .filter((column) => !['workspace_id', 'id', 'created_at', 'updated_at'].includes(column))
    .map((column) =>
      merged.has(column)
        ? `${column} = ${threeWay(column)}`
        : `${column} = CASE WHEN t.${column} IS NOT DISTINCT FROM a.${column} THEN b.${column} ELSE t.${column} END`,
    );
  return `UPDATE ${table} t SET ${set.join(', ')},
       updated_at = CASE WHEN t.updated_at = a.updated_at THEN b.updated_at ELSE $3::timestamptz END
     FROM mergers g CROSS JOIN LATERAL jsonb_populate_record(NULL::${table}, g.before) b
       CROSS JOIN LATERAL jsonb_populate_record(NULL::${table}, g.after) a
     WHERE g.workspace_id = $1 AND g.id = $2 AND t.workspace_id = $1 AND t.id = g.kept_id
     RETURNING ${rowOf(table, 't')} AS record`;
}

/**
 * Of each kind, with `$1` the workspace. `read` and `lock` records (`$2`: ids, in their order); `count` what belongs to them.
 * `begin` a merge (`$2`: its id, `$3`: record to keep, `$4`: the others, `$5`: by whom, `$6`: when); of each other one (`$2`)
 * `move` what belongs to it to the one to keep (`$3`), withdrawn rows too, `keep` it as it was (`$4`: what moved, `$5`:
 * proposal, `$6`: by whom, `$7`: when, `$8`: merge, `$9`: what was closed), `remove` it, and `fill` the one to keep (`$2`)
 * from it (`$3`) with what that lacks and with the fields `$4`, marked as a person's by `$5` (`$6`: now); then `end` the
 * merge (`$2`; `$3`: superseded facts, `$4`: moved ones).
 * To take it apart: `whereAre` the rows that moved (`$2`: kept, `$3`: what moved), `putBack` the kept record's values (`$2`:
 * merge, `$3`: now), `bringBack` a merged record (`$2`), and `moveBack` its rows (`$2`: from, `$3`: to, `$4`: what moved).
 */
export const mergeStatements = {
  account: statementsOf('account'),
  opp: statementsOf('opp'),
  contact: statementsOf('contact'),
  prospect: statementsOf('prospect'),
  target_account: statementsOf('target_account'),
} as const;
