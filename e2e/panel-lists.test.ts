import fc from 'fast-check';
import pg from 'pg';
import { expect, test } from 'vitest';
import { execute } from '../db/orm.ts';
import { statement } from '../db/statement.ts';
import type { AppContext } from './harness/app.ts';
import { onPostgres } from './harness/databases.ts';
import { newPerson } from './harness/person.ts';
import { useQuietApp } from './harness/shared-app.ts';

let app: AppContext;

useQuietApp((started) => {
  app = started;
});

/** Twice as many as are put in order by sorting them, and more than are walked through before an index is looked at. */
const DEALS = 12_000;

/** Deals of a statement: more might take longer than it may on a busy machine. */
const AT_ONCE = 1_000;

const SEED = 7;

const fill = statement(
  'test_fill_deals',
  `WITH a AS (INSERT INTO accounts (workspace_id, id, name)
     SELECT $1, 'acc_' || lpad(n::text, 26, '0'), CASE WHEN n % 10 = 0 THEN 'Falcon ' ELSE 'Cedar ' END || n FROM generate_series(0, 99) n
     ON CONFLICT DO NOTHING)
   INSERT INTO opportunities (workspace_id, id, account_id, name, stage, amount, close_date, owner)
   SELECT $1, id, account_id, name, stage, amount, close_date, owner FROM jsonb_to_recordset($2::jsonb) AS d
     (id text, account_id text, name text, stage text, amount numeric, close_date date, owner text)`,
);

const numbered = (prefix: string, n: number) => `${prefix}_${String(n).padStart(26, '0')}`;

/** What a number is followed by, as far as anyone can tell. */
const scattered = (n: number, salt: number) => ((n * 2_654_435_761 + salt * 40_503) >>> 0) % 10_007;

/** Words that the newest half, every second, each fiftieth and three of all deals have. */
function dealOf(n: number) {
  const at = scattered(n, SEED);
  const words = [
    ...(n >= DEALS / 2 ? ['recent'] : ['early']),
    ...(at % 2 === 0 ? ['renewal'] : ['pilot']),
    ...(at % 50 === 0 ? ['legal'] : []),
    ...(n % (DEALS / 3) === 5 ? ['singular'] : []),
  ];
  const account = scattered(n, 1) % 100;
  return {
    id: numbered('opp', n),
    account_id: numbered('acc', account),
    account: account % 10 === 0 ? 'falcon' : 'cedar',
    words,
    name: words.join(' '),
    stage: at % 5 === 0 ? 'Closed Won' : at % 400 === 1 ? 'Legal review' : 'Discovery',
    amount: at % 9 === 0 ? null : scattered(n, 3) % 500,
    close_date: at % 13 === 0 ? null : `2030-01-${String(1 + (scattered(n, 4) % 28)).padStart(2, '0')}`,
    owner: at % 300 === 7 ? 'Sigrid' : 'Ann',
  };
}

type Deal = ReturnType<typeof dealOf>;

const SORTS = {
  newest: ({ id }: Deal) => id,
  amount: ({ amount }: Deal) => amount ?? -Infinity,
  close_date: ({ close_date }: Deal) => close_date ?? 'infinity',
};

const compared = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);

const listing = fc.record({
  sort: fc.constantFrom('newest', 'amount', 'close_date'),
  way: fc.constantFrom('asc', 'desc'),
  limit: fc.integer({ min: 1, max: 60 }),
  words: fc.constantFrom(
    [],
    [],
    ['recent'],
    ['early'],
    ['renewal'],
    ['legal'],
    ['singular'],
    ['falcon'],
    ['falcon', 'legal'],
    ['nowhere'],
  ),
  stage: fc.constantFrom(undefined, undefined, 'Discovery', 'Closed Won', 'Legal review', 'Nowhere'),
  owner: fc.constantFrom(undefined, undefined, 'Ann', 'Sigrid'),
});

// Many rows in little time: what is asked is the same of either kind of database.
test.runIf(onPostgres)(
  'of many deals, what words and filters leave comes whole and in order, page by page',
  async () => {
    const person = await newPerson(app);
    const deals = Array.from({ length: DEALS }, (_, n) => dealOf(n));
    for (let from = 0; from < DEALS; from += AT_ONCE) {
      const some = deals.slice(from, from + AT_ONCE);
      await app.service.app.services.db
        .fork(person.workspaceId)
        .transactional((em) => execute(em, fill, [person.workspaceId, JSON.stringify(some)]));
    }
    // As autovacuum does within a minute: until then PostgreSQL takes the workspace for as small as the others.
    const owner = new pg.Client({ connectionString: app.service.app.services.config.DATABASE_URL! });
    await owner.connect();
    await owner.query('ANALYZE accounts, opportunities').finally(() => owner.end());
    const { panel } = person.browser;
    await fc.assert(
      fc.asyncProperty(listing, async ({ sort, way, limit, words, stage, owner }) => {
        const key = SORTS[sort as keyof typeof SORTS];
        const expected = deals
          .filter((deal) => words.every((word) => deal.words.includes(word) || deal.account === word))
          .filter(
            (deal) => (stage === undefined || deal.stage === stage) && (owner === undefined || deal.owner === owner),
          )
          .sort((a, b) => (compared(key(a), key(b)) || compared(a.id, b.id)) * (way === 'asc' ? 1 : -1))
          .map(({ id }) => id);
        const seen: string[] = [];
        let cursor: string | undefined;
        for (let page = 0; page < 3 && cursor !== ''; page += 1) {
          const { items, next_cursor } = await panel.records.list.query({
            kind: 'opp',
            sort,
            way: way as 'asc',
            limit,
            ...(words.length > 0 ? { search: words.join(' ') } : {}),
            ...(stage === undefined ? {} : { stage }),
            ...(owner === undefined ? {} : { owner }),
            ...(cursor === undefined ? {} : { cursor }),
          });
          seen.push(...items.map(({ id }) => id));
          cursor = next_cursor ?? '';
        }
        expect(seen).toEqual(expected.slice(0, 3 * limit));
        expect(cursor === '').toBe(expected.length <= 3 * limit);
      }),
      { numRuns: 50, seed: SEED },
    );
  },
);
