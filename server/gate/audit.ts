import { combineInserts, type Insert } from '../../db/append.ts';
import type { Database } from '../../db/orm.ts';
import { ROLES } from '../../db/roles.ts';
import { type CallRow, calls } from '../../db/statements/calls.ts';
import { Batch } from './batch.ts';
import { reachOf } from './database-fault.ts';
import { type Settled, Settlements } from './settlements.ts';

/** A call's audit row, and the rows to commit with it. */
type Entry = { row: CallRow; inserts: readonly Insert[] };

/**
 * Writes audit rows and the rows appended with them in groups, durable before any of their calls is answered: one
 * statement for all calls that finished while the last group was being written. Appended rows can wait for locks; the
 * rows of other calls never wait for them.
 */
export class AuditWriter {
  readonly #alone: Batch<Entry, void>;
  readonly #appending: Batch<Entry, void>;
  readonly #settlements: Settlements;

  constructor(db: Database) {
    const write = async (entries: Entry[]) => {
      const inserts = entries.flatMap((entry) => entry.inserts);
      const { statement, values } = combineInserts([...inserts, { into: calls, rows: entries.map(({ row }) => row) }])!;
      await db.as(ROLES.gate, statement, values);
      return entries.map(() => undefined);
    };
    this.#alone = new Batch(write, { reachOf });
    this.#appending = new Batch(write, { reachOf });
    this.#settlements = new Settlements(db);
  }

  /**
   * Writes a call's row. Its id is the call's own, so a retry cannot write it twice.
   * @throws OutcomeUnknown when the row and its appended rows may have been committed
   */
  write(row: CallRow, inserts: readonly Insert[] = []): Promise<void> {
    return (inserts.length === 0 ? this.#alone : this.#appending).add({ row, inserts });
  }

  /** Looks up whether a call was written; if not, inserts the refusal's row under its id, so that it never can be. */
  settle(refusal: CallRow): Promise<Settled> {
    return this.#settlements.settle(refusal);
  }

  /** Rows not yet durable. */
  get depth(): number {
    return this.#alone.depth + this.#appending.depth + this.#settlements.depth;
  }

  /** Resolves when all of it is durable. */
  async drain(): Promise<void> {
    while (this.depth > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
