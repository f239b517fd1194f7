import { ID_PREFIXES, type IdType } from '../ids.ts';
import { iso, statement } from '../statement.ts';
import { everyOf } from './withdrawn.ts';

/** The tables whose rows count, each with the type of its ids. A draft counts with its versions. */
export const COUNTED: readonly { readonly table: string; readonly type: IdType }[] = [
  { table: 'accounts', type: 'account' },
  { table: 'opportunities', type: 'opp' },
  { table: 'contacts', type: 'contact' },
  { table: 'prospects', type: 'prospect' },
  { table: 'target_accounts', type: 'target_account' },
  { table: 'meetings', type: 'meeting' },
  { table: 'captures', type: 'capture' },
  { table: 'plan_entries', type: 'plan_entry' },
  { table: 'signals', type: 'signal' },
  { table: 'scores', type: 'score' },
  { table: 'facts', type: 'fact' },
  { table: 'runs', type: 'run' },
  { table: 'brain_states', type: 'brain' },
  { table: 'drafts', type: 'draft' },
  { table: 'draft_reviews', type: 'review' },
  { table: 'sends', type: 'send' },
  { table: 'replies', type: 'reply' },
  { table: 'tier_proposals', type: 'proposal' },
  { table: 'value_proposals', type: 'value_proposal' },
];

/** Rows of a table that one statement counts, so that each is short. */
export const MOST_COUNTED_AT_ONCE = 5_000;

const VERSIONS = `COALESCE((SELECT sum(pg_column_size(v.*)) FROM draft_versions v WHERE v.workspace_id = r.workspace_id AND v.draft_id = r.id), 0)`;

const counted = ({ table }: { table: string }, place: number) =>
  `SELECT ${place} AS place, count(*)::int AS rows, COALESCE(sum(size), 0)::float8 AS bytes, max(id) AS last
   FROM (SELECT r.id, pg_column_size(r.*) ${table === 'drafts' ? `+ ${VERSIONS}` : ''} AS size FROM ${everyOf(table)} r
         WHERE r.workspace_id = $1 AND r.id > ($2::text[])[${place + 1}] AND r.id < ($3::text[])[${place + 1}]
         ORDER BY r.id LIMIT ${MOST_COUNTED_AT_ONCE}) ${table}`;

/**
 * Rows and bytes of a workspace between two ids of each table, at most `MOST_COUNTED_AT_ONCE` of each, and the last id
 * counted. Runs inside the workspace. `$1`: workspace, `$2`: ids after which to count, `$3`: ids before which, by table.
 */
export const countStored = statement('count_stored', COUNTED.map(counted).join('\nUNION ALL\n'));

/**
 * Workspaces with calls or actions since they were last counted, those not counted for the longest time first. Runs as
 * sat_maintenance.
 */
export const findUncounted = statement(
  'find_uncounted',
  `SELECT w.id AS workspace_id, u.rows, u.bytes, u.counted_to,
          COALESCE(u.counted_in_full_at > now() - interval '1 day', false) AS goes_on
   FROM workspaces w LEFT JOIN workspace_usage u ON u.workspace_id = w.id
   WHERE EXISTS (SELECT FROM api_key_calls c
                 WHERE c.workspace_id = w.id AND c.id > '${ID_PREFIXES.call}_' || COALESCE(u.counted_to, ''))
      OR EXISTS (SELECT FROM acts a WHERE a.workspace_id = w.id AND a.id > '${ID_PREFIXES.act}_' || COALESCE(u.counted_to, ''))
   ORDER BY u.counted_at NULLS FIRST`,
);

/**
 * Keeps a count. Runs as sat_maintenance. `$1`: workspace, `$2`: rows, `$3`: bytes, `$4`: the time counted to, as ids
 * hold it, `$5`: whether all of it was counted, `$6` and `$7`: how many rows and bytes it may hold where nothing else is set.
 */
export const keepUsage = statement(
  'keep_usage',
  `INSERT INTO workspace_usage (workspace_id, rows, bytes, counted_to, counted_at, counted_in_full_at, is_full)
   SELECT n.workspace_id, n.rows, n.bytes, n.counted_to, now(), now(),
          n.rows >= COALESCE(q.max_rows, $6) OR n.bytes >= COALESCE(q.max_bytes, $7)
   FROM (VALUES ($1::text, $2::double precision, $3::double precision, $4::text)) AS n (workspace_id, rows, bytes, counted_to)
   LEFT JOIN workspace_quotas q ON q.workspace_id = n.workspace_id
   ON CONFLICT (workspace_id) DO UPDATE SET rows = excluded.rows, bytes = excluded.bytes, counted_to = excluded.counted_to,
     counted_at = excluded.counted_at, is_full = excluded.is_full,
     counted_in_full_at = CASE WHEN $5::boolean THEN excluded.counted_in_full_at ELSE workspace_usage.counted_in_full_at END`,
);

/** Keys of a workspace that work, tokens of applications left out. */
const KEYS = `(SELECT count(*)::int FROM api_keys k WHERE k.workspace_id = w.id AND k.oauth_client_id IS NULL
                AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now()))`;

/** What a workspace may hold and holds. Runs as sat_operator. `$1`: workspace. */
export const findUsage = statement(
  'find_usage',
  `SELECT q.max_rows, q.max_bytes, q.max_keys, u.rows, u.bytes, ${KEYS} AS keys, ${iso('u.counted_at')} AS counted_at
   FROM workspaces w LEFT JOIN workspace_quotas q ON q.workspace_id = w.id LEFT JOIN workspace_usage u ON u.workspace_id = w.id
   WHERE w.id = $1`,
);

/** Makes those wait who create keys in the workspace at the same time. Runs as sat_operator. `$1`: workspace. */
export const lockWorkspace = statement('lock_workspace', 'SELECT id FROM workspaces WHERE id = $1 FOR NO KEY UPDATE');
