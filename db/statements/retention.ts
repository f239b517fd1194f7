import { statement } from '../statement.ts';

const prune = <const Name extends string>(name: Name, table: string, column: string, key: string) =>
  statement(
    name,
    `WITH deleted AS (
       DELETE FROM ${table}
       WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${column} < now() - $1::interval LIMIT $2) RETURNING 1
     )
     SELECT count(*) AS count FROM deleted`,
  );

/** `$1`: age, `$2`: most rows. Answers how many were deleted. */
export const pruneCalls = prune('prune_calls', 'api_key_calls', 'at', 'workspace_id, id');
export const pruneActs = prune('prune_acts', 'acts', 'at', 'workspace_id, id');
export const pruneAuthorizations = prune(
  'prune_authorizations',
  'oauth_authorizations',
  'created_at',
  'workspace_id, id',
);
export const pruneIdempotencyRecords = prune(
  'prune_idempotency_records',
  'idempotency_records',
  'created_at',
  'workspace_id, key_id, idempotency_key',
);
