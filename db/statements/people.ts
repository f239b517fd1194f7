import { HAS_SECOND_FACTOR } from '../second-factors.ts';
import { iso, narrowed, statement } from '../statement.ts';

// All of these run as sat_operator, if not said otherwise.

/**
 * Users, newest first. `$1`: id to start below, `$2`: how many, `$3`: the workspace they own or have a key in, or null,
 * `$4`: e-mail address or null, `$5`: how many minutes of silence end a session.
 */
export const listUsers = statement(
  'list_users',
  `SELECT u.id AS user_id, u.email, u.name, w.id AS workspace_id, ${iso('u.created_at')} AS created_at,
          ${iso('u.disabled_at')} AS disabled_at,
          EXISTS (SELECT FROM logins l WHERE l.user_id = u.id AND l.password IS NOT NULL) AS has_password,
          ${HAS_SECOND_FACTOR} AS has_second_factor,
          (SELECT count(*)::int FROM sessions s WHERE s.user_id = u.id AND s.expires_at > now()
             AND s.seen_at > now() - make_interval(mins => $5::int)) AS sessions,
          (SELECT count(*)::int FROM api_keys k WHERE k.user_id = u.id AND k.revoked_at IS NULL
             AND (k.expires_at IS NULL OR k.expires_at > now())) AS keys
   FROM users u LEFT JOIN workspaces w ON w.owner_user_id = u.id
   WHERE u.id < $1 AND ($4::text IS NULL OR lower(u.email) = lower($4))
     AND ($3::text IS NULL OR w.id = $3 OR EXISTS (SELECT FROM api_keys k WHERE k.user_id = u.id AND k.workspace_id = $3))
   ORDER BY u.id DESC LIMIT $2`,
  { row: narrowed<{ has_password: boolean; has_second_factor: boolean; sessions: number; keys: number }>() },
);

/** Disables a user and ends every session of theirs; no row when there is no such user. `$1`: user. */
export const disableUser = statement(
  'disable_user',
  `WITH ended AS (DELETE FROM sessions WHERE user_id = $1 RETURNING id)
   UPDATE users SET disabled_at = COALESCE(disabled_at, now()), updated_at = now() WHERE id = $1
   RETURNING ${iso('disabled_at')} AS disabled_at, (SELECT count(*)::int FROM ended) AS sessions_ended`,
  { row: narrowed<{ disabled_at: string; sessions_ended: number }>() },
);

/** `$1`: user. */
export const enableUser = statement(
  'enable_user',
  `UPDATE users SET disabled_at = NULL, updated_at = now() WHERE id = $1 RETURNING id`,
);

/** Revokes every key and application's token of a user. `$1`: user. */
export const revokeKeysOfUser = statement(
  'revoke_keys_of_user',
  `UPDATE api_keys SET revoked_at = now() WHERE user_id = $1 AND revoked_at IS NULL RETURNING id`,
);

/** Revokes every key that writes into a workspace, whoever's it is. `$1`: workspace. */
export const revokeKeysOfWorkspace = statement(
  'revoke_keys_of_workspace',
  `UPDATE api_keys SET revoked_at = now() WHERE workspace_id = $1 AND revoked_at IS NULL RETURNING id`,
);

/** `$1`: user. */
export const endSessionsOfUser = statement(
  'end_sessions_of_user',
  `DELETE FROM sessions WHERE user_id = $1 RETURNING id`,
);

/** Sets a user's password, or gives them one. `$1`: user, `$2`: id of a new login, `$3`: hash. */
export const setPasswordOf = statement(
  'set_password_of',
  `INSERT INTO logins (id, user_id, provider_id, account_id, password) VALUES ($2, $1, 'credential', $1, $3)
   ON CONFLICT (provider_id, account_id) DO UPDATE SET password = excluded.password, updated_at = now()`,
);

/** `$1`: id, `$2`: act, `$3`: subject, `$4`: the person when it was not the operator, `$5`: request, `$6`: detail. */
export const insertOperatorAct = statement(
  'insert_operator_act',
  `INSERT INTO operator_acts (id, act, subject_id, user_id, request_id, detail) VALUES ($1, $2, $3, $4, $5, $6)`,
);

/** Newest first. `$1`: id to start below, `$2`: how many, `$3`: subject or null. */
export const listOperatorActs = statement(
  'list_operator_acts',
  `SELECT id AS act_id, ${iso('at')} AS at, act, subject_id, user_id, request_id, detail FROM operator_acts
   WHERE id < $1 AND ($3::text IS NULL OR subject_id = $3) ORDER BY id DESC LIMIT $2`,
);

/** A workspace with its owner. `$1`: workspace. */
export const findWorkspace = statement(
  'find_workspace',
  `SELECT w.id AS workspace_id, w.name, ${iso('w.created_at')} AS created_at, u.id AS user_id, u.email, u.name AS user_name,
          u.disabled_at IS NOT NULL AS disabled
   FROM workspaces w JOIN users u ON u.id = w.owner_user_id WHERE w.id = $1`,
  { row: narrowed<{ disabled: boolean }>() },
);
