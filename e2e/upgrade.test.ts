import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../db/ids.ts';
import { ROLES } from '../db/roles.ts';
import { released } from '../db/migrations/released.ts';
import { statement } from '../db/statement.ts';
import { readConfig } from '../server/config.ts';
import { type Service, startService } from '../server/process.ts';
import { startFailure } from '../server/start-error.ts';
import { post } from './harness/app.ts';
import { dropDatabase } from './harness/drop-database.ts';
import { makeEmptyDatabase } from './harness/embedded.ts';
import { environment } from './harness/environment.ts';
import { countStatement, databaseOf, keptVersions, releaseOf } from './releases/kept.ts';
import type { Release } from './releases/seed.ts';

/** Databases of earlier releases, with their data, are upgraded by the start; others are refused in words. */

const server = process.env['TEST_DATABASE_URL'];
let folder: string;
let admin: pg.Client | undefined;
const made: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sat-upgrade-'));
  if (server === undefined) return;
  admin = new pg.Client({ connectionString: server });
  await admin.connect();
});

afterAll(async () => {
  for (const name of made) await dropDatabase(admin!, name);
  await admin?.end();
  rmSync(folder, { recursive: true, force: true });
});

type Kept = { env: Record<string, string>; run(sql: string): Promise<unknown[]> };

/** An empty database of its own, made what the SQL says. */
async function databaseFrom(sql: string): Promise<Kept> {
  const dataDir = join(folder, newId('request'));
  const env: Record<string, string> = { DATA_DIR: dataDir, WORKERS: 'off' };
  let run: Kept['run'];
  if (server === undefined) {
    await makeEmptyDatabase(dataDir);
    run = async (text) => {
      const pglite = await PGlite.create({ dataDir: join(dataDir, 'postgres') });
      const results = await pglite.exec(text);
      await pglite.close();
      return results.at(-1)!.rows;
    };
  } else {
    const name = `sat_upgrade_${newId('request').slice(4)}`;
    await admin!.query(`CREATE DATABASE ${name}`);
    made.push(name);
    const url = new URL(server);
    url.pathname = `/${name}`;
    env['DATABASE_URL'] = url.href;
    run = async (text) => {
      const client = new pg.Client({ connectionString: url.href });
      await client.connect();
      const results = (await client.query(text)) as unknown as pg.QueryResult | pg.QueryResult[];
      await client.end();
      return Array.isArray(results) ? results.at(-1)!.rows : results.rows;
    };
  }
  await run(sql);
  return { env, run };
}

const startOn = ({ env }: Kept): Promise<Service> => startService(readConfig(environment(env)));

async function refusalOf(kept: Kept): Promise<string> {
  const started = await startOn(kept).catch((error: unknown) => startFailure(error));
  if (typeof started === 'string') return started;
  await started.stop();
  return 'it started';
}

async function countsIn({ app: { services } }: Service, workspaceId: string, wanted: Release['counts']) {
  const { db } = services;
  const counts: Release['counts'] = { workspace: {}, people: {} };
  for (const table of Object.keys(wanted.workspace)) {
    const [row] = await db.read<{ count: number }>(workspaceId, countStatement(table));
    counts.workspace[table] = row!.count;
  }
  for (const table of Object.keys(wanted.people)) {
    const [row] = await db.as<{ count: number }>(ROLES.operator, countStatement(table));
    counts.people[table] = row!.count;
  }
  return counts;
}

const RECORDED = 'SELECT name, checksum FROM schema_migrations ORDER BY id';

/** The newest release, once it is upgraded. */
let upgraded: Kept;

test.each(keptVersions())('a database of %s is upgraded with its data', async (version) => {
  const { api_key, workspace_id, counts, answers } = releaseOf(version);
  upgraded = await databaseFrom(databaseOf(version));
  const service = await startOn(upgraded);
  const call = (tool: string, input: unknown) =>
    post(`${service.baseUrl}/api/v1/tools/${tool}`, input, { authorization: `Bearer ${api_key}` });
  try {
    expect(await countsIn(service, workspace_id, counts)).toEqual(counts);
    for (const { tool, input, answer } of answers) {
      const { status, body } = await call(tool, input);
      expect({ tool, status, body }).toMatchObject({ tool, status: 200, body: answer });
    }
    const written = await call('log_capture', { source: 'call', text: 'Written after the upgrade.' });
    expect(written.status, written.text).toBe(200);
    // Agents there go on as they did until somebody switches it on.
    expect(await service.app.services.provisioning.protectsValues(workspace_id)).toBe(false);
    const rows = await service.app.services.db.orm.em.getConnection().execute(RECORDED);
    expect(rows.slice(0, released.length)).toEqual(released);
    expect(rows).not.toContainEqual(expect.objectContaining({ checksum: null }));
  } finally {
    await service.stop();
  }
});

test('companies whose domain was kept with www. have it without, in their facts, too', async () => {
  const version = keptVersions().at(-1)!;
  const { workspace_id } = releaseOf(version);
  const tables = ['accounts', 'target_accounts', 'facts'];
  const forced = (how: string) => tables.map((table) => `ALTER TABLE ${table} ${how} ROW LEVEL SECURITY;`).join('\n');
  const kept = await databaseFrom(`${databaseOf(version)};
    ${forced('NO FORCE')}
    UPDATE accounts SET domain = 'www.' || domain WHERE domain IS NOT NULL;
    UPDATE target_accounts SET domain = 'www.' || domain WHERE domain IS NOT NULL;
    UPDATE facts SET value = 'www.' || value, sentence = replace(sentence, value, 'www.' || value) WHERE attribute = 'domain' AND single;
    ${forced('FORCE')}`);
  const service = await startOn(kept);
  try {
    const found = await service.app.services.db.read<{ domain: string }>(
      workspace_id,
      statement(
        'test_domains_kept',
        `SELECT domain FROM accounts WHERE domain IS NOT NULL UNION ALL SELECT domain FROM target_accounts WHERE domain IS NOT NULL
         UNION ALL SELECT value FROM facts WHERE attribute = 'domain' UNION ALL SELECT sentence FROM facts WHERE attribute = 'domain'`,
      ),
    );
    expect(found.length).toBeGreaterThan(2);
    for (const { domain } of found) expect(domain).not.toContain('www.');
  } finally {
    await service.stop();
  }
});

test('a migration that was applied in another form stops the next start, and its message says what to do', async () => {
  const set = (checksum: string) =>
    upgraded.run(`UPDATE schema_migrations SET checksum = '${checksum}' WHERE name = '${released[0]!.name}'`);
  await set('other');
  const said = await refusalOf(upgraded);
  expect(said).toMatch(/0001-foundation was applied .* in another form .*other there/);
  expect(said).toContain('Start the version that made the database');
  await set(released[0]!.checksum);
  expect(await refusalOf(upgraded)).toBe('it started');
});

test('a database whose first migration was another is refused, and left as it was', async () => {
  const version = keptVersions()[0]!;
  const kept = await databaseFrom(`${databaseOf(version)};\nDROP TABLE acts`);
  const said = await refusalOf(kept);
  expect(said).toMatch(/kept no checksums .*(table acts|relation "acts")/);
  expect(said).toContain('npm run db:reset');
  expect(said).not.toMatch(/^\s+at /m);
  expect(await kept.run(`SELECT to_jsonb(m) - 'id' - 'executed_at' AS row FROM schema_migrations m`)).toEqual([
    { row: { name: '0001-foundation' } },
  ]);
});
