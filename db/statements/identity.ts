import { iso, statement } from '../statement.ts';

// All of these run as sat_login.

/** A user's sessions that are alive, the one seen last first. `$1`: user, `$2`: how many minutes of silence end one. */
export const listSessions = statement(
  'list_sessions',
  `SELECT id AS session_id, ${iso('created_at')} AS created_at, ${iso('seen_at')} AS seen_at, ${iso('expires_at')} AS expires_at,
          ip_address, user_agent
   FROM sessions
   WHERE user_id = $1 AND expires_at > now() AND seen_at > now() - make_interval(mins => $2::int)
   ORDER BY sessions.seen_at DESC, id LIMIT 200`,
);

/** `$1`: user, `$2`: session. */
export const endSession = statement('end_session', `DELETE FROM sessions WHERE user_id = $1 AND id = $2 RETURNING id`);

/** All of a user's but one, which may be null. `$1`: user, `$2`: session that stays. */
export const endOtherSessions = statement(
  'end_other_sessions',
  `DELETE FROM sessions WHERE user_id = $1 AND id IS DISTINCT FROM $2::text RETURNING id`,
);

/** The session a person signs in from ends with the sign-in. `$1`: its token. */
export const endSessionByToken = statement('end_session_by_token', `DELETE FROM sessions WHERE token = $1`);

/** Sessions, one-time values and windows of attempts that are over. */
export const pruneSessions = statement(
  'prune_sessions',
  `WITH sessions AS (DELETE FROM sessions WHERE expires_at < now()),
        verifications AS (DELETE FROM verifications WHERE expires_at < now())
   DELETE FROM sign_in_attempts WHERE ends_at < now()`,
);

/** `$1`: user. */
export const findPassword = statement(
  'find_password',
  `SELECT password FROM logins WHERE user_id = $1 AND provider_id = 'credential' AND account_id = $1`,
);

/** `$1`: user, `$2`: hash, `$3`: session, `$4`: request. */
export const replacePassword = statement(
  'replace_password',
  `WITH replaced AS (
     UPDATE logins SET password = $2, updated_at = now()
     WHERE user_id = $1 AND provider_id = 'credential' AND account_id = $1 RETURNING id
   ), noted AS (
     INSERT INTO acts (workspace_id, id, act, user_id, session_id, request_id)
     SELECT w.id, new_id('act'), 'password.changed', $1, $3, $4 FROM replaced, workspaces w WHERE w.owner_user_id = $1
   )
   SELECT id FROM replaced`,
);

/**
 * Counts an attempt to sign in for each subject before it is made, so that of many at once no more get through than may.
 * A window begins with its first attempt. `$1`: subjects, sorted, `$2`: minutes of a window.
 */
export const countSignIn = statement(
  'count_sign_in',
  `INSERT INTO sign_in_attempts AS a (subject, attempts, ends_at)
   SELECT subject, 1, now() + make_interval(mins => $2::int) FROM unnest($1::text[]) subject
   ON CONFLICT (subject) DO UPDATE SET
     attempts = CASE WHEN a.ends_at <= now() THEN 1 ELSE a.attempts + 1 END,
     ends_at = CASE WHEN a.ends_at <= now() THEN excluded.ends_at ELSE a.ends_at END
   RETURNING subject, attempts, ceil(extract(epoch FROM ends_at - now()))::int AS seconds_left`,
  { reading: true },
);

/** Takes back what was counted for an attempt that succeeded, or was refused without being made. `$1`: subjects. */
export const uncountSignIn = statement(
  'uncount_sign_in',
  `UPDATE sign_in_attempts SET attempts = greatest(0, attempts - 1) WHERE subject = ANY ($1::text[])`,
  { reading: true },
);
