import { iso, narrowed, statement } from '../statement.ts';

/** `$1`: workspace, `$2`: a version's id. */
export const readSignalWeights = statement(
  'read_signal_weights',
  `SELECT payload FROM brain_states WHERE workspace_id = $1 AND id = $2`,
);

/** What scores are kept on: its column in signals and scores, and its table. */
const SUBJECTS = {
  account: ['account_id', 'accounts'],
  target_account: ['target_account_id', 'target_accounts'],
} as const;

export type ScoreSubject = keyof typeof SUBJECTS;

const history = (column: string, table: string, prefix: string, columns: string) =>
  `(SELECT substr(id, ${prefix.length + 1}) AS position, json_build_object('id', id, ${columns}, 'run_ref', run_ref,
      'recorded_at', ${iso('created_at')}) AS item
    FROM ${table}
    WHERE workspace_id = a.workspace_id AND ${column} = a.id AND ($4::text IS NULL OR id < '${prefix}' || $4)
    ORDER BY id DESC LIMIT $3::int + 1)`;

const statementsOf = (subject: ScoreSubject) => {
  const [column, table] = SUBJECTS[subject];
  const suffix = subject === 'account' ? '' : '_of_target';
  return {
    record: statement(
      `record_score${suffix}`,
      `WITH new_signals AS (
         INSERT INTO signals (workspace_id, id, ${column}, key, value, at, run_ref)
         SELECT $1, id, $2, key, value, at, run_ref FROM json_populate_recordset(NULL::signals, $3::json)
       ), new_score AS (
         INSERT INTO scores (workspace_id, id, ${column}, role, value, band, drivers, weights_version, run_ref)
         SELECT $1, id, $2, role, value, band, drivers, weights_version, run_ref FROM json_populate_record(NULL::scores, $4::json)
       )
       SELECT name FROM ${table} WHERE workspace_id = $1 AND id = $2 FOR NO KEY UPDATE`,
    ),
    outdated: statement(
      `find_outdated_signals${suffix}`,
      `SELECT reading.key FROM unnest($3::text[], $4::timestamptz[]) reading (key, at)
       WHERE EXISTS (SELECT FROM signals s WHERE s.workspace_id = $1 AND s.${column} = $2 AND s.key = reading.key
                     AND s.at > reading.at AND s.created_at > reading.at)`,
      { row: narrowed<{ key: string }>() },
    ),
    find: statement(
      `find_signals${suffix}`,
      `SELECT COALESCE((
         SELECT json_agg(json_build_object('position', position, 'item', item) ORDER BY position DESC) FROM (
           SELECT * FROM (
             ${history(column, 'signals', 'sig_', `'key', key, 'value', value, 'at', ${iso('at')}`)}
             UNION ALL
             ${history(column, 'scores', 'sco_', `'role', role, 'value', value, 'band', band, 'drivers', drivers, 'weights_version', weights_version`)}
           ) recorded ORDER BY position DESC LIMIT $3::int + 1
         ) newest), '[]') AS history
       FROM ${table} a WHERE a.workspace_id = $1 AND a.id = $2`,
    ),
  };
};

/**
 * Of an account, or of a target account (`$2`; `$1`: workspace):
 * - `record` keeps a score and the signals it was made from, and the record locked: its facts are superseded one call
 *   after the other. `$3`: signals, `$4`: the score.
 * - `outdated`: which of these readings are older than one of their signal that is kept; a reading of the future counts
 *   as of when it was kept. Asked once the record is locked. `$3`: keys, `$4`: when each was read.
 * - `find`: signals and scores as one history, newest first: ids of both sort by time after their prefix. `$3`: items, of
 *   which one more is answered when there are more, `$4`: position to go on below. No row when there is no such record.
 */
export const scoreStatements = {
  account: statementsOf('account'),
  target_account: statementsOf('target_account'),
} as const satisfies Record<ScoreSubject, unknown>;

/** Signals and scores of a target account become those of the account it was made. `$1`: workspace, `$2`: target account, `$3`: account. */
export const promoteScores = statement(
  'promote_scores',
  `WITH target AS (UPDATE target_accounts SET account_id = $3, updated_at = now() WHERE workspace_id = $1 AND id = $2 RETURNING id),
   moved AS (UPDATE every_signals SET account_id = $3, target_account_id = NULL WHERE workspace_id = $1 AND target_account_id = $2)
   UPDATE scores SET account_id = $3, target_account_id = NULL WHERE workspace_id = $1 AND target_account_id = $2`,
);

/** A target account that is to become an account, locked. `$1`: workspace, `$2`: target account. */
export const lockTarget = statement(
  'lock_target',
  `SELECT account_id, name, domain, industry, employee_count, list_name, payload, set_by_people FROM target_accounts
   WHERE workspace_id = $1 AND id = $2 FOR NO KEY UPDATE`,
);

/** A new account's values that a person set on the target account it was made of stay that person's. `$1`: workspace, `$2`: account, `$3`: the marks. */
export const inheritMarks = statement(
  'inherit_marks',
  `UPDATE accounts SET set_by_people = $3::jsonb || set_by_people WHERE workspace_id = $1 AND id = $2`,
);
