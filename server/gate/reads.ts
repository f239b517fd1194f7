import type { Database } from '../../db/orm.ts';
import type { Statement } from '../../db/statement.ts';
import { Batch } from './batch.ts';
import { reachOf } from './database-fault.ts';

/** Flights of one statement in one workspace that may be away at once, and how many calls one takes. */
const LANES = 2;
const MOST = 8;

/** Idle batches are let go when there are as many. */
const MOST_KEPT = 1_000;

/**
 * The reads of concurrent calls. Those of a `quick` statement in one workspace leave together: a flight is what arrived
 * while the last ones were away. Every other goes by itself, so that a slow one holds nobody up.
 */
export class Reads {
  readonly #db: Database;
  readonly #batches = new Map<string, Batch<readonly unknown[], unknown[]>>();

  constructor(db: Database) {
    this.#db = db;
  }

  async read(workspaceId: string, statement: Statement, values: readonly unknown[]): Promise<never[]> {
    if (statement.quick !== true) return this.#db.read(workspaceId, statement, values);
    return (await this.#batchOf(workspaceId, statement).add(values)) as never[];
  }

  #batchOf(workspaceId: string, statement: Statement): Batch<readonly unknown[], unknown[]> {
    const name = `${workspaceId} ${statement.name}`;
    const found = this.#batches.get(name);
    if (found !== undefined) return found;
    if (this.#batches.size >= MOST_KEPT) {
      for (const [each, { depth }] of this.#batches) if (depth === 0) this.#batches.delete(each);
    }
    const made = new Batch<readonly unknown[], unknown[]>((all) => this.#db.readMany(workspaceId, statement, all), {
      reachOf,
      lanes: LANES,
      most: MOST,
    });
    this.#batches.set(name, made);
    return made;
  }
}
