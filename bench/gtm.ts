// node bench/gtm.ts [--quick]      (also: npm run bench -- --only gtm)
//
// gtm_score with 50 signals beside verify_session of the same service; gtm_build_tam with 10,000 accounts, new and once
// more, beside a bare multi-row INSERT … ON CONFLICT of the same rows on a like table (pg, one connection, durable).
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { type Call, drive, type Measured } from './load.ts';
import * as stage from './environment.ts';

export const FLOORS = { score: 0.8, tam: 3 };

const SIGNALS = Array.from({ length: 50 }, (_, n) => ({
  key: ['no_next_step', 'champion_left', 'single_threaded', 'stage_stalled', `signal_${n}`][n % 5]!,
  value: (n % 10) / 10,
  at: new Date(Date.UTC(2026, 0, 1 + (n % 28))).toISOString(),
}));

const ACCOUNTS = 10_000;

const BARE_SCHEMA = `
  CREATE TABLE bare_targets (workspace_id text NOT NULL, id text NOT NULL, list_name text NOT NULL, domain text, name text, industry text,
    employee_count integer, payload jsonb NOT NULL, created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (workspace_id, id));
  CREATE UNIQUE INDEX bare_targets_domain ON bare_targets (workspace_id, list_name, domain)`;

const BARE_UPSERT = `
  INSERT INTO bare_targets (workspace_id, id, list_name, domain, name, industry, employee_count, payload)
  SELECT 'ws_bare', * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::int[], $7::jsonb[])
  ON CONFLICT (workspace_id, list_name, domain) DO UPDATE SET name = EXCLUDED.name, industry = EXCLUDED.industry,
    employee_count = EXCLUDED.employee_count, payload = bare_targets.payload || EXCLUDED.payload, updated_at = now()
  RETURNING id`;

const accountsOf = (list: string) =>
  Array.from({ length: ACCOUNTS }, (_, n) => ({
    domain: `company-${n}.${list}.example`,
    name: `Company ${n}`,
    industry: ['software', 'retail', 'logistics', 'health'][n % 4]!,
    employeeCount: 10 + (n % 5_000),
    region: ['EMEA', 'AMER', 'APAC'][n % 3]!,
  }));

const say = (line = '') => process.stdout.write(`${line}\n`);

const rate = (measured: Measured[]) =>
  measured.reduce((sum, { calls }) => sum + calls, 0) / measured.reduce((sum, { seconds }) => sum + seconds, 0);

async function measureScore(base: string, keys: string[], quick: boolean): Promise<number> {
  const body = JSON.stringify({ role: 'deal-risk', signals: SIGNALS });
  const calls: Record<string, Call> = {
    verify_session: { path: '/api/v1/tools/verify_session', keys, body: () => '{}', holds: '"plan":"pro"' },
    gtm_score: { path: '/api/v1/tools/gtm_score', keys, body: () => body, holds: '"drivers"' },
  };
  const rounds = new Map<string, Measured[]>(Object.keys(calls).map((name) => [name, []]));
  for (let round = -1; round < (quick ? 3 : 5); round += 1) {
    for (const [name, call] of Object.entries(calls)) {
      const measured = await drive(base, call, { connections: 16, seconds: quick ? 1 : 2 });
      if (round >= 0) rounds.get(name)!.push(measured);
    }
  }
  const [verify, score] = [rate(rounds.get('verify_session')!), rate(rounds.get('gtm_score')!)];
  const ratio = score / verify;
  say('\ngtm_score with 50 signals, 16 connections');
  say(`  verify_session ${Math.round(verify)} calls/s, gtm_score ${Math.round(score)} calls/s`);
  say(`  ratio ${ratio.toFixed(2)}, at least ${FLOORS.score}: ${ratio >= FLOORS.score ? 'reached' : 'MISSED'}`);
  return ratio;
}

async function measureTam(base: string, key: string, databaseUrl: string, quick: boolean): Promise<number> {
  const client = new Client({ connectionString: databaseUrl });
  client.on('error', () => {});
  await client.connect();
  await client.query(BARE_SCHEMA);
  let sequence = 0;
  const bare = async (list: string) => {
    const rows = accountsOf(list);
    const ids = rows.map(() => `tgt_${(sequence += 1)}`);
    await client.query({
      name: 'bare_upsert',
      text: BARE_UPSERT,
      values: [
        ids,
        rows.map(() => list),
        rows.map(({ domain }) => domain),
        rows.map(({ name }) => name),
        rows.map(({ industry }) => industry),
        rows.map(({ employeeCount }) => employeeCount),
        rows.map(({ region }) => JSON.stringify({ region })),
      ],
    });
  };
  const tool = async (list: string) => {
    const response = await fetch(`${base}/api/v1/tools/gtm_build_tam`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ list_name: list, accounts: accountsOf(list) }),
    });
    const answer = (await response.json()) as { ids?: string[] };
    if (answer.ids?.length !== ACCOUNTS) throw new Error(`gtm_build_tam answered ${response.status}`);
  };
  const spent = { bare: 0, tool: 0 };
  const rounds = quick ? 2 : 4;
  for (let round = -1; round < rounds; round += 1) {
    // New and again: the second call finds every account on its list.
    for (const list of [`list-${round}`, `list-${round}`]) {
      for (const [name, way] of [
        ['bare', bare],
        ['tool', tool],
      ] as const) {
        const started = performance.now();
        await way(list);
        if (round >= 0) spent[name] += performance.now() - started;
      }
    }
  }
  await client.end();
  const ratio = spent.tool / spent.bare;
  const each = (total: number) => `${(total / rounds / 2).toFixed(0)} ms`;
  say('\ngtm_build_tam with 10,000 accounts, new and once more');
  say(`  bare INSERT … ON CONFLICT ${each(spent.bare)}, the tool over REST ${each(spent.tool)}`);
  say(`  ratio ${ratio.toFixed(2)}, at most ${FLOORS.tam}: ${ratio <= FLOORS.tam ? 'reached' : 'MISSED'}`);
  return ratio;
}

/** Measures gtm_score (more is better) and gtm_build_tam (less is better), each against its baseline. */
export async function measureGtm(quick: boolean) {
  const secrets = stage.newSecrets();
  const folder = await stage.temporaryFolder();
  const servers = await stage.startServices();
  const databaseUrl = await stage.newDatabase(servers.databaseUrl, 'gtm');
  const service = await stage.startService(join(folder, 'gtm.log'), {
    ...secrets,
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    REDIS_URL: servers.redisUrl,
  });
  await stage.untilReady(service);
  const { keys, clearedKeys } = await stage.provision(service.url, secrets.OPERATOR_TOKEN, 1);
  const score = await measureScore(service.url, keys, quick);
  const tam = await measureTam(service.url, clearedKeys[0]!, databaseUrl, quick);
  await service.stop();
  return { score, tam };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
  try {
    await measureGtm(values.quick);
  } finally {
    await stage.clearStage();
  }
}
