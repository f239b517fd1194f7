import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lookAfter, runPipelined, sendWith } from '../db/driver/connection.ts';
import { keepMemory } from '../db/driver/kept-memory.ts';
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
    const admin = new pg.Client({ connectionString: server! });
    await admin.connect();
    try {
      await admin.query('CREATE TABLE IF NOT EXISTS test_driver (n int PRIMARY KEY)');
      const keep = statement('test_driver_keep', 'INSERT INTO test_driver VALUES ($1)');
      const twice = [bound(keep, 1), bound(keep, 1), bound(echo, 2, 'b', [], new Date())];
      const pid = statement('test_driver_pid', 'SELECT pg_backend_pid() AS pid');
      const [before] = await runPipelined(pool, [bound(pid)], { writes: false });
      await expect(runPipelined(pool, twice, writes)).rejects.toMatchObject({ code: '23505' });
      expect((await admin.query('SELECT n FROM test_driver')).rows).toEqual([]);
      // What was asked at once while the server skips the rest is answered, on the same connection.
      const [first, echoed, last] = await Promise.all([
        runPipelined(pool, [bound(pid)], { writes: false }),
        runPipelined(pool, [bound(echo, 3, 'c', ['d'], null)], { writes: false }),
        runPipelined(pool, [bound(pid)], { writes: false }),
      ]);
      expect([first, last]).toEqual([[before], [before]]);
      expect(echoed).toEqual([[{ number: 3, text: 'c', list: ['d'], at: null }]]);
      await runPipelined(pool, [bound(keep, 1), bound(keep, 2)], writes);
      expect((await admin.query('SELECT n FROM test_driver ORDER BY n')).rows).toEqual([{ n: 1 }, { n: 2 }]);
    } finally {
      await admin.query('DROP TABLE test_driver');
      await admin.end();
    }
  });

  test('a connection is asked to keep its memory once, ahead of its first statement', async () => {
    const own = new pg.Pool({ connectionString: proxy.url, max: 1 });
    const asked: string[] = [];
    own.on('connect', (client) => {
      const ask = client.query.bind(client) as (...args: unknown[]) => unknown;
      client.query = ((...args: unknown[]) => {
        if (typeof args[0] === 'string') asked.push(args[0]);
        return ask(...args);
      }) as typeof client.query;
    });
    keepMemory(own);
    const trips: number[] = [];
    for (let use = 1; use <= 3; use += 1) {
      const before = proxy.roundTrips;
      const [rows] = await runPipelined(own, [bound(echo, use, null, null, null)], writes);
      expect(rows).toEqual([{ number: use, text: null, list: null, at: null }]);
      trips.push(proxy.roundTrips - before);
    }
    await own.end();
    expect(asked).toEqual([expect.stringContaining('repeat')]);
    expect(trips.slice(1)).toEqual([1, 1]);
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

describe.skipIf(server === undefined)('a transaction of the ORM', () => {
  let proxy: DatabaseProxy;
  let pool: pg.Pool;

  beforeAll(async () => {
    proxy = await DatabaseProxy.start(server!);
    pool = new pg.Pool({ connectionString: proxy.url, max: 1 });
    pool.on('connect', lookAfter);
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
  });

  afterAll(async () => {
    await pool.end();
    await proxy.close();
  });

  /** Runs something on the connection and answers what came of it, with the round trips it took. */
  async function counted<Result>(run: (client: pg.PoolClient) => Promise<Result>) {
    const client = await pool.connect();
    const before = proxy.roundTrips;
    try {
      const result = await run(client);
      return { result, roundTrips: proxy.roundTrips - before };
    } finally {
      client.release();
    }
  }

  const SETTING = `select set_config('sat.user', $1, true)`;
  const settings = async () =>
    (
      await counted((client) =>
        client.query(`SELECT current_setting('sat.user', true) AS "user", txid_current() AS id`),
      )
    ).result.rows[0] as { user: string; id: string };
  const begin = async (client: pg.PoolClient) => {
    await client.query('begin');
    await client.query(SETTING, ['robin']);
  };

  test('opens with its first statement and ends with its last one', async () => {
    await counted((client) => client.query(make.text));
    const { result, roundTrips } = await counted(async (client) => {
      await begin(client);
      const first = await client.query(`${echo.text}, current_setting('sat.user') AS "user"`, [5, 'x', ['y'], null]);
      const last = await client.query(add.text, sendWith('commit', [1]));
      await client.query('commit');
      return { first, last };
    });
    expect(result.first.rows).toEqual([{ number: 5, text: 'x', list: ['y'], at: null, user: 'robin' }]);
    expect(result.last).toMatchObject({ command: 'INSERT', rowCount: 1 });
    expect(roundTrips).toBe(2);
    expect((await counted((client) => client.query(all.text))).result.rows).toEqual([{ n: 1 }]);
    expect((await settings()).user).toBe('');
  });

  test('that runs nothing sends nothing', async () => {
    const before = await settings();
    for (const end of ['commit', 'rollback']) {
      const { roundTrips } = await counted(async (client) => {
        await begin(client);
        await client.query(end);
      });
      expect(roundTrips).toBe(0);
    }
    expect(await settings()).toMatchObject({ user: before.user });
  });

  test('of a plain statement has it inside', async () => {
    const { result } = await counted(async (client) => {
      await begin(client);
      const { rows } = await client.query(`SELECT current_setting('sat.user') AS "user"`);
      await client.query('rollback');
      return rows;
    });
    expect(result).toEqual([{ user: 'robin' }]);
  });

  test('whose opening is refused runs nothing', async () => {
    await counted((client) => client.query(make.text));
    for (const statement of ['INSERT INTO kept VALUES (7)', { text: add.text, values: [8] }, add.text]) {
      const { result } = await counted(async (client) => {
        await client.query('begin');
        await client.query(`select set_config('role', $1, true)`, ['nobody there']);
        const values = statement === add.text ? [[9]] : [];
        const refused = await client.query(statement as string, ...values).catch((error: unknown) => error);
        await client.query('rollback');
        return refused;
      });
      expect(result).toMatchObject({ code: '22023' });
    }
    const { rows } = (await counted((client) => client.query(all.text))).result;
    expect(rows.filter(({ n }: { n: number }) => n > 6)).toEqual([]);
  });

  test('that is refused leaves its connection usable', async () => {
    await counted((client) => client.query(make.text));
    await counted(async (client) => {
      await begin(client);
      await client.query(add.text, [20]);
      await expect(client.query(add.text, sendWith('commit', [20]))).rejects.toMatchObject({ code: '23505' });
      await expect(client.query(all.text, [])).rejects.toMatchObject({ code: '25P02' });
      await client.query('rollback');
      await begin(client);
      await client.query(add.text, sendWith('commit', [21]));
      await client.query('commit');
      const { rows } = await client.query(all.text);
      expect(rows).toContainEqual({ n: 21 });
      expect(rows).not.toContainEqual({ n: 20 });
    });
  });

  test('whose COMMIT is refused has written nothing', async () => {
    await counted(async (client) => {
      await client.query('CREATE TEMP TABLE IF NOT EXISTS late (n int UNIQUE DEFERRABLE INITIALLY DEFERRED)');
      await begin(client);
      await expect(client.query('INSERT INTO late VALUES ($1), ($1)', sendWith('commit', [1]))).rejects.toMatchObject({
        code: '23505',
      });
      await client.query('rollback');
      expect((await client.query('SELECT n FROM late')).rows).toEqual([]);
    });
  });

  test('takes no statement after its last one', async () => {
    await counted(async (client) => {
      await client.query(make.text);
      await begin(client);
      await client.query(add.text, sendWith('commit', [30]));
      expect(() => client.query(all.text, [])).toThrow('committed with its last statement');
      await client.query('commit');
      expect((await client.query(all.text)).rows).toContainEqual({ n: 30 });
    });
  });

  test.each([
    ['last statement is lost has an unknown outcome', true],
    ['other statement is lost has none', false],
  ])('whose %s', async (_, isLast) => {
    const client = await pool.connect();
    const cut = proxy.trap('pg_sleep', 'sent');
    await begin(client);
    const values = ['x'];
    const lost = client
      .query('SELECT pg_sleep(0.01), $1::text', isLast ? sendWith('commit', values) : values)
      .catch((error: unknown) => error);
    await cut;
    expect((await lost) instanceof OutcomeUnknown).toBe(isLast);
    try {
      client.release(true);
    } catch {
      // It was handed back on its loss.
    }
  });
});
