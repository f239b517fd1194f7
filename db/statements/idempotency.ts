import { statement } from '../statement.ts';

/**
 * Takes the lock of an idempotency key until the transaction ends; fails where another has it (`KEY_IN_USE`). `$1`:
 * workspace, key and idempotency key in one text.
 */
export const lockIdempotencyKey = statement('lock_idempotency_key', 'SELECT lock_idempotency_key($1)');

/** The SQLSTATE of `lock_idempotency_key`. */
export const KEY_IN_USE = 'SK002';

/**
 * Fails where there is a record of one of the idempotency keys, good or past its time, and names their places among them,
 * from 1 (`KEYS_USED`). The gate's role. `$1`: workspaces, `$2`: keys, `$3`: idempotency keys.
 */
export const refuseUsedIdempotencyKeys = statement(
  'refuse_used_idempotency_keys',
  `SELECT refuse_used_idempotency_keys(array_agg(asked.place))
   FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS asked (workspace_id, key_id, idempotency_key, place)
   WHERE EXISTS (SELECT FROM idempotency_records r WHERE r.workspace_id = asked.workspace_id AND r.key_id = asked.key_id
                   AND r.idempotency_key = asked.idempotency_key OFFSET 0)
   HAVING count(*) > 0`,
);

/** The SQLSTATE of `refuse_used_idempotency_keys`; its detail holds the places, with a space between two. */
export const KEYS_USED = 'SK003';

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
