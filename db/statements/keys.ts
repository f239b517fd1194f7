import { HAS_SECOND_FACTOR } from '../second-factors.ts';
import { iso, narrowed, type RowOf, statement } from '../statement.ts';

/** Plugins licensed now to a user, or to a team's keys where there is a team: sorted. */
const licensed = (userId: string, teamId: string) => `ARRAY(
            SELECT DISTINCT plugin FROM (
              SELECT unnest(c.plugins) AS plugin
              FROM entitlements e JOIN catalogue c USING (kind, slug)
              WHERE e.user_id = ${userId} AND e.revoked_at IS NULL
                AND e.starts_at <= now() AND (e.ends_at IS NULL OR e.ends_at > now())
              UNION ALL
              SELECT p.plugin
              FROM seat_packs p
              WHERE p.team_id = ${teamId} AND p.starts_at <= now() AND (p.ends_at IS NULL OR p.ends_at > now())
              UNION ALL
              SELECT p.plugin
              FROM team_members m JOIN seat_packs p USING (team_id)
              WHERE ${teamId} IS NULL AND m.user_id = ${userId}
                AND p.starts_at <= now() AND (p.ends_at IS NULL OR p.ends_at > now())
                AND p.seats > (SELECT count(*) FROM team_members o
                               WHERE o.team_id = m.team_id AND (o.joined_at, o.user_id) < (m.joined_at, m.user_id))
            ) licensed ORDER BY plugin
          )`;

const weightsInForce = (workspaceId: string) =>
  `(SELECT b.id FROM brain_states b WHERE b.workspace_id = ${workspaceId} AND b.scope = 'signal-weights'
    ORDER BY b.version DESC LIMIT 1)`;

/** The only run of a key that runs and gave a sign of life within the last 30 minutes (decisions 7). */
const RUNNING_RUN = `(SELECT CASE count(*) WHEN 1 THEN min(r.run_ref) END FROM (
     SELECT run_ref FROM runs WHERE workspace_id = k.workspace_id AND key_id = k.id AND state = 'running'
       AND last_sign_at > now() - interval '30 minutes' LIMIT 2) r)`;

/** What a workspace may hold and holds, one row of each by its key. */
const STORAGE = `q.max_rows, q.max_bytes, us.rows AS used_rows, us.bytes AS used_bytes`;
const storageOf = (workspaceId: string) =>
  `LEFT JOIN workspace_quotas q ON q.workspace_id = ${workspaceId} LEFT JOIN workspace_usage us ON us.workspace_id = ${workspaceId}`;

/** Whose changes may be changes of a key `k`: its own, and those of all that decides over it, with spaces in between. */
const DECIDED_BY = `concat_ws(' ', 'catalogue', k.id, k.user_id, k.workspace_id, COALESCE(k.team_id,
     (SELECT string_agg(m.team_id, ' ' ORDER BY m.team_id) FROM team_members m WHERE m.user_id = k.user_id)))`;

/**
 * The numbers of the last changes in one, which is another after any change (`KeyChange`). One by one: for all names at once,
 * PostgreSQL reads the whole table while it has some hundred rows.
 */
const changesOf = (decidedBy: string) =>
  `(SELECT COALESCE(bit_xor((SELECT c.number FROM key_changes c WHERE c.whose = by.whose)), 0)::text
    FROM unnest(string_to_array(${decidedBy}, ' ')) AS by (whose))`;

/** When something about a key `k` changes next without anybody's doing: what ends then, or begins. */
const CHANGES_AT = `(SELECT min(at) FROM (
     SELECT unnest(ARRAY[s.expires_at, k.expires_at]) AS at
     UNION ALL SELECT unnest(ARRAY[e.starts_at, e.ends_at]) FROM entitlements e WHERE e.user_id = k.user_id AND e.revoked_at IS NULL
     UNION ALL SELECT unnest(ARRAY[p.starts_at, p.ends_at]) FROM seat_packs p WHERE p.team_id = k.team_id
     UNION ALL SELECT unnest(ARRAY[p.starts_at, p.ends_at]) FROM team_members m JOIN seat_packs p USING (team_id)
       WHERE k.team_id IS NULL AND m.user_id = k.user_id
     UNION ALL SELECT r.last_sign_at + interval '30 minutes' FROM runs r
       WHERE r.workspace_id = k.workspace_id AND r.key_id = k.id AND r.state = 'running'
   ) changes WHERE at > now())`;

/**
 * Usable keys, each with the plugins licensed to it now, and whether its user was disabled. A user key counts the user's
 * own grants and the seats the user holds (a pack of N seats covers a team's first N members); a team key counts the
 * owner's grants and every plugin of the team's packs (decisions 1). Nothing about a key is another before `changes_at`
 * while the changes that decide over it (`decided_by`) come to `changes`. Key by key and not joined at once: before the
 * tables have statistics, that reads all keys. `$1`: hashes of keys.
 */
export const findKeys = statement(
  'find_keys',
  `SELECT found.*, ${changesOf('found.decided_by')} AS changes
   FROM (
     SELECT s.hash, k.id AS key_id, k.workspace_id, k.user_id, u.name AS user_name, u.email AS user_email,
            k.team_id, t.name AS team_name, k.scopes, k.may_approve, k.mode, k.oauth_client_id, k.rate_limit,
            COALESCE(k.allowed_ips, '{}') AS allowed_ips,
            u.disabled_at IS NOT NULL AS user_disabled,
            (SELECT w.protect_human_values FROM workspaces w WHERE w.id = k.workspace_id) AS protects_people,
            ${licensed('k.user_id', 'k.team_id')} AS plugins, ${weightsInForce('k.workspace_id')} AS signal_weights_id,
            ${RUNNING_RUN} AS running_run, ${STORAGE},
            ${DECIDED_BY} AS decided_by, ${CHANGES_AT}::text AS changes_at
     FROM (SELECT hash, key_id, expires_at FROM api_key_secrets
           WHERE hash = ANY ($1::text[]) AND (expires_at IS NULL OR expires_at > now()) OFFSET 0) s
     CROSS JOIN LATERAL (
       SELECT id, workspace_id, user_id, team_id, scopes, may_approve, mode, oauth_client_id, rate_limit, allowed_ips, expires_at
       FROM api_keys WHERE id = s.key_id AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now()) OFFSET 0
     ) k
     JOIN users u ON u.id = k.user_id
     LEFT JOIN teams t ON t.id = k.team_id
     ${storageOf('k.workspace_id')}
     OFFSET 0
   ) found`,
  {
    row: narrowed<{
      hash: string;
      user_disabled: boolean;
      protects_people: boolean;
      allowed_ips: string[];
      decided_by: string;
      changes: string;
    }>(),
  },
);

/**
 * Fails where a key is not usable any more, or not what it was. Comes before what a call adds, in one transaction with it
 * (`KEYS_CHANGED`). Of each key: `$1`, its hash, `$2`, its `changes`, `$3`, its `changes_at`, `$4`, its `decided_by`.
 */
export const checkKeys = statement(
  'check_keys',
  `SELECT refuse_changed_keys(array_agg(asked.hash))
   FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS asked (hash, changes, changes_at, decided_by)
   WHERE asked.changes_at::timestamptz <= now() OR asked.changes <> ${changesOf('asked.decided_by')}
   HAVING count(*) > 0`,
);

/** The SQLSTATE of `refuse_changed_keys`; its detail names the hashes, with a space between two. */
export const KEYS_CHANGED = 'SK001';

export type KeyRow = RowOf<typeof findKeys>;

/** Whether a team of a person's wants them to have a second factor. */
const WANTED = `(EXISTS (SELECT FROM teams t WHERE t.owner_user_id = u.id AND t.require_second_factor)
            OR EXISTS (SELECT FROM team_members m JOIN teams t ON t.id = m.team_id WHERE m.user_id = u.id AND t.require_second_factor))`;

/** A key whose proposals are looked at, whether it can still be used or not. The gate's role. `$1`: key. */
export const findProposer = statement(
  'find_proposer',
  `SELECT k.id AS key_id, k.workspace_id, k.user_id, u.name AS user_name, u.email AS user_email,
          k.team_id, t.name AS team_name, k.scopes, k.oauth_client_id, k.rate_limit,
          (SELECT w.protect_human_values FROM workspaces w WHERE w.id = k.workspace_id) AS protects_people,
          ${licensed('k.user_id', 'k.team_id')} AS plugins, ${weightsInForce('k.workspace_id')} AS signal_weights_id
   FROM api_keys k JOIN users u ON u.id = k.user_id LEFT JOIN teams t ON t.id = k.team_id
   WHERE k.id = $1`,
  { row: narrowed<{ protects_people: boolean }>() },
);

/**
 * A session that is alive, with everything a request in it needs to know of its person, and a sign of life of it, written
 * once a minute at most. `$1`: token, `$2`: how many minutes of silence end it.
 */
export const findSession = statement(
  'find_session',
  `WITH live AS MATERIALIZED (
     SELECT * FROM sessions WHERE token = $1 AND expires_at > now() AND seen_at > now() - make_interval(mins => $2::int)
   ), seen AS (
     UPDATE sessions s SET seen_at = now() FROM live WHERE s.id = live.id AND live.seen_at < now() - interval '1 minute'
   )
   SELECT s.id AS session_id, ${iso('s.created_at')} AS created_at, ${iso('now()')} AS seen_at, ${iso('s.expires_at')} AS expires_at,
          ${iso('s.confirmed_at')} AS confirmed_at, ${HAS_SECOND_FACTOR} AS has_second_factor,
          NOT s.by_sso AND NOT ${HAS_SECOND_FACTOR} AND ${WANTED} AS owes_second_factor,
          u.id AS user_id, u.name AS user_name, u.email AS user_email, w.id AS workspace_id, w.name AS workspace_name,
          ${licensed('u.id', 'NULL')} AS plugins, ${weightsInForce('w.id')} AS signal_weights_id,
          ${STORAGE},
          COALESCE((SELECT json_agg(json_build_object('id', t.id, 'name', t.name) ORDER BY t.created_at, t.id)
                    FROM teams t WHERE t.owner_user_id = u.id), '[]') AS teams
   FROM live s JOIN users u ON u.id = s.user_id AND u.disabled_at IS NULL JOIN workspaces w ON w.owner_user_id = u.id
   ${storageOf('w.id')}`,
  { reading: true, row: narrowed<{ has_second_factor: boolean; owes_second_factor: boolean }>() },
);
