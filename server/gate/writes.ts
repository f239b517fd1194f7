import type { Insert } from '../../db/append.ts';
import type { Database } from '../../db/orm.ts';
import { calls, idempotencyRecords, idempotencyRecordsOfAdded } from '../../db/statements/calls.ts';
import type { Repeat } from '../../db/statements/repeats.ts';
import { Fault } from '../errors.ts';
import type { Admission, CallRecorder } from './call-recorder.ts';
import { changedKeysIn, isTaken } from './database-fault.ts';
import { type Appended, type Execution, handle } from './execution.ts';
import type { FairSlots } from './fair-slots.ts';
import {
  findFirstResult,
  findKept,
  findRecord,
  forget,
  type Idempotency,
  idempotencyOf,
  idempotencyOfHost,
  keepIfNone,
  keepInstead,
  recordOf,
} from './idempotency.ts';
import { checkKey } from './key-check.ts';
import { KeyChanged } from './principal.ts';
import type { Proposals } from './proposals.ts';
import type { Reads } from './reads.ts';
import { commit, factInserts, recordedFromNowOn } from './run.ts';
import { Answer, withWarnings } from './tool-answer.ts';

type Parts = {
  db: Database;
  reads: Reads;
  slots: FairSlots;
  recorder: CallRecorder;
  proposals: Proposals;
};

type Write<Result> = Exclude<Execution<Result>, { kind: 'read' }>;
type Appending<Result> = Extract<Execution<Result>, { kind: 'append' }>;

/** Commits calls that write, and answers those that are done already with their first result (decisions 4). */
export class Writes {
  readonly #db: Database;
  readonly #reads: Reads;
  readonly #slots: FairSlots;
  readonly #recorder: CallRecorder;
  readonly #proposals: Proposals;
  /** Idempotency keys that calls of this process are running under. */
  readonly #running = new Set<string>();

  constructor({ db, reads, slots, recorder, proposals }: Parts) {
    this.#db = db;
    this.#reads = reads;
    this.#slots = slots;
    this.#recorder = recorder;
    this.#proposals = proposals;
  }

  /** A write of a key whose writes are proposals: after those of its run before it, and seeing them. */
  propose<Result>(admission: Admission, execution: Write<Result>): Promise<Answer<Result>> {
    return this.#proposals.inTurn(admission, () => this.write(admission, execution));
  }

  /** Commits a call together: what it changes and adds, its facts, its idempotency record and its audit row. */
  async write<Result>(admission: Admission, execution: Write<Result>): Promise<Answer<Result>> {
    const { call, incoming, principal, rawInput } = admission;
    const caller = { workspaceId: call.workspaceId, tool: call.tool, principal };
    const { idempotencyKey: key, host } = incoming;
    if (key === undefined) {
      if (host?.retry === undefined) return this.#writeNew(admission, execution, undefined);
      return this.#writeOfHost(admission, execution, idempotencyOfHost(caller, host.retry, rawInput));
    }
    const idempotency = idempotencyOf(caller, key, rawInput);
    if (this.#running.has(idempotency.lock)) throw new Fault('idempotency_in_progress');
    this.#running.add(idempotency.lock);
    try {
      return await this.#writeOnce(admission, execution, idempotency);
    } finally {
      this.#running.delete(idempotency.lock);
    }
  }

  async #writeOnce<Result>(
    admission: Admission,
    execution: Write<Result>,
    idempotency: Idempotency,
  ): Promise<Answer<Result>> {
    const mayAppend = isAppending(admission, execution);
    const found = execution.prepare === undefined ? undefined : await findRecord(this.#reads, idempotency);
    if (found?.kept !== true) await execution.prepare?.();
    if (!mayAppend || found !== undefined) return this.#commit(admission, execution, idempotency);
    try {
      return await this.#append(admission, execution, idempotency);
    } catch (error) {
      if (!isTaken(error)) throw error;
      return this.#commit(admission, execution, idempotency);
    }
  }

  /**
   * Adds what an appending call adds, with its audit row and its idempotency record, in one statement with other calls'.
   * @throws Error where the idempotency key is taken; then nothing was written, and the call can be carried out again
   */
  async #append<Result>(
    admission: Admission,
    execution: Appending<Result>,
    idempotency?: Idempotency,
  ): Promise<Answer<Result>> {
    const forget = recordedFromNowOn(admission);
    const { result, inserts, repeated } = execution.handle();
    const answered = withWarnings(result, admission);
    const json = JSON.stringify(answered);
    const records = idempotency === undefined ? [] : [recordOf(idempotency, json)];
    const kept: Insert =
      repeated === undefined
        ? { into: idempotencyRecords, rows: records }
        : { into: idempotencyRecordsOfAdded, rows: records.map((row) => ({ ...row, of_record: repeated.id })) };
    let repeats: readonly Repeat[];
    try {
      const rows = [...factInserts(admission), ...inserts, kept];
      repeats = await this.#recorder.succeed(admission, json, rows, idempotency?.which);
    } catch (error) {
      forget();
      throw error;
    }
    const again = answerOfRepeat(admission, repeated, repeats);
    if (again !== undefined && idempotency !== undefined)
      await this.#db.fork(admission.call.workspaceId).transactional((em) => keepIfNone(em, idempotency, again.json));
    return again ?? new Answer(answered, json);
  }

  /**
   * A write that its agent's host named. Nearly all of these are no retries, so none is looked up before: a retry fails
   * on the record of the first, or on what the first changed, and is rolled back; then it is answered with the first result.
   */
  async #writeOfHost<Result>(
    admission: Admission,
    execution: Write<Result>,
    idempotency: Idempotency,
  ): Promise<Answer<Result>> {
    try {
      return await this.#writeNew(admission, execution, idempotency);
    } catch (error) {
      if (admission.audited || !(isTaken(error) || error instanceof Fault)) throw error;
      const kept = await findKept(this.#reads, idempotency);
      if (kept !== undefined) {
        await this.#recorder.succeed(admission, kept);
        return new Answer(JSON.parse(kept) as Result, kept, true);
      }
      if (!isTaken(error)) throw error;
      await this.#db.fork(admission.call.workspaceId).transactional((em) => forget(em, idempotency));
      return this.#commit(admission, execution, idempotency, 'new');
    }
  }

  async #writeNew<Result>(
    admission: Admission,
    execution: Write<Result>,
    idempotency: Idempotency | undefined,
  ): Promise<Answer<Result>> {
    await execution.prepare?.();
    if (isAppending(admission, execution)) return this.#append(admission, execution, idempotency);
    return this.#commit(admission, execution, idempotency, 'new');
  }

  /** @param known `new` where a first result is not looked for; it fails on the record of one then */
  async #commit<Result>(
    admission: Admission,
    execution: Write<Result>,
    idempotency: Idempotency | undefined,
    known?: 'new',
  ): Promise<Answer<Result>> {
    let answer: Answer<Result> | undefined;
    let row = undefined as ReturnType<CallRecorder['rowOf']> | undefined;
    try {
      await commit({ db: this.#db, slots: this.#slots }, admission, async (em) => {
        await checkKey(em, admission.keyCheck);
        const kept = idempotency === undefined || known === 'new' ? undefined : await findFirstResult(em, idempotency);
        if (kept !== undefined) {
          answer = new Answer(JSON.parse(kept) as Result, kept, true);
          row = this.#recorder.rowOf(admission, undefined, kept);
          return { result: undefined, inserts: [{ into: calls, rows: [row] }] };
        }
        const isTrial = isProposing(admission);
        const handled: Appended<Result> = isTrial
          ? await this.#proposals.propose(em, admission, execution, idempotency?.which[2])
          : await handle(execution);
        const result = withWarnings(handled.result, admission);
        const json = JSON.stringify(result);
        answer = new Answer(result, json);
        row = this.#recorder.rowOf(admission, undefined, json);
        const records = idempotency === undefined ? [] : [recordOf(idempotency, json)];
        const inserts = [...handled.inserts, { into: idempotencyRecords, rows: records }, { into: calls, rows: [row] }];
        const { repeated } = handled;
        if (repeated === undefined) return { result: undefined, isTrial, inserts };
        const after = async (repeats: readonly Repeat[]) => {
          const again = answerOfRepeat(admission, repeated, repeats);
          if (again === undefined) return;
          answer = again;
          if (idempotency !== undefined) await keepInstead(em, idempotency, again.json);
        };
        return { result: undefined, isTrial, inserts, after };
      });
    } catch (error) {
      if (changedKeysIn(error) !== undefined) throw new KeyChanged();
      await this.#recorder.settle(admission, error);
    }
    this.#recorder.end(admission, row!);
    return answer!;
  }
}

/** Whether a call only adds rows, so that it needs no transaction of its own. */
const isAppending = <Result>(admission: Admission, execution: Write<Result>): execution is Appending<Result> =>
  execution.kind === 'append' && !isProposing(admission);

/** Whether what a call writes waits for a person. */
export const isProposing = ({ principal, policy }: Admission): boolean =>
  principal.proposes && policy.effect !== 'read' && policy.onProbation === 'proposed';

/** The answer of an appending call whose record was left out as a repeat; undefined when it was not. */
export function answerOfRepeat<Result>(
  admission: Admission,
  repeated: Appended<Result>['repeated'],
  repeats: readonly Repeat[],
): Answer<Result> | undefined {
  const kept = repeated === undefined ? undefined : repeats.find(({ sent }) => sent === repeated.id);
  if (kept === undefined) return undefined;
  const result = withWarnings(repeated!.result(kept), admission);
  return new Answer(result, JSON.stringify(result));
}
