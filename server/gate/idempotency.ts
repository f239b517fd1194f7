import { hash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { combineInserts, type Row } from '../../db/append.ts';
import { check, execute } from '../../db/orm.ts';
import {
  findIdempotencyRecord,
  forgetIdempotencyRecord,
  keepIdempotencyRecord,
  KEPT_MINUTES,
  lockIdempotencyKey,
} from '../../db/statements/idempotency.ts';
import { idempotencyRecords } from '../../db/statements/calls.ts';
import type { RowOf } from '../../db/statement.ts';
import { Fault } from '../errors.ts';
import { isObject } from '../json-value.ts';
import type { Reads } from './reads.ts';

/** A caller's idempotency key in its workspace, with the fields of its record. */
export type Idempotency = {
  readonly which: readonly [workspaceId: string, keyId: string, key: string];
  /** Identifies the key among those of running calls. */
  readonly lock: string;
  readonly tool: string;
  readonly inputHash: string;
  /** For how many minutes its first result is replayed. */
  readonly minutes: number;
};

type Caller = { workspaceId: string; tool: string; principal: { keyId: string } };

const sha256 = (text: string) => hash('sha256', text, 'hex');

/** @param rawInput the input before the schema parsed it, without the arguments that name its run and its key */
export function idempotencyOf(call: Caller, key: string, rawInput: unknown): Idempotency {
  const which = [call.workspaceId, call.principal.keyId, key] as const;
  const inputHash = sha256(canonical(rawInput));
  return { which, lock: JSON.stringify(which), tool: call.tool, inputHash, minutes: KEPT_MINUTES };
}

/**
 * That of a call which its agent's host named: a retry has the same name, the same tool and the same input. With another
 * input it is another call, so it is never a conflict. No caller can have chosen the key, as it holds a space.
 */
export function idempotencyOfHost(
  call: Caller,
  retry: { key: string; minutes: number },
  rawInput: unknown,
): Idempotency {
  const named = idempotencyOf(call, '', rawInput);
  const key = `host ${sha256(JSON.stringify([retry.key, call.tool, named.inputHash]))}`;
  return { ...named, which: [named.which[0], named.which[1], key], minutes: retry.minutes };
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

/** What is known of a key: nothing, a first result to be replayed, or one that is past its time. */
export async function findRecord(
  reads: Reads,
  { which, minutes }: Idempotency,
): Promise<RowOf<typeof findIdempotencyRecord> | undefined> {
  const [found] = await reads.read(which[0], findIdempotencyRecord, [...which, minutes]);
  return found;
}

/** The first result as JSON, where one exists to be replayed. */
export async function findKept(reads: Reads, idempotency: Idempotency): Promise<string | undefined> {
  const found = await findRecord(reads, idempotency);
  return found?.kept === true ? found.result : undefined;
}

/** Deletes a record that is past its time. */
export const forget = (em: EntityManager, { which }: Idempotency) => execute(em, forgetIdempotencyRecord, which);

/**
 * Locks the key for the transaction and reads its first result as JSON; an expired one is deleted.
 * @throws Fault idempotency_conflict; `KEY_IN_USE` where another call is running under the key
 */
export async function findFirstResult(em: EntityManager, idempotency: Idempotency): Promise<string | undefined> {
  const { which, lock, tool, inputHash, minutes } = idempotency;
  await check(em, lockIdempotencyKey, [lock]);
  const [found] = await execute(em, findIdempotencyRecord, [...which, minutes]);
  if (found === undefined) return undefined;
  if (!found.kept) {
    await forget(em, idempotency);
    return undefined;
  }
  if (found.tool !== tool || found.input_hash !== inputHash) throw new Fault('idempotency_conflict');
  return found.result;
}

/** Replaces the record that was just added: the call turned out to be a repeat, so it answers otherwise. */
export async function keepInstead(em: EntityManager, idempotency: Idempotency, result: string): Promise<void> {
  await forget(em, idempotency);
  const { statement, values } = combineInserts([{ into: idempotencyRecords, rows: [recordOf(idempotency, result)] }])!;
  await execute(em, statement, values);
}

/** Keeps the result of a call that turned out to be a repeat, unless another call of its key was first. */
export const keepIfNone = (em: EntityManager, { which, tool, inputHash }: Idempotency, result: string) =>
  execute(em, keepIdempotencyRecord, [...which, tool, inputHash, result]);

/** JSON with sorted keys, so that the order of fields does not matter. */
export function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, part: unknown) =>
      isObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
    ) ?? ''
  );
}
