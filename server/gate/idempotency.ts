import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Row } from '../../db/append.ts';
import { type Database, execute } from '../../db/orm.ts';
import { findIdempotencyRecord, forgetIdempotencyRecord, lockIdempotencyKey } from '../../db/statements/idempotency.ts';
import { Fault } from '../errors.ts';

/** A caller's idempotency key in its workspace, with the fields of its record. */
export type Idempotency = {
  readonly which: readonly [workspaceId: string, keyId: string, key: string];
  /** Identifies the key among those of running calls. */
  readonly lock: string;
  readonly tool: string;
  readonly inputHash: string;
};

/** @param rawInput the input before the schema parsed it */
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

/** The record of a first result, committed with it. */
export const recordOf = ({ which, tool, inputHash }: Idempotency, result: string): Row => ({
  workspace_id: which[0],
  key_id: which[1],
  idempotency_key: which[2],
  tool,
  input_hash: inputHash,
  result,
});

/** Whether a first result exists to be replayed. */
export async function isKept(db: Database, { which }: Idempotency): Promise<boolean> {
  const [found] = await db.read(which[0], findIdempotencyRecord, which);
  return found?.kept === true;
}

/**
 * Locks the key for the transaction and reads its first result as JSON; an expired one is deleted.
 * @throws Fault idempotency_in_progress, idempotency_conflict
 */
export async function findFirstResult(em: EntityManager, idempotency: Idempotency): Promise<string | undefined> {
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

/** JSON with sorted keys, so that the order of fields does not matter. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, part: unknown) =>
      typeof part === 'object' && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
        : part,
    ) ?? ''
  );
}
