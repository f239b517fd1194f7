import { combineInserts, type Insert } from '../../db/append.ts';
import type { Database } from '../../db/orm.ts';
import { ROLES } from '../../db/roles.ts';
import { type CallRow, calls } from '../../db/statements/calls.ts';
import type { Repeat } from '../../db/statements/repeats.ts';
import { Batch } from './batch.ts';
import { reachOf } from './database-fault.ts';
import { lanesOf } from './fair-slots.ts';
import { Lanes } from './lanes.ts';
import { type Settled, Settlements } from './settlements.ts';

/** A call's audit row, and the rows to commit with it. */
type Entry = { row: CallRow; inserts: readonly Insert[] };

/**
 * Writes audit rows and the rows appended with them in groups, durable before any of their calls is answered. Rows that
 * stand alone wait for no lock, whatever their workspace; appended ones go by workspace where they have to wait.
 */
export class AuditWriter {
  readonly #alone: Batch<Entry, void>;
  readonly #appending: Lanes<Entry, Repeat[]>;
  readonly #settlements: Settlements;

  constructor(db: Database) {
    const rowsOf = (entries: Entry[]) => {
      const inserts = entries.flatMap((entry) => entry.inserts);
      return combineInserts([...inserts, { into: calls, rows: entries.map(({ row }) => row) }])!;
    };
    this.#alone = new Batch(
      async (entries) => {
        const { statement, values } = rowsOf(entries);
        await db.as(ROLES.gate, statement, values);
        return entries.map(() => undefined);
      },
      { reachOf },
    );
    const slots = lanesOf(db);
    this.#appending = new Lanes<Entry, Repeat[]>({
      write: (entries, lane) => {
        const { statement, values } = rowsOf(entries);
        return lane === 'own' ? db.as<Repeat>(ROLES.gate, statement, values) : db.asShared<Repeat>(statement, values);
      },
      workspaceOf: ({ row }) => row.workspace_id,
      bytesOf: ({ row }) => row.request_bytes,
      reachOf,
      slots,
    });
    this.#settlements = new Settlements(db, slots);
  }

  /**
   * Writes a call's row. Its id is the call's own, so a retry cannot write it twice. Answers which of the records appended,
   * by this call or those written with it, were left out as repeats.
   * @throws OutcomeUnknown when the row and its appended rows may have been committed
   * @throws Fault workspace_busy when too many of the workspace's calls wait
   */
  async write(row: CallRow, inserts: readonly Insert[] = []): Promise<readonly Repeat[]> {
    if (inserts.length > 0) return this.#appending.add({ row, inserts });
    await this.#alone.add({ row, inserts });
    return [];
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
