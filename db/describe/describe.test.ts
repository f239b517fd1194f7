import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Describer, describeStatements, embeddedDescriber } from './describe.ts';
import { render } from './render.ts';
import { schemaDifference } from './schema.ts';
import { openScratch } from './scratch.ts';

let scratch: Awaited<ReturnType<typeof openScratch>>;
let database: Describer;

beforeAll(async () => {
  scratch = await openScratch();
  database = await embeddedDescriber(scratch.pglite);
}, 120_000);

afterAll(() => scratch.close());

/** The row type of one statement as it is generated. */
async function rowOf(text: string): Promise<string> {
  const types = render(await describeStatements(database, [{ name: 'tried', text }]));
  return /row: \{ (.*) \} \};/.exec(types)![1]!;
}

/** What the check says once the schema was changed, which is taken back. */
async function differenceAfter(change: string): Promise<string[]> {
  try {
    await scratch.pglite.exec(`BEGIN; ${change}`);
    return await schemaDifference(scratch.orm);
  } finally {
    await scratch.pglite.exec('ROLLBACK');
  }
}

test('the entities describe what the migrations make', async () => {
  expect(await schemaDifference(scratch.orm)).toEqual([]);
}, 60_000);

test.each([
  ['a column', 'ALTER TABLE meetings ADD stray integer', /drop column "stray"/],
  ['a type', 'ALTER TABLE runs ALTER plugin TYPE varchar(20)', /alter column "plugin" type text/],
  ['nullability', 'ALTER TABLE runs ALTER plugin SET NOT NULL', /alter column "plugin" drop not null/],
  ['a default', 'ALTER TABLE api_key_calls ALTER at DROP DEFAULT', /alter column "at" set default now\(\)/],
  ['a key', 'ALTER TABLE plans DROP CONSTRAINT plans_account_unique', /"plans_account_unique" unique/],
  ['a foreign key', 'ALTER TABLE facts DROP CONSTRAINT facts_account_id_fk', /"facts_account_id_fk" foreign key/],
  ['an index', 'DROP INDEX facts_run', /create index "facts_run"/],
  ['a check', 'ALTER TABLE runs DROP CONSTRAINT runs_state_check', /"runs_state_check" check/],
  ['a table', 'CREATE TABLE stray (id text PRIMARY KEY)', /drop table if exists "stray"/],
])(
  '%s that only the schema has, or lacks, is found',
  async (_what, change, expected) => {
    expect((await differenceAfter(change)).join('\n')).toMatch(expected);
  },
  60_000,
);

test('a statement that does not fit the schema is refused by name', async () => {
  await expect(describeStatements(database, [{ name: 'tried', text: 'SELECT nothing FROM accounts' }])).rejects.toThrow(
    'The statement tried does not fit the schema: column "nothing" does not exist',
  );
});

test.each([
  ['a required column', 'SELECT id FROM accounts', 'id: string'],
  ['one that may be null', 'SELECT name FROM accounts', 'name: string | null'],
  [
    'one an outer join may leave out',
    'SELECT t.id FROM users u LEFT JOIN teams t ON t.owner_user_id = u.id',
    'id: string | null',
  ],
  ['one through a subquery', 'WITH a AS (SELECT id FROM accounts) SELECT id FROM (SELECT * FROM a) b', 'id: string'],
  ['a count', 'SELECT count(*)::int AS n FROM accounts', 'n: number'],
  ['a sum, null over nothing', 'SELECT sum(version)::int AS n FROM drafts', 'n: number | null'],
  ['a value instead of null', `SELECT COALESCE(name, '') AS name FROM accounts`, 'name: string'],
  ['a function of a parameter', 'SELECT left(id, $1::int) AS id FROM accounts', 'id: string | null'],
  ['an answer of a write', 'DELETE FROM accounts RETURNING id, tier', 'id: string; tier: string | null'],
  ['the words of a CHECK', 'SELECT state FROM runs', `state: 'running' | 'ok' | 'error'`],
  [
    'a part of a UNION that may be null',
    'SELECT id FROM accounts UNION SELECT tier FROM accounts',
    'id: string | null',
  ],
  [
    'JSON as it is built',
    `SELECT json_build_object('id', id, 'tags', COALESCE((SELECT json_agg(c) FROM (SELECT tags FROM captures) c), '[]')) AS found FROM accounts`,
    'found: { id: string; tags: { tags: string[] }[] }',
  ],
  ['JSON as its entity describes it', 'SELECT approval FROM drafts', `approval: Kept<'Draft', 'approval'> | null`],
])('%s has its type', async (_what, text, row) => {
  expect(await rowOf(text)).toBe(row);
});
