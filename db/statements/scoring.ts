import { iso, narrowed, statement } from '../statement.ts';

/** `$1`: workspace, `$2`: a version's id. */
export const readSignalWeights = statement(
  'read_signal_weights',
  `SELECT payload FROM brain_states WHERE workspace_id = $1 AND id = $2`,
);

/** Keeps a score and the signals it was made from, and the account locked: its facts are superseded one call after the other. `$1`: workspace, `$2`: account, `$3`: signals, `$4`: the score. */
export const recordScore = statement(
  'record_score',
  `WITH new_signals AS (
     INSERT INTO signals (workspace_id, id, account_id, key, value, at, run_ref)
     SELECT $1, id, $2, key, value, at, run_ref FROM json_populate_recordset(NULL::signals, $3::json)
   ), new_score AS (
     INSERT INTO scores (workspace_id, id, account_id, role, value, band, drivers, weights_version, run_ref)
     SELECT $1, id, $2, role, value, band, drivers, weights_version, run_ref FROM json_populate_record(NULL::scores, $4::json)
   )
   SELECT name FROM accounts WHERE workspace_id = $1 AND id = $2 FOR NO KEY UPDATE`,
);

/**
 * Which of these readings are older than one of their signal that is kept; a reading of the future counts as of when it
 * was kept. Asked once the account is locked. `$1`: workspace, `$2`: account, `$3`: keys, `$4`: when each was read.
 */
export const findOutdated = statement(
  'find_outdated_signals',
  `SELECT reading.key FROM unnest($3::text[], $4::timestamptz[]) reading (key, at)
   WHERE EXISTS (SELECT FROM signals s WHERE s.workspace_id = $1 AND s.account_id = $2 AND s.key = reading.key
                 AND s.at > reading.at AND s.created_at > reading.at)`,
  { row: narrowed<{ key: string }>() },
);

const history = (table: string, prefix: string, columns: string) =>
  `(SELECT substr(id, ${prefix.length + 1}) AS position, json_build_object('id', id, ${columns}, 'run_ref', run_ref,
      'recorded_at', ${iso('created_at')}) AS item
    FROM ${table}
    WHERE workspace_id = a.workspace_id AND account_id = a.id AND ($4::text IS NULL OR id < '${prefix}' || $4)
    ORDER BY id DESC LIMIT $3::int + 1)`;

/**
 * Signals and scores of an account as one history, newest first: ids of both sort by time after their prefix. `$1`:
 * workspace, `$2`: account, `$3`: items, of which one more is answered when there are more, `$4`: position to go on
 * below. No row when there is no such account.
 */
export const findSignals = statement(
  'find_signals',
  `SELECT COALESCE((
     SELECT json_agg(json_build_object('position', position, 'item', item) ORDER BY position DESC) FROM (
       SELECT * FROM (
         ${history('signals', 'sig_', `'key', key, 'value', value, 'at', ${iso('at')}`)}
         UNION ALL
         ${history('scores', 'sco_', `'role', role, 'value', value, 'band', band, 'drivers', drivers, 'weights_version', weights_version`)}
       ) recorded ORDER BY position DESC LIMIT $3::int + 1
     ) newest), '[]') AS history
   FROM accounts a WHERE a.workspace_id = $1 AND a.id = $2`,
);
