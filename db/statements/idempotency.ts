import { statement } from '../statement.ts';

/** Takes the lock of an idempotency key until the transaction ends. `$1`: workspace, key and idempotency key in one text. */
export const lockIdempotencyKey = statement(
  'lock_idempotency_key',
  `SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked`,
);

/** `$1`: workspace, `$2`: key, `$3`: idempotency key. Records are kept 24 h (decisions 4). */
export const findIdempotencyRecord = statement(
  'find_idempotency_record',
  `SELECT tool, input_hash, result, created_at > now() - interval '24 hours' AS kept
   FROM idempotency_records WHERE workspace_id = $1 AND key_id = $2 AND idempotency_key = $3`,
);

/** Forgets a record past its 24 h, so that the key can be used again. */
export const forgetIdempotencyRecord = statement(
  'forget_idempotency_record',
  `DELETE FROM idempotency_records WHERE workspace_id = $1 AND key_id = $2 AND idempotency_key = $3`,
);
