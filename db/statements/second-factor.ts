import { HAS_SECOND_FACTOR } from '../second-factors.ts';
import { iso, narrowed, statement } from '../statement.ts';

// All of these run as sat_login, if not said otherwise.

const noted = (
  act: string,
  from: string,
  { session, request }: { session: string; request: string },
  detail = `'{}'`,
) =>
  `INSERT INTO acts (workspace_id, id, act, subject_id, user_id, session_id, request_id, detail)
     SELECT w.id, new_id('act'), '${act}', w.owner_user_id, w.owner_user_id, ${session}, ${request}, ${detail}::jsonb
     FROM ${from} x JOIN workspaces w ON w.owner_user_id = x.user_id`;

/** `$1`: user. */
export const findSecondFactor = statement(
  'find_second_factor',
  `SELECT sealed, ${iso('confirmed_at')} AS confirmed_at,
          (SELECT count(*)::int FROM backup_codes b WHERE b.user_id = f.user_id) AS backup_codes
   FROM second_factors f WHERE user_id = $1`,
  { row: narrowed<{ backup_codes: number }>() },
);

/** Keeps a new secret until a code confirms it; no row where one is confirmed already. `$1`: user, `$2`: sealed. */
export const beginSecondFactor = statement(
  'begin_second_factor',
  `INSERT INTO second_factors AS f (user_id, sealed) VALUES ($1, $2)
   ON CONFLICT (user_id) DO UPDATE SET sealed = excluded.sealed, last_step = 0, created_at = now() WHERE f.confirmed_at IS NULL
   RETURNING user_id`,
);

/**
 * Puts a second factor into force, with its first backup codes, and ends the person's other sessions; no row where it is
 * in force, or is not the one that was checked. `$1`: user, `$2`: sealed, `$3`: step, `$4`: hashes of codes, `$5`: session, `$6`: request.
 */
export const confirmSecondFactor = statement(
  'confirm_second_factor',
  `WITH confirmed AS (
     UPDATE second_factors SET confirmed_at = now(), last_step = $3::bigint
     WHERE user_id = $1 AND sealed = $2 AND confirmed_at IS NULL RETURNING user_id
   ), kept AS (
     INSERT INTO backup_codes (user_id, hash) SELECT user_id, unnest($4::text[]) FROM confirmed
   ), ended AS (
     DELETE FROM sessions s USING confirmed c WHERE s.user_id = c.user_id AND s.id <> $5 RETURNING s.id
   ), noted AS (
     ${noted('second_factor.set', 'confirmed', { session: '$5', request: '$6' })}
   )
   SELECT (SELECT count(*)::int FROM ended) AS ended FROM confirmed`,
  { row: narrowed<{ ended: number }>() },
);

/** Takes a code of a time step, and none of it or before it ever again: of any number at once one gets a row. `$1`: user, `$2`: step. */
export const takeStep = statement(
  'take_second_factor_step',
  `UPDATE second_factors SET last_step = $2::bigint
   WHERE user_id = $1 AND confirmed_at IS NOT NULL AND last_step < $2::bigint RETURNING user_id`,
);

/** Uses up a backup code: of any number at once one gets a row. `$1`: user, `$2`: its hash, `$3`: session or null, `$4`: request. */
export const takeBackupCode = statement(
  'take_backup_code',
  `WITH used AS (
     DELETE FROM backup_codes WHERE user_id = $1 AND hash = $2 RETURNING user_id
   ), noted AS (
     ${noted('backup_code.used', 'used', { session: '$3', request: '$4' })}
   )
   SELECT user_id FROM used`,
);

/** Puts new backup codes in the place of all before. `$1`: user, `$2`: hashes, `$3`: session, `$4`: request. */
export const replaceBackupCodes = statement(
  'replace_backup_codes',
  `WITH of AS (
     SELECT user_id FROM second_factors WHERE user_id = $1 AND confirmed_at IS NOT NULL FOR UPDATE
   ), gone AS (
     DELETE FROM backup_codes b USING of WHERE b.user_id = of.user_id
   ), kept AS (
     INSERT INTO backup_codes (user_id, hash) SELECT user_id, unnest($2::text[]) FROM of
   ), noted AS (
     ${noted('backup_codes.made', 'of', { session: '$3', request: '$4' })}
   )
   SELECT user_id FROM of`,
);

/** `$1`: user, `$2`: session, `$3`: request. */
export const removeSecondFactor = statement(
  'remove_second_factor',
  `WITH removed AS (
     DELETE FROM second_factors WHERE user_id = $1 AND confirmed_at IS NOT NULL RETURNING user_id
   ), noted AS (
     ${noted('second_factor.removed', 'removed', { session: '$2', request: '$3' })}
   )
   SELECT user_id FROM removed`,
);

/** A session whose person has just proved who they are. `$1`: session. */
export const confirmSession = statement('confirm_session', `UPDATE sessions SET confirmed_at = now() WHERE id = $1`);

/** Whether a sign-in may become a session. `$1`: user. */
export const findStanding = statement(
  'find_standing',
  `SELECT disabled_at IS NOT NULL AS disabled,
          ${HAS_SECOND_FACTOR} AS second_factor
   FROM users u WHERE id = $1`,
  { row: narrowed<{ disabled: boolean; second_factor: boolean }>() },
);

/** sat_operator's. `$1`: user. */
export const removeSecondFactorOf = statement(
  'remove_second_factor_of',
  `DELETE FROM second_factors WHERE user_id = $1 RETURNING user_id`,
);

/** Whether a team wants a second factor of its people; no row unless the owner asks. sat_operator's. `$1`: owner, `$2`: team, `$3`: required. */
export const requireSecondFactor = statement(
  'require_second_factor',
  `UPDATE teams SET require_second_factor = $3 WHERE owner_user_id = $1 AND id = $2 RETURNING id`,
);
