import { iso, type RowOf, narrowed, statement } from '../statement.ts';

/** What a `RunRow` is made of. */
export const RUN_COLUMNS = `id, run_ref, plugin, skill, state, ${iso('started_at')} AS started_at, ${iso('last_sign_at')} AS last_sign_at,
  ${iso('settled_at')} AS settled_at, duration_ms`;

/** `$1`: workspace, `$2`: run ref. */
export const findRun = statement(
  'find_run',
  `SELECT ${RUN_COLUMNS} FROM runs WHERE workspace_id = $1 AND run_ref = $2`,
);

export type RunRow = RowOf<typeof findRun>;

const WORKSPACE_CONFIG = (payload: string) => `WITH RECURSIVE scopes AS (
     (SELECT scope FROM brain_states WHERE workspace_id = $1 ORDER BY scope LIMIT 1)
     UNION ALL
     SELECT (SELECT b.scope FROM brain_states b WHERE b.workspace_id = $1 AND b.scope > s.scope ORDER BY b.scope LIMIT 1)
     FROM scopes s WHERE s.scope IS NOT NULL
   )
   SELECT
     (SELECT COALESCE(json_object_agg(flag, value ORDER BY flag), '{}') FROM workspace_flags WHERE workspace_id = $1) AS flags,
     (SELECT COALESCE(json_agg(b ORDER BY b.scope), '[]')
      FROM scopes s CROSS JOIN LATERAL (
        SELECT scope, version, bytes, ${iso('created_at')} AS synced_at${payload}
        FROM brain_states WHERE workspace_id = $1 AND scope = s.scope ORDER BY version DESC LIMIT 1
      ) b) AS brain`;

type Flags = { flags: Record<string, unknown> };

/** Flags of the workspace, and of each brain scope the version in force. `$1`: workspace. */
export const findWorkspaceConfig = statement('find_workspace_config', WORKSPACE_CONFIG(''), { row: narrowed<Flags>() });

/** The same, with what some scopes hold. `$1`: workspace, `$2`: those scopes. */
export const findWorkspaceBrain = statement(
  'find_workspace_brain',
  WORKSPACE_CONFIG(`, CASE WHEN scope = ANY ($2::text[]) THEN payload END AS payload`),
  { row: narrowed<Flags>() },
);

/** Lets one sync of a scope at a time number its version, until the transaction ends. `$1`: workspace and scope in one text. */
export const lockBrainScope = statement(
  'lock_brain_scope',
  `SELECT pg_advisory_xact_lock(hashtextextended($1, 0)) IS NULL AS taken`,
);

/**
 * Keeps a version of a scope and answers its number; a scope that is there under another spelling is that one. `$1`:
 * workspace, `$2`: new id, `$3`: scope, `$4`: payload, `$5`: its bytes, `$6`: run ref, `$7`: account ref, `$8`: key, `$9`:
 * user, `$10`: now, `$11`: the version that it puts in force again, or null.
 */
export const insertBrainState = statement(
  'insert_brain_state',
  `WITH RECURSIVE scopes AS (
     (SELECT scope FROM brain_states WHERE workspace_id = $1 ORDER BY scope LIMIT 1)
     UNION ALL
     SELECT (SELECT b.scope FROM brain_states b WHERE b.workspace_id = $1 AND b.scope > s.scope ORDER BY b.scope LIMIT 1)
     FROM scopes s WHERE s.scope IS NOT NULL
   ), kept AS (
     SELECT COALESCE((SELECT scope FROM scopes WHERE translate(scope, ' _-', '') = translate($3, ' _-', '')
                      ORDER BY scope <> $3, scope LIMIT 1), $3) AS scope
   )
   INSERT INTO brain_states (workspace_id, id, scope, version, payload, bytes, run_ref, account_ref, key_id, user_id, created_at, copy_of)
   SELECT $1, $2, kept.scope,
          1 + COALESCE((SELECT version FROM brain_states WHERE workspace_id = $1 AND scope = kept.scope ORDER BY version DESC LIMIT 1), 0),
          $4, $5, $6, $7, $8, $9, $10, $11::int
   FROM kept
   RETURNING version, scope`,
);

/** `$1`: workspace. */
export const countBrainScopes = statement(
  'count_brain_scopes',
  `SELECT count(DISTINCT scope)::int AS scopes FROM brain_states WHERE workspace_id = $1`,
);

/** `$1`: workspace, `$2`: flag. On only when its value is `true`. */
export const isFlagOn = statement(
  'is_flag_on',
  `SELECT EXISTS (SELECT FROM workspace_flags WHERE workspace_id = $1 AND flag = $2 AND value = 'true') AS on`,
);
