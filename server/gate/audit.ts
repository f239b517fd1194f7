import { combineInserts, type Insert } from '../../db/append.ts';
import type { Bound } from '../../db/driver/pipeline.ts';
import type { Database } from '../../db/orm.ts';
import { type CallRow, calls } from '../../db/statements/calls.ts';
import { checkKeys, KEYS_CHANGED } from '../../db/statements/keys.ts';
import type { Repeat } from '../../db/statements/repeats.ts';
import { Batch } from './batch.ts';
import { reachOf } from './database-fault.ts';
import { lanesOf } from './fair-slots.ts';
import { Lanes } from './lanes.ts';
import { type KeyCheck, KeyChanged } from './principal.ts';
import { type Settled, Settlements } from './settlements.ts';

/** A call's audit row, the rows to commit with it, and its key where that has to be what it was. */
type Entry = { row: CallRow; inserts: readonly Insert[]; check: KeyCheck | undefined };

/** Which of the records appended were left out as repeats, and the entries of which nothing was written for their keys. */
type Written = { repeats: readonly Repeat[]; unwritten: ReadonlySet<Entry> };

/** The hashes of keys that an error names as changed; undefined when it is another error. */
function changedKeysIn(error: unknown): ReadonlySet<string> | undefined {
  const { code, detail } = error as { code?: string; detail?: string };
  return code === KEYS_CHANGED ? new Set(detail!.split(' ')) : undefined;
}

/** The keys to compare before anything is written; undefined when there are none. */
function comparing(entries: readonly Entry[]): Bound | undefined {
  const checks = new Map<string, KeyCheck>();
  for (const { check } of entries) if (check !== undefined) checks.set(`${check.hash} ${check.standing}`, check);
  if (checks.size === 0) return undefined;
  const all = [...checks.values()];
  return { statement: checkKeys, values: [all.map(({ hash }) => hash), all.map(({ standing }) => standing)] };
}

/** Writes entries, all or none, but those whose keys are not what they were. */
async function writeUnchanged(db: Database, lane: 'own' | 'shared', entries: Entry[]): Promise<Written> {
  const unwritten = new Set<Entry>();
  for (let rest = entries; rest.length > 0; rest = rest.filter((entry) => !unwritten.has(entry))) {
    const inserts = rest.flatMap((entry) => entry.inserts);
    const rows = combineInserts([...inserts, { into: calls, rows: rest.map(({ row }) => row) }])!;
    try {
      return { repeats: await db.append<Repeat>(lane, rows, comparing(rest)), unwritten };
    } catch (error) {
      const changed = changedKeysIn(error);
      const refused = rest.filter(({ check }) => check !== undefined && changed?.has(check.hash) === true);
      if (refused.length === 0) throw error;
      for (const entry of refused) unwritten.add(entry);
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
   * @param check the call's key, where that has to be what it was
   * @throws KeyChanged when nothing was written because it is not
   * @throws OutcomeUnknown when the row and its appended rows may have been committed
   * @throws Fault workspace_busy when too many of the workspace's calls wait
   */
  async write(row: CallRow, inserts: readonly Insert[] = [], check?: KeyCheck): Promise<readonly Repeat[]> {
    const entry: Entry = { row, inserts, check };
    const { repeats, unwritten } = await (inserts.length > 0 ? this.#appending : this.#alone).add(entry);
    if (unwritten.has(entry)) throw new KeyChanged();
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
