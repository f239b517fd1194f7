import { expect, test } from 'vitest';
import { statement } from '../db/statement.ts';
import type { AppContext } from './harness/app.ts';
import { useQuietApp } from './harness/shared-app.ts';
import { furnishedAccount } from './harness/furnished-account.ts';
import { newPerson, type Person } from './harness/person.ts';

let app: AppContext;

useQuietApp((started) => {
  app = started;
});
const TABLES = [
  'accounts',
  'opportunities',
  'contacts',
  'prospects',
  'target_accounts',
  'every_captures',
  'every_meetings',
  'plans',
  'every_plan_entries',
  'every_signals',
  'scores',
  'tier_proposals',
  'every_facts',
  'every_drafts',
  'sends',
  'value_proposals',
  'merge_proposals',
];

/** What has a time of its own when it is changed and changed back. */
const MOVING = `'updated_at'`;

const look = statement(
  'test_look_at_workspace',
  TABLES.map(
    (table) =>
      `SELECT '${table}' AS name, t.id, to_jsonb(t) - ARRAY[${table === 'every_drafts' ? MOVING : `''`}] AS row FROM ${table} t WHERE t.workspace_id = $1`,
  ).join(' UNION ALL ') + ' ORDER BY 1, 2',
);

type Row = { name: string; id: string; row: Record<string, unknown> };

const everything = (person: Person) =>
  app.service.app.services.db.read<Row>(person.workspaceId, look, [person.workspaceId]);

/** Rows by where they are, but for the fact that a draft's state leaves. */
const withoutStates = (rows: Row[]) =>
  rows.filter(({ name, row }) => name !== 'every_facts' || row['subject_type'] !== 'draft');

test('an archived record is gone with what belongs to it, and comes back exactly as it was', async () => {
  const { person, panel, call, write, ...ids } = await furnishedAccount(app);
  const { account, opp, contact, prospect, target, draft } = ids;
  for (const record_id of [contact, opp, prospect, target, account]) {
    const before = await everything(person);
    const made = await panel.records.archive.mutate({ record_id });
    expect(made).toMatchObject({ record_id, records: record_id === account ? 4 : 1 });
    expect((await person.rest('find_records', { ids: [record_id] })).body.not_found).toEqual([record_id]);
    await expect(panel.records.get.query({ record_id })).rejects.toThrow(/archived by a person/);
    await expect(panel.records.archive.mutate({ record_id })).rejects.toThrow();
    const kind = made.kind as 'opp';
    expect((await panel.records.archived.query({ kind })).items).toMatchObject([{ record_id, by: expect.any(String) }]);
    if (record_id === account) {
      const unread = await person.rest('read_account', { id: account });
      expect([unread.status, unread.body.error.message]).toEqual([404, `${account} was archived by a person.`]);
      const { items } = (await person.rest('find_records', { kind: 'opp' })).body;
      expect(items).toEqual([]);
      expect((await panel.drafts.get.query({ draft_id: draft })).draft).toMatchObject({
        status: 'held',
        account_id: null,
      });
      expect((await panel.values.proposed.query({})).total).toBe(0);
      expect((await panel.amendments.merges.query({})).items).toEqual([]);
      // Nothing can be written to it, and nothing that belongs to it comes back before it.
      expect(
        (await person.rest('gtm_crm_write', { entity: 'contact', facts: { name: 'X', account_id: account } })).status,
      ).toBe(404);
    }
    expect(await panel.records.restore.mutate({ record_id })).toMatchObject({ record_id, not_brought_back: [] });
    await expect(panel.records.restore.mutate({ record_id })).rejects.toThrow();
    expect(withoutStates(await everything(person))).toEqual(withoutStates(before));
  }
  expect((await panel.drafts.get.query({ draft_id: draft })).draft).toMatchObject({
    status: 'pending',
    account_id: account,
  });
  expect((await panel.values.proposed.query({})).total).toBe(2);
  // A deal does not come back before its account.
  await panel.records.archive.mutate({ record_id: opp });
  await panel.records.archive.mutate({ record_id: account });
  await expect(panel.records.restore.mutate({ record_id: opp })).rejects.toThrow(/account/i);
  await panel.records.restore.mutate({ record_id: account });
  await panel.records.restore.mutate({ record_id: opp });
  expect((await call('find_records', { kind: 'opp' })).items).toMatchObject([{ id: opp }]);
  // Its place was taken meanwhile.
  const refd = await write('contact', { name: 'Ref', external_ref: 'crm-1' });
  await panel.records.archive.mutate({ record_id: refd });
  await write('contact', { name: 'Ref again', external_ref: 'crm-1' });
  await expect(panel.records.restore.mutate({ record_id: refd })).rejects.toThrow(/name or reference/);
});

test('two archive one at once: one of them does, and the other is told', async () => {
  const { panel, account, opp } = await furnishedAccount(app);
  const both = await Promise.allSettled([
    panel.records.archive.mutate({ record_id: account }),
    panel.records.archive.mutate({ record_id: account }),
    panel.values.set.mutate({ record_id: opp, fields: { owner: 'Me' } }),
  ]);
  expect(
    both
      .slice(0, 2)
      .map(({ status }) => status)
      .toSorted(),
  ).toEqual(['fulfilled', 'rejected']);
  await panel.records.restore.mutate({ record_id: account });
});

test('lists are paged in every order, narrowed and searched, and skip nothing', async () => {
  const { person, panel, account, write } = await furnishedAccount(app);
  for (let at = 1; at <= 12; at += 1) {
    const day = String(at).padStart(2, '0');
    await write('opp', {
      account_id: account,
      name: `Deal ${at % 5}`,
      stage: at % 3 === 0 ? 'Closed Won' : 'Discovery',
      ...(at % 4 === 0 ? {} : { amount: at * 100 }),
      ...(at % 5 === 0 ? {} : { close_date: `2030-01-${day}` }),
      owner: at % 2 === 0 ? 'Ann' : 'Bo',
    });
  }
  for (const [kind, sorts] of [
    ['opp', ['newest', 'updated', 'amount', 'close_date']],
    ['contact', ['newest', 'name']],
    ['prospect', ['newest', 'name']],
    ['target_account', ['newest', 'name']],
  ] as const) {
    const all = await panel.records.list.query({ kind, limit: 200 });
    for (const sort of sorts) {
      for (const way of ['asc', 'desc'] as const) {
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await panel.records.list.query({
            kind,
            sort,
            way,
            limit: 3,
            ...(cursor ? { cursor } : {}),
          });
          seen.push(...page.items.map(({ id }) => id));
          cursor = page.next_cursor ?? undefined;
        } while (cursor !== undefined);
        expect(new Set(seen).size, `${kind} ${sort}`).toBe(seen.length);
        expect(seen.toSorted()).toEqual(all.items.map(({ id }) => id).toSorted());
      }
    }
  }
  const deals = await panel.records.list.query({ kind: 'opp', sort: 'amount', stage_kind: 'open', limit: 200 });
  const amounts = deals.items.map((deal) => deal['amount'] as number | null);
  expect(amounts).toEqual([4_800, 1_100, 1_000, 700, 500, 200, 100, null, null]);
  const narrowed = { kind: 'opp', owner: 'ann', amount_min: 300, close_to: '2030-01-07', search: 'Acme Deal' } as const;
  expect((await panel.records.list.query(narrowed)).items).toMatchObject([{ amount: 600, account_name: 'Acme Corp' }]);
  expect((await panel.records.list.query({ kind: 'opp', has_gaps: true, limit: 200 })).items).toHaveLength(9);
  expect(await panel.records.words.query()).toMatchObject({ owners: ['ann', 'bo'], lists: ['Nordics'] });
  expect((await panel.records.suggest_accounts.query({ text: 'AC' })).items).toEqual([
    { id: account, name: 'Acme Corp' },
  ]);
  for (const sort of ['largest', 'closing'] as const) {
    expect((await panel.accounts.list.query({ sort })).items).toMatchObject([{ id: account }]);
  }
  expect((await newPerson(app)).workspaceId).not.toBe(person.workspaceId);
});

test('accounts by their largest open deal and by the one that closes first are each there once', async () => {
  const { panel, write } = await furnishedAccount(app);
  for (const [name, deals] of [
    [
      'A',
      [
        [500, '2030-03-01'],
        [100, '2030-01-09'],
      ],
    ],
    [
      'B',
      [
        [900, '2030-05-01'],
        [900, '2030-06-01'],
      ],
    ],
    ['C', [[null, '2030-01-05']]],
  ] as const) {
    const account_id = await write('account', { name });
    for (const [amount, close_date] of deals) {
      await write('opp', { account_id, name: 'Deal', stage: 'Discovery', ...(amount ? { amount } : {}), close_date });
    }
  }
  for (const [sort, expected] of [
    ['largest', ['Acme Corp', 'B', 'A', 'C']],
    ['closing', ['C', 'A', 'B', 'Acme Corp']],
  ] as const) {
    const names: (string | null)[] = [];
    let cursor: string | undefined;
    do {
      const page = await panel.accounts.list.query({ sort, limit: 1, ...(cursor ? { cursor } : {}) });
      names.push(...page.items.map(({ name }) => name));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(names, sort).toEqual(expected);
  }
});
