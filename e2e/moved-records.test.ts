import { expect, test } from 'vitest';
import { statement } from '../db/statement.ts';
import type { AppContext, Tenant } from './harness/app.ts';
import { useQuietApp } from './harness/shared-app.ts';
import { read, succeed } from './harness/tool-test.ts';

/** What is known of a record that comes to belong to another account, or to one at all. */

let app: AppContext;
let tenant: Tenant;

useQuietApp(async (started) => {
  app = started;
  tenant = await app.newTenant();
});

const crm = async (entity: string, facts: object, id?: string): Promise<string> =>
  (await succeed(tenant, 'gtm_crm_write', { entity, facts, ...(id === undefined ? {} : { id }) })).id;

const newAccount = (name: string) => crm('account', { name });

type Said = { account_id: string | null; attribute: string; value: string };

const currentFacts = statement(
  'test_facts_of_moved',
  `SELECT account_id, attribute, value FROM facts WHERE superseded_at IS NULL AND attribute <> 'name' ORDER BY attribute, id`,
);

/** The current facts of everything but accounts' names, as account, attribute and value. */
async function factsOf(...accounts: string[]): Promise<Said[]> {
  const rows = await read<Said>(app, tenant, currentFacts);
  return rows.filter(({ account_id }) => account_id !== null && accounts.includes(account_id));
}

const without = (of: Said[]) => of.map(({ attribute, value }) => [attribute, value]);

test.each(['contact', 'prospect'] as const)('a %s of no account takes its facts to the one it gets', async (kind) => {
  const account = await newAccount(`Acme ${kind}`);
  const id =
    kind === 'prospect'
      ? (await succeed(tenant, 'update_prospect', { name: 'Dana Reyes', title: 'CTO' })).id
      : await crm(kind, { name: 'Dana Reyes', title: 'CTO' });
  if (kind === 'prospect') await succeed(tenant, 'update_prospect', { id, account_id: account });
  else await crm(kind, { account_id: account }, id);
  expect(without(await factsOf(account))).toEqual([['title', 'CTO']]);
});

const meet = (input: object) => succeed(tenant, 'mark_meeting_outcome', input);

test.each(['meeting_id', 'external_ref'])('a meeting moved by its %s takes what was said there along', async (by) => {
  const [wrong, right] = [await newAccount(`Wrong by ${by}`), await newAccount(`Right by ${by}`)];
  await meet({ account_id: wrong, outcome: 'stall', next_step: 'Call again.', occurred_at: '2026-01-05T09:00:00Z' });
  await meet({ account_id: right, outcome: 'stall', next_step: 'Wait.', occurred_at: '2026-01-06T09:00:00Z' });
  const { meeting_id: id } = await meet({
    account_id: wrong,
    external_ref: `meeting-${by}`,
    outcome: 'advance',
    notes: 'They want single sign-on.',
    next_step: 'Send the security pack.',
    occurred_at: '2026-02-05T09:00:00Z',
  });
  await meet({
    account_id: right,
    outcome: 'advance',
    ...(by === 'meeting_id' ? { meeting_id: id } : { external_ref: `meeting-${by}` }),
  });

  expect(without(await factsOf(wrong))).toEqual([
    ['meeting_outcome', 'stall'],
    ['next_step', 'Call again.'],
  ]);
  expect(without(await factsOf(right))).toEqual([
    ['meeting_notes', 'They want single sign-on.'],
    ['meeting_outcome', 'stall'],
    ['meeting_outcome', 'advance'],
    ['next_step', 'Send the security pack.'],
  ]);
  await succeed(tenant, 'amend_record', { action: 'withdraw', id, reason: 'It was somebody else.' });
  expect(without(await factsOf(right))).toEqual([
    ['meeting_outcome', 'stall'],
    ['next_step', 'Wait.'],
  ]);
  await succeed(tenant, 'amend_record', { action: 'restore', id });
  expect(without(await factsOf(wrong))).toContainEqual(['next_step', 'Call again.']);
  expect(without(await factsOf(right))).toContainEqual(['next_step', 'Send the security pack.']);
});

test('an earlier meeting moved to an account leaves the next step of its latest one', async () => {
  const [wrong, right] = [await newAccount('Earlier wrong'), await newAccount('Earlier right')];
  await meet({ account_id: right, outcome: 'advance', next_step: 'Sign.', occurred_at: '2026-03-06T09:00:00Z' });
  const { meeting_id: id } = await meet({
    account_id: wrong,
    outcome: 'stall',
    next_step: 'Wait.',
    occurred_at: '2026-03-05T09:00:00Z',
  });
  await meet({ meeting_id: id, account_id: right, outcome: 'stall' });
  expect(without(await factsOf(wrong))).toEqual([]);
  // An older meeting's next step stays its own.
  expect(without(await factsOf(right))).toEqual([
    ['meeting_outcome', 'advance'],
    ['meeting_outcome', 'stall'],
    ['next_step', 'Sign.'],
    ['next_step', 'Wait.'],
  ]);
});
