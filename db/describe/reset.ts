import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { lockFolder } from '../folder-lock.ts';

/** `npm run db:reset`: throws the database away; the next start makes and migrates a new one. */
async function reset(url: string | undefined, dataDir: string, isSure: boolean): Promise<string> {
  if (url === undefined || url === '') {
    const folder = join(dataDir, 'postgres');
    if (!existsSync(folder)) return `There is no database in ${dataDir}.`;
    // Throws when a running service has it.
    const unlock = lockFolder(dataDir);
    rmSync(folder, { recursive: true });
    // What a first start left: the next start is one again, with a demo workspace of its own.
    for (const name of ['first-run.json', 'first-run.done']) rmSync(join(dataDir, name), { force: true });
    unlock();
    return `The embedded database in ${dataDir} is gone; npm start makes a new one.`;
  }
  const { host, pathname } = new URL(url);
  if (!isSure) {
    throw new Error(`DATABASE_URL is set: to drop everything in ${host}${pathname}, run npm run db:reset -- --yes`);
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('DROP SCHEMA IF EXISTS pgboss CASCADE; DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  } finally {
    await client.end();
  }
  return `Everything in ${host}${pathname} is dropped; npm start makes it anew.`;
}

try {
  const { DATABASE_URL, DATA_DIR } = process.env;
  process.stdout.write(`${await reset(DATABASE_URL, DATA_DIR ?? './data', process.argv.includes('--yes'))}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
