import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../db/orm.ts';
import { combineInserts } from '../../db/append.ts';
import { type CallRow, calls, findOutcome } from '../../db/statements/calls.ts';
import { Fault } from '../errors.ts';
import { isAudited, isPassing, reachOf } from './database-fault.ts';
import type { FairSlots } from './fair-slots.ts';
import { Lanes } from './lanes.ts';

/** The outcome of a call: all of it was written, or nothing was and nothing will be. */
export type Settled = 'written' | 'refused';

/** Wait before the database is asked again. */
const PAUSE_MS = 1_000;

/** Most refusals that wait for a lost database; further ones get no row. */
const MAX_WAITING = 10_000;

/**
 * Settles calls whose outcome is unknown. A write commits together with its audit row, whose id is the call's own: once
 * the refusal's row has that id, a write still in flight fails on it and rolls back. Until one of the two is committed,
 * inserting the refusal's row waits for the write to end.
 */
export class Settlements {
  readonly #db: Database;
  readonly #refusals: Lanes<CallRow>;
  #waiting = 0;

  /** @param slots for the workspaces whose refusals wait for a write that has not ended */
  constructor(db: Database, slots: FairSlots) {
    this.#db = db;
    this.#refusals = new Lanes({
      write: async (rows, lane) => {
        await db.append(lane, combineInserts([{ into: calls, rows }])!);
      },
      workspaceOf: (row) => row.workspace_id,
      bytesOf: () => 0,
      reachOf,
      slots,
      most: 100,
    });
  }

  get depth(): number {
    return this.#waiting;
  }

  /** Asks until the outcome is known. The row may still be replaced meanwhile. */
  async settle(refusal: CallRow): Promise<Settled> {
    if (this.#waiting >= MAX_WAITING)
      throw new Error('Too many calls wait for the database to say what became of them');
    this.#waiting += 1;
    try {
      for (;;) {
        try {
          return await this.#settleOnce(refusal);
        } catch (error) {
          if (!isPassing(error) && !(error instanceof Fault)) throw error;
        }
        await sleep(PAUSE_MS, undefined, { ref: false });
      }
    } finally {
      this.#waiting -= 1;
    }
  }

  async #settleOnce(refusal: CallRow): Promise<Settled> {
    try {
      await this.#refusals.add(refusal);
      return 'refused';
    } catch (error) {
      if (!isAudited(error)) throw error;
      // It may be this refusal's own row, added by an attempt whose answer was lost.
      const which = [refusal.workspace_id, refusal.id] as const;
      const [found] = await this.#db.read(refusal.workspace_id, findOutcome, which);
      return found?.outcome === 'ok' || found?.outcome === 'proposed' ? 'written' : 'refused';
    }
  }
}
