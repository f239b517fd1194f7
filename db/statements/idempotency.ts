import { statement } from '../statement.ts';

/** Takes the lock of an idempotency key until the transaction ends. `$1`: workspace, key and idempotency key in one text. */
export const lockIdempotencyKey = statement(
  'lock_idempotency_key',
  `SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked`,
);

/** How long records are kept (decisions 4). */
export const KEPT_MINUTES = 7 * 24 * 60;

/** `$1`: workspace, `$2`: key, `$3`: idempotency key, `$4`: for how many minutes its record is good. */
export const findIdempotencyRecord = statement(
  'find_idempotency_record',
  `SELECT tool, input_hash, result, created_at > now() - make_interval(mins => $4::int) AS kept
   FROM idempotency_records WHERE workspace_id = $1 AND key_id = $2 AND idempotency_key = $3`,
);

/** Forgets a record past its time, so that the key can be used again. */
export const forgetIdempotencyRecord = statement(
  'forget_idempotency_record',
  `DELETE FROM idempotency_records WHERE workspace_id = $1 AND key_id = $2 AND idempotency_key = $3`,
);

/** `$1`: workspace, `$2`: key, `$3`: idempotency key, `$4`: tool, `$5`: hash of the input, `$6`: result as JSON. */
export const keepIdempotencyRecord = statement(
  'keep_idempotency_record',
  `INSERT INTO idempotency_records (workspace_id, key_id, idempotency_key, tool, input_hash, result)
   VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
);
