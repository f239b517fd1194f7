import { expect, test } from 'vitest';
import { newId } from '../db/ids.ts';
import type { AppContext } from './harness/app.ts';
import { useQuietApp } from './harness/shared-app.ts';
import { furnishedAccount } from './harness/furnished-account.ts';
import { newPerson } from './harness/person.ts';

let app: AppContext;

useQuietApp((started) => {
  app = started;
});
test('a person adds records, and is told on the field what is wrong', async () => {
  const { panel, account, opp } = await furnishedAccount(app);
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
  expect(await refusal(create('opp', { name: 'X', account_id: account, amount: -5 }))).toEqual(['fields.amount']);
  expect(await refusal(panel.values.set.mutate({ record_id: opp, fields: { amount: -5 } }))).toEqual(['fields.amount']);
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
  const { panel, person, opp, write } = await furnishedAccount(app);
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

test('an undo closes what its run proposed, says so on the run, and lets it wait again when it is taken back', async () => {
  const { person, panel, account, other } = await furnishedAccount(app);
  const { run_ref } = (await person.rest('start_run', { plugin: 'deal-desk', skill: 'night' })).body;
  const write = (tool: string, input: object) => person.rest(tool, input, { 'run-ref': run_ref });
  await write('gtm_crm_write', { entity: 'account', id: account, facts: { industry: 'Wood' } });
  await panel.amendments.decline_merge.mutate({
    proposal_id: (await panel.amendments.merges.query({})).items[0]!.proposal_id,
  });
  await write('amend_record', { action: 'propose_merge', id: other, duplicate_id: account, reason: 'Same again' });
  const waiting = async () => [
    (await panel.values.proposed.query({})).total,
    (await panel.amendments.merges.query({})).items.length,
  ];
  const before = await waiting();
  const { digest, proposals } = await panel.undos.preview.query({ run_ref });
  expect(proposals).toEqual({ values: 1, merges: 1 });
  const { undo_id } = await panel.undos.undo.mutate({ run_ref, digest });
  expect(await waiting()).toEqual([before[0]! - 1, 0]);
  expect((await panel.runs.get.query({ run_ref })).undone).toMatchObject({ by: { user_id: person.userId } });
  expect(await panel.undos.bring_back.mutate({ undo_id })).toMatchObject({ not_brought_back: [] });
  expect(await waiting()).toEqual(before);
  expect((await panel.runs.get.query({ run_ref })).undone).toBe(null);
});
