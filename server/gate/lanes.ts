import { OutcomeUnknown } from '../../db/outcome.ts';
import { Batch, type ReachOf } from './batch.ts';
import { busy, type FairSlots } from './fair-slots.ts';

type Waiting<Item, Answer> = { item: Item; resolve(answer: Answer): void; reject(error: unknown): void };

export type LanesOptions<Item, Answer> = {
  /**
   * Writes items, all or none. In the `shared` lane they may be of several workspaces, and it waits for no lock: it fails
   * instead. In a workspace's `own` lane it waits. Each item is answered with what it resolves to.
   */
  readonly write: (items: Item[], lane: 'shared' | 'own') => Promise<Answer>;
  readonly workspaceOf: (item: Item) => string;
  /** How large an item is, in bytes. */
  readonly bytesOf: (item: Item) => number;
  /** How far an error reaches: to some item, to the batch, or to whatever waits for the same database. */
  readonly reachOf: ReachOf;
  /** How many own lanes may write at once, and which ones. */
  readonly slots: FairSlots;
  /** Most items of one batch; of one workspace, twice as many may wait. */
  readonly most?: number;
};

/** A larger item is written in its workspace's own lane. */
const LARGE_BYTES = 16_000;

/** Most bytes of a batch of the shared lane. */
const SHARED_BYTES = 256_000;

/**
 * Batches of the shared lane in flight at once, never two with a workspace in common, and how many workspaces have to wait
 * for a further one to begin: so that the service and the database both have work, while batches are not much smaller for it.
 */
const SHARED_AT_ONCE = 2;
const WORTH_ANOTHER = 4;

/**
 * A batch of the shared lane takes a third of what waits or is in flight there, and so many items at least: what is left
 * is the next batch, which the database writes while the service answers the calls of this one.
 */
const SHARES = 3;
const LEAST = 8;

/** How long a workspace that failed in the shared lane, or in its own since, keeps to its own, in milliseconds. */
const APART_MS = 10_000;

/**
 * Writes items in batches of many workspaces, as one statement costs far less than many, without one workspace's
 * trouble becoming another's: what waits for a lock, fails or is large goes on alone, in a lane of its workspace.
 */
export class Lanes<Item, Answer = void> {
  readonly #options: LanesOptions<Item, Answer>;
  readonly #most: number;
  /** What waits for the shared lane, by workspace, the one whose turn it is first. */
  readonly #waiting = new Map<string, Waiting<Item, Answer>[]>();
  readonly #own = new Map<string, Batch<Item, Answer>>();
  /** Until when workspaces keep to their own lanes. */
  readonly #apartUntil = new Map<string, number>();
  /** How many items of each workspace are in flight in the shared lane. */
  readonly #inFlight = new Map<string, number>();
  #running = 0;
  #isScheduled = false;
  #depth = 0;

  constructor(options: LanesOptions<Item, Answer>) {
    this.#options = options;
    this.#most = options.most ?? 500;
  }

  /** Items not yet written. */
  get depth(): number {
    return this.#depth;
  }

  /** Resolves when the item is written. @throws Fault workspace_busy, when too many of its workspace wait; errors of `write` */
  async add(item: Item): Promise<Answer> {
    const workspaceId = this.#options.workspaceOf(item);
    this.#depth += 1;
    try {
      if (this.#options.bytesOf(item) > LARGE_BYTES || this.#isApart(workspaceId)) {
        return await this.#addToOwn(workspaceId, item);
      }
      return await this.#addToShared(workspaceId, item);
    } finally {
      this.#depth -= 1;
    }
  }

  #addToShared(workspaceId: string, item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const queue = this.#waiting.get(workspaceId) ?? [];
      if (queue.length >= 2 * this.#most) {
        reject(busy());
        return;
      }
      queue.push({ item, resolve, reject });
      this.#waiting.set(workspaceId, queue);
      if (this.#isScheduled || !this.#mayRun()) return;
      this.#isScheduled = true;
      // After what arrived in this turn of the event loop has all been added.
      setImmediate(() => {
        this.#isScheduled = false;
        void this.#runShared();
      });
    });
  }

  async #addToOwn(workspaceId: string, item: Item): Promise<Answer> {
    let lane = this.#own.get(workspaceId);
    if (lane === undefined) {
      const { write, slots, reachOf } = this.#options;
      lane = new Batch<Item, Answer>(
        async (items) => {
          const answer = await slots.run(workspaceId, () => write(items, 'own'));
          return items.map(() => answer);
        },
        { reachOf, most: this.#most },
      );
      this.#own.set(workspaceId, lane);
    }
    if (lane.depth >= 2 * this.#most) throw busy();
    try {
      return await lane.add(item);
    } catch (error) {
      // Its trouble lasts: in the shared lane it would hold up all others again.
      if (this.#apartUntil.has(workspaceId)) this.#stayApart(workspaceId);
      throw error;
    } finally {
      if (lane.depth === 0 && this.#own.get(workspaceId) === lane) this.#own.delete(workspaceId);
    }
  }

  #mayRun(): boolean {
    if (this.#running === 0) return true;
    return this.#running < SHARED_AT_ONCE && this.#waiting.size >= WORTH_ANOTHER;
  }

  /** Items that wait for the shared lane or are in flight there. */
  #countShared(): number {
    let count = 0;
    for (const queue of this.#waiting.values()) count += queue.length;
    for (const items of this.#inFlight.values()) count += items;
    return count;
  }

  async #runShared(): Promise<void> {
    if (!this.#mayRun()) return;
    this.#running += 1;
    for (let batch = this.#take(); batch.size > 0; batch = this.#take()) {
      for (const [workspaceId, items] of batch) this.#inFlight.set(workspaceId, items.length);
      void this.#runShared();
      await this.#writeShared(batch);
      for (const workspaceId of batch.keys()) this.#inFlight.delete(workspaceId);
    }
    this.#running -= 1;
  }

  /** The next batch: of each workspace with nothing in flight one, in turn, until it is full. */
  #take(): Map<string, Waiting<Item, Answer>[]> {
    const taken = new Map<string, Waiting<Item, Answer>[]>();
    const share = Math.max(LEAST, Math.ceil(this.#countShared() / SHARES));
    let bytes = 0;
    let count = 0;
    // A queue that is not empty yet comes back at the end of the map, and is met again.
    for (const [workspaceId, queue] of this.#waiting) {
      if (count === this.#most || bytes >= SHARED_BYTES) break;
      if (this.#inFlight.has(workspaceId)) continue;
      // What is left of the workspaces taken could not go beside them.
      if (count >= share && !taken.has(workspaceId)) break;
      this.#waiting.delete(workspaceId);
      const next = queue.shift()!;
      if (queue.length > 0) this.#waiting.set(workspaceId, queue);
      count += 1;
      bytes += this.#options.bytesOf(next.item);
      const of = taken.get(workspaceId);
      if (of === undefined) taken.set(workspaceId, [next]);
      else of.push(next);
    }
    return taken;
  }

  async #writeShared(batch: Map<string, Waiting<Item, Answer>[]>): Promise<void> {
    const all = [...batch.values()].flat();
    const error = await this.#tryShared(all);
    if (error === undefined || this.#isLost(error, all, [])) return;
    // One of them failed: each alone, so that only that one is kept from the shared lane.
    const groups = [...batch];
    for (const [index, [workspaceId, items]] of groups.entries()) {
      const own = groups.length === 1 ? error : await this.#tryShared(items);
      if (own === undefined) continue;
      const behind = groups.slice(index + 1).flatMap(([, waiting]) => waiting);
      if (this.#isLost(own, items, behind)) return;
      this.#goApart(workspaceId, items);
    }
  }

  /** @returns why nothing of it was written; undefined when it was */
  async #tryShared(waiting: Waiting<Item, Answer>[]): Promise<unknown> {
    try {
      const answer = await this.#options.write(
        waiting.map(({ item }) => item),
        'shared',
      );
      for (const { resolve } of waiting) resolve(answer);
      return undefined;
    } catch (error) {
      return error ?? new Error('Nothing was thrown');
    }
  }

  /** Whether the database was lost, so that all of it fails, and what waits for the same database with it. */
  #isLost(error: unknown, sent: Waiting<Item, Answer>[], behind: Waiting<Item, Answer>[]): boolean {
    if (this.#options.reachOf(error) !== 'queue') return false;
    for (const { reject } of sent) reject(error);
    // The others were not sent, or rolled back.
    const cause = error instanceof OutcomeUnknown ? error.cause : error;
    for (const { reject } of [behind, ...this.#waiting.values()].flat()) reject(cause);
    this.#waiting.clear();
    return true;
  }

  #goApart(workspaceId: string, items: Waiting<Item, Answer>[]): void {
    const now = performance.now();
    for (const [each, until] of this.#apartUntil) if (until <= now) this.#apartUntil.delete(each);
    this.#stayApart(workspaceId);
    for (const { item, resolve, reject } of items) this.#addToOwn(workspaceId, item).then(resolve, reject);
  }

  #stayApart(workspaceId: string): void {
    this.#apartUntil.set(workspaceId, performance.now() + APART_MS);
  }

  #isApart(workspaceId: string): boolean {
    const until = this.#apartUntil.get(workspaceId);
    return until !== undefined && until > performance.now();
  }
}
