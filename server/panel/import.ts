import { parse } from 'csv-parse/sync';
import { findImported } from '../../db/statements/panel-accounts.ts';
import { Fault, invalidField, type Issue } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import { writeRecord } from '../records/write-record.ts';
import { type SortedFacts, sortFacts } from '../records/sort-facts.ts';

/** Rows that one import takes. */
export const MAX_ROWS = 2_000;

/** Fields of an account that a column can map to; any other column is kept as a fact under the column's name. */
export const IMPORT_FIELDS = ['name', 'domain', 'industry', 'employee_count', 'tier', 'external_ref'] as const;

type Field = (typeof IMPORT_FIELDS)[number];

/** Names of the fields in CRM exports, letters and digits only. */
const KNOWN_AS: Record<string, Field> = {
  name: 'name',
  account: 'name',
  accountname: 'name',
  company: 'name',
  companyname: 'name',
  domain: 'domain',
  website: 'domain',
  url: 'domain',
  companydomain: 'domain',
  companydomainname: 'domain',
  industry: 'industry',
  sector: 'industry',
  employees: 'employee_count',
  employeecount: 'employee_count',
  numberofemployees: 'employee_count',
  headcount: 'employee_count',
  tier: 'tier',
  id: 'external_ref',
  accountid: 'external_ref',
  recordid: 'external_ref',
  externalid: 'external_ref',
  externalref: 'external_ref',
};

export type Column = { column: string; field: string | null };

export type ImportInput = {
  csv: string;
  /** The field of each column; null leaves it out. Guessed from its name when omitted. */
  columns?: Column[] | undefined;
};

export type ImportedRow = {
  /** Line of the file the row begins on, the header being line 1. */
  line: number;
  action: 'create' | 'update';
  account_id: string | null;
  facts: Record<string, string | number>;
  errors: Issue[];
};

type Read = { columns: Column[]; rows: (ImportedRow & { sorted: SortedFacts | undefined })[] };

const snakeCase = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join('_');

const guess = (column: string): string | null =>
  KNOWN_AS[column.toLowerCase().replaceAll(/[^a-z0-9]/g, '')] ?? (snakeCase(column) || null);

/** The delimiter: whichever occurs most in the line of column names. */
function delimiterOf(csv: string): string {
  const line = /^[^\r\n]*/.exec(csv)![0].replaceAll(/"[^"]*"/g, '');
  const [most] = [',', ';', '\t'].toSorted((a, b) => line.split(b).length - line.split(a).length);
  return most!;
}

function parseFile(csv: string): { header: string[]; records: { line: number; cells: string[] }[] } {
  let rows: { info: { lines: number }; record: string[] }[];
  try {
    rows = parse(csv, {
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      delimiter: delimiterOf(csv),
      to: MAX_ROWS + 2,
    }) as never;
  } catch (error) {
    throw invalidField('csv', `cannot be read as CSV: ${(error as Error).message}`);
  }
  const [first, ...records] = rows;
  if (first === undefined) throw invalidField('csv', 'is empty; the first line names the columns');
  if (records.length === 0) throw invalidField('csv', 'has a line of column names and no rows');
  if (records.length > MAX_ROWS) throw invalidField('csv', `has more than ${MAX_ROWS} rows; split it`);
  // `lines` is the line a record ends on; the record before it gives where it begins.
  return {
    header: first.record,
    records: records.map(({ record }, index) => ({ line: rows[index]!.info.lines + 1, cells: record })),
  };
}

function readColumns(header: string[], given: Column[] | undefined): Column[] {
  const chosen = new Map(given?.map(({ column, field }) => [column, field]));
  const columns = header.map((column) => ({
    column,
    field: given === undefined ? guess(column) : (chosen.get(column) ?? null),
  }));
  const issues: Issue[] = [];
  const seen = new Map<string, string>();
  for (const { column, field } of columns) {
    if (field === null) continue;
    const before = seen.get(field);
    // Of two columns guessed for the same field, the first is used; two that were chosen for it are a mistake.
    if (before !== undefined && given !== undefined) {
      issues.push({ path: `columns.${column}`, message: `goes to ${field}, and so does ${before}` });
    }
    seen.set(field, before ?? column);
  }
  if (!seen.has('name') && !seen.has('domain')) {
    issues.push({ path: 'columns', message: 'no column goes to name or domain; one of them says which company it is' });
  }
  if (issues.length > 0) throw new Fault('invalid_input', { issues });
  return columns.map((each) =>
    each.field !== null && seen.get(each.field) !== each.column ? { ...each, field: null } : each,
  );
}

/** The domain of a website's address. */
const bareDomain = (text: string) =>
  text
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/^www\./, '')
    .split(/[/?#]/, 1)[0]!;

function cellOf(field: string, text: string): string | number {
  if (field === 'domain') return bareDomain(text);
  if (field === 'employee_count' && /^[\d\s.,']+$/.test(text)) return Number(text.replaceAll(/[\s.,']/g, ''));
  return text;
}

function factsOf(columns: Column[], cells: string[]): Record<string, string | number> {
  return Object.fromEntries(
    columns.flatMap(({ field }, index) => {
      const text = cells[index] ?? '';
      return field === null || text === '' ? [] : [[field, cellOf(field, text)]];
    }),
  );
}

async function read(call: Call, { csv, columns: given }: ImportInput): Promise<Read> {
  const { header, records } = parseFile(csv);
  const columns = readColumns(header, given);
  const rows = records.map(({ line, cells }) => {
    const facts = factsOf(columns, cells);
    const errors: Issue[] = [];
    if (cells.length > header.length) {
      errors.push({ path: '', message: `has ${cells.length} cells; there are ${header.length} columns` });
    }
    if (facts['name'] === undefined && facts['domain'] === undefined) {
      errors.push({ path: 'name', message: 'has neither a name nor a domain' });
    }
    let sorted: SortedFacts | undefined;
    try {
      sorted = sortFacts('account', facts);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      errors.push(
        ...(error.issues ?? []).map(({ path, message }) => ({ path: path.replace(/^facts\./, ''), message })),
      );
    }
    return { line, action: 'create' as const, account_id: null, facts, errors, sorted } as Read['rows'][number];
  });
  await matchExisting(call, rows);
  return { columns, rows };
}

/** Finds the account of a row, by external ref, else by domain; two rows for one account are an error. */
async function matchExisting(call: Call, rows: Read['rows']): Promise<void> {
  const refs = rows.flatMap(({ facts }) => (facts['external_ref'] === undefined ? [] : String(facts['external_ref'])));
  const domains = rows.flatMap(({ facts }) => (facts['domain'] === undefined ? [] : String(facts['domain'])));
  const found = await call.query(findImported, [call.workspaceId, refs, domains]);
  const byRef = new Map(found.map((account) => [account.external_ref, account]));
  const byDomain = new Map(found.map((account) => [account.domain, account]));
  const lines = new Map<string, number>();
  for (const row of rows) {
    const { external_ref: ref, domain, tier } = row.facts;
    const account =
      (ref === undefined ? undefined : byRef.get(String(ref))) ??
      (domain === undefined ? undefined : byDomain.get(String(domain)));
    if (account !== undefined) {
      row.action = 'update';
      row.account_id = account.id;
      if (tier !== undefined && tier !== account.tier) {
        row.errors.push({ path: 'tier', message: 'moves only through a proposal that somebody accepts; leave it out' });
      }
      if (ref !== undefined && account.external_ref !== null && account.external_ref !== ref) {
        row.errors.push({
          path: 'domain',
          message: `is that of an account with the external_ref ${account.external_ref}`,
        });
      }
    }
    for (const [path, value] of Object.entries({ external_ref: ref, domain })) {
      if (value === undefined) continue;
      const key = `${path} ${value}`;
      const before = lines.get(key);
      if (before !== undefined) row.errors.push({ path, message: `is also that of line ${before}` });
      else lines.set(key, row.line);
    }
  }
}

/** Rows in full in a preview; all of them are checked and counted. */
const SHOWN = 200;

const shown = ({ sorted: _sorted, ...row }: Read['rows'][number]): ImportedRow => row;

const countsOf = (rows: Read['rows']) => {
  const good = rows.filter(({ errors }) => errors.length === 0);
  return {
    rows: rows.length,
    create: good.filter(({ action }) => action === 'create').length,
    update: good.filter(({ action }) => action === 'update').length,
    invalid: rows.length - good.length,
  };
};

/** Previews an import, row by row; nothing is written. Rows with errors come first. @throws Fault invalid_input */
export async function previewImport(call: Call, input: ImportInput) {
  const { columns, rows } = await read(call, input);
  const ordered = [...rows].sort(
    (a, b) => Math.min(b.errors.length, 1) - Math.min(a.errors.length, 1) || a.line - b.line,
  );
  return { columns, fields: [...IMPORT_FIELDS], ...countsOf(rows), items: ordered.slice(0, SHOWN).map(shown) };
}

/**
 * Imports accounts, all or none, in one transaction. A row with an error refuses the import unless such rows are to be
 * left out. Facts merge into an existing account with the same external ref or domain.
 * @throws Fault invalid_input with an issue for every invalid row
 */
export async function importAccounts(call: Call, { skip_invalid, ...input }: ImportInput & { skip_invalid: boolean }) {
  const { rows } = await read(call, input);
  const bad = rows.filter(({ errors }) => errors.length > 0);
  if (bad.length > 0 && !skip_invalid) {
    throw new Fault('invalid_input', {
      message: `${bad.length} of ${rows.length} rows cannot be taken; nothing was written.`,
      hint: 'Correct them, or import the others without them.',
      issues: bad
        .flatMap(({ line, errors }) => errors.map(({ path, message }) => ({ path: `line ${line}.${path}`, message })))
        .slice(0, SHOWN),
    });
  }
  let created = 0;
  let updated = 0;
  for (const { sorted, account_id: accountId, errors } of rows) {
    if (errors.length > 0) continue;
    const written = await writeRecord(call, 'account', accountId ?? undefined, sorted!);
    if (written.created) created += 1;
    else updated += 1;
  }
  return { rows: rows.length, created, updated, skipped: bad.length };
}
