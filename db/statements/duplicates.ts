import type { FoundSets } from '../entities/duplicates.ts';
import { ID_PREFIXES } from '../ids.ts';
import { iso, narrowed, statement } from '../statement.ts';
import { MERGEABLE, type Mergeable } from './merging.ts';
import { twinsOf } from './twins.ts';

/** Sets of one kind, by one thing in common, that a search keeps: the newest. How many there are is kept too. */
export const MOST_SETS = 10_000;

/** Records of a set that are named. */
const MOST_IN_SET = 20;

/** What records of each kind may have in common; a name says nothing where what is surer says that they are others. */
const GROUPS: Record<Mergeable, readonly [matched: string, by: string, having?: string][]> = {
  account: [
    ['domain', 'r.domain'],
    ['name', 'r.name_key', 'bool_or(r.domain IS NULL)'],
  ],
  opp: [['name', 'r.account_id, name_key(r.name)']],
  contact: [
    ['email', 'r.email_key'],
    ['name', 'r.account_id, r.name_key', 'bool_or(r.email_key IS NULL)'],
  ],
  prospect: [
    ['email', 'r.email_key'],
    ['name', 'r.account_id, r.name_key', 'bool_or(r.email_key IS NULL)'],
  ],
  target_account: [['name', 'r.list_name, r.name', 'bool_or(r.domain IS NULL)']],
};

/**
 * Sets of one kind by one thing in common. What several have is counted first, which needs no order; only records that have
 * it are put in order: to sort every record takes too long where there are a million.
 */
function groupOf(kind: Mergeable, [matched, by, having = 'true']: readonly [string, string, string?]): string {
  const [table] = MERGEABLE[kind];
  const columns = by.split(', ');
  const has = `r.workspace_id = $1 AND ${columns.at(-1)} IS NOT NULL`;
  const keys = columns.map((column) => `COALESCE(${column}, '')`);
  const places = keys.map((_, at) => `k${at}`);
  return `SELECT '${matched}' AS matched, (array_agg(r.id ORDER BY r.id))[1:${MOST_IN_SET}] AS ids, count(*)::int AS count, max(r.id) AS newest
   FROM (SELECT ${keys.map((key, at) => `${key} AS k${at}`).join(', ')} FROM ${table} r WHERE ${has}
       GROUP BY ${keys.map((_, at) => at + 1).join(', ')} HAVING count(*) > 1 AND ${having}) g
     JOIN ${table} r ON ${has} AND ${keys.map((key, at) => `${key} = g.k${at}`).join(' AND ')}
   GROUP BY ${places.map((place) => `g.${place}`).join(', ')}`;
}

const search = <const Kind extends Mergeable>(kind: Kind) =>
  statement(
    `search_duplicates_of_${kind}`,
    `WITH groups AS (${GROUPS[kind].map((group) => groupOf(kind, group)).join('\nUNION ALL\n')}),
       told AS (SELECT g.*, (SELECT count(*) FROM not_duplicates d WHERE d.workspace_id = $1
           AND d.record_id = ANY (g.ids) AND d.other_id = ANY (g.ids)) AS others FROM groups g),
       open AS (SELECT * FROM told WHERE others < cardinality(ids) * (cardinality(ids) - 1) / 2),
       kept AS (INSERT INTO duplicate_sets (workspace_id, id, kind, matched, record_ids, count, newest)
         SELECT $1, '${ID_PREFIXES.duplicates}_' || md5(array_to_string(ids, ' ') || matched), '${kind}', matched, ids, count, newest
         FROM open ORDER BY newest DESC LIMIT ${MOST_SETS} ON CONFLICT DO NOTHING RETURNING id)
     SELECT (SELECT count(*)::int FROM open) AS found, (SELECT count(*)::int FROM kept) AS kept`,
    { large: true },
  );

/** Finds the sets of each kind anew. `$1`: workspace. */
export const searchDuplicates = {
  account: search('account'),
  contact: search('contact'),
  prospect: search('prospect'),
  opp: search('opp'),
  target_account: search('target_account'),
} as const;

/** `$1`: workspace. */
export const forgetSets = statement('forget_duplicate_sets', 'DELETE FROM duplicate_sets WHERE workspace_id = $1', {
  large: true,
});

/** Begins a search, unless one began and has not ended, or ended a moment ago. `$1`: workspace, `$2`: now, `$3`: began before, `$4`: ended before. */
export const beginSearch = statement(
  'begin_duplicate_search',
  `INSERT INTO duplicate_searches AS s (workspace_id, started_at) VALUES ($1, $2::timestamptz)
   ON CONFLICT (workspace_id) DO UPDATE SET started_at = excluded.started_at, ended_at = NULL
     WHERE s.ended_at < $4::timestamptz OR (s.ended_at IS NULL AND s.started_at < $3::timestamptz)
   RETURNING workspace_id`,
);

/** `$1`: workspace, `$2`: what it found, by kind. */
export const endSearch = statement(
  'end_duplicate_search',
  `UPDATE duplicate_searches SET ended_at = now(), found = $2::jsonb WHERE workspace_id = $1`,
);

/** The last search, and how many sets of each kind there are now. `$1`: workspace. */
export const findSearch = statement(
  'find_duplicate_search',
  `SELECT ${iso('s.started_at')} AS started_at, ${iso('s.ended_at')} AS ended_at, s.found,
     COALESCE((SELECT jsonb_object_agg(c.kind, c.sets) FROM (
       SELECT kind, count(*)::int AS sets FROM duplicate_sets WHERE workspace_id = $1 GROUP BY kind) c), '{}') AS sets
   FROM duplicate_searches s WHERE s.workspace_id = $1`,
  { row: narrowed<{ started_at: string; found: FoundSets; sets: Record<string, number> }>() },
);

/** Sets of a kind, the newest first. `$1`: workspace, `$2`: kind, `$3` and `$4`: newest record and id of the set to go on below, `$5`: how many. */
export const listSets = statement(
  'list_duplicate_sets',
  `SELECT id AS set_id, kind, matched, record_ids, count, newest FROM duplicate_sets
   WHERE workspace_id = $1 AND kind = $2 AND (newest, id) < ($3, $4) ORDER BY newest DESC, id DESC LIMIT $5`,
);

const shown = (kind: Mergeable) => {
  const [table] = MERGEABLE[kind];
  const column = (name: string, of: readonly Mergeable[]) => (of.includes(kind) ? `t.${name}` : 'NULL');
  const account = ['opp', 'contact', 'prospect', 'target_account'] as const;
  return `SELECT t.id, '${kind}' AS kind, t.name, ${column('domain', ['account', 'target_account'])}::text AS domain,
     ${column('email', ['contact', 'prospect'])}::text AS email, ${column('title', ['contact', 'prospect'])}::text AS title,
     ${column('stage', ['opp'])}::text AS stage, ${column('account_id', account)}::text AS account_id, t.external_ref,
     ${iso('t.created_at')} AS created_at, ${iso('t.updated_at')} AS updated_at
   FROM ${table} t WHERE t.workspace_id = $1 AND t.id = ANY ($2::text[])`;
};

/** Records as a set shows them, with the name of their account. `$1`: workspace, `$2`: ids. */
export const readAlike = statement(
  'read_alike',
  `SELECT r.*, a.name AS account_name FROM (${(Object.keys(MERGEABLE) as Mergeable[]).map(shown).join(' UNION ALL ')}) r
   LEFT JOIN accounts a ON a.workspace_id = $1 AND a.id = r.account_id ORDER BY r.id`,
  { row: narrowed<{ id: string; kind: Mergeable; created_at: string; updated_at: string }>() },
);

/**
 * Says of pairs that they are not the same. `$1`: workspace, `$2`: lower ids, `$3`: the other of each, `$4`: by whom, `$5`:
 * when, `$6`: why, or null.
 */
export const keepNotDuplicates = statement(
  'keep_not_duplicates',
  `INSERT INTO not_duplicates (workspace_id, record_id, other_id, said_by, said_at, note)
   SELECT $1, p.low, p.high, $4::jsonb, $5::timestamptz, $6 FROM unnest($2::text[], $3::text[]) p (low, high)
   ON CONFLICT DO NOTHING RETURNING record_id`,
);

/** Sets of which every record is among some. `$1`: workspace, `$2`: ids. */
export const removeSets = statement(
  'remove_duplicate_sets',
  'DELETE FROM duplicate_sets WHERE workspace_id = $1 AND record_ids <@ $2::text[]',
);

const alike = <const Kind extends Mergeable>(kind: Kind) => {
  const [table] = MERGEABLE[kind];
  return statement(
    `find_alike_${kind}`,
    `WITH own AS (SELECT t.id, to_jsonb(t) AS record FROM ${table} t WHERE t.workspace_id = $1 AND t.id = ANY ($2::text[])),
       found AS (SELECT own.id AS record_id, d.id, d.matched, d.rank FROM own CROSS JOIN LATERAL (${twinsOf(kind, 'own.record')}) d
         UNION ALL SELECT own.id, CASE WHEN p.kept_id = own.id THEN p.merged_id ELSE p.kept_id END, 'proposal', 9
           FROM own JOIN merge_proposals p ON p.workspace_id = $1 AND own.id IN (p.kept_id, p.merged_id) AND p.state = 'proposed')
     SELECT DISTINCT ON (f.record_id, f.id) f.record_id, f.id, f.matched FROM found f
     WHERE f.id <> f.record_id AND NOT EXISTS (SELECT FROM not_duplicates d WHERE d.workspace_id = $1
       AND d.record_id = LEAST(f.id, f.record_id) AND d.other_id = GREATEST(f.id, f.record_id)) ORDER BY f.record_id, f.id, f.rank`,
  );
};

/** Records that may be the same as some, by what they have in common or by a proposal, but for those a person said are not. `$1`: workspace, `$2`: records. */
export const findAlike = {
  account: alike('account'),
  opp: alike('opp'),
  contact: alike('contact'),
  prospect: alike('prospect'),
  target_account: alike('target_account'),
} as const;
