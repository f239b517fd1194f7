import { newId } from '../../db/ids.ts';
import { type Database, execute } from '../../db/orm.ts';
import { insertAct } from '../../db/statements/activity.ts';
import {
  advanceUndo,
  countParts,
  endUndoJob,
  findLastPart,
  type LeasedUndo,
  lockUndoJob,
  releaseUndo,
} from '../../db/statements/undo-jobs.ts';
import { keepUndo } from '../../db/statements/undo-writes.ts';
import { Fault } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import type { FairSlots } from '../gate/fair-slots.ts';
import { runOfJob } from '../gate/job-run.ts';
import type { Reads } from '../gate/reads.ts';
import { commit } from '../gate/run.ts';
import { LEASE_S, nextSize, Overtaken, type Turn } from '../jobs/take-turns.ts';
import { doneBy } from '../records/withdraw.ts';
import { apply, reasonOf, type UndoServices } from './apply.ts';
import { bringBackPart } from './bring-back.ts';
import { MOST_FACTS, nextPart } from './parts.ts';
import { importRan } from './selection.ts';

export type UndoDeps = UndoServices & {
  readonly db: Database;
  readonly slots: FairSlots;
  readonly reads: Reads;
};

/** A part takes about so long, in milliseconds: its locks are short, and what waits for the database has its turn. */
const PART_MS = 150;
const FEWEST_FACTS = 600;

/** A large undo, or its way back, that this process has to itself for now: a part at a time. */
export class RunningUndo implements Turn {
  readonly #deps: UndoDeps;
  readonly #workspaceId: string;
  readonly #undoId: string;
  readonly #job: LeasedUndo;
  #done: number;
  #before: string;
  #most = FEWEST_FACTS;

  constructor(deps: UndoDeps, workspaceId: string, undoId: string, job: LeasedUndo) {
    this.#deps = deps;
    this.#workspaceId = workspaceId;
    this.#undoId = undoId;
    this.#job = job;
    this.#done = job.done;
    this.#before = job.before!;
  }

  get what() {
    return { undo_id: this.#undoId };
  }

  async step(): Promise<boolean> {
    const began = performance.now();
    try {
      const more = await this.#commit((call) =>
        this.#job.way === 'undo' ? this.#undoPart(call) : this.#takeBackPart(call),
      );
      const took = performance.now() - began;
      this.#most = nextSize(this.#most, took, { partMs: PART_MS, fewest: FEWEST_FACTS, most: MOST_FACTS });
      if (!more) await this.#end('done');
      return more;
    } catch (error) {
      if (!(error instanceof Fault) || !['invalid_transition', 'not_found'].includes(error.code)) throw error;
      await this.#end('failed', [error.message, error.hint].filter(Boolean).join(' '));
      return false;
    }
  }

  /** One transaction: a part, and how far the undo is. */
  #commit(part: (call: Call) => Promise<boolean>): Promise<boolean> {
    const { db, slots } = this.#deps;
    const { done_by, request_id: requestId, way } = this.#job;
    const user = { id: done_by.user_id, name: done_by.user_name };
    const run = runOfJob(this.#deps, { tool: 'undo', workspaceId: this.#workspaceId, user, requestId });
    return commit({ db, slots }, run, async (em) => {
      const [held] = await execute(em, lockUndoJob, [this.#workspaceId, this.#undoId]);
      if (held?.state !== 'running' || held.way !== way || held.done !== this.#done) throw new Overtaken();
      return { result: await part(run.call), inserts: [] };
    });
  }

  /** @returns whether there was something to undo */
  async #undoPart(call: Call): Promise<boolean> {
    const { workspaceId } = call;
    const { import_id: importId } = this.#job;
    const ran = (await importRan(call, importId))!;
    const part = await nextPart(call, ran, this.#before, this.#deps.config, {
      lock: true,
      most: this.#most,
      goingOf: async () => new Set(),
    });
    if (part === undefined) return false;
    const { work, of, before } = part;
    const id = newId('undo');
    const steps = await apply(call, id, reasonOf(`Undone: the import ${importId}`), work, this.#deps);
    const [{ parts }] = (await call.query(countParts, [workspaceId, this.#undoId])) as [{ parts: number }];
    const by = JSON.stringify(doneBy(call));
    await call.query(keepUndo, [
      workspaceId,
      id,
      null,
      null,
      null,
      null,
      JSON.stringify(steps),
      part.facts,
      by,
      call.now.toISOString(),
      importId,
      this.#undoId,
      parts,
    ]);
    await this.#advance(call, of, before, {
      records: part.records.length,
      facts: part.facts,
      stays: part.stays.length,
    });
    this.#before = before;
    return true;
  }

  /** @returns whether a part was left */
  async #takeBackPart(call: Call): Promise<boolean> {
    const [last] = await call.query(findLastPart, [call.workspaceId, this.#undoId]);
    if (last === undefined) return false;
    const { facts, not_brought_back: not } = await bringBackPart(call, last.id);
    await this.#advance(call, 1, null, { records: 0, facts, stays: not.length });
    return true;
  }

  async #advance(
    call: Call,
    by: number,
    before: string | null,
    did: { records: number; facts: number; stays: number },
  ) {
    const { records, facts, stays } = did;
    const values = [this.#workspaceId, this.#undoId, by, before, records, facts, stays, LEASE_S] as const;
    await call.query(advanceUndo, values);
    this.#done += by;
  }

  async #end(state: 'done' | 'failed', reason: string | null = null): Promise<void> {
    const of = [this.#workspaceId, this.#undoId, state, reason] as const;
    await this.#deps.db.fork(this.#workspaceId).transactional(async (em) => {
      const [ended] = await execute(em, endUndoJob, of);
      if (ended === undefined) return;
      const {
        way,
        records,
        facts,
        stays,
        done_by,
        session_id: session,
        request_id: request,
        import_id: subject,
      } = ended;
      const counts = way === 'undo' ? { records, facts, stays } : { facts, stays };
      const detail = JSON.stringify({ undo_id: this.#undoId, ...counts, ...(state === 'failed' && { failed: true }) });
      const act = way === 'undo' ? 'writes.undone' : 'writes.brought_back';
      await execute(em, insertAct, [this.#workspaceId, act, subject, done_by.user_id, session, request, detail]);
    });
  }

  async release(seconds: number, failed: 0 | 1): Promise<number> {
    const of = [this.#workspaceId, this.#undoId, seconds, failed] as const;
    const [row] = await this.#deps.db.fork(this.#workspaceId).transactional((em) => execute(em, releaseUndo, of));
    return row?.tries ?? 0;
  }

  /** What was done so far stays: the rest is asked for again. */
  giveUp(): Promise<void> {
    return this.#end(
      'failed',
      'The database did not take a part of it, in several attempts. Ask for the rest again later.',
    );
  }
}
