import type { Client } from 'pg';

/** Asks a procedure of the panel. */
export type Ask = (procedure: string, input?: unknown) => Promise<{ items?: unknown[]; next_cursor?: string }>;

/** Accounts whose deals and contacts are added in one statement. */
const STEP = 5_000;

/** Filled ids are of this time, in the order of their numbers. */
const TIME = '01kaj6w6qk';

/** Adds deals and two contacts to each account; every word that a filter looks for is there often, seldom, or not at all. */
export async function fillDeals(database: Client, workspace: string, deals: number): Promise<void> {
  const { rows } = await database.query<{ id: string }>(`SELECT id FROM accounts WHERE workspace_id = $1 ORDER BY id`, [
    workspace,
  ]);
  const each = Math.max(0, Math.round(deals / rows.length));
  for (let from = 0; from < rows.length; from += STEP) {
    const accounts = rows.slice(from, from + STEP).map(({ id }) => id);
    await database.query(
      `WITH a AS (SELECT id, $3::int + (at - 1)::int AS place FROM unnest($2::text[]) WITH ORDINALITY u (id, at)),
         d AS (SELECT a.id AS account, a.place * $4::int + k AS n FROM a CROSS JOIN generate_series(0, $4::int - 1) k),
         people AS (INSERT INTO contacts (workspace_id, id, account_id, name, email, title)
           SELECT $1, 'con_${TIME}' || lpad((a.place * 2 + k)::text, 16, '0'), a.id,
             (ARRAY['Dana', 'Jo', 'Ivo', 'Orla', 'Sigrid'])[1 + a.place % 5] || ' ' || (ARRAY['Reyes', 'Ek', 'Brandt', 'Quist'])[1 + a.place % 4] || ' ' || a.place,
             'person-' || CASE WHEN a.place % 500 = 0 THEN a.place ELSE a.place * 2 + k END || '@company.example', 'CFO'
           FROM a CROSS JOIN generate_series(0, 1) k)
       INSERT INTO opportunities (workspace_id, id, account_id, name, stage, stage_kind, amount, currency, close_date, owner, meddpicc)
       SELECT $1, 'opp_${TIME}' || lpad(n::text, 16, '0'), account,
         (ARRAY['Rollout', 'Renewal', 'Pilot', 'Expansion', 'Migration'])[1 + n % 5] || ' ' || n % 9973,
         CASE WHEN n % 50000 = 7 THEN 'Legal' WHEN n % 5 = 0 THEN 'Closed won' WHEN n % 5 = 1 THEN 'Closed lost' WHEN n % 5 = 2 THEN 'Negotiation' ELSE 'Proposal' END,
         CASE WHEN n % 50000 = 7 THEN 'open' WHEN n % 5 = 0 THEN 'won' WHEN n % 5 = 1 THEN 'lost' ELSE 'open' END,
         CASE WHEN n % 11 = 0 THEN NULL ELSE (n::bigint * 7919) % 1000000 END, 'EUR',
         CASE WHEN n % 13 = 0 THEN NULL ELSE date '2026-01-01' + (n::bigint * 31 % 1500)::int END,
         CASE WHEN n % 30000 = 11 THEN 'Sigrid Dahl' ELSE 'Owner ' || n % 200 END,
         CASE WHEN n % 2 = 0 THEN '{"champion": "Dana"}'::jsonb ELSE '{}'::jsonb END
       FROM d`,
      [workspace, accounts, from, each],
    );
  }
}

/** How long a search for duplicates is waited for. */
const SEARCH_MS = 120_000;

/** Waits until the duplicates of the workspace were searched for. @returns seconds it took; undefined when it did not end */
export async function searchDuplicates(ask: Ask, start: () => Promise<unknown>): Promise<number | undefined> {
  const began = performance.now();
  await start();
  while (performance.now() - began < SEARCH_MS) {
    const { searched_at } = (await ask('duplicates.state')) as { searched_at?: string | null };
    if (typeof searched_at === 'string') return (performance.now() - began) / 1_000;
    await new Promise((done) => setTimeout(done, 500));
  }
  return undefined;
}

/** What the lists of a full workspace are asked. */
export async function listCases(
  ask: Ask,
  one: { account: string; name: string },
): Promise<[string, () => Promise<unknown>][]> {
  const deals = (input: object) => () => ask('records.list', { kind: 'opp', ...input });
  const contacts = (input: object) => () => ask('records.list', { kind: 'contact', ...input });
  const accounts = (input: object) => () => ask('accounts.list', input);
  /** The twentieth page of a list. */
  const deep = async (input: object) => {
    let cursor: string | undefined;
    for (let page = 0; page < 20; page += 1) {
      cursor = (await deals({ ...input, ...(cursor === undefined ? {} : { cursor }) })()).next_cursor;
    }
    return deals({ ...input, cursor });
  };
  return [
    ['deals, newest', deals({})],
    ['deals, newest, deep', await deep({})],
    ['deals, changed last', deals({ sort: 'updated' })],
    ['deals, largest', deals({ sort: 'amount' })],
    ['deals, largest, deep', await deep({ sort: 'amount' })],
    ['deals, smallest', deals({ sort: 'amount', way: 'asc' })],
    ['deals, closing first', deals({ sort: 'close_date', way: 'asc' })],
    ['deals of a stage that two fifths have', deals({ stage: 'Proposal' })],
    ['deals of a stage that 20 have', deals({ stage: 'Legal' })],
    ['deals of a stage that none has', deals({ stage: 'Nowhere' })],
    ['deals of a stage that two fifths have, largest', deals({ stage: 'Proposal', sort: 'amount' })],
    ['deals of a stage that 20 have, largest', deals({ stage: 'Legal', sort: 'amount' })],
    ['deals of an owner who has 5,000', deals({ owner: 'Owner 7' })],
    ['deals of an owner who has 5,000, closing first', deals({ owner: 'Owner 7', sort: 'close_date', way: 'asc' })],
    ['deals of an owner who has 33', deals({ owner: 'Sigrid Dahl', sort: 'amount' })],
    ['deals of an owner in a stage, together none', deals({ owner: 'Owner 5', stage: 'Proposal' })],
    ['open deals with gaps, largest', deals({ has_gaps: true, sort: 'amount' })],
    ['won deals, closing last', deals({ stage_kind: 'won', sort: 'close_date' })],
    ['deals over an amount that a thousandth has', deals({ amount_min: 999_000 })],
    ['deals over half of the amounts, newest', deals({ amount_min: 500_000 })],
    [
      'deals that close within a week, largest',
      deals({ close_from: '2027-03-01', close_to: '2027-03-07', sort: 'amount' }),
    ],
    [
      'deals, every filter at once',
      deals({
        owner: 'Owner 8',
        stage_kind: 'open',
        amount_min: 990_000,
        close_from: '2027-01-01',
        close_to: '2027-12-31',
        has_gaps: true,
      }),
    ],
    ['deals of an account', deals({ account_id: one.account, sort: 'amount' })],
    ['deals, a search that finds one account', deals({ search: one.name })],
    ['deals, a search that a fifth fits', deals({ search: 'renewal' })],
    [
      'deals, a search that a fifth fits, of an owner, largest',
      deals({ search: 'renewal', owner: 'Owner 7', sort: 'amount' }),
    ],
    ['deals, a search that fits nothing', deals({ search: 'zzzz' })],
    ['stages, owners and lists for the filters', () => ask('records.words')],
    ['contacts, newest', contacts({})],
    ['contacts, by name', contacts({ sort: 'name', way: 'asc' })],
    ['contacts, a search that a quarter fits', contacts({ search: 'reyes' })],
    ['contacts of an account', contacts({ account_id: one.account })],
    ['accounts, largest open deal', accounts({ sort: 'largest' })],
    ['accounts, closing next', accounts({ sort: 'closing' })],
    ['accounts with gaps, largest open deal', accounts({ has_gaps: true, sort: 'largest' })],
    ['accounts, tiers and industries for the filters', () => ask('accounts.filters')],
    ['the search of every page, one account', () => ask('search.find', { text: one.name })],
    ['the search of every page, a fifth of the deals', () => ask('search.find', { text: 'renewal' })],
    ['duplicates, contacts by e-mail', () => ask('duplicates.list', { kind: 'contact' })],
    ['duplicates, accounts', () => ask('duplicates.list', { kind: 'account' })],
    ['duplicates, deals', () => ask('duplicates.list', { kind: 'opp' })],
    ['archived deals', () => ask('records.archived', { kind: 'opp' })],
    ['an account with ten deals', () => ask('accounts.get', { account_id: one.account, limit: 10 })],
  ];
}
