import type { Database } from '../../db/orm.ts';
import { Fault } from '../errors.ts';
import { remember } from '../remember.ts';

type Waiting = { start(): void; refuse(): void; timer: NodeJS.Timeout | undefined };
type Running = { readonly workspaceId: string; since: number };

export type FairSlotsOptions = {
  /** Pieces of work that may run at once; asked for each. */
  readonly slots: number | (() => number);
  /** Of them, those of one workspace. */
  readonly perWorkspace: number;
  /** Those of a workspace of which nothing is known: it gets one more with each piece of work that was not slow. 2 by default. */
  readonly first?: number;
  /** Of them, those of all slow workspaces together. */
  readonly slow: number | (() => number);
  /** Longest wait for a slot in milliseconds; undefined for no limit. */
  readonly waitMs?: number | undefined;
  /** Most that may wait in one workspace. */
  readonly mostWaiting?: number;
  /** How long a slot stays taken after work of so many milliseconds, where other work waits: 0 by default. */
  readonly restMs?: (tookMs: number) => number;
};

/** Work that runs longer, in milliseconds, makes its workspace a slow one. */
const SLOW_MS = 500;

/** How long a workspace stays slow after that, in milliseconds. */
const SLOW_FOR_MS = 30_000;

/** Workspaces that are remembered, of either kind. */
const MAX_REMEMBERED = 10_000;

/** How long work may wait whatever is left of its time, in milliseconds: what came before may have been no wait. */
const LEAST_WAIT_MS = 900;

/** The refusal of a call whose workspace has too many waiting: nothing of it was carried out. */
export const busy = () => new Fault('workspace_busy', { retryAfterS: 1 });

/**
 * Shares something scarce, such as database connections, between workspaces: they take turns, none has more than its
 * part, and those whose work is slow (it waits for locks, or reads a lot) leave a part free for all others. A workspace begins with
 * few, so that of several whose work turns out to be slow, none holds many.
 */
export class FairSlots {
  readonly #options: Required<Omit<FairSlotsOptions, 'waitMs'>> & Pick<FairSlotsOptions, 'waitMs'>;
  /** Workspaces with work that waits, the one whose turn it is first. */
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #running = new Set<Running>();
  /** Until when a workspace counts as slow, the one noted first at the front. */
  readonly #slowUntil = new Map<string, number>();

  /** Slots that workspaces may have by what they did so far, the one noted first at the front. */
  readonly #earned = new Map<string, number>();

  constructor(options: FairSlotsOptions) {
    this.#options = { first: 2, mostWaiting: 1_000, restMs: () => 0, ...options };
  }

  /** Work running or waiting. */
  get depth(): number {
    let waiting = 0;
    for (const queue of this.#waiting.values()) waiting += queue.length;
    return this.#running.size + waiting;
  }

  /**
   * Runs work when it is its workspace's turn.
   * @param until by when it is refused, as by `performance.now()`, once it has waited `LEAST_WAIT_MS`; of no effect without `waitMs`
   * @throws Fault workspace_busy, before the work began
   */
  run<Result>(workspaceId: string, work: () => Promise<Result>, until = Infinity): Promise<Result> {
    if (!this.#waiting.has(workspaceId) && this.#mayRun(workspaceId)) return this.#start(workspaceId, work);
    return new Promise((resolve, reject) => {
      const queue = this.#waiting.get(workspaceId) ?? [];
      if (queue.length >= this.#options.mostWaiting) {
        reject(busy());
        return;
      }
      const waiting: Waiting = {
        start: () => {
          clearTimeout(waiting.timer);
          this.#start(workspaceId, work).then(resolve, reject);
        },
        refuse: () => {
          this.#leave(workspaceId, waiting);
          reject(busy());
        },
        timer: undefined,
      };
      const { waitMs } = this.#options;
      if (waitMs !== undefined) {
        waiting.timer = setTimeout(
          waiting.refuse,
          Math.min(waitMs, Math.max(LEAST_WAIT_MS, until - performance.now())),
        );
      }
      queue.push(waiting);
      this.#waiting.set(workspaceId, queue);
    });
  }

  async #start<Result>(workspaceId: string, work: () => Promise<Result>): Promise<Result> {
    const running: Running = { workspaceId, since: performance.now() };
    this.#running.add(running);
    try {
      return await work();
    } finally {
      const tookMs = performance.now() - running.since;
      const isSlow = tookMs > SLOW_MS;
      if (isSlow) remember(this.#slowUntil, workspaceId, performance.now() + SLOW_FOR_MS, MAX_REMEMBERED);
      remember(this.#earned, workspaceId, isSlow ? 1 : this.#earnedBy(workspaceId) + 1, MAX_REMEMBERED);
      const restMs = this.#waiting.size === 0 ? 0 : this.#options.restMs(tookMs);
      if (restMs < 1) this.#free(running);
      else {
        // A slot at rest is no slow work.
        running.since = Infinity;
        setTimeout(() => this.#free(running), restMs);
      }
    }
  }

  #free(running: Running): void {
    this.#running.delete(running);
    this.#next();
  }

  /** Starts what may run now, one of each workspace in turn. */
  #next(): void {
    let passed = 0;
    while (passed < this.#waiting.size && this.#running.size < valueOf(this.#options.slots)) {
      const [workspaceId, queue] = this.#waiting.entries().next().value!;
      // To the end of the turns, whether it may run or not.
      this.#waiting.delete(workspaceId);
      const first = this.#mayRun(workspaceId) ? queue.shift() : undefined;
      if (queue.length > 0) this.#waiting.set(workspaceId, queue);
      passed = first === undefined ? passed + 1 : 0;
      first?.start();
    }
  }

  #leave(workspaceId: string, waiting: Waiting): void {
    const queue = this.#waiting.get(workspaceId);
    if (queue === undefined) return;
    queue.splice(queue.indexOf(waiting), 1);
    if (queue.length === 0) this.#waiting.delete(workspaceId);
  }

  #mayRun(workspaceId: string): boolean {
    const { slots, perWorkspace, slow } = this.#options;
    if (this.#running.size >= valueOf(slots)) return false;
    let own = 0;
    for (const running of this.#running) if (running.workspaceId === workspaceId) own += 1;
    if (own >= Math.min(perWorkspace, this.#earnedBy(workspaceId))) return false;
    if (!this.#isSlow(workspaceId)) return true;
    let slowRunning = 0;
    for (const running of this.#running) if (this.#isSlow(running.workspaceId)) slowRunning += 1;
    return slowRunning < valueOf(slow);
  }

  #isSlow(workspaceId: string): boolean {
    const now = performance.now();
    const until = this.#slowUntil.get(workspaceId);
    if (until !== undefined && until > now) return true;
    for (const running of this.#running) {
      if (running.workspaceId === workspaceId && now - running.since > SLOW_MS) return true;
    }
    return false;
  }

  #earnedBy(workspaceId: string): number {
    return this.#earned.get(workspaceId) ?? this.#options.first;
  }
}

const valueOf = (count: number | (() => number)) => (typeof count === 'number' ? count : count());

/** How long a call waits for its workspace's turn at most, in milliseconds: it is answered within 5 s, with its own work. */
const MAX_WAIT_MS = 2_400;

/** Until when a call that begins now waits, for one thing after the other. */
export const waitUntil = (): number => performance.now() + MAX_WAIT_MS;

/** What is shared: how many connections, and of which kind of database. */
type Pool = Pick<Database, 'connections' | 'embedded'>;

/** The embedded database has no connection to be lost, and no other process to hold a lock: a call waits for its turn. */
const waitOf = ({ embedded }: Pool) => (embedded ? undefined : MAX_WAIT_MS);

/**
 * Reads in flight, in parts of the connections: so few keep a process busy, as a read waits for no lock. More would only share
 * the database's processors and their caches (performance.md).
 */
const READS_IN_FLIGHT = 0.4;

/** Connections shared between workspaces: some are always left to the others. */
const sharing = (db: Pool, slots: number, options: Pick<FairSlotsOptions, 'first'> = {}) =>
  new FairSlots({
    slots,
    perWorkspace: Math.ceil(slots * 0.7),
    slow: Math.max(1, Math.floor(slots / 2)),
    waitMs: waitOf(db),
    ...options,
  });

/** Connections for the transactions of workspaces. */
export const connectionsOf = (db: Pool): FairSlots => sharing(db, db.connections);

/** Connections for their reads. */
export const readsOf = (db: Pool): FairSlots => sharing(db, Math.ceil(db.connections * READS_IN_FLIGHT), { first: 1 });

/** The same between workspaces that append rows apart from all others, each on one connection. */
export const lanesOf = (db: Pool): FairSlots =>
  new FairSlots({
    slots: db.connections,
    perWorkspace: 1,
    slow: Math.max(1, db.connections - 2),
    waitMs: waitOf(db),
  });
