import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runPipelined } from '../db/driver/connection.ts';
import { OutcomeUnknown } from '../db/outcome.ts';
import { statement } from '../db/statement.ts';
import { DatabaseProxy } from './harness/database-proxy.ts';

const server = process.env['TEST_DATABASE_URL'];

const make = statement('test_driver_make', 'CREATE TEMP TABLE IF NOT EXISTS kept (n int PRIMARY KEY)');
const add = statement('test_driver_add', 'INSERT INTO kept VALUES ($1)');
const all = statement('test_driver_all', 'SELECT n FROM kept ORDER BY n');
const slow = statement('test_driver_slow', 'SELECT pg_sleep(30)');
const echo = statement(
  'test_driver_echo',
  'SELECT $1::int AS number, $2::text AS text, $3::text[] AS list, $4::timestamptz AS at',
);

const bound = (of: { name: string; text: string }, ...values: unknown[]) => ({ statement: of, values });
const writes = { writes: true };

// What the module relies on inside `pg` is proved here, so that a new version of it fails here first.
describe.skipIf(server === undefined)('statements as one pipeline', () => {
  let proxy: DatabaseProxy;
  let pool: pg.Pool;

  beforeAll(async () => {
    proxy = await DatabaseProxy.start(server!);
    pool = new pg.Pool({ connectionString: proxy.url, max: 1 });
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
  });

  afterAll(async () => {
    await pool.end();
    await proxy.close();
  });

  test('go out in one round trip and come back in order, prepared or not yet', async () => {
    await runPipelined(pool, [bound(make)], writes);
    for (let round = 0; round < 3; round += 1) {
      const before = proxy.roundTrips;
      const rows = await runPipelined(pool, [bound(add, round), bound(all)], writes);
      expect(rows).toEqual([[], Array.from({ length: round + 1 }, (_, n) => ({ n }))]);
      expect(proxy.roundTrips - before).toBe(1);
    }
  });

  test('values go out and come back in their types', async () => {
    const at = new Date('2026-03-02T09:30:00.000Z');
    const [rows] = await runPipelined(pool, [bound(echo, 5, 'a "quoted" ünïcödé', ['x', 'y,z'], at)], writes);
    expect(rows).toEqual([{ number: 5, text: 'a "quoted" ünïcödé', list: ['x', 'y,z'], at }]);
    const [nulls] = await runPipelined(pool, [bound(echo, null, null, null, null)], writes);
    expect(nulls).toEqual([{ number: null, text: null, list: null, at: null }]);
  });

  test('are one transaction: a refused one takes the others with it, and the error is its own', async () => {
    await runPipelined(pool, [bound(make)], writes);
    // The connection of an error is not used again, so the rows are looked for in a table that outlives it.
    const admin = new pg.Client({ connectionString: server! });
    await admin.connect();
    try {
      await admin.query('CREATE TABLE IF NOT EXISTS test_driver (n int PRIMARY KEY)');
      const keep = statement('test_driver_keep', 'INSERT INTO test_driver VALUES ($1)');
      const twice = [bound(keep, 1), bound(keep, 1), bound(keep, 2)];
      await expect(runPipelined(pool, twice, writes)).rejects.toMatchObject({ code: '23505' });
      expect((await admin.query('SELECT n FROM test_driver')).rows).toEqual([]);
      await runPipelined(pool, [bound(keep, 1), bound(keep, 2)], writes);
      expect((await admin.query('SELECT n FROM test_driver ORDER BY n')).rows).toEqual([{ n: 1 }, { n: 2 }]);
    } finally {
      await admin.query('DROP TABLE test_driver');
      await admin.end();
    }
  });

  test.each([
    ['that writes has an unknown outcome', true],
    ['that only reads has none', false],
  ])('a connection lost on the way: what %s', async (_, mayWrite) => {
    const cut = proxy.trap('test_driver_slow', 'sent');
    const lost = runPipelined(pool, [bound(slow)], { writes: mayWrite }).catch((error: unknown) => error);
    await cut;
    expect((await lost) instanceof OutcomeUnknown).toBe(mayWrite);
  });
});
