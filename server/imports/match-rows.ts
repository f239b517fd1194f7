import {
  findImportAccounts,
  findImportContacts,
  findImportOpps,
  findImportProspects,
  findImportTargets,
} from '../../db/statements/imports.ts';
import type { Entity } from '../../db/statements/records.ts';
import type { Call } from '../gate/call.ts';
import type { PlannedRow, Spec } from './plan-rows.ts';

type Found = { by: string; asked: string; id: string; external_ref: string | null; tier?: string | null };

/** Records by what they were found by; a name or address may be that of two. */
class Matches {
  readonly #found = new Map<string, Found[]>();

  constructor(rows: readonly object[]) {
    for (const row of rows as readonly Found[]) {
      const key = `${row.by} ${row.by === 'name' ? row.asked.toLowerCase() : row.asked}`;
      const before = this.#found.get(key) ?? [];
      // Two spellings of a name find the same record.
      if (!before.some(({ id }) => id === row.id)) this.#found.set(key, [...before, row]);
    }
  }

  get(by: string, asked: unknown): readonly Found[] {
    return asked === undefined
      ? []
      : (this.#found.get(`${by} ${by === 'name' ? String(asked).toLowerCase() : asked}`) ?? []);
  }
}

const text = (row: PlannedRow, field: string) =>
  row.facts[field] === undefined ? undefined : String(row.facts[field]);
const texts = (rows: readonly PlannedRow[], field: string) => rows.flatMap((row) => text(row, field) ?? []);
const lower = (value: string | undefined) => value?.toLowerCase();

const listed = (row: PlannedRow) => {
  const list = text(row, 'list_name');
  const is = text(row, 'domain') ?? text(row, 'name');
  return list === undefined || is === undefined ? undefined : `${list}\n${is}`;
};

/** What a record is found by beside its external ref: the name of that, and its value in a row. */
export const ALSO: Record<
  Entity,
  { by: string; of: (row: PlannedRow) => string | undefined; path: string } | undefined
> = {
  account: { by: 'domain', of: (row) => text(row, 'domain'), path: 'domain' },
  opp: undefined,
  contact: { by: 'email', of: (row) => lower(text(row, 'email')), path: 'email' },
  prospect: { by: 'email', of: (row) => lower(text(row, 'email')), path: 'email' },
  target_account: { by: 'listed', of: listed, path: 'domain' },
};

/** The records that rows update, by external ref, else by domain, e-mail, or list with domain or name. */
async function recordsOf(call: Call, kind: Entity, rows: readonly PlannedRow[]): Promise<Matches> {
  const { workspaceId } = call;
  const refs = texts(rows, 'external_ref');
  const emails = texts(rows, 'email').map((each) => each.toLowerCase());
  switch (kind) {
    case 'account': {
      const domains = texts(rows, 'domain');
      return new Matches(await call.query(findImportAccounts, [workspaceId, refs, domains, [], []]));
    }
    case 'opp':
      return new Matches(await call.query(findImportOpps, [workspaceId, refs]));
    case 'contact':
      return new Matches(await call.query(findImportContacts, [workspaceId, refs, emails]));
    case 'prospect':
      return new Matches(await call.query(findImportProspects, [workspaceId, refs, emails]));
    case 'target_account': {
      const on = rows.filter((row) => listed(row) !== undefined);
      const column = (field: string) => on.map((row) => lower(text(row, field)) ?? null) as string[];
      const lists = on.map((row) => text(row, 'list_name')!);
      const names = on.map((row) => text(row, 'name') ?? null) as string[];
      return new Matches(await call.query(findImportTargets, [workspaceId, refs, lists, column('domain'), names]));
    }
  }
}

/** Finds the record of a row and says why it cannot be that one. */
function matchRecord(kind: Entity, row: PlannedRow, records: Matches): void {
  const ref = text(row, 'external_ref');
  const also = ALSO[kind];
  const byAlso = also === undefined ? [] : records.get(also.by, also.of(row));
  const [found] = [...records.get('external_ref', ref), ...byAlso];
  if (found === undefined) return;
  row.recordId = found.id;
  if (records.get('external_ref', ref).length === 0 && byAlso.length > 1) {
    row.errors.push({ path: also!.path, message: 'is that of several records; give their external_ref' });
  }
  const { tier } = row.facts;
  if (kind === 'account' && tier !== undefined && tier !== found.tier) {
    row.errors.push({ path: 'tier', message: 'moves only through a proposal that somebody accepts; leave it out' });
  }
  if (ref !== undefined && found.external_ref !== null && found.external_ref !== ref) {
    row.errors.push({ path: also!.path, message: `is that of a record with the external_ref ${found.external_ref}` });
  }
}

/** Finds the accounts that rows name. One that nobody has stays without, to be created where the import does that. */
async function matchAccounts(call: Call, { options }: Spec, rows: readonly PlannedRow[]): Promise<void> {
  const named = rows.filter(({ account }) => account !== undefined);
  if (named.length === 0) return;
  const values = (by: string) => [
    ...new Set(named.filter(({ account }) => account!.by === by).map(({ account }) => account!.value)),
  ];
  const found = new Matches(
    await call.query(findImportAccounts, [
      call.workspaceId,
      values('external_ref'),
      values('domain'),
      values('name'),
      values('id'),
    ]),
  );
  for (const row of named) {
    const { by, value, path } = row.account!;
    const [first, second] = found.get(by, value);
    row.accountId = first?.id ?? null;
    if (second !== undefined) {
      row.errors.push({ path, message: `${JSON.stringify(value.slice(0, 100))} is the name of several accounts` });
    }
    if (first !== undefined) continue;
    const isDefault = by === 'name' && value === options.default_account;
    const may = isDefault || (options.create_accounts && (by === 'name' || by === 'domain'));
    if (!may) row.errors.push({ path, message: `names no account there is: ${JSON.stringify(value.slice(0, 100))}` });
  }
}

/** Accounts that have the name of a row which is to be added beside them, by the row. */
export async function sameNames(
  call: Call,
  { kind }: Spec,
  rows: readonly PlannedRow[],
): Promise<ReadonlyMap<PlannedRow, string>> {
  const added = kind === 'account' ? rows.filter(({ recordId }) => recordId === null) : [];
  const names = [...new Set(texts(added, 'name'))];
  if (names.length === 0) return new Map();
  const found = new Matches(await call.query(findImportAccounts, [call.workspaceId, [], [], names, []]));
  return new Map(
    added.flatMap((row) =>
      found
        .get('name', text(row, 'name'))
        .slice(0, 1)
        .map(({ id }) => [row, id] as const),
    ),
  );
}

/** Finds the records that rows update and the accounts they belong to, in at most two statements. */
export async function matchRows(call: Call, spec: Spec, rows: readonly PlannedRow[]): Promise<void> {
  const records = await recordsOf(call, spec.kind, rows);
  for (const row of rows) matchRecord(spec.kind, row, records);
  await matchAccounts(call, spec, rows);
}
