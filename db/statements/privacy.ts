import { iso, statement } from '../statement.ts';

// All of these run as sat_operator. What is read and written in a workspace is made from the entities (server/privacy).

/** `$1`: workspace. */
export const listKeyNames = statement('list_key_names', `SELECT id, name FROM api_keys WHERE workspace_id = $1`);

/** `$1`: workspace, `$2`: rows of id and name. */
export const renameKeys = statement(
  'rename_keys',
  `UPDATE api_keys k SET name = r.name FROM json_populate_recordset(NULL::api_keys, $2::json) r
   WHERE k.workspace_id = $1 AND k.id = r.id`,
);

/** What a workspace's export begins with. `$1`: workspace. */
export const findWorkspaceHead = statement(
  'find_workspace_head',
  `SELECT w.id AS workspace_id, w.name, ${iso('w.created_at')} AS created_at,
     json_build_object('user_id', u.id, 'email', u.email, 'name', u.name, 'created_at', ${iso('u.created_at')}) AS owner,
     COALESCE((SELECT json_agg(json_build_object('key_id', k.id, 'name', k.name, 'prefix', k.prefix, 'scopes', k.scopes,
         'created_at', ${iso('k.created_at')}, 'revoked_at', ${iso('k.revoked_at')}) ORDER BY k.id)
       FROM api_keys k WHERE k.workspace_id = w.id), '[]') AS keys,
     COALESCE((SELECT json_agg(json_build_object('kind', e.kind, 'slug', e.slug, 'starts_at', ${iso('e.starts_at')},
         'ends_at', ${iso('e.ends_at')}, 'revoked_at', ${iso('e.revoked_at')}) ORDER BY e.id)
       FROM entitlements e WHERE e.user_id = u.id), '[]') AS entitlements,
     COALESCE((SELECT json_agg(json_build_object('team_id', t.id, 'name', t.name) ORDER BY t.id)
       FROM teams t WHERE t.owner_user_id = u.id), '[]') AS teams
   FROM workspaces w JOIN users u ON u.id = w.owner_user_id WHERE w.id = $1`,
);

/**
 * Deletes what a workspace's data hangs on, once that is gone: its keys, and its owner with what they own. Keys that the
 * owner had elsewhere go with them. `$1`: workspace, `$2`: its owner.
 */
export const deleteKeySecrets = statement(
  'delete_key_secrets',
  `DELETE FROM api_key_secrets WHERE key_id IN (SELECT id FROM api_keys WHERE workspace_id = $1 OR user_id = $2)`,
);
export const deleteKeys = statement('delete_keys', `DELETE FROM api_keys WHERE workspace_id = $1 OR user_id = $2`);
export const deleteWorkspaceRow = statement('delete_workspace', `DELETE FROM workspaces WHERE id = $1`);

/** `$1`: user, in this order. */
export const deleteOwned = [
  statement('delete_sessions_of', `DELETE FROM sessions WHERE user_id = $1`),
  statement('delete_logins_of', `DELETE FROM logins WHERE user_id = $1`),
  statement('delete_entitlements_of', `DELETE FROM entitlements WHERE user_id = $1`),
  statement(
    'delete_memberships_of',
    `DELETE FROM team_members WHERE (team_id, user_id) IN (
       SELECT team_id, user_id FROM team_members WHERE user_id = $1
       UNION ALL SELECT m.team_id, m.user_id FROM teams t JOIN team_members m ON m.team_id = t.id WHERE t.owner_user_id = $1)`,
  ),
  statement(
    'delete_seat_packs_of',
    `DELETE FROM seat_packs WHERE team_id IN (SELECT id FROM teams WHERE owner_user_id = $1)`,
  ),
  statement('delete_teams_of', `DELETE FROM teams WHERE owner_user_id = $1`),
  statement('delete_user', `DELETE FROM users WHERE id = $1`),
] as const;
