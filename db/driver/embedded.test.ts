import { PGlite } from '@electric-sql/pglite';
import { dataDir } from '@electric-sql/pglite-prepopulatedfs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { usedHeap } from '../../e2e/harness/used-heap.ts';
import { statement } from '../statement.ts';
import { EmbeddedConnection } from './embedded.ts';

let pglite: PGlite;
let database: EmbeddedConnection;

beforeAll(async () => {
  pglite = await PGlite.create({ loadDataDir: await dataDir() });
  database = new EmbeddedConnection(pglite);
  await database.exec('CREATE TABLE kept (id int PRIMARY KEY, said text)');
  database.isMigrated = true;
});

afterAll(() => database.close());

const add = statement('test_embedded_add', 'INSERT INTO kept (id, said) VALUES ($1, $2) RETURNING id');
const count = statement('test_embedded_count', 'SELECT count(*)::int AS count FROM kept');
const found = statement('test_embedded_find', 'SELECT said FROM kept WHERE id = $1');
const searched = statement('test_embedded_search', 'SELECT said FROM kept WHERE id = $1', { replanned: true });

const prepared = async () =>
  (await database.query<{ name: string }>('SELECT name FROM pg_prepared_statements ORDER BY name')).rows.map(
    ({ name }) => name,
  );

const VALUES: [type: string, value: unknown][] = [
  ['text', `O'Brien \\ "said" é 日本 🙂`],
  ['int', 7],
  ['bigint', '9007199254740993'],
  ['float8', 0.1],
  ['numeric', '12.50'],
  ['boolean', false],
  ['jsonb', { a: [1, null, 'x'] }],
  ['json', [1, 2]],
  ['text[]', ['a', 'b "c"', null]],
  ['int[]', [1, 2]],
  ['timestamptz', new Date('2030-01-02T03:04:05.678Z')],
  ['date', '2030-01-02'],
  ['bytea', new Uint8Array([0, 1, 255])],
  ['uuid', '0190b8a0-0000-7000-8000-000000000000'],
  ['text', null],
];

test.each(VALUES)('a value of type %s goes in and comes out as with PGlite itself', async (type, value) => {
  const text = `SELECT $1::${type} AS value`;
  const expected = (await pglite.query(text, [value])).rows;
  expect((await database.query(text, [value])).rows).toEqual(expected);
  const [rows] = await database.run([{ statement: { name: `test_typed_${type}`, text }, values: [value] }]);
  expect(rows).toEqual(expected);
});

test('what the program declares is prepared once; a search is planned at every call', async () => {
  for (const each of [found, found, searched, searched]) await database.run([{ statement: each, values: [1] }]);
  await database.query(found.text, [1]);
  for (const _again of [1, 2]) await database.query('SELECT 1 AS one');
  await database.query('SELECT 2 AS two');
  expect(await prepared()).toContain(found.name);
  const { rows } = await database.query<{ text: string }>(
    `SELECT statement AS text FROM pg_prepared_statements WHERE name LIKE 'repeated%'`,
  );
  expect(rows.map(({ text }) => text)).toContain('SELECT 1 AS one');
  expect(rows.map(({ text }) => text)).not.toContain('SELECT 2 AS two');
  expect(await prepared()).not.toContain(searched.name);
});

test('statements that are run together are one transaction', async () => {
  const both = database.run([
    { statement: add, values: [1, 'first'] },
    { statement: add, values: [1, 'again'] },
  ]);
  await expect(both).rejects.toMatchObject({ code: '23505', constraint: 'kept_pkey' });
  expect(await database.run([{ statement: count, values: [] }])).toEqual([[{ count: 0 }]]);
});

test('nothing gets between the statements of a transaction, and what fails takes it back', async () => {
  const seen: number[] = [];
  const failing = database.transaction(async (open) => {
    await open.query(add.text, [2, 'second']);
    await new Promise((resolve) => setTimeout(resolve, 20));
    seen.push(1);
    await open.query('SELECT nothing FROM nowhere');
  });
  const beside = database.run([{ statement: count, values: [] }]).then(([rows]) => {
    seen.push(2);
    return rows;
  });
  await expect(failing).rejects.toMatchObject({ code: '42P01' });
  expect(await beside).toEqual([{ count: 0 }]);
  expect(seen).toEqual([1, 2]);
  expect(await database.transaction((open) => open.query(add.text, [3, 'third']))).toMatchObject({
    rows: [{ id: 3 }],
    affectedRows: 1,
  });
});

test('what is asked of a transaction that has ended is refused', async () => {
  const kept = await database.transaction(async (open) => open);
  await expect(kept.query('SELECT 1 AS one')).rejects.toThrow('has ended');
  await expect(kept.exec('SELECT 1')).rejects.toThrow('has ended');
});

test('a script that began a transaction and failed leaves none behind', async () => {
  await expect(database.exec('BEGIN; SELECT nothing FROM nowhere; COMMIT')).rejects.toMatchObject({ code: '42P01' });
  expect((await database.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  expect(await database.exec('SELECT 1 AS one; SELECT 2 AS two')).toMatchObject([
    { rows: [{ one: 1 }] },
    { rows: [{ two: 2 }] },
  ]);
});

test('an answer of many megabytes arrives whole', async () => {
  const { rows } = await database.query<{ said: string }>(
    `SELECT repeat('é', 1000000) AS said FROM generate_series(1, 20)`,
  );
  expect(rows.map(({ said }) => said.length)).toEqual(Array.from({ length: 20 }, () => 1_000_000));
});

test('an answer is not kept once it is read', async () => {
  const ask = async (times: number) => {
    for (let n = 0; n < times; n += 1) await database.query(`SELECT repeat('x', 1000000) AS said`);
    return usedHeap();
  };
  const before = await ask(2);
  expect((await ask(30)) - before).toBeLessThan(10_000_000);
});

test('who listens hears what is notified, until they end it', async () => {
  const heard: string[] = [];
  const notify = (payload: string) => database.query(`SELECT pg_notify('Of "interest"', $1)`, [payload]);
  const next = Promise.withResolvers<void>();
  const end = await database.listen('Of "interest"', (payload) => {
    heard.push(payload);
    next.resolve();
  });
  await notify('one');
  await next.promise;
  await end();
  await notify('two');
  await new Promise((resolve) => setImmediate(resolve));
  expect(heard).toEqual(['one']);
});
