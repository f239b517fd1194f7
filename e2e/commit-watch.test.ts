import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createStore, type Store } from './harness/app.ts';
import { DatabaseProxy } from './harness/database-proxy.ts';
import { onPostgres } from './harness/databases.ts';

// What `npm run trust` counts as a connection cut right after COMMIT is told by this proxy.
describe.skipIf(!onPostgres)('a connection cut after COMMIT (needs TEST_DATABASE_URL)', () => {
  let store: Store;
  let proxy: DatabaseProxy;
  let direct: pg.Client;

  beforeAll(async () => {
    store = await createStore();
    proxy = await DatabaseProxy.start(store.env['DATABASE_URL']!);
    direct = await connected(store.env['DATABASE_URL']!);
    await direct.query('CREATE TABLE marks (mark text UNIQUE DEFERRABLE INITIALLY DEFERRED)');
  });

  afterAll(async () => {
    await direct?.end();
    await proxy?.close();
    await store?.remove();
  });

  async function connected(connectionString: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString });
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  const count = async (mark: string) => (await direct.query('SELECT 1 FROM marks WHERE mark = $1', [mark])).rowCount;

  const add = (client: pg.Client, mark: string) => client.query('INSERT INTO marks VALUES ($1)', [mark]);

  test('is cut once the transaction is committed, and its client is told nothing', async () => {
    const cut = proxy.cutAfterCommit('one', 'transaction');
    const client = await connected(proxy.url);
    await client.query('BEGIN');
    await add(client, 'one');
    expect(await count('one')).toBe(0);
    await expect(client.query('COMMIT')).rejects.toThrow();
    expect(await cut).toBe(true);
    expect(await count('one')).toBe(1);
  });

  test('is cut once a statement by itself is committed', async () => {
    const cut = proxy.cutAfterCommit('two', 'statement');
    const client = await connected(proxy.url);
    await client.query('BEGIN');
    await add(client, 'two, in a transaction');
    await client.query('COMMIT');
    await add(client, 'another');
    await expect(add(client, 'two')).rejects.toThrow();
    expect(await cut).toBe(true);
    expect(await count('two')).toBe(1);
  });

  test.each(['transaction', 'statement'] as const)('does not count where a %s was refused', async (kind) => {
    const mark = `twice ${kind}`;
    await add(direct, mark);
    const cut = proxy.cutAfterCommit(mark, kind);
    const client = await connected(proxy.url);
    if (kind === 'transaction') await client.query('BEGIN');
    await add(client, mark).catch(() => {});
    if (kind === 'transaction') await client.query('COMMIT').catch(() => {});
    expect(await cut).toBe(false);
    expect(await count(mark)).toBe(1);
  });

  test('leaves a transaction alone that is rolled back, or has no such mark', async () => {
    let isCut = false;
    void proxy.cutAfterCommit('three', 'transaction').then(() => (isCut = true));
    const client = await connected(proxy.url);
    await client.query('BEGIN');
    await add(client, 'three');
    await client.query('ROLLBACK');
    await client.query('BEGIN');
    await add(client, 'four');
    await client.query('COMMIT');
    expect([isCut, await count('four')]).toEqual([false, 1]);
    await client.end();
  });
});
