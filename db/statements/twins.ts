import { statement } from '../statement.ts';

/** What two records may have in common, the surest first. */
export type Matched = 'external_ref' | 'email' | 'domain' | 'name';

const RANKS: Record<Matched, number> = { external_ref: 0, email: 1, domain: 2, name: 3 };

/** Most records that are looked at for each thing in common. */
const MOST = 6;

type Finding = { table: string; by: (field: (name: string) => string) => Partial<Record<Matched, string>> };

/** A name says nothing where what is surer says that it is another. */
const person = (table: string): Finding => ({
  table,
  by: (field) => ({
    email: `r.email_key = lower(${field('email')})`,
    name: `r.name_key = name_key(${field('name')}) AND r.account_id IS NOT DISTINCT FROM ${field('account_id')}
             AND (r.email_key IS NULL OR ${field('email')} IS NULL)`,
  }),
});

const FINDINGS = {
  account: {
    table: 'accounts',
    by: (field) => ({
      domain: `r.domain = ${field('domain')}`,
      name: `r.name_key = name_key(${field('name')}) AND (r.domain IS NULL OR ${field('domain')} IS NULL)`,
    }),
  },
  opp: {
    table: 'opportunities',
    by: (field) => ({
      name: `r.account_id = ${field('account_id')} AND name_key(r.name) = name_key(${field('name')})`,
    }),
  },
  contact: person('contacts'),
  prospect: person('prospects'),
  target_account: {
    table: 'target_accounts',
    by: (field) => ({
      domain: `r.list_name = ${field('list_name')} AND r.domain = ${field('domain')}`,
      name: `r.list_name = ${field('list_name')} AND r.name = ${field('name')} AND (r.domain IS NULL OR ${field('domain')} IS NULL)`,
    }),
  },
} as const satisfies Record<string, Finding>;

type Entity = keyof typeof FINDINGS;

/**
 * A query of the records that may be the one described by `columns`, as SQL of a JSON value: `id`, what they have in common
 * (`matched`, `rank`), and whether they have another external_ref (`other_ref`). `$1`: workspace.
 */
export function twinsOf(entity: Entity, columns: string): string {
  const { table, by }: Finding = FINDINGS[entity];
  const field = (name: string) => `(${columns}::jsonb ->> '${name}')`;
  const conditions = { external_ref: `r.external_ref = ${field('external_ref')}`, ...by(field) };
  const parts = Object.entries(conditions).map(
    ([matched, where]) =>
      `(SELECT r.id, '${matched}' AS matched, ${RANKS[matched as Matched]} AS rank,
          COALESCE(r.external_ref <> ${field('external_ref')}, false) AS other_ref
        FROM ${table} r WHERE r.workspace_id = $1 AND ${where} ORDER BY r.id LIMIT ${MOST})`,
  );
  // By what another system knew a record that became part of this one; its own reference is another.
  parts.push(
    `(SELECT m.merged_into AS id, 'external_ref' AS matched, 0 AS rank, true AS other_ref FROM merged_records m
      WHERE m.workspace_id = $1 AND m.kind = '${entity}' AND m.external_ref = ${field('external_ref')} ORDER BY m.id LIMIT ${MOST})`,
  );
  return `SELECT DISTINCT ON (id) id, matched, rank, other_ref FROM (${parts.join(' UNION ALL ')}) every ORDER BY id, rank`;
}

const find = <const Name extends string>(name: Name, entity: Entity) =>
  statement(name, `SELECT * FROM (${twinsOf(entity, '$2')}) twins ORDER BY rank, id`);

/** `$1`: workspace, `$2`: the columns of the record that is to be made, as JSON. */
export const findTwins = {
  account: find('find_account_twins', 'account'),
  opp: find('find_opp_twins', 'opp'),
  contact: find('find_contact_twins', 'contact'),
  prospect: find('find_prospect_twins', 'prospect'),
  target_account: find('find_target_account_twins', 'target_account'),
} as const;

/**
 * Waits until no other transaction looks for twins by one of these keys, in any process; held until the transaction ends.
 * In one order for all, so that two cannot wait for each other. `$1`: keys.
 */
export const lockTwins = statement(
  'lock_twins',
  `SELECT count(pg_advisory_xact_lock(lock)) AS locks FROM (
     SELECT DISTINCT hashtextextended(key, 0) AS lock FROM unnest($1::text[]) AS key ORDER BY 1) sorted`,
);
