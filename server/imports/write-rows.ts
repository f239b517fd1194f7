import type { Insert } from '../../db/append.ts';
import { findImportLines, importErrors, importRecords } from '../../db/statements/imports.ts';
import type { Call } from '../gate/call.ts';
import { type RecordToWrite, writeRecords } from '../records/write-records.ts';
import { ALSO, matchRows } from './match-rows.ts';
import { type NamedAccount, type PlannedRow, planRow, sortRow, type Spec } from './plan-rows.ts';
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
    sortRow(spec, row);
  }
  return planned;
}

/** Makes the accounts that rows name and nobody has, each once, however many rows name it. @returns each with the row that named it first */
async function makeAccounts(
  call: Call,
  rows: readonly PlannedRow[],
): Promise<{ id: string; line: number; created: boolean }[]> {
  const naming = Map.groupBy(
    rows.filter(({ account, accountId }) => account !== undefined && accountId === null),
    ({ account }) => `${account!.by} ${account!.value.toLowerCase()}`,
  );
  const groups = [...naming.values()];
  const fieldsOf = ({ by, value }: NamedAccount): RecordToWrite => {
    const columns: Record<string, string> = by === 'domain' ? { domain: value, name: value } : { name: value };
    return { id: undefined, fields: { columns, meddpicc: {}, payload: {} } };
  };
  const accounts = groups.map(([first]) => fieldsOf(first!.account!));
  const written = await writeRecords(call, 'account', accounts);
  return written.map(({ id, created }, at) => {
    for (const row of groups[at]!) row.accountId = id;
    return { id, line: groups[at]![0]!.line, created };
  });
}

/** The record of a row that has no errors. */
function recordOf({ recordId, accountId, account, sorted }: PlannedRow): RecordToWrite {
  const { columns, ...rest } = sorted!;
  const tied = account === undefined ? columns : { ...columns, account_id: accountId };
  return { id: recordId ?? undefined, fields: { ...rest, columns: tied } };
}

/** Writes rows in the transaction of a call, each as the tools write a record; bad ones are kept with why. */
export async function writeRows(
  call: Call,
  spec: Spec,
  importId: string,
  rows: readonly FileRow[],
): Promise<WrittenRows> {
  const planned = await prepareRows(call, spec, rows, importId);
  const { good = [], bad = [] } = Object.groupBy(planned, ({ errors }) => (errors.length === 0 ? 'good' : 'bad'));
  const of = { workspace_id: call.workspaceId, import_id: importId };
  const accounts = await makeAccounts(call, good);
  const written = await writeRecords(call, spec.kind, good.map(recordOf));
  const created = written.filter((each) => each.created).length;
  const errors = bad.map((row) => ({ ...of, line: row.line, errors: row.errors, cells: row.cells }));
  const records = [...accounts, ...written.map((each, at) => ({ ...each, line: good[at]!.line }))];
  return {
    created,
    updated: written.length - created,
    failed: bad.length,
    accounts: accounts.length,
    inserts: [
      { into: importErrors, rows: errors },
      {
        into: importRecords,
        rows: records.map(({ id, line, created: isNew }) => ({ ...of, record_id: id, line, created: isNew })),
      },
    ],
  };
}
