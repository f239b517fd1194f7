import { parseArgs } from 'node:util';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { provisioner, type Tenant } from '../e2e/harness/app.ts';
import { environment } from '../e2e/harness/environment.ts';
import { readConfig } from '../server/config.ts';
import { startService } from '../server/process.ts';

const USAGE = `DATABASE_URL=… node bench/finding.ts [--deals 1000000] [--accounts 100000] [--runs 15] [--user usr_…]

Fills one workspace of the database with deals and accounts, unless a user is given whose workspace has them already, and times find_records.`;

/** Accounts and deals by number, as the role that tool calls have, with what the statements go by spread as in a real pipeline. */
const ACCOUNTS = `INSERT INTO accounts (workspace_id, id, name, domain, industry, tier)
  SELECT $1, 'acc_01k' || lpad(n::text, 23, '0'), (ARRAY['Acme','Borealis','Contoso','Dunmore','Fabrikam','Northwind','Isdom'])[1 + n % 7] || ' ' || n,
    'company-' || n || '.example', (ARRAY['retail','medical','software','finance'])[1 + n % 4], (ARRAY['A','B','C'])[1 + n % 3]
  FROM generate_series($2::int, $3::int) n`;
const DEALS = `INSERT INTO opportunities (workspace_id, id, account_id, name, stage, amount, currency, close_date, owner, external_ref, meddpicc, updated_at)
  SELECT $1, 'opp_01k' || lpad(n::text, 23, '0'), 'acc_01k' || lpad((1 + n % $4::int)::text, 23, '0'),
    (ARRAY['GTX Basic','GTX Pro','MG Special','Renewal','Expansion'])[1 + n % 5] || ' ' || n,
    (ARRAY['Prospecting','Engaging','Won','Lost','Proposal'])[1 + n % 5], (n * 37 % 100000)::numeric, (ARRAY['EUR','USD'])[1 + n % 2],
    date '2026-01-01' + (n % 700), 'Seller ' || n % 200, 'crm-' || n,
    CASE n % 3 WHEN 0 THEN '{}' ELSE '{"metrics":"10 %","champion":"Dana"}' END::jsonb, now() - make_interval(secs => n % 8000000)
  FROM generate_series($2::int, $3::int) n`;

/** A million rows in steps, each its own transaction. */
async function fill(url: string, workspaceId: string, accounts: number, deals: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`SELECT set_config('app.workspace_id', $1, false)`, [workspaceId]);
  await client.query('SET ROLE sat_service');
  const step = 20_000;
  for (let n = 1; n <= accounts; n += step) {
    await client.query(ACCOUNTS, [workspaceId, n, Math.min(n + step - 1, accounts)]);
  }
  for (let n = 1; n <= deals; n += step) {
    await client.query(DEALS, [workspaceId, n, Math.min(n + step - 1, deals), accounts]);
    if (n % (step * 5) === 1) process.stderr.write(`${n} deals\n`);
  }
  await client.query('RESET ROLE');
  for (const table of ['accounts', 'opportunities']) await client.query(`VACUUM ANALYZE ${table}`);
  await client.end();
}

const ASKED: Record<string, Record<string, unknown>> = {
  'deals, first page and totals': { kind: 'opp' },
  'deals by amount': { kind: 'opp', sort: 'amount' },
  'deals by close date': { kind: 'opp', sort: 'close_date' },
  'deals by last change': { kind: 'opp', sort: 'updated' },
  'deals of an owner': { kind: 'opp', owner: 'Seller 7' },
  'deals of an owner by amount': { kind: 'opp', owner: 'Seller 7', sort: 'amount' },
  'deals of a stage': { kind: 'opp', stage: 'Proposal' },
  'open deals': { kind: 'opp', stage_kind: 'open' },
  'open deals that lack a champion': { kind: 'opp', stage_kind: 'open', missing: ['champion'] },
  'deals that close in March': { kind: 'opp', close_from: '2026-03-01', close_to: '2026-03-31' },
  'deals over 99,000': { kind: 'opp', amount_min: 99_000 },
  'accounts by name': { kind: 'account', sort: 'name' },
  'accounts, newest first': { kind: 'account' },
  'deals by a rare word': { kind: 'opp', query: '777777' },
  'deals by a broad word': { kind: 'opp', query: 'gtx' },
  'deals by two broad words': { kind: 'opp', query: 'gtx acme' },
  'accounts by a broad word': { kind: 'account', query: 'acme' },
};

async function time(tenant: Tenant, input: object, runs: number): Promise<string> {
  const took: number[] = [];
  let said = '';
  for (let run = 0; run < runs; run += 1) {
    const began = performance.now();
    const { status, body } = await tenant.rest('find_records', input);
    took.push(performance.now() - began);
    said = status === 200 ? JSON.stringify(body.totals).slice(0, 110) : `${status} ${body.code ?? body.error?.code}`;
  }
  took.sort((a, b) => a - b);
  const at = (part: number) => took[Math.min(took.length - 1, Math.floor(part * took.length))]!.toFixed(0).padStart(6);
  return `${at(0)} ${at(0.5)} ${at(0.95)}  ${said}`;
}

const { values } = parseArgs({
  options: {
    deals: { type: 'string', default: '1000000' },
    accounts: { type: 'string', default: '100000' },
    runs: { type: 'string', default: '15' },
    user: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const url = process.env['DATABASE_URL'] ?? process.env['TEST_DATABASE_URL'];
if (values.help || url === undefined) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'sat-finding-'));
const service = await startService(
  readConfig(environment({ DATABASE_URL: url, DATA_DIR: folder, WORKERS: 'off', LOG_LEVEL: 'warn' })),
);
try {
  const made = provisioner(service.baseUrl);
  const tenant = values.user === undefined ? await made.newTenant() : await made.newKey(values.user);
  if (values.user === undefined) {
    process.stdout.write(`user ${tenant.userId}\n`);
    await fill(url, tenant.workspaceId, Number(values.accounts), Number(values.deals));
  }
  process.stdout.write(`${'ms'.padEnd(34)}   min median   p95  totals\n`);
  for (const [name, input] of Object.entries(ASKED)) {
    process.stdout.write(`${name.padEnd(34)}${await time(tenant, input, Number(values.runs))}\n`);
  }
} finally {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}
