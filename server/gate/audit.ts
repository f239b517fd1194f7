import type { Database } from '../../db/orm.ts';
import { type CallRow, type FactRow, insertAdditions, insertCalls } from '../../db/statements/calls.ts';
import { ROLES } from '../../db/roles.ts';
import { Batch } from './batch.ts';
import type { Row } from './call.ts';
import { isConnectionLoss } from './database-fault.ts';

/** What one call leaves behind: its audit row, and the rows it only adds. */
export type Entry = { call: CallRow; captures: Row[]; facts: FactRow[] };

/**
 * Writes what calls leave behind, grouped and durable before any of them is answered: one statement for all calls that
 * finished while the last group was being written.
 */
export class AuditWriter {
  readonly #batch: Batch<Entry, void>;

  constructor(db: Database) {
    this.#batch = new Batch(
      async (entries) => {
        const calls = JSON.stringify(entries.map(({ call }) => call));
        if (entries.every(({ captures, facts }) => captures.length === 0 && facts.length === 0)) {
          await db.as(ROLES.gate, insertCalls, [calls]);
        } else {
          const captures = JSON.stringify(entries.flatMap((entry) => entry.captures));
          const facts = JSON.stringify(entries.flatMap((entry) => entry.facts));
          await db.as(ROLES.gate, insertAdditions, [calls, captures, facts]);
        }
        return entries.map(() => undefined);
      },
      { isFatal: isConnectionLoss },
    );
  }

  write(call: CallRow, captures: Row[] = [], facts: FactRow[] = []): Promise<void> {
    return this.#batch.add({ call, captures, facts });
  }

  get depth(): number {
    return this.#batch.depth;
  }

  drain(): Promise<void> {
    return this.#batch.drain();
  }
}
