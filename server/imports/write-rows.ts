import type { Insert } from '../../db/append.ts';
import { findImportLines, importErrors, importRecords } from '../../db/statements/imports.ts';
import type { Call } from '../gate/call.ts';
import { writeRecord } from '../records/write-record.ts';
import { ALSO, matchRows } from './match-rows.ts';
import { type PlannedRow, planRow, type Spec, sortedFactsOf } from './plan-rows.ts';
import type { FileRow } from './read-rows.ts';

/** What a chunk of rows came to, and the rows that record it. */
export type WrittenRows = {
  created: number;
  updated: number;
  failed: number;
  accounts: number;
  inserts: Insert[];
};

/** Rows planned between two turns of the event loop. */
const AT_ONCE = 50;

async function planRows(spec: Spec, rows: readonly FileRow[]): Promise<PlannedRow[]> {
  const planned: PlannedRow[] = [];
  for (const [at, row] of rows.entries()) {
    planned.push(planRow(spec, row));
    if (at % AT_ONCE === AT_ONCE - 1) await new Promise(setImmediate);
  }
  return planned;
}

/** Where earlier rows of the file are: by what they are told apart by, and by the record they wrote. */
class Earlier {
  readonly #lines = new Map<string, number>();
  readonly #records: ReadonlyMap<string, number>;

  constructor(records: ReadonlyMap<string, number>) {
    this.#records = records;
  }

  /** Notes a row, and says so where it is an earlier one again. */
  note(spec: Spec, row: PlannedRow): void {
    const also = ALSO[spec.kind];
    const keys = [
      ['external_ref', row.facts['external_ref']],
      [also?.path ?? '', also?.of(row)],
    ] as const;
    const written = row.recordId === null ? undefined : this.#records.get(row.recordId);
    if (written !== undefined && written !== row.line) {
      const path = row.facts['external_ref'] === undefined ? keys[1][0] : 'external_ref';
      row.errors.push({ path, message: `is also that of line ${written}` });
      return;
    }
    for (const [path, value] of keys) {
      if (value === undefined) continue;
      const key = `${path} ${value}`;
      const before = this.#lines.get(key);
      if (before === undefined) this.#lines.set(key, row.line);
      else row.errors.push({ path, message: `is also that of line ${before}` });
    }
  }
}

/** Plans rows and finds what they update: what a preview shows, and what is written. */
export async function prepareRows(
  call: Call,
  spec: Spec,
  rows: readonly FileRow[],
  importId: string | undefined,
): Promise<PlannedRow[]> {
  const planned = await planRows(spec, rows);
  await matchRows(call, spec, planned);
  const ids = planned.flatMap(({ recordId }) => recordId ?? []);
  const known =
    importId === undefined || ids.length === 0
      ? []
      : await call.query(findImportLines, [call.workspaceId, importId, ids]);
  const earlier = new Earlier(new Map(known.map(({ record_id: id, line }) => [id, line])));
  for (const row of planned) {
    earlier.note(spec, row);
    sortedFactsOf(spec, row);
  }
  return planned;
}

/** Writes rows in the transaction of a call, each as the tools write a record; bad ones are kept with why. */
export async function writeRows(
  call: Call,
  spec: Spec,
  importId: string,
  rows: readonly FileRow[],
): Promise<WrittenRows> {
  const planned = await prepareRows(call, spec, rows, importId);
  const made = new Map<string, string>();
  const counts = { created: 0, updated: 0, failed: 0, accounts: 0 };
  const records: Record<string, unknown>[] = [];
  const errors: Record<string, unknown>[] = [];
  const of = { workspace_id: call.workspaceId, import_id: importId };
  /** The account a row names that nobody has: created once, however many rows name it. */
  const accountOf = async ({ account, line }: PlannedRow): Promise<string> => {
    const { by, value } = account!;
    const key = `${by} ${value.toLowerCase()}`;
    const before = made.get(key);
    if (before !== undefined) return before;
    const columns: Record<string, string> = by === 'domain' ? { domain: value, name: value } : { name: value };
    const { id, created } = await writeRecord(call, 'account', undefined, { columns, meddpicc: {}, payload: {} });
    made.set(key, id);
    counts.accounts += 1;
    records.push({ ...of, record_id: id, line, created });
    return id;
  };
  for (const row of planned) {
    if (row.errors.length === 0 && row.account !== undefined) row.accountId ??= await accountOf(row);
    const sorted = row.errors.length === 0 ? sortedFactsOf(spec, row) : undefined;
    if (sorted === undefined) {
      counts.failed += 1;
      errors.push({ ...of, line: row.line, errors: row.errors, cells: row.cells });
      continue;
    }
    const { id, created } = await writeRecord(call, spec.kind, row.recordId ?? undefined, sorted);
    counts[created ? 'created' : 'updated'] += 1;
    records.push({ ...of, record_id: id, line: row.line, created });
  }
  return {
    ...counts,
    inserts: [
      { into: importErrors, rows: errors },
      { into: importRecords, rows: records },
    ],
  };
}
