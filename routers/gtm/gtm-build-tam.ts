import { z } from 'zod';
import { newId } from '../../db/ids.ts';
import { narrowed, statement } from '../../db/statement.ts';
import { chunksOf } from '../../server/chunks.ts';
import { Fault, type Issue } from '../../server/errors.ts';
import type { Call } from '../../server/gate/call.ts';
import { takeOutWhole } from '../../server/records/peoples-values.ts';
import { type Proposing, proposeInstead } from '../../server/records/value-proposals.ts';
import { domain, employeeCount } from '../../server/records/sort-facts.ts';
import { MAX_PAYLOAD } from '../../server/records/write-record.ts';
import { takingTurns } from '../../server/turns.ts';
import { checkMembers, label } from '../fields.ts';
import { tool } from '../tool.ts';

const company = z
  .looseObject({
    domain: domain.nullish(),
    name: z.string().trim().min(1).max(500).nullish(),
    industry: z.string().trim().min(1).max(200).nullish(),
    employeeCount: employeeCount.nullish(),
    employee_count: employeeCount.nullish(),
  })
  .superRefine(checkMembers);

type Company = z.output<typeof company>;

/** Companies that one statement writes: more would keep others waiting while they are sent and answered. */
const MOST_AT_ONCE = 1_000;

/** Rows are written sorted, so that concurrent lists cannot deadlock. */
const upsertTargets = (name: 'domain' | 'name', where: string) =>
  statement(
    `upsert_targets_by_${name}`,
    `INSERT INTO target_accounts AS t (workspace_id, id, list_name, domain, name, industry, employee_count, payload)
     SELECT $1, id, $2, domain, name, industry, employee_count, payload
     FROM json_populate_recordset(NULL::target_accounts, $3::json) ORDER BY ${name}
     ON CONFLICT (workspace_id, list_name, ${name}) WHERE ${where} DO UPDATE SET
       name = COALESCE(EXCLUDED.name, t.name), industry = COALESCE(EXCLUDED.industry, t.industry),
       employee_count = COALESCE(EXCLUDED.employee_count, t.employee_count), payload = t.payload || EXCLUDED.payload,
       updated_at = now()
       WHERE NOT $4::boolean OR t.set_by_people = '{}'
     RETURNING id, ${name} AS key, pg_column_size(payload) AS bytes`,
    { large: true, row: narrowed<{ key: string; bytes: number }>() },
  );

const lockTargets = (name: 'domain' | 'name', where: string) =>
  statement(
    `lock_targets_by_${name}`,
    `SELECT to_json(t) AS record, ${name} AS key FROM target_accounts t
     WHERE workspace_id = $1 AND list_name = $2 AND ${where} AND ${name} = ANY ($3::text[]) ORDER BY ${name} FOR UPDATE`,
    { row: narrowed<{ record: Record<string, unknown>; key: string }>() },
  );

/** `$1`: workspace, `$2`: list, `$3`: keys of rows that a person set something of. */
const lockTargetsBy = {
  domain: lockTargets('domain', 'domain IS NOT NULL'),
  name: lockTargets('name', 'domain IS NULL'),
} as const;

/**
 * `$1`: workspace, `$2`: list, `$3`: rows, no two with the same key, `$4`: whether to leave out those that a person set
 * something of. Null leaves a field unchanged.
 */
const upsertTargetsBy = {
  domain: upsertTargets('domain', 'domain IS NOT NULL'),
  name: upsertTargets('name', 'domain IS NULL'),
} as const;

/** `$1`: workspace, `$2`: list. */
const countTargets = statement(
  'count_targets',
  `SELECT count(*)::int AS count FROM target_accounts WHERE workspace_id = $1 AND list_name = $2`,
);

export default tool({
  title: 'Build a target account list',
  description:
    'Puts up to 10,000 companies on a named list of target accounts. A company on the list already (by domain, else by name) is updated: what you send replaces, the rest stays. ' +
    'One bad row, and none is written. Target accounts are no customers yet: gtm_crm_write makes an account.',
  scope: 'prospect.write',
  entitled: true,
  effect: 'write',
  overwrites: true,
  proposes: true,
  synonyms: {
    companies: 'accounts',
    targets: 'accounts',
    target_accounts: 'accounts',
    rows: 'accounts',
    records: 'accounts',
  },
  idempotent: true,
  maxBytes: 4_000_000,
  input: z.object({
    list_name: label('The list, such as "EMEA mid-market".'),
    accounts: z
      .array(company)
      .min(1)
      .max(10_000)
      .describe('The companies, each with a domain or a name. Other fields are kept as given.'),
  }),
  output: z.object({
    list_name: z.string().describe('The list.'),
    created: z.int().describe('Companies new on the list.'),
    updated: z.int().describe('Companies that were on it.'),
    total: z.int().describe('Companies on the list now.'),
    ids: z.array(z.string()).describe('The target account of each company, in the order sent.'),
  }),
  example: {
    input: {
      list_name: 'EMEA mid-market',
      accounts: [
        { domain: 'acme.example', name: 'Acme Corp', industry: 'Manufacturing', employeeCount: 420 },
        { name: 'Borealis Foods', country: 'Norway' },
      ],
    },
    output: {
      list_name: 'EMEA mid-market',
      created: 1,
      updated: 1,
      total: 240,
      ids: ['tgt_01kaj6w6qk5x3v0c8m9n2p4r7t', 'tgt_01kaj6w6qk5x3v0c8m9n2p4r7v'],
    },
  },
  async handler(call, { list_name, accounts }) {
    const rows = await rowsOf(accounts);
    const ids = new Map<string, string>();
    const upsert = async (kind: 'domain' | 'name', some: Row[]): Promise<void> => {
      const json = JSON.stringify(some);
      const protects = call.principal.protectsPeople;
      const kept = await call.query(upsertTargetsBy[kind], [call.workspaceId, list_name, json, protects]);
      if (protects && kept.length < some.length) {
        const found = new Set(kept.map(({ key }) => key));
        const left = await besidePeoples(
          call,
          { kind, list_name },
          some.filter((row) => !found.has(row[kind]!)),
        );
        const rest = JSON.stringify(left);
        kept.push(...(await call.query(upsertTargetsBy[kind], [call.workspaceId, list_name, rest, false])));
      }
      for (const { id, key, bytes } of kept) {
        if (bytes > MAX_PAYLOAD) {
          throw new Fault('payload_too_large', {
            message: `${JSON.stringify(key)} would hold more than ${MAX_PAYLOAD} bytes of facts. Nothing was stored.`,
          });
        }
        ids.set(`${kind} ${key}`, id);
      }
    };
    for (const kind of ['domain', 'name'] as const) {
      const sorted = rows
        .filter(({ domain }) => (domain === null) === (kind === 'name'))
        .toSorted((a, b) => (a[kind]! < b[kind]! ? -1 : 1));
      for (const some of chunksOf(sorted, MOST_AT_ONCE)) await upsert(kind, some);
    }
    const [list] = await call.query(countTargets, [call.workspaceId, list_name]);

    const inOrder = rows.map(({ domain, name }) => ids.get(domain === null ? `name ${name}` : `domain ${domain}`)!);
    const created = rows.filter(({ id }, index) => inOrder[index] === id).length;
    call.recordFact({
      subjectType: 'target_list',
      subjectId: list_name,
      attribute: 'target_accounts',
      value: String(list!.count),
      sentence: `The target account list ${list_name} holds ${list!.count === 1 ? '1 account' : `${list!.count} accounts`}.`,
      single: true,
    });
    return { list_name, created, updated: rows.length - created, total: list!.count, ids: inOrder };
  },
});

/** What is left to write of rows that a person set something of, beside what becomes a proposal. */
async function besidePeoples(
  call: Call,
  of: { kind: 'domain' | 'name'; list_name: string },
  rows: Row[],
): Promise<Row[]> {
  const { kind, list_name } = of;
  const keys = rows.map((row) => row[kind]!);
  const locked = await call.query(lockTargetsBy[kind], [call.workspaceId, list_name, keys]);
  const byKey = new Map(locked.map(({ key, record }) => [key, record]));
  const proposing: Proposing[] = [];
  const left = rows.map((row): Row => {
    const record = byKey.get(row[kind]!);
    if (record === undefined) return row;
    const { name, industry, employee_count, payload } = row;
    // Rows without a domain are told apart by their name, so that it cannot change.
    const columns = { industry, employee_count, ...(kind === 'name' ? {} : { name }) };
    const { left, touched } = takeOutWhole({ columns, payload }, record);
    const accountId = record['account_id'] as string | null;
    proposing.push({ kind: 'target_account', id: record['id'] as string, accountId, touched });
    const nothing = { industry: null, employee_count: null, ...(kind === 'name' ? {} : { name: null }) };
    return { ...row, ...nothing, ...left.columns, payload: left.payload };
  });
  await proposeInstead(call, proposing);
  return left;
}

type Row = {
  id: string;
  domain: string | null;
  name: string | null;
  industry: string | null;
  employee_count: number | null;
  payload: Record<string, unknown>;
};

const MAX_ISSUES = 20;

/** Extra fields of a row; one without a value is ignored. */
function extrasOf(extras: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(extras).filter(([, value]) => value !== null));
}

async function rowsOf(accounts: readonly Company[]): Promise<Row[]> {
  const rows: Row[] = [];
  const issues: Issue[] = [];
  const by = { domain: new Map<string, number>(), name: new Map<string, number>() };
  await takingTurns()(accounts.entries(), ([index, account]) => {
    const { domain = null, name = null, industry = null, employeeCount, employee_count, ...extras } = account;
    const kind = domain === null ? 'name' : 'domain';
    const key = domain ?? name;
    if (key === null) issues.push({ path: `accounts.${index}`, message: 'needs a domain or a name' });
    else {
      const before = by[kind].get(key);
      if (before === undefined) by[kind].set(key, index);
      else issues.push({ path: `accounts.${index}.${kind}`, message: `is the same as in accounts.${before}` });
    }
    rows.push({
      id: newId('target_account'),
      domain,
      name,
      industry,
      employee_count: employeeCount ?? employee_count ?? null,
      payload: extrasOf(extras),
    });
  });
  if (issues.length > 0) throw new Fault('invalid_input', { issues: issues.slice(0, MAX_ISSUES) });
  return rows;
}
