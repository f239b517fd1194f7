import type { Database } from '../../db/orm.ts';
import { type CallRow, type FactRow, insertAdditions, insertCalls } from '../../db/statements/calls.ts';
import { ROLES } from '../../db/roles.ts';
import { Batch } from './batch.ts';
import type { Row } from './call.ts';
import { reachOf } from './database-fault.ts';
import { type Settled, Settlements } from './settlements.ts';

/** What one call leaves behind: its audit row, and the rows it only adds. */
export type Entry = { call: CallRow; captures: Row[]; facts: FactRow[] };

/**
 * Writes what calls leave behind, grouped and durable before any of them is answered: one statement for all calls that
 * finished while the last group was being written. Added rows can wait for locks; those of other calls never wait for them.
 */
export class AuditWriter {
  readonly #calls: Batch<CallRow, void>;
  readonly #additions: Batch<Entry, void>;
  readonly #settlements: Settlements;

  constructor(db: Database) {
    this.#calls = new Batch(
      async (calls) => {
        await db.as(ROLES.gate, insertCalls, [JSON.stringify(calls)]);
        return calls.map(() => undefined);
      },
      { reachOf },
    );
    this.#additions = new Batch(
      async (entries) => {
        const calls = JSON.stringify(entries.map(({ call }) => call));
        const captures = JSON.stringify(entries.flatMap((entry) => entry.captures));
        const facts = JSON.stringify(entries.flatMap((entry) => entry.facts));
        await db.as(ROLES.gate, insertAdditions, [calls, captures, facts]);
        return entries.map(() => undefined);
      },
      { reachOf },
    );
    this.#settlements = new Settlements(db);
  }

  /**
   * A call's row is there once: its id is the call's own, so what is tried again cannot be there twice.
   * @throws OutcomeUnknown when the row and what it adds may be there
   */
  write(call: CallRow, captures: Row[] = [], facts: FactRow[] = []): Promise<void> {
    if (captures.length === 0 && facts.length === 0) return this.#calls.add(call);
    return this.#additions.add({ call, captures, facts });
  }

  /** Finds out whether a call was written, and if not, puts its refusal's row in that place, so that it never will be. */
  settle(refusal: CallRow): Promise<Settled> {
    return this.#settlements.settle(refusal);
  }

  get depth(): number {
    return this.#calls.depth + this.#additions.depth + this.#settlements.depth;
  }

  /** Resolves when all of it is durable. */
  async drain(): Promise<void> {
    while (this.depth > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
