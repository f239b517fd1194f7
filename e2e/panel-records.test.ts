import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../db/ids.ts';
import { statement } from '../db/statement.ts';
import { type AppContext, startTestApp } from './harness/app.ts';
import { newPerson, type Person } from './harness/person.ts';

let app: AppContext;

beforeAll(async () => {
  app = await startTestApp({ WORKERS: 'off' });
});
afterAll(() => app.stop());

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

async function furnished() {
  const person = await newPerson(app);
  const call = async (tool: string, input: object) => {
    const { status, body, text } = await person.rest(tool, input);
    expect(status, `${tool} ${text}`).toBe(200);
    return body;
  };
  const write = async (entity: string, facts: object, id?: string): Promise<string> =>
    (await call('gtm_crm_write', { entity, id, facts })).id;
  const account = await write('account', { name: 'Acme Corp', domain: 'acme.example', tier: 'B', region: 'EMEA' });
  const other = await write('account', { name: 'Other Ltd' });
  const opp = await write('opp', {
    account_id: account,
    name: 'Pilot',
    stage: 'Proposal',
    amount: 4_800,
    currency: 'EUR',
  });
  const contact = await write('contact', { account_id: account, name: 'Dana Reyes', email: 'dana@acme.example' });
  const prospect = await write('prospect', { account_id: account, name: 'Jo Ek' });
  const target = await write('target_account', { list_name: 'Nordics', name: 'Fjord AS', domain: 'fjord.example' });
  await call('set_meddpicc', { opp_id: opp, champion: 'Dana Reyes' });
  await call('log_capture', { source: 'call', text: 'Dana Reyes signs.', account_id: account });
  await call('log_capture', { source: 'call', text: 'Jo Ek met us.', prospect_id: prospect });
  await call('mark_meeting_outcome', { account_id: account, outcome: 'Went well', next_step: 'Send the offer' });
  const entry = await call('add_to_plan', { account_id: account, section: 'Goals', content: 'Win the pilot.' });
  await call('add_to_plan', { account_id: account, section: 'Risks', content: 'A rival.' });
  await call('gtm_score', { account_id: account, role: 'deal-risk', signals: [{ key: 'silence', value: 0.9 }] });
  const draft = await call('studio_stage_draft', { channel: 'manual', body: 'Dear Dana.', account_id: account });
  await person.client.hosted.propose_tier.mutate({ account_id: account, tier: 'A', reason: 'Growing' });
  await call('amend_record', { action: 'withdraw', id: entry.entry_id ?? entry.id, reason: 'Wrong' });
  await call('amend_record', { action: 'propose_merge', id: account, duplicate_id: other, reason: 'Same' });
  const { panel } = person.browser;
  await panel.values.set.mutate({ record_id: opp, fields: { stage: 'Negotiation' } });
  await panel.values.set.mutate({ record_id: account, fields: { industry: 'Steel' } });
  await write('opp', { stage: 'Closed Lost' }, opp);
  await write('account', { industry: 'Copper' }, account);
  return {
    person,
    panel,
    call,
    write,
    account,
    other,
    opp,
    contact,
    prospect,
    target,
    draft: draft.draft_id as string,
  };
}

test('an archived record is gone with what belongs to it, and comes back exactly as it was', async () => {
  const { person, panel, call, write, ...ids } = await furnished();
  const { account, opp, contact, prospect, target, draft } = ids;
  for (const record_id of [contact, opp, prospect, target, account]) {
    const before = await everything(person);
    const made = await panel.records.archive.mutate({ record_id });
    expect(made).toMatchObject({ record_id, records: record_id === account ? 4 : 1 });
    expect((await person.rest('find_records', { ids: [record_id] })).body.not_found).toEqual([record_id]);
    await expect(panel.records.get.query({ record_id })).rejects.toThrow(/is archived/);
    await expect(panel.records.archive.mutate({ record_id })).rejects.toThrow();
    const kind = made.kind as 'opp';
    expect((await panel.records.archived.query({ kind })).items).toMatchObject([{ record_id, by: expect.any(String) }]);
    if (record_id === account) {
      expect((await person.rest('read_account', { id: account })).status).toBe(404);
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
  const { panel, account, opp } = await furnished();
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
  const { person, panel, account, write } = await furnished();
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
      for (const direction of ['asc', 'desc'] as const) {
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await panel.records.list.query({
            kind,
            sort,
            direction,
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
  const { panel, write } = await furnished();
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

test('a person adds records, and is told on the field what is wrong', async () => {
  const { panel, account, opp } = await furnished();
  const refusal = (asked: Promise<unknown>) =>
    asked.then(
      () => undefined,
      (error: { data?: { error?: { issues?: { path: string }[] } } }) => [
        ...new Set(error.data?.error?.issues?.map(({ path }) => path)),
      ],
    );
  const create = (kind: 'opp' | 'contact' | 'target_account', fields: Record<string, unknown>) =>
    panel.records.create.mutate({ kind, fields });
  expect(await refusal(create('opp', { name: 'X', account_id: account, amount: 'much' }))).toEqual(['fields.amount']);
  expect(await refusal(create('opp', { name: 'X' }))).toEqual(['fields.account_id']);
  expect(await refusal(create('contact', { title: 'CEO' }))).toEqual(['fields.name']);
  expect(await refusal(create('target_account', { name: 'X' }))).toEqual(['fields.list_name']);
  expect(await refusal(create('contact', { name: 'X', external_ref: 'crm-9' }))).toEqual(['fields.external_ref']);
  expect(await refusal(panel.values.set.mutate({ record_id: opp, fields: { close_date: 'soon' } }))).toEqual([
    'fields.close_date',
  ]);
  const twin = await create('contact', { name: 'Dana', email: 'dana@acme.example', account_id: account });
  expect(twin.possible_duplicates).toMatchObject([{ matched: 'email' }]);
  const { record, stated } = await panel.records.get.query({ record_id: twin.record_id });
  expect(record).toMatchObject({ name: 'Dana', set_by_people: { name: {} } });
  expect(stated.find(({ attribute }) => attribute === 'email')).toMatchObject({
    key_id: null,
    tool: 'panel.records.create',
  });
});

test('a value of the history stands again, as a new fact of the person’s', async () => {
  const { panel, person, opp, write } = await furnished();
  const of = async (attribute: string) => (await panel.records.history.query({ record_id: opp, attribute })).items;
  for (const [attribute, values] of [
    ['amount', [100.5, 200]],
    ['champion', ['Ann', 'Bo']],
    ['close_date', ['2030-01-01', null]],
    ['region', ['North', 'South']],
  ] as const) {
    for (const value of values) await panel.values.set.mutate({ record_id: opp, fields: { [attribute]: value } });
    const [now, before] = await of(attribute);
    expect(now).toMatchObject({ superseded_at: null });
    await panel.records.restore_value.mutate({ fact_id: before!.fact_id });
    const { record } = await panel.records.get.query({ record_id: opp });
    const held = { ...record, ...(record['facts'] as object), ...(record['meddpicc'] as object) } as Record<
      string,
      unknown
    >;
    expect(JSON.stringify(held[attribute] ?? (held[attribute] as never)), attribute).toContain(String(values[0]));
    expect((await of(attribute))[0]).toMatchObject({
      key_id: null,
      tool: 'panel.records.restore_value',
      value: before!.value,
    });
    // Once more changes nothing.
    const count = (await of(attribute)).length;
    await panel.records.restore_value.mutate({ fact_id: before!.fact_id });
    expect(await of(attribute)).toHaveLength(count);
  }
  // What a list of values was is not told by its words.
  await write('opp', { tags: ['a', 'b'] }, opp);
  await write('opp', { tags: ['c'] }, opp);
  const [, before] = await of('tags');
  await expect(panel.records.restore_value.mutate({ fact_id: before!.fact_id })).rejects.toThrow(/form/);
  expect((await person.rest('find_records', { ids: [opp] })).body.items).toMatchObject([{ amount: 100.5 }]);
  await expect(panel.records.restore_value.mutate({ fact_id: newId('fact') })).rejects.toThrow();
});

test('views are kept by name, per person and kind, up to fifty', async () => {
  const { panel } = (await newPerson(app)).browser;
  const save = (name: string, shared = false) =>
    panel.views.save.mutate({ kind: 'opp', name, search: { stage_kind: 'open', sort: 'amount' }, shared });
  const first = await save('Open');
  expect((await save('Open', true)).view_id).toBe(first.view_id);
  expect((await panel.views.list.query({ kind: 'opp' })).items).toMatchObject([
    { name: 'Open', shared: true, own: true, search: { stage_kind: 'open', sort: 'amount' } },
  ]);
  expect((await panel.views.list.query({ kind: 'account' })).items).toEqual([]);
  for (let at = 1; at < 50; at += 1) await save(`View ${at}`);
  await expect(save('One more')).rejects.toThrow(/50 views/);
  await save('Open');
  await panel.views.delete.mutate({ view_id: first.view_id });
  await expect(panel.views.delete.mutate({ view_id: first.view_id })).rejects.toThrow();
});
