import type { ImportColumn, ImportOptions } from '../../db/entities/imports.ts';
import type { Entity } from '../../db/statements/records.ts';
import { Fault, type Issue } from '../errors.ts';
import { NO_DOMAIN, readableDomain } from '../records/domain.ts';
import { DIMENSIONS } from '../records/meddpicc.ts';
import { saysNothing } from '../records/says-nothing.ts';
import { type SortedFacts, sortFacts } from '../records/sort-facts.ts';
import { TELLING } from './fields.ts';
import { isMarked, markedValue } from './marked-columns.ts';
import type { FileRow } from './read-rows.ts';
import { cellOf, ESCAPED } from './values.ts';

/** Fields that hold what was learned: a cell that says `N/A` there is empty. */
const EVIDENCE: ReadonlySet<string> = new Set(['notes', ...DIMENSIONS]);

/** How rows of a file become records. */
export type Spec = { kind: Entity; columns: readonly ImportColumn[]; options: ImportOptions };

/** The account that a row names, by one of its columns; `path` is that column's field. */
export type NamedAccount = { by: 'id' | 'external_ref' | 'domain' | 'name'; value: string; path: string };

/** A row as it will be written, or why it cannot be. */
export type PlannedRow = {
  line: number;
  cells: string[];
  /** What it says, by field, the account it names left out. */
  facts: Record<string, string | number>;
  /** Fields of the record's own as marked columns say them, under exactly these names. */
  own: Record<string, unknown>;
  account: NamedAccount | undefined;
  errors: Issue[];
  /** The record it updates; null for one that is new. Found by `matchRows`. */
  recordId: string | null;
  /** The account it belongs to, once it was found; null for one that is to be created. */
  accountId: string | null;
  /** What it says as its record's columns and payload, once that was checked; undefined where a field refuses one. */
  sorted: SortedFacts | undefined;
};

const NAMED = {
  account_id: 'id',
  account_ref: 'external_ref',
  account_domain: 'domain',
  account_name: 'name',
} as const;

/** Kinds that belong to an account. */
export const BELONGS: ReadonlySet<Entity> = new Set<Entity>(['opp', 'contact', 'prospect']);

/** The account a row names: by the first of its columns that has a cell. Takes those out of its facts. */
function takeAccount({ kind, options }: Spec, facts: Record<string, string | number>): NamedAccount | undefined {
  if (!BELONGS.has(kind)) return undefined;
  let found: NamedAccount | undefined;
  for (const [path, by] of Object.entries(NAMED)) {
    const value = facts[path];
    if (value === undefined) continue;
    delete facts[path];
    found ??= { by, value: String(value), path };
  }
  if (found === undefined && options.default_account !== null) {
    return { by: 'name', value: options.default_account, path: 'account_name' };
  }
  return found;
}

function joinNames(facts: Record<string, string | number>): void {
  const parts = [facts['first_name'], facts['last_name']].filter((part) => part !== undefined);
  if (facts['name'] === undefined && parts.length > 0) facts['name'] = parts.join(' ');
  delete facts['first_name'];
  delete facts['last_name'];
}

/** What the marked columns of a row say. */
function ownOf(columns: Spec['columns'], cells: readonly string[]): Record<string, unknown> {
  const said = columns.flatMap((column, at) => {
    const value = isMarked(column) ? markedValue((cells[at] ?? '').replace(ESCAPED, '')) : undefined;
    return value === undefined ? [] : [[column.field, value]];
  });
  return Object.fromEntries(said);
}

/** What a row says, checked as far as it can be without looking anything up. */
export function planRow(spec: Spec, { line, cells }: FileRow): PlannedRow {
  const { kind, columns, options } = spec;
  const facts: Record<string, string | number> = Object.fromEntries(
    columns.flatMap((column, at) => {
      const { field } = column;
      const text = cells[at] ?? '';
      return field === null || text === '' || isMarked(column) || (EVIDENCE.has(field) && saysNothing(text))
        ? []
        : [[field, cellOf(field, text, options.date_format)]];
    }),
  );
  const own = ownOf(columns, cells);
  const errors: Issue[] = [];
  if (kind === 'contact' || kind === 'prospect') joinNames(facts);
  if (kind === 'target_account' && facts['list_name'] === undefined && options.list_name !== null) {
    facts['list_name'] = options.list_name;
  }
  const account = takeAccount(spec, facts);
  if (cells.length > columns.length) {
    errors.push({ path: '', message: `has ${cells.length} cells, more than the file has columns (${columns.length})` });
  }
  const telling = TELLING[kind].filter((name) => name !== 'last_name');
  if (telling.every((name) => facts[name] === undefined)) {
    errors.push({ path: telling[0]!, message: `has no ${telling.join(' and no ')}` });
  }
  if (account?.by === 'domain' && readableDomain(account.value) === undefined) {
    errors.push({ path: account.path, message: NO_DOMAIN });
  }
  if (kind === 'opp' && account === undefined) {
    errors.push({ path: 'account_name', message: 'names no account, which a deal belongs to' });
  }
  return { line, cells, facts, own, account, errors, recordId: null, accountId: null, sorted: undefined };
}

/** Sorts the facts of a row into its record's columns and payload; errors are added where a field refuses one. */
export function sortRow({ kind }: Spec, row: PlannedRow): void {
  try {
    const facts = row.accountId === null ? row.facts : { ...row.facts, account_id: row.accountId };
    const sorted = sortFacts(kind, facts);
    row.sorted = { ...sorted, payload: { ...sorted.payload, ...row.own } };
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'invalid_input') throw error;
    row.errors.push(
      ...(error.issues ?? []).map(({ path, message }) => ({ path: path.replace(/^facts\./, ''), message })),
    );
  }
}
