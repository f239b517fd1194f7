import { combineInserts, type Insert } from '../../db/append.ts';
import type { Bound } from '../../db/driver/pipeline.ts';
import type { Database } from '../../db/orm.ts';
import { type CallRow, calls } from '../../db/statements/calls.ts';
import { refuseUsedIdempotencyKeys } from '../../db/statements/idempotency.ts';
import type { Repeat } from '../../db/statements/repeats.ts';
import { Batch } from './batch.ts';
import { changedKeysIn, reachOf, usedKeysIn } from './database-fault.ts';
import { lanesOf } from './fair-slots.ts';
import type { Idempotency } from './idempotency.ts';
import { Lanes } from './lanes.ts';
import { checkOf } from './key-check.ts';
import { type KeyCheck, KeyChanged } from './principal.ts';
import { type Settled, Settlements } from './settlements.ts';

/**
 * A call's audit row, the rows to commit with it, its key where that has to be what it was, and its idempotency key where
 * there must be no record of it.
 */
type Entry = {
  row: CallRow;
  inserts: readonly Insert[];
  check: KeyCheck | undefined;
  idempotency: Idempotency['which'] | undefined;
};

/** Which of the records appended were left out as repeats, and the entries of which nothing was written, and why. */
type Written = { repeats: readonly Repeat[]; unwritten: ReadonlyMap<Entry, unknown> };

/** What is checked before anything is written. */
function checksOf(entries: readonly Entry[], keyed: readonly Entry[]): Bound[] {
  const keys = new Set<KeyCheck>();
  for (const { check } of entries) if (check !== undefined) keys.add(check);
  const used = [0, 1, 2].map((part) => keyed.map(({ idempotency }) => idempotency![part]));
  return [
    ...(keys.size === 0 ? [] : [checkOf([...keys])]),
    ...(keyed.length === 0 ? [] : [{ statement: refuseUsedIdempotencyKeys, values: used }]),
  ];
}

/** Writes entries, all or none, but those whose keys are not what they were, or whose idempotency keys are used. */
async function writeUnchanged(db: Database, lane: 'own' | 'shared', entries: Entry[]): Promise<Written> {
  const unwritten = new Map<Entry, unknown>();
  for (let rest = entries; rest.length > 0; rest = rest.filter((entry) => !unwritten.has(entry))) {
    const inserts = rest.flatMap((entry) => entry.inserts);
    const rows = combineInserts([...inserts, { into: calls, rows: rest.map(({ row }) => row) }])!;
    const keyed = rest.filter(({ idempotency }) => idempotency !== undefined);
    try {
      return { repeats: await db.append<Repeat>(lane, rows, checksOf(rest, keyed)), unwritten };
    } catch (error) {
      const changed = changedKeysIn(error);
      const used = usedKeysIn(error);
      const before = unwritten.size;
      for (const entry of rest) {
        if (entry.check !== undefined && changed?.has(entry.check.hash)) unwritten.set(entry, new KeyChanged());
      }
      for (const [index, entry] of keyed.entries()) if (used?.has(String(index + 1))) unwritten.set(entry, error);
      if (unwritten.size === before) throw error;
    }
  }
  return { repeats: [], unwritten };
}

/**
 * Writes audit rows and the rows appended with them in groups, durable before any of their calls is answered. Rows that
 * stand alone wait for no lock, whatever their workspace; appended ones go by workspace where they have to wait.
 */
export class AuditWriter {
  readonly #alone: Batch<Entry, Written>;
  readonly #appending: Lanes<Entry, Written>;
  readonly #settlements: Settlements;

  constructor(db: Database) {
    this.#alone = new Batch(
      async (entries) => {
        const written = await writeUnchanged(db, 'own', entries);
        return entries.map(() => written);
      },
      { reachOf },
    );
    const slots = lanesOf(db);
    this.#appending = new Lanes<Entry, Written>({
      write: (entries, lane) => writeUnchanged(db, lane, entries),
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
   * @param options.check the call's key, where that has to be what it was
   * @param options.idempotency its idempotency key, where there must be no record of it
   * @throws KeyChanged when nothing was written because the key is not what it was; `KEYS_USED`
   * @throws OutcomeUnknown when the row and its appended rows may have been committed
   * @throws Fault workspace_busy when too many of the workspace's calls wait
   */
  async write(
    row: CallRow,
    inserts: readonly Insert[] = [],
    { check, idempotency }: Partial<Pick<Entry, 'check' | 'idempotency'>> = {},
  ): Promise<readonly Repeat[]> {
    const entry: Entry = { row, inserts, check, idempotency };
    const { repeats, unwritten } = await (inserts.length > 0 ? this.#appending : this.#alone).add(entry);
    if (unwritten.has(entry)) throw unwritten.get(entry);
    return repeats;
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
