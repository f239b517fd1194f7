// node bench/panel.ts [--calls 1000000] [--accounts 100000] [--deals 1000000] [--rounds 40]
//
// The panel's lists where they are long: pages of the audit log over a million calls, of accounts over a hundred
// thousand and of deals over a million (`panel-lists.ts`), the first and a deep one, each beside the bare SQL of the same page (no HTTP, no session, no row level
// security) in the same rounds; filters that fit nothing; the overview; the export of the whole log.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { encodeTime } from 'ulid';
import { createClient } from '../client/index.ts';
import { percentile } from './load.ts';
import { fillDeals, listCases, searchDuplicates } from './panel-lists.ts';
import * as stage from './environment.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '1000000' },
    accounts: { type: 'string', default: '100000' },
    deals: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '40' },
  },
});
const [CALLS, ACCOUNTS, DEALS, ROUNDS] = [values.calls, values.accounts, values.deals, values.rounds].map(Number) as [
  number,
  number,
  number,
  number,
];

/** The calls are spread over this many days before now. */
const DAYS = 30;
const BATCH = 10_000;

const say = (line = '') => process.stdout.write(`${line}\n`);

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const randomPart = () => Array.from(randomBytes(16), (byte) => ALPHABET[byte & 31]).join('');
const idAt = (prefix: string, ms: number) => `${prefix}_${encodeTime(ms).toLowerCase()}${randomPart()}`;

const WORDS = ['North', 'Blue', 'Iron', 'Silver', 'Oak', 'River', 'Stone', 'Bright', 'Cedar', 'Falcon'];
const TRADES = ['Logistics', 'Energy', 'Foods', 'Software', 'Insurance', 'Steel', 'Retail', 'Media', 'Health', 'Aero'];

async function fill(database: Client, who: { workspace: string; user: string; key: string }): Promise<string[]> {
  const begin = Date.now() - DAYS * 86_400_000;
  const step = (DAYS * 86_400_000) / CALLS;
  for (let from = 0; from < CALLS; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, CALLS - from) }, (_, n) => {
      const at = begin + (from + n) * step;
      return {
        workspace_id: who.workspace,
        id: idAt('call', at),
        key_id: who.key,
        user_id: who.user,
        tool: ['log_capture', 'read_account', 'set_meddpicc', 'pull_brief'][n % 4],
        transport: ['rest', 'mcp'][n % 2],
        outcome: n % 50 === 0 ? 'error' : 'ok',
        error_code: n % 50 === 0 ? 'invalid_input' : null,
        duration_ms: (n % 97) / 3,
        request_bytes: 200,
        response_bytes: 800,
        run_ref: null,
        count: 1,
        request_id: idAt('req', at),
        at: new Date(at).toISOString(),
      };
    });
    await database.query(`INSERT INTO api_key_calls SELECT * FROM json_populate_recordset(NULL::api_key_calls, $1)`, [
      JSON.stringify(rows),
    ]);
  }
  const names: string[] = [];
  for (let from = 0; from < ACCOUNTS; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, ACCOUNTS - from) }, (_, n) => {
      const number = from + n;
      const name = `${WORDS[(number * 7) % 10]} ${TRADES[(number * 3) % 10]} ${String(number).padStart(6, '0')}`;
      names.push(name);
      const made = begin + number;
      return {
        account: idAt('acc', made),
        opp: idAt('opp', made),
        name,
        domain: `company-${number}.example`,
        n: number,
      };
    });
    await database.query(
      `WITH r AS (SELECT * FROM json_to_recordset($2) AS r (account text, opp text, name text, domain text, n int)),
       a AS (INSERT INTO accounts (workspace_id, id, name, domain, industry, tier)
             SELECT $1, account, name, domain, 'Industry ' || n % 20, (ARRAY['A', 'B', 'C', NULL])[1 + n % 4] FROM r RETURNING id)
       INSERT INTO opportunities (workspace_id, id, account_id, name, stage, amount, currency, meddpicc)
       SELECT $1, opp, account, 'Deal', CASE WHEN n % 3 = 0 THEN 'Closed won' ELSE 'Proposal' END, 1000, 'EUR',
         CASE WHEN n % 2 = 0 THEN '{"champion": "Dana"}'::jsonb ELSE '{}'::jsonb END
       FROM r`,
      [who.workspace, JSON.stringify(rows)],
    );
  }
  return names.sort();
}

type Timed = { name: string; run(): Promise<unknown>; times: number[] };

const timed = (name: string, run: () => Promise<unknown>): Timed => ({ name, run, times: [] });

function report(cases: Timed[]): void {
  for (const { name, times } of cases) {
    const sorted = times.toSorted((a, b) => a - b);
    const ms = (p: number) => percentile(sorted, p).toFixed(1).padStart(8);
    say(`${name.padEnd(52)} p50 ${ms(0.5)} ms   p95 ${ms(0.95)} ms`);
  }
}

async function bench(): Promise<void> {
  const { databaseUrl, redisUrl } = await stage.startServices();
  const folder = await stage.temporaryFolder();
  const secrets = stage.newSecrets();
  const url = await stage.newDatabase(databaseUrl, 'panel');
  const service = await stage.startService(join(folder, 'log'), {
    ...secrets,
    DATABASE_URL: url,
    REDIS_URL: redisUrl,
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
  });
  await stage.untilReady(service);
  const { operator } = createClient({ url: service.url, apiKey: secrets.OPERATOR_TOKEN });
  const email = 'bench@example.com';
  const password = randomBytes(12).toString('base64url');
  const { user_id, workspace_id } = await operator.users.create.mutate({ email, name: 'Bench', password });
  await operator.entitlements.grant.mutate({ user_id, kind: 'membership', slug: 'pro' });
  const { key_id } = await operator.keys.create.mutate({ user_id, name: 'bench', scopes: 'all' });

  const database = new Client({ connectionString: url });
  await database.connect();
  stage.afterwards(() => database.end());
  // Row level security applies to the tables' owner too; the baseline does without it.
  for (const table of ['api_key_calls', 'accounts', 'opportunities', 'contacts']) {
    await database.query(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`);
  }
  say(`filling ${CALLS.toLocaleString('en')} calls and ${ACCOUNTS.toLocaleString('en')} accounts …`);
  const names = await fill(database, { workspace: workspace_id, user: user_id, key: key_id });
  say(`filling ${DEALS.toLocaleString('en')} deals …`);
  await fillDeals(database, workspace_id, DEALS);
  await database.query('VACUUM ANALYZE');

  const signedIn = await fetch(`${service.url}/app/auth/sign-in/email`, {
    method: 'POST',
    headers: { origin: service.url, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ');
  const ask = async (procedure: string, input?: unknown) => {
    const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
    const answer = await fetch(`${service.url}/trpc/panel.${procedure}${query}`, { headers: { cookie } });
    const body = (await answer.json()) as { result?: { data: { items?: unknown[]; next_cursor?: string } } };
    if (body.result === undefined) throw new Error(`${procedure}: ${JSON.stringify(body)}`);
    return body.result.data;
  };

  // Nine tenths into the list.
  const { rows: found } = await database.query<{ id: string }>(
    `SELECT id FROM api_key_calls WHERE workspace_id = $1 ORDER BY id LIMIT 1 OFFSET $2`,
    [workspace_id, Math.floor(CALLS / 10)],
  );
  const deepCall = found[0]?.id ?? '';
  const deepName = names[Math.floor(ACCOUNTS * 0.9)]!.toLowerCase();
  const deepAccount = Buffer.from(JSON.stringify(['name', deepName, ''])).toString('base64url');

  const bareCalls = (below: string) =>
    database.query({
      name: 'bare_calls',
      text: `SELECT id, at, tool, transport, outcome, error_code, duration_ms, request_bytes, response_bytes, key_id, user_id, run_ref, request_id
             FROM api_key_calls WHERE workspace_id = $1 AND id < $2 ORDER BY id DESC LIMIT 50`,
      values: [workspace_id, below],
    });
  const bareAccounts = (after: string) =>
    database.query({
      name: 'bare_accounts',
      text: `SELECT a.id, a.name, a.domain, a.industry, a.tier, a.updated_at, d.count, d.amount FROM (
               SELECT * FROM accounts WHERE workspace_id = $1 AND sort_name > $2 ORDER BY sort_name, id LIMIT 50) a
             CROSS JOIN LATERAL (SELECT count(*), sum(amount) AS amount FROM opportunities o
               WHERE o.workspace_id = $1 AND o.account_id = a.id) d ORDER BY a.sort_name, a.id`,
      values: [workspace_id, after],
    });

  const searched = await searchDuplicates(ask, async () => {
    const headers = { cookie, origin: service.url, 'content-type': 'application/json' };
    await fetch(`${service.url}/trpc/panel.duplicates.search`, { method: 'POST', headers, body: '{}' });
  });
  say(`search for duplicates: ${searched === undefined ? 'it did not end' : `${searched.toFixed(1)} s`}`);
  const { rows } = await database.query<{ account: string; name: string }>(
    `SELECT id AS account, name FROM accounts WHERE workspace_id = $1 ORDER BY id LIMIT 1 OFFSET 777`,
    [workspace_id],
  );
  const lists = (await listCases(ask, rows[0]!)).map(([name, run]) => timed(name, run));
  const calls = [
    timed('audit log, first page: bare SQL', () => bareCalls('call_z')),
    timed('audit log, first page: the panel', () => ask('audit.list', { limit: 50 })),
    timed('audit log, deep page: bare SQL', () => bareCalls(deepCall)),
    timed('audit log, deep page: the panel', () => ask('audit.list', { limit: 50, cursor: deepCall })),
    timed('audit log, a filter that fits every 50th call', () => ask('audit.list', { limit: 50, outcome: 'error' })),
    timed('audit log, a filter that fits nothing (one look)', () => ask('audit.list', { limit: 50, tool: 'none' })),
    timed('audit log, one request id', () =>
      ask('audit.list', { request_id: idAt('req', Date.now() - 10 * 86_400_000) }),
    ),
  ];
  const cases = [
    ...(CALLS > 0 ? calls : []),
    ...lists,
    timed('accounts by name, first page: bare SQL', () => bareAccounts('')),
    timed('accounts by name, first page: the panel', () => ask('accounts.list', { limit: 50 })),
    timed('accounts by name, deep page: bare SQL', () => bareAccounts(deepName)),
    timed('accounts by name, deep page: the panel', () => ask('accounts.list', { limit: 50, cursor: deepAccount })),
    timed('accounts, a search that finds one', () => ask('accounts.list', { search: names[ACCOUNTS >> 1]! })),
    timed('accounts, a search that fits a tenth', () => ask('accounts.list', { search: 'falcon' })),
    timed('accounts, a search that finds nothing', () => ask('accounts.list', { search: 'zzzz' })),
    timed('accounts of a tier that is not there', () => ask('accounts.list', { tier: 'Z' })),
    timed('accounts with gaps', () => ask('accounts.list', { has_gaps: true })),
    timed('accounts with a tier proposed (there is none)', () => ask('accounts.list', { tier_proposed: true })),
    timed('overview', () => ask('overview.get')),
    timed('overview, calls of an hour', () => ask('overview.calls', { hours: 1 })),
    timed('overview, calls of a week', () => ask('overview.calls', { hours: 168 })),
    timed('a key that made all calls, its usage', () => ask('keys.usage', { key_id })),
    timed('session alone', () => ask('audit.tools')),
  ];
  for (let round = -3; round < ROUNDS; round += 1) {
    for (const { run, times } of cases) {
      const start = performance.now();
      await run();
      if (round >= 0) times.push(performance.now() - start);
    }
  }
  report(cases);

  if (CALLS === 0) return;
  const start = performance.now();
  const csv = await fetch(`${service.url}/app/audit.csv`, { headers: { cookie, 'accept-encoding': 'identity' } });
  let lines = 0;
  for await (const chunk of csv.body!) for (const byte of chunk as Uint8Array) if (byte === 10) lines += 1;
  const seconds = (performance.now() - start) / 1000;
  say(`export of ${(lines - 1).toLocaleString('en')} calls as CSV: ${seconds.toFixed(1)} s`);
  if (lines - 1 !== CALLS) throw new Error(`the export has ${lines - 1} rows of ${CALLS}`);
}

try {
  await bench();
} finally {
  await stage.clearStage();
}
