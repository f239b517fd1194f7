import { iso, type RowOf, narrowed, statement } from '../statement.ts';

const RUN = `id, run_ref, plugin, skill, state, ${iso('started_at')} AS started_at, ${iso('last_sign_at')} AS last_sign_at,
  ${iso('settled_at')} AS settled_at, duration_ms`;

/** `$1`: workspace, `$2`: run ref. */
export const findRun = statement('find_run', `SELECT ${RUN} FROM runs WHERE workspace_id = $1 AND run_ref = $2`);

export type RunRow = RowOf<typeof findRun>;

/**
 * Declares a run, or finds the one that has the ref already, even while another call is declaring it: its row is locked
 * and answered. `$1`: workspace, `$2`: new id, `$3`: run ref, `$4`: plugin, `$5`: skill, `$6`: now, `$7`: key, `$8`:
 * user, `$9`: team.
 */
export const declareRun = statement(
  'declare_run',
  `INSERT INTO runs (workspace_id, id, run_ref, plugin, skill, state, declared, started_at, last_sign_at, key_id, user_id, team_id, created_at)
   VALUES ($1, $2, $3, $4, $5, 'running', true, $6, $6, $7, $8, $9, $6)
   ON CONFLICT (workspace_id, run_ref) DO UPDATE SET run_ref = EXCLUDED.run_ref
   RETURNING ${RUN}`,
);

/**
 * Records a sign of life. No row when the run does not run, or gave one less than `$4` seconds ago; the first heartbeat
 * after the start counts at any time. `$1`: workspace, `$2`: run ref, `$3`: now.
 */
export const beatRun = statement(
  'beat_run',
  `UPDATE runs SET last_sign_at = $3
   WHERE workspace_id = $1 AND run_ref = $2 AND state = 'running'
     AND (last_sign_at = started_at OR last_sign_at <= $3::timestamptz - make_interval(secs => $4))
   RETURNING ${RUN}`,
);

/**
 * Settles the running run that has the ref, or records one that was never declared: one statement, so of two calls at
 * once exactly one settles. No row when the run is settled already. `$1`: workspace, `$2`: new id, `$3`: run ref, `$4`:
 * plugin, `$5`: skill, `$6`: state, `$7`: now, `$8`: duration, `$9`: outcome, `$10`: counts, `$11`: error code, `$12`:
 * error detail, `$13`: account ref, `$14`: payload, `$15`: key, `$16`: user, `$17`: team.
 */
export const settleRun = statement(
  'settle_run',
  `INSERT INTO runs (workspace_id, id, run_ref, plugin, skill, state, declared, last_sign_at, settled_at, duration_ms, outcome, counts,
                     error_code, error_detail, account_ref, telemetry, key_id, user_id, team_id, created_at)
   VALUES ($1, $2, $3, $4, $5, $6, false, $7, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $7)
   ON CONFLICT (workspace_id, run_ref) DO UPDATE SET
     plugin = COALESCE(runs.plugin, EXCLUDED.plugin), skill = COALESCE(runs.skill, EXCLUDED.skill),
     state = EXCLUDED.state, last_sign_at = EXCLUDED.last_sign_at, settled_at = EXCLUDED.settled_at,
     duration_ms = COALESCE(EXCLUDED.duration_ms, GREATEST(0, round(extract(epoch FROM EXCLUDED.settled_at - runs.started_at) * 1000))::float8),
     outcome = EXCLUDED.outcome, counts = EXCLUDED.counts, error_code = EXCLUDED.error_code, error_detail = EXCLUDED.error_detail,
     account_ref = EXCLUDED.account_ref, telemetry = EXCLUDED.telemetry
   WHERE runs.state = 'running'
   RETURNING ${RUN}`,
);

/** Flags of the workspace, and of each brain scope the version in force. `$1`: workspace. */
export const findWorkspaceConfig = statement(
  'find_workspace_config',
  `WITH RECURSIVE scopes AS (
     (SELECT scope FROM brain_states WHERE workspace_id = $1 ORDER BY scope LIMIT 1)
     UNION ALL
     SELECT (SELECT b.scope FROM brain_states b WHERE b.workspace_id = $1 AND b.scope > s.scope ORDER BY b.scope LIMIT 1)
     FROM scopes s WHERE s.scope IS NOT NULL
   )
   SELECT
     (SELECT COALESCE(json_object_agg(flag, value ORDER BY flag), '{}') FROM workspace_flags WHERE workspace_id = $1) AS flags,
     (SELECT COALESCE(json_agg(b ORDER BY b.scope), '[]')
      FROM scopes s CROSS JOIN LATERAL (
        SELECT scope, version, bytes, ${iso('created_at')} AS synced_at
        FROM brain_states WHERE workspace_id = $1 AND scope = s.scope ORDER BY version DESC LIMIT 1
      ) b) AS brain`,
  { row: narrowed<{ flags: Record<string, unknown> }>() },
);

/** Lets one sync of a scope at a time number its version, until the transaction ends. `$1`: workspace and scope in one text. */
export const lockBrainScope = statement(
  'lock_brain_scope',
  `SELECT pg_advisory_xact_lock(hashtextextended($1, 0)) IS NULL AS taken`,
);

/**
 * Keeps a version of a scope and answers its number. `$1`: workspace, `$2`: new id, `$3`: scope, `$4`: payload, `$5`:
 * its bytes, `$6`: run ref, `$7`: account ref, `$8`: key, `$9`: user, `$10`: now.
 */
export const insertBrainState = statement(
  'insert_brain_state',
  `INSERT INTO brain_states (workspace_id, id, scope, version, payload, bytes, run_ref, account_ref, key_id, user_id, created_at)
   SELECT $1, $2, $3, 1 + COALESCE((SELECT version FROM brain_states WHERE workspace_id = $1 AND scope = $3 ORDER BY version DESC LIMIT 1), 0),
          $4, $5, $6, $7, $8, $9, $10
   RETURNING version`,
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
