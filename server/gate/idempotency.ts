import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Row } from '../../db/append.ts';
import { type Database, execute } from '../../db/orm.ts';
import { findIdempotencyRecord, forgetIdempotencyRecord, lockIdempotencyKey } from '../../db/statements/idempotency.ts';
import { Fault } from '../errors.ts';

/** A caller's idempotency key in its workspace, with what its record says of the call. */
export type Idempotency = {
  readonly which: readonly [workspaceId: string, keyId: string, key: string];
  /** Names the key among those that calls are running under. */
  readonly lock: string;
  readonly tool: string;
  readonly inputHash: string;
};

/** @param rawInput the input as it came, before the schema */
export function idempotencyOf(
  call: { workspaceId: string; tool: string; principal: { keyId: string } },
  key: string,
  rawInput: unknown,
): Idempotency {
  const which = [call.workspaceId, call.principal.keyId, key] as const;
  return {
    which,
    lock: JSON.stringify(which),
    tool: call.tool,
    inputHash: createHash('sha256').update(canonical(rawInput)).digest('hex'),
  };
}

/** The record of a first result, to be committed with it. */
export const recordOf = ({ which, tool, inputHash }: Idempotency, result: string): Row => ({
  workspace_id: which[0],
  key_id: which[1],
  idempotency_key: which[2],
  tool,
  input_hash: inputHash,
  result,
});

/** Whether a first result is there to be replayed. */
export async function isKept(db: Database, { which }: Idempotency): Promise<boolean> {
  const [found] = await db.read(which[0], findIdempotencyRecord, which);
  return found?.kept === true;
}

/**
 * Locks the key for the transaction and reads its first result as JSON; one that is kept no longer is forgotten.
 * @throws Fault idempotency_in_progress, idempotency_conflict
 */
export async function findKept(em: EntityManager, idempotency: Idempotency): Promise<string | undefined> {
  const { which, lock, tool, inputHash } = idempotency;
  const [taken] = await execute(em, lockIdempotencyKey, [lock]);
  if (!taken!.locked) throw new Fault('idempotency_in_progress');
  const [found] = await execute(em, findIdempotencyRecord, which);
  if (found === undefined) return undefined;
  if (!found.kept) {
    await execute(em, forgetIdempotencyRecord, which);
    return undefined;
  }
  if (found.tool !== tool || found.input_hash !== inputHash) throw new Fault('idempotency_conflict');
  return found.result;
}

/** JSON with sorted keys: the same input in another order of fields is the same input. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, part: unknown) =>
      typeof part === 'object' && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
        : part,
    ) ?? ''
  );
}
