import { statement } from '../statement.ts';

const COLUMNS = 'workspace_id, id, act, subject_id, user_id, session_id, request_id, detail';

/** In the transaction of what is done. `$1`: workspace, `$2`: act, `$3`: subject, `$4`: user, `$5`: session, `$6`: request, `$7`: detail. */
export const insertAct = statement(
  'insert_act',
  `INSERT INTO acts (${COLUMNS}) VALUES ($1, new_id('act'), $2, $3, $4, $5, $6, $7)`,
);

/** The same in the workspace that a user owns. `$1`: that user; the others as of `insertAct`. */
export const insertActOfOwner = statement(
  'insert_act_of_owner',
  `INSERT INTO acts (${COLUMNS}) SELECT id, new_id('act'), $2, $3, $4, $5, $6, $7 FROM workspaces WHERE owner_user_id = $1`,
);

/**
 * A sign-in that failed, where there is somebody by that e-mail address; a row is written either way, so that it takes as
 * long. sat_login's. `$1`: e-mail address, `$2`: where it came from, `$3`: request, `$4`: what its failures are counted under.
 */
export const noteRefusedSignIn = statement(
  'note_refused_sign_in',
  `WITH noted AS (
     INSERT INTO acts (workspace_id, id, act, request_id, address)
     SELECT w.id, new_id('act'), 'session.refused', $3, $2
     FROM users u JOIN workspaces w ON w.owner_user_id = u.id WHERE lower(u.email) = lower($1)
   )
   UPDATE sign_in_attempts SET attempts = attempts WHERE subject = $4`,
);
