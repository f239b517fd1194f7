import type { EntityManager } from '@mikro-orm/postgresql';
import { newId, withIds } from '../../db/ids.ts';
import type { NotedChange } from '../../db/noted-changes.ts';
import { type Database, execute } from '../../db/orm.ts';
import type { Query, Statement } from '../../db/statement.ts';
import {
  BEGIN_TRIAL,
  END_TRIAL,
  findWaiting,
  findWaitingOf,
  noteChanges,
  openChangeset,
  proposedCalls,
  type ProposedRow,
  setCallTime,
  takeNoted,
} from '../../db/statements/changesets.ts';
import { Fault } from '../errors.ts';
import type { Call, Transport } from './call.ts';
import type { Admission } from './call-recorder.ts';
import { isLostRace, isPassing } from './database-fault.ts';
import { type Appended, type Execution, handle } from './execution.ts';
import type { FairSlots } from './fair-slots.ts';
import { hasEffect } from './noted.ts';
import type { Actor } from './principal.ts';
import type { Reads } from './reads.ts';
import { addRows, createRun, factInserts, retryLostRaces, type Run } from './run.ts';

/** Calls of one changeset that may wait, and bytes of what they were sent: each new call makes all of them again. */
export const MOST_WAITING = 200;
const MOST_BYTES = 4_000_000;

/** How a call of a tool is made again from its input as it was sent. @param prepared what it looked up the first time */
export type MakeAgain = (
  tool: string,
  call: Call,
  input: unknown,
  prepared: unknown,
) => Promise<Execution<unknown>> | undefined;

type Parts = { db: Database; slots: FairSlots; reads: Reads; makeAgain: MakeAgain };

/** Ends a transaction of which nothing stays. */
class Undone<Result> {
  readonly result: Result;
  constructor(result: Result) {
    this.result = result;
  }
}

/** Whether an error says nothing about the call that it came with. */
const isOfDatabase = (error: unknown) => isLostRace(error) || isPassing(error);

/**
 * Keys whose writes are proposals (decisions 26). A call runs in its transaction after those of its run that wait, what it
 * changed is noted, and all of it is rolled back to before; what stays is how to make it again.
 */
export class Proposals {
  readonly #parts: Parts;
  /** The last call of each key and run in this process: the next one begins after it. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Statements of a call as if what waits of its run were written, each in a transaction that is rolled back. */
  viewOf({ call }: Run): Query {
    const view = (query: Statement, values: readonly unknown[] = []) =>
      this.tryOut(call.workspaceId, async (em) => {
        const waiting = await execute(em, findWaitingOf, [call.workspaceId, call.principal.keyId, call.runRef]);
        await this.#makeAll(em, call.principal, call.runRef, waiting);
        return execute<never>(em, query, values);
      });
    return view as Query;
  }

  /** Runs something in a transaction of a workspace that is rolled back. */
  async tryOut<Result>(workspaceId: string, run: (em: EntityManager) => Promise<Result>): Promise<Result> {
    const { db, slots } = this.#parts;
    try {
      return await retryLostRaces(() =>
        slots.run(workspaceId, () =>
          db.fork(workspaceId).transactional(async (em): Promise<Result> => {
            throw new Undone(await run(em));
          }),
        ),
      );
    } catch (error) {
      if (error instanceof Undone) return error.result as Result;
      throw error;
    }
  }

  /** Calls of one key and run one after the other: in one process they do not wait on connections. */
  async inTurn<Result>({ call }: Run, run: () => Promise<Result>): Promise<Result> {
    const name = `${call.principal.keyId} ${call.runRef}`;
    const before = this.#turns.get(name);
    const own = (before ?? Promise.resolve()).then(run);
    const settled = own.catch(() => {});
    this.#turns.set(name, settled);
    try {
      return await own;
    } finally {
      if (this.#turns.get(name) === settled) this.#turns.delete(name);
    }
  }

  /**
   * Tries a call out, in the transaction that then keeps it.
   * @param idempotencyKey under which its answer is kept
   * @returns what it answers, and what to keep
   * @throws Fault changeset_full, and the handler's own
   */
  async propose<Result>(
    em: EntityManager,
    admission: Admission,
    execution: Exclude<Execution<Result>, { kind: 'read' }>,
    idempotencyKey: string | undefined,
  ): Promise<Appended<Result>> {
    const { call, principal } = admission;
    const { workspaceId, runRef } = call;
    const now = call.now.toISOString();
    const which = [workspaceId, newId('changeset'), principal.keyId, principal.user.id, runRef, now] as const;
    const [changeset] = await execute(em, openChangeset, which);
    const waiting = await execute(em, findWaiting, [workspaceId, changeset!.changeset_id]);
    const input = JSON.stringify(admission.rawInput) ?? '{}';
    checkBounds(waiting, input);
    await this.#makeAll(em, principal, runRef, waiting, true);
    await execute(em, noteChanges, ['on', now]);
    const { result, ids } = await withIds([], () => carryOut(em, admission, execution));
    const changes = (await execute(em, takeNoted, [workspaceId])).filter(hasEffect);
    await execute(em, END_TRIAL);
    const prepared = execution.prepared?.();
    const answer = { result, inserts: [] };
    if (changes.length === 0 && prepared === undefined) return answer;
    admission.isProposed = true;
    admission.auditId ??= newId('call');
    const row = {
      workspace_id: workspaceId,
      id: newId('proposed_call'),
      changeset_id: changeset!.changeset_id,
      position: (waiting.at(-1)?.position ?? 0) + 1,
      tool: call.tool,
      transport: call.transport,
      request_id: call.requestId,
      call_id: admission.auditId,
      idempotency_key: idempotencyKey ?? null,
      input,
      prepared: prepared ?? null,
      ids,
      changes,
      state: 'waiting',
      at: now,
    };
    return { ...answer, inserts: [{ into: proposedCalls, rows: [row] }] };
  }

  /**
   * Makes a call again that waits, and notes what it changes by now.
   * @param author the key that made it
   * @throws Fault the handler's own; an error of the database
   */
  async makeNoting(em: EntityManager, author: Actor, runRef: string | null, row: ProposedRow): Promise<NotedChange[]> {
    await execute(em, noteChanges, ['on', row.at]);
    await this.#make(em, author, runRef, row);
    const changes = await execute(em, takeNoted, [author.workspaceId]);
    await execute(em, noteChanges, ['off', '']);
    return changes.filter(hasEffect);
  }

  /** Makes calls again in their order; one that cannot be made any more is left out, for a person to see. */
  async #makeAll(
    em: EntityManager,
    author: Actor,
    runRef: string | null,
    waiting: readonly ProposedRow[],
    isTrial = waiting.length > 0,
  ): Promise<void> {
    if (!isTrial) return;
    const left = new Set(waiting);
    await execute(em, BEGIN_TRIAL);
    for (;;) {
      let current: ProposedRow | undefined;
      try {
        for (current of left) {
          await execute(em, setCallTime, [current.at]);
          await this.#make(em, author, runRef, current);
        }
        return;
      } catch (error) {
        if (isOfDatabase(error)) throw error;
        left.delete(current!);
        await execute(em, END_TRIAL);
      }
    }
  }

  async #make(em: EntityManager, author: Actor, runRef: string | null, row: ProposedRow): Promise<void> {
    const { db, reads, makeAgain } = this.#parts;
    const run = createRun(db, reads, {
      tool: row.tool,
      principal: author,
      workspaceId: author.workspaceId,
      transport: row.transport as Transport,
      requestId: row.request_id,
      runRef,
      inputText: () => row.input,
      now: new Date(row.at),
    });
    const execution = await makeAgain(row.tool, run.call, JSON.parse(row.input), row.prepared ?? undefined);
    if (execution === undefined) throw new Fault('not_found', { message: `There is no tool ${row.tool} any more.` });
    run.transaction = em;
    await execution.prepare?.();
    await withIds(row.ids, () => carryOut(em, run, execution));
  }
}

function checkBounds(waiting: readonly ProposedRow[], input: string): void {
  const bytes = waiting.reduce((sum, row) => sum + row.input.length, input.length);
  if (waiting.length < MOST_WAITING && bytes <= MOST_BYTES) return;
  throw new Fault('changeset_full', {
    message: `${waiting.length} calls of this run wait for a person, of ${bytes - input.length} characters; at most ${MOST_WAITING} may, of ${MOST_BYTES}. Nothing was written.`,
  });
}

/** Runs a call's rule and writes its facts and what it adds, in a transaction. */
async function carryOut<Result>(em: EntityManager, run: Run, execution: Execution<Result>): Promise<Result> {
  if (execution.kind === 'read') return execution.handle();
  const { result, inserts, repeated } = await handle(execution);
  const repeats = await addRows(em, [...factInserts(run), ...inserts]);
  const kept = repeats.find(({ sent }) => sent === repeated?.id);
  return kept === undefined ? result : repeated!.result(kept);
}
