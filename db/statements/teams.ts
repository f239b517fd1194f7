import { iso, narrowed, type RowOf, statement } from '../statement.ts';

// All of these run as sat_teams, which the database lets read the columns named here and nothing else.

/** Teams of an owner, oldest first, each with its members, the owner among them. `$1`: owner, `$2`: team or null for all. */
export const findOwnedTeams = statement(
  'find_owned_teams',
  `SELECT t.id, t.name,
          (SELECT json_agg(json_build_object('user_id', u.id, 'name', u.name) ORDER BY u.id)
           FROM (SELECT t.owner_user_id AS user_id UNION SELECT user_id FROM team_members WHERE team_id = t.id) m
           JOIN users u ON u.id = m.user_id) AS members
   FROM teams t
   WHERE t.owner_user_id = $1 AND ($2::text IS NULL OR t.id = $2)
   ORDER BY t.created_at, t.id`,
  { row: narrowed<{ members: { user_id: string; name: string }[] }>() },
);

export type Activity = { total: number; this_week: number; week_before: number };
export type RunActivity = Activity & { user_id: string; plugin: string | null; ok: number; error: number };
export type ActionActivity = Activity & { user_id: string };

/** What a run or call of a person counts for: everything under the person's own keys and under keys of this team. */
const OF_TEAM = `(team_id IS NULL OR team_id = $2)`;

/** Runs by member and plugin. `$1`: members, `$2`: team, `$3`: start of the window, `$4`: of this week, `$5`: of the week before. */
export const countTeamRuns = statement(
  'count_team_runs',
  `SELECT user_id, plugin,
          count(*) FILTER (WHERE created_at >= $3)::int AS total,
          count(*) FILTER (WHERE created_at >= $3 AND state = 'ok')::int AS ok,
          count(*) FILTER (WHERE created_at >= $3 AND state = 'error')::int AS error,
          count(*) FILTER (WHERE created_at >= $4)::int AS this_week,
          count(*) FILTER (WHERE created_at >= $5 AND created_at < $4)::int AS week_before
   FROM runs
   WHERE user_id = ANY ($1::text[]) AND created_at >= LEAST($3::timestamptz, $5::timestamptz) AND ${OF_TEAM}
   GROUP BY user_id, plugin`,
);

/**
 * Calls that ended ok or wait for a person, by member: key by key through the index (key_id, id) alone. `$1`: members, `$2`: team, `$3`,
 * `$4`, `$5`: the first call id of the window, of this week and of the week before.
 */
export const countTeamActions = statement(
  'count_team_actions',
  `SELECT k.user_id, sum(c.total)::int AS total, sum(c.this_week)::int AS this_week, sum(c.week_before)::int AS week_before
   FROM api_keys k CROSS JOIN LATERAL (
     SELECT count(*) FILTER (WHERE id COLLATE "C" >= $3) AS total,
            count(*) FILTER (WHERE id COLLATE "C" >= $4) AS this_week,
            count(*) FILTER (WHERE id COLLATE "C" >= $5 AND id COLLATE "C" < $4) AS week_before
     FROM api_key_calls
     WHERE key_id = k.id AND id >= LEAST($3::text, $5::text) AND outcome IN ('ok', 'proposed')
   ) c
   WHERE k.user_id = ANY ($1::text[]) AND ${OF_TEAM}
   GROUP BY k.user_id`,
);

/** Runs of a member, newest first. `$1`: member, `$2`: team, `$3`: how many, `$4`: when silence has become stale. */
export const findRecentRuns = statement(
  'find_recent_runs',
  `SELECT plugin, skill, CASE WHEN state = 'running' AND last_sign_at < $4 THEN 'stale' ELSE state END AS status, counts, error_code,
          account_ref, ${iso('created_at')} AS started_at, ${iso('settled_at')} AS settled_at, duration_ms
   FROM runs
   WHERE user_id = $1 AND ${OF_TEAM}
   ORDER BY created_at DESC
   LIMIT $3`,
  { row: narrowed<{ counts: Record<string, number> | null }>() },
);

export type TeamRow = RowOf<typeof findOwnedTeams>;
