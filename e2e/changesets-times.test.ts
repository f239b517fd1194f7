import { expect, test } from 'vitest';
import { statement } from '../db/statement.ts';
import type { AppContext } from './harness/app.ts';
import { useQuietApp } from './harness/shared-app.ts';
import { newProbation, previewOf, takeAll } from './harness/proposing.ts';
import { read, succeed } from './harness/tool-test.ts';

let app: AppContext;

useQuietApp((started) => {
  app = started;
});

const times = statement(
  'test_times',
  `SELECT id, created_at, updated_at FROM accounts UNION ALL SELECT id, created_at, updated_at FROM opportunities
   UNION ALL SELECT id, created_at, created_at FROM signals ORDER BY id`,
);

test('what is taken has the time of its call, as often as it is read', async () => {
  const { person, agent } = await newProbation(app);
  const { changesets } = person.browser.panel;
  const run = { 'run-ref': 'night-1' };
  const made = await succeed(agent, 'gtm_crm_write', { entity: 'account', facts: { name: 'Acme' } }, run);
  const opp = await succeed(
    agent,
    'gtm_crm_write',
    { entity: 'opp', facts: { account_id: made.id, name: 'Renewal' } },
    run,
  );
  const signals = [{ key: 'quiet', value: 0.2 }];
  await succeed(agent, 'gtm_score', { role: 'deal-risk', account_id: made.id, signals }, run);
  const readTimes = async () => {
    const { account, opps } = await succeed(agent, 'read_account', { account_id: made.id }, run);
    return [account, opps.items[0]].map(({ created_at, updated_at }) => ({ created_at, updated_at }));
  };
  const seen = await readTimes();
  expect(seen).toEqual([made, opp].map(({ updated_at }) => ({ created_at: updated_at, updated_at })));
  await succeed(agent, 'gtm_crm_write', { entity: 'account', id: made.id, facts: { tier: 'A' } }, run);
  const waiting = await readTimes();
  expect(waiting[1]).toEqual(seen[1]);
  // One by one, so that the account is changed by another transaction than it is made by.
  const preview = await previewOf(person, 'night-1');
  for (const { id, version } of preview.calls) {
    const { calls } = await changesets.preview.query({ changeset_id: preview.changeset_id });
    const now = calls.find((call) => call.id === id)?.version ?? version;
    await changesets.take.mutate({ changeset_id: preview.changeset_id, calls: [{ id, version: now! }] });
  }
  expect(await readTimes()).toEqual(waiting);
  const called = new Map(preview.calls.flatMap(({ at, records }) => records.map((each) => [each.record_id, at])));
  const rows = await read<{ id: string; updated_at: Date }>(app, person, times, []);
  expect(rows.map(({ id, updated_at }) => [id, new Date(updated_at).toISOString()])).toEqual(
    rows.map(({ id }) => [id, called.get(id)]),
  );
});

test('what somebody else wrote later stays the last', async () => {
  const { person, agent } = await newProbation(app);
  const { id } = await succeed(person, 'gtm_crm_write', { entity: 'account', facts: { name: 'Acme' } });
  await succeed(agent, 'gtm_crm_write', { entity: 'account', id, facts: { tier: 'A' } });
  const later = await succeed(person, 'gtm_crm_write', { entity: 'account', id, facts: { industry: 'Steel' } });
  await takeAll(person);
  const { account } = await succeed(person, 'read_account', { account_id: id });
  expect(account).toMatchObject({ tier: 'A', updated_at: later.updated_at });
});
