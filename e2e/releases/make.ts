// npm run release -- <version> [<checkout>]: keeps a release under e2e/releases/<version>, as docs/contributing/releases.md
// says. Needs the PostgreSQL that e2e/harness/services.sh starts. A checkout is another working copy, of that version.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startChild } from '../harness/child.ts';
import { PostgresServer } from '../harness/postgres-server.ts';
import { COUNTED, countStatement } from './kept.ts';
import { type Release, seedRelease } from './seed.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** What pg_dump says, ready for any login role: without psql's own commands, and with its owner as whoever loads it. */
function portable(dump: string, owner: string): string {
  return dump
    .split('\n')
    .filter((line) => !/^(?:\\|--|$|SET |SELECT pg_catalog.set_config|COMMENT ON |CREATE SCHEMA public)/.test(line))
    .map((line) => line.replace(new RegExp(`^(CREATE POLICY .* TO )${owner}( |;)`), '$1CURRENT_USER$2'))
    .join('\n');
}

/** Texts and examples that are no part of what binds; as members of a schema's `properties` they are fields. */
const TEXTS = new Set(['description', 'summary', 'example', 'examples', 'x-codeSamples']);

/** What of an interface's document binds a later version, on one line. */
function binding(document: string): string {
  const without = (value: unknown, isNamed: boolean): unknown => {
    if (Array.isArray(value)) return value.map((each) => without(each, false));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).filter(([key]) => isNamed || !TEXTS.has(key));
    return Object.fromEntries(
      entries.map(([key, part]) => [key, without(part, !isNamed && /^(?:properties|schemas|paths)$/.test(key))]),
    );
  };
  return `${JSON.stringify(without(JSON.parse(document), false))}\n`;
}

const dumped = (url: string) =>
  execFileSync('pg_dump', ['--no-owner', '--inserts', '--rows-per-insert=200', '--schema=public', '-d', url], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  });

async function countedIn(url: string, workspaceId: string): Promise<Release['counts']> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`SELECT set_config('app.workspace_id', $1, false)`, [workspaceId]);
    const count = async (role: string, tables: readonly string[]) => {
      await client.query(`SET ROLE ${role}`);
      const counts: Record<string, number> = {};
      for (const table of tables) {
        counts[table] = (await client.query<{ count: number }>(countStatement(table).text)).rows[0]!.count;
      }
      return counts;
    };
    return {
      workspace: await count('sat_service', COUNTED.workspace),
      people: await count('sat_operator', COUNTED.people),
    };
  } finally {
    await client.end();
  }
}

async function keep(version: string, checkout: string): Promise<void> {
  const folder = join(import.meta.dirname, version);
  const server = await PostgresServer.start();
  const dataDir = join(ROOT, 'data-of-release');
  try {
    const env = { DATABASE_URL: server.url, DATA_DIR: dataDir, WORKERS: 'off', WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8' };
    const child = await startChild(env, undefined, { cwd: checkout });
    const seeded = await seedRelease(child.baseUrl);
    await child.end('SIGTERM');
    const admin = new URL(server.url);
    const owner = admin.username;
    admin.username = 'postgres';
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'database.sql'), `${portable(dumped(admin.href), owner)}\n`);
    const release: Release = { ...seeded, counts: await countedIn(server.url, seeded.workspace_id) };
    writeFileSync(join(folder, 'release.json'), `${JSON.stringify(release, null, 2)}\n`);
    writeFileSync(join(folder, 'openapi.json'), binding(readFileSync(join(checkout, 'openapi.json'), 'utf8')));
  } finally {
    await server.remove();
    rmSync(dataDir, { recursive: true, force: true });
  }
  const size = execFileSync('du', ['-sk', folder], { encoding: 'utf8' }).split('\t')[0];
  process.stdout.write(`Kept in ${folder}, ${size} KB. Now add its migrations to db/migrations/released.ts.\n`);
}

const { positionals } = parseArgs({ allowPositionals: true });
const [version = '', checkout = ROOT] = positionals;
if (!/^\d+\.\d+\.\d+(-[a-z0-9.]+)?$/.test(version)) {
  process.stderr.write('Use: npm run release -- <version> [<checkout>], such as 1.2.0\n');
  process.exitCode = 2;
} else await keep(version, resolve(checkout));
