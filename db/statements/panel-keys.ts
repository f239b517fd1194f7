import { iso, narrowed, type RowOf, statement } from '../statement.ts';

type Team = { team: { id: string; name: string } | null; allowed_ips: string[] };

/** `grace_until`: until when the secret before the last rotation works. */
const KEY = `k.id AS key_id, k.name, k.prefix, k.scopes, k.may_approve, k.mode, k.rate_limit, k.oauth_client_id,
  COALESCE(k.allowed_ips, '{}') AS allowed_ips,
  CASE WHEN k.team_id IS NOT NULL THEN json_build_object('id', k.team_id, 'name', (SELECT name FROM teams t WHERE t.id = k.team_id)) END AS team,
  ${iso('k.created_at')} AS created_at, ${iso('k.expires_at')} AS expires_at, ${iso('k.revoked_at')} AS revoked_at,
  (SELECT ${iso('max(s.expires_at)')} FROM api_key_secrets s WHERE s.key_id = k.id AND s.expires_at > now()) AS grace_until`;

/**
 * Keys of a workspace, newest first. The operator's role. `$1`: workspace, `$2`: id to start below, `$3`: limit, `$4`:
 * usable ones only, `$5`: of OAuth clients, or of nobody's.
 */
export const listKeys = statement(
  'panel_list_keys',
  `SELECT ${KEY} FROM api_keys k
   WHERE k.workspace_id = $1 AND k.id < $2 AND (k.oauth_client_id IS NOT NULL) = $5
     AND (NOT $4 OR (k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())))
   ORDER BY k.id DESC LIMIT $3`,
  { row: narrowed<Team>() },
);

/** One key, whatever it is for. The operator's role. `$1`: workspace, `$2`: id. */
export const findKey = statement(
  'panel_find_key',
  `SELECT ${KEY} FROM api_keys k WHERE k.workspace_id = $1 AND k.id = $2`,
  { row: narrowed<Team>() },
);

/** Names of keys, also of revoked ones. The operator's role. `$1`: workspace. */
export const nameKeys = statement(
  'panel_name_keys',
  `SELECT id AS key_id, name, prefix, may_approve, mode FROM api_keys WHERE workspace_id = $1 ORDER BY id DESC LIMIT 2000`,
);

/** When keys were last used. In the workspace. `$1`: keys. */
export const findLastUses = statement(
  'panel_last_uses',
  `SELECT key_id, (SELECT ${iso('at')} FROM api_key_calls c WHERE c.key_id = k.key_id ORDER BY c.id DESC LIMIT 1) AS last_used_at
   FROM unnest($1::text[]) AS k (key_id)`,
);

/** Once so many calls of a key are counted, no earlier day is; the answer says so. */
const MOST_USES = 200_000;

type Uses = {
  last_used_at: string | null;
  /** Newest first; those further back than are counted are missing. */
  days: { day: number; uses: { tool: string; outcome: 'ok' | 'proposed' | 'error' | 'denied'; calls: number }[] }[];
};

/** A key's calls between the ids that a day begins and ends with, `day` counting from 1. */
const IN_DAY = `key_id = $1 AND id >= ($2::text[])[day] AND id < ($2::text[])[day + 1]`;

/**
 * What a key was used for, by day, tool and outcome, counted in its index alone, the newest day first. The role of team
 * reads, for a key whose workspace was looked at. `$1`: key, `$2`: the ids that days begin with, and the one that the last
 * ends with.
 */
export const findUses = statement(
  'panel_uses',
  `WITH RECURSIVE counted (day, uses, total) AS (
     SELECT cardinality($2::text[]), NULL::json, 0
     UNION ALL
     SELECT day, uses, total + calls
     FROM (SELECT counted.day - 1 AS day, total FROM counted WHERE counted.day > 1 AND total < ${MOST_USES}) next
     CROSS JOIN LATERAL (
       SELECT COALESCE(json_agg(u), '[]') AS uses, COALESCE(sum(u.calls), 0)::int AS calls FROM (
         SELECT tool, outcome, count(*)::int AS calls FROM api_key_calls WHERE ${IN_DAY} GROUP BY tool, outcome) u) found
   )
   SELECT (SELECT ${iso('at')} FROM api_key_calls WHERE key_id = $1 ORDER BY id DESC LIMIT 1) AS last_used_at,
          (SELECT json_agg(d) FROM (SELECT day, uses FROM counted WHERE day < cardinality($2::text[])) d) AS days`,
  { row: narrowed<Pick<Uses, 'days'>>() },
);

/** A key as whoever wants to change it must know it. The operator's role. `$1`: key. */
export const findKeyStanding = statement(
  'panel_key_standing',
  `SELECT k.id AS key_id, k.workspace_id, k.user_id, k.team_id, k.rate_limit, k.scopes FROM api_keys k WHERE k.id = $1`,
);

/** The teams an owner has in which a user holds a seat. The operator's role. `$1`: owner, `$2`: user. */
export const findTeamsOver = statement(
  'panel_teams_over',
  `SELECT t.id FROM teams t JOIN team_members m ON m.team_id = t.id WHERE t.owner_user_id = $1 AND m.user_id = $2 LIMIT 1`,
);

export type KeyView = RowOf<typeof findKey>;
