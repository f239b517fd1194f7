import {
  embedAgain,
  restoreFactsOf,
  reviveLast,
  supersedeInOrder,
  withdrawFactsEach,
} from '../../db/statements/withdrawn-facts.ts';
import { chunksOf } from '../chunks.ts';
import type { Call } from '../gate/call.ts';

/** Facts of one statement: it holds no more rows at once. */
const MOST_AT_ONCE = 5_000;

/**
 * Marks facts as withdrawn: they answer no more, and what they superseded is current again. In the call's transaction.
 * @param by the id of what withdraws them, by which `restoreFacts` brings them back
 * @returns how many; those withdrawn before, by something else, stay that one's
 */
export async function withdrawFacts(call: Call, by: string, ids: readonly string[]): Promise<number> {
  return withdrawEachFact(
    call,
    ids.map((id) => ({ id, by })),
  );
}

/**
 * The same of facts that several things withdraw: each is brought back by its own.
 * @param whole subjects of which no other facts are left: nothing of them is current again
 */
export async function withdrawEachFact(
  call: Call,
  facts: readonly { id: string; by: string }[],
  whole: ReadonlySet<string> = new Set(),
): Promise<number> {
  const withdrawn: Fact[] = [];
  for (const part of chunksOf(facts, MOST_AT_ONCE)) {
    const [ids, by] = [part.map(({ id }) => id), part.map((fact) => fact.by)];
    const rows = await call.query(withdrawFactsEach, [call.workspaceId, ids, call.now.toISOString(), by]);
    withdrawn.push(...(rows as Fact[]));
  }
  await embed(call, await putInOrder(call, leaveOut(withdrawn, whole)));
  return withdrawn.length;
}

/**
 * Brings back the facts that `by` withdrew, as they were: a current one is current again, unless its attribute was written
 * since. In the call's transaction.
 * @param whole subjects of which no other facts are there: theirs come back as they were
 * @returns how many
 */
export async function restoreFacts(
  call: Call,
  by: readonly string[],
  whole: ReadonlySet<string> = new Set(),
): Promise<number> {
  const restored = (await call.query(restoreFactsOf, [call.workspaceId, by, [...whole]])) as Fact[];
  await putInOrder(call, leaveOut(restored, whole));
  await embed(call, restored);
  return restored.length;
}

const leaveOut = (facts: readonly Fact[], whole: ReadonlySet<string>) =>
  facts.filter(({ subject_id }) => !whole.has(subject_id));

type Fact = { id: string; subject_id: string; attribute: string; single: boolean };

/** Of each single-valued attribute that some facts are of, the last one left is current. @returns those that became it */
async function putInOrder({ query, workspaceId }: Call, facts: readonly Fact[]): Promise<{ id: string }[]> {
  const single = facts.filter((fact) => fact.single);
  if (single.length === 0) return [];
  const subjects = single.map(({ subject_id }) => subject_id);
  const attributes = single.map(({ attribute }) => attribute);
  await query(supersedeInOrder, [workspaceId, subjects, attributes]);
  return query(reviveLast, [workspaceId, subjects, attributes]);
}

async function embed(call: Call, facts: readonly { id: string }[]): Promise<void> {
  if (facts.length > 0) await call.query(embedAgain, [call.workspaceId, facts.map(({ id }) => id)]);
}
