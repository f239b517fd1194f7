import type { Database } from '../../db/orm.ts';
import type { Statement } from '../../db/statement.ts';
import { Batch } from './batch.ts';
import { reachOf } from './database-fault.ts';
import { type FairSlots, readsOf } from './fair-slots.ts';

/** Batches of one statement in one workspace that may be in flight at once, and the calls in one batch. */
const LANES = 2;
const MOST = 8;

/** Idle batchers are dropped when there are this many. */
const MAX_KEPT = 1_000;

/**
 * Batches the reads of concurrent calls. Calls of a `quick` statement in one workspace that arrive while a batch is in
 * flight share the next one. Every other statement runs by itself, so that a slow one blocks no other. Workspaces share
 * the connections between them.
 */
export class Reads {
  readonly #db: Database;
  readonly #slots: FairSlots;
  readonly #batches = new Map<string, Batch<readonly unknown[], unknown[]>>();

  constructor(db: Database) {
    this.#db = db;
    this.#slots = readsOf(db);
  }

  /** @param until by when it is refused if it waits by itself, and not in a batch (`waitUntil`) */
  async read(workspaceId: string, statement: Statement, values: readonly unknown[], until?: number): Promise<never[]> {
    if (statement.quick !== true) {
      return this.#slots.run(workspaceId, () => this.#db.read<never>(workspaceId, statement, values), until);
    }
    return (await this.#batchOf(workspaceId, statement).add(values)) as never[];
  }

  #batchOf(workspaceId: string, statement: Statement): Batch<readonly unknown[], unknown[]> {
    const name = `${workspaceId} ${statement.name}`;
    const found = this.#batches.get(name);
    if (found !== undefined) return found;
    if (this.#batches.size >= MAX_KEPT) {
      for (const [each, { depth }] of this.#batches) if (depth === 0) this.#batches.delete(each);
    }
    const made = new Batch<readonly unknown[], unknown[]>(
      (all) => this.#slots.run(workspaceId, () => this.#db.readMany(workspaceId, statement, all)),
      { reachOf, lanes: LANES, most: MOST },
    );
    this.#batches.set(name, made);
    return made;
  }
}
