import { narrowed, statement } from '../statement.ts';

// All of these run as sat_login. A link's token is kept as its SHA-256, in `verifications`.

/** The user by an e-mail address who has a password and is not disabled. `$1`: e-mail address. */
export const findResettable = statement(
  'find_resettable',
  `SELECT u.id AS user_id FROM users u JOIN logins l ON l.user_id = u.id AND l.provider_id = 'credential'
   WHERE lower(u.email) = lower($1) AND l.password IS NOT NULL AND u.disabled_at IS NULL`,
);

/**
 * Keeps a link's token, in place of the user's earlier ones; no row when the user is gone or disabled.
 * `$1`: user, `$2`: id, `$3`: the token's hash, `$4`: minutes it lives.
 */
export const keepResetToken = statement(
  'keep_reset_token',
  `WITH earlier AS (DELETE FROM verifications WHERE value = 'reset ' || $1 AND identifier LIKE 'reset:%'),
        kept AS (
     INSERT INTO verifications (id, identifier, value, expires_at)
     SELECT $2, 'reset:' || $3, 'reset ' || u.id, now() + make_interval(mins => $4::int)
     FROM users u WHERE u.id = $1 AND u.disabled_at IS NULL RETURNING expires_at
   )
   SELECT u.email, u.name, kept.expires_at::text AS expires_at FROM users u, kept WHERE u.id = $1`,
  { row: narrowed<{ expires_at: string }>() },
);

/** Whether a token can be used now. `$1`: its hash. */
export const findResetToken = statement(
  'find_reset_token',
  `SELECT id FROM verifications WHERE identifier = 'reset:' || $1 AND expires_at > now()`,
);

/**
 * Uses a token: of any number at once, on any number of processes, one gets a row. Sets the password, ends every session
 * and notes it. `$1`: the token's hash, `$2`: hash of the password, `$3`: id of a new login, `$4`: request, `$5`: address.
 */
export const resetPassword = statement(
  'reset_password',
  `WITH used AS (
     DELETE FROM verifications WHERE identifier = 'reset:' || $1 AND expires_at > now() RETURNING substr(value, 7) AS user_id
   ), person AS (
     SELECT u.id FROM users u JOIN used ON used.user_id = u.id WHERE u.disabled_at IS NULL
   ), kept AS (
     INSERT INTO logins (id, user_id, provider_id, account_id, password) SELECT $3, id, 'credential', id, $2 FROM person
     ON CONFLICT (provider_id, account_id) DO UPDATE SET password = excluded.password, updated_at = now()
   ), ended AS (
     DELETE FROM sessions s USING person WHERE s.user_id = person.id
   ), noted AS (
     INSERT INTO acts (workspace_id, id, act, subject_id, user_id, request_id, address)
     SELECT w.id, new_id('act'), 'password.reset', person.id, person.id, $4, $5 FROM person, workspaces w WHERE w.owner_user_id = person.id
   )
   SELECT id FROM person`,
);
