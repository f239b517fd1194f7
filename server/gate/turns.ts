import { availableParallelism } from 'node:os';
import type { Database } from '../../db/orm.ts';
import { FairSlots } from './fair-slots.ts';

/** Gives back what `enter` took; called once. @param bytes of the call and its answer */
export type Leave = (bytes?: number) => void;

/** Calls in progress in a workspace, now and on average lately, and until when its calls count as costly. */
type Load = { current: number; average: number; at: number; costlyUntil: number };

/** Over how long the average is taken, in milliseconds. */
const AVERAGED_MS = 1_000;

/** A workspace with more calls in progress on average, or more than this at the moment, is a busy one; others are calm. */
const BUSY = { average: 1, atOnce: 3 };

/** A workspace with fewer than this has not called for some seconds. */
const SILENT = 0.02;

const PROCESSORS = Math.max(2, availableParallelism());

/**
 * Calls of busy workspaces in progress at once where a workspace with few calls is active: more would keep every
 * processor from it, of the database's on this machine too. One for every so many active workspaces, if that is more:
 * where many are busy, each with a little, they are no attack but a backlog, which has to be worked off.
 */
const LEAST_BESIDE_CALM = PROCESSORS;
const WORKSPACES_PER_SLOT = 4;

/**
 * The same where none is: enough for full batches, as after a pause of the machine, when all are busy with what has
 * gathered.
 */
const SLOTS = Math.max(40, 2 * PROCESSORS);

/** Of either, those that workspaces with slow calls leave to others. */
const NEVER_SLOW = 2;

/** Costly calls in progress at once, of calm workspaces too: those that hold the processor for long. */
const COSTLY_SLOTS = PROCESSORS;

/**
 * Where a workspace with few calls is active and others wait, a slot rests for as long as its call took, at most so many
 * milliseconds: busy workspaces leave half of the time of as many processors to it.
 */
const MAX_REST_MS = 300;

/** A call with more bytes, its answer's included, makes its workspace's next calls costly, for some milliseconds. */
const LARGE_BYTES = 32_000;
const COSTLY_FOR_MS = 2_000;

/** How often active workspaces are counted at most, in milliseconds. */
const COUNTED_MS = 10;

/** How long a call waits for its turn at most, in milliseconds; a costly one first for its turn among those. */
const MAX_WAIT_MS = 1_500;
const MAX_COSTLY_WAIT_MS = 2_400;

/**
 * Lets calls in, so that workspaces with many calls in progress do not keep the processor from one with few. Whoever is
 * alone on the process, or has few calls in progress, never waits; the busy ones among several take turns.
 */
export class Turns {
  readonly #loads = new Map<string, Load>();
  readonly #slots: FairSlots;
  readonly #costly: FairSlots;
  #sweepAt = 0;
  #slotsNow = SLOTS;
  #countAt = 0;

  constructor({ embedded }: Pick<Database, 'embedded'>) {
    const waitAtMost = (ms: number) => (embedded ? undefined : ms);
    const restMs = (tookMs: number) => (this.#slotsOfBusy() > LEAST_BESIDE_CALM ? 0 : Math.min(MAX_REST_MS, tookMs));
    this.#slots = new FairSlots({
      slots: () => this.#slotsOfBusy(),
      slow: () => Math.max(1, this.#slotsOfBusy() - NEVER_SLOW),
      perWorkspace: 4,
      waitMs: waitAtMost(MAX_WAIT_MS),
      restMs,
    });
    this.#costly = new FairSlots({
      slots: COSTLY_SLOTS,
      perWorkspace: 1,
      slow: 1,
      waitMs: waitAtMost(MAX_COSTLY_WAIT_MS),
      restMs,
    });
  }

  /**
   * Waits for the workspace's turn.
   * @param costly whether the call may hold the processor for long: a large body, a question
   * @param until by when it is refused (`waitUntil`)
   * @throws Fault workspace_busy
   */
  async enter(workspaceId: string, costly: boolean, until = Infinity): Promise<Leave> {
    const load = this.#count(workspaceId, 1);
    const left: Leave = (bytes = 0) => {
      const now = this.#count(workspaceId, -1);
      if (bytes > LARGE_BYTES) now.costlyUntil = now.at + COSTLY_FOR_MS;
    };
    const isCostly = costly || load.costlyUntil > load.at;
    if (!this.#mustWait(load, isCostly)) return left;
    const taken: Leave[] = [left];
    const leave: Leave = (bytes) => {
      for (const release of taken.toReversed()) release(bytes);
    };
    try {
      if (isCostly) taken.push(await this.#take(this.#costly, workspaceId, until));
      taken.push(await this.#take(this.#slots, workspaceId, until));
      return leave;
    } catch (error) {
      leave();
      throw error;
    }
  }

  #take(slots: FairSlots, workspaceId: string, until: number): Promise<Leave> {
    return new Promise((resolve, reject) => {
      const inside = () => {
        const { promise: ended, resolve: end } = Promise.withResolvers<void>();
        resolve(() => end());
        return ended;
      };
      slots.run(workspaceId, inside, until).catch(reject);
    });
  }

  #count(workspaceId: string, change: 1 | -1): Load {
    const now = performance.now();
    if (now >= this.#sweepAt) this.#sweep(now);
    let load = this.#loads.get(workspaceId);
    if (load === undefined) this.#loads.set(workspaceId, (load = { current: 0, average: 0, at: now, costlyUntil: 0 }));
    load.average = averageOf(load, now);
    load.at = now;
    load.current += change;
    return load;
  }

  /** Whether the call is costly, or its workspace a busy one, among several that are active. */
  #mustWait(load: Load, costly: boolean): boolean {
    if (!costly && load.average <= BUSY.average && load.current <= BUSY.atOnce) return false;
    const now = performance.now();
    for (const each of this.#loads.values()) if (each !== load && averageOf(each, now) >= SILENT) return true;
    return false;
  }

  /** How many calls of busy workspaces may be in progress. It goes through all workspaces, so not for every call. */
  #slotsOfBusy(): number {
    const now = performance.now();
    if (now >= this.#countAt) {
      this.#slotsNow = this.#countSlots(now);
      this.#countAt = now + COUNTED_MS;
    }
    return this.#slotsNow;
  }

  #countSlots(now: number): number {
    let active = 0;
    let hasCalm = false;
    for (const load of this.#loads.values()) {
      const average = averageOf(load, now);
      if (average < SILENT) continue;
      active += 1;
      hasCalm ||= average <= BUSY.average;
    }
    if (!hasCalm) return SLOTS;
    return Math.min(SLOTS, Math.max(LEAST_BESIDE_CALM, Math.floor(active / WORKSPACES_PER_SLOT)));
  }

  #sweep(now: number): void {
    for (const [workspaceId, load] of this.#loads) {
      if (load.current === 0 && averageOf(load, now) < SILENT) this.#loads.delete(workspaceId);
    }
    this.#sweepAt = now + AVERAGED_MS;
  }
}

/** The average of a load until now: what it was fades, what it is counts for the time since. */
function averageOf({ current, average, at }: Load, now: number): number {
  const faded = Math.exp((at - now) / AVERAGED_MS);
  return average * faded + current * (1 - faded);
}
