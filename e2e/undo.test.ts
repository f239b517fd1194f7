import { expect, test } from 'vitest';
import { statement } from '../db/statement.ts';
import { ARCHIVABLE } from '../db/statements/undo-writes.ts';
import type { AppContext } from './harness/app.ts';
import { useQuietApp } from './harness/shared-app.ts';
import { sentencesOf } from './harness/deals.ts';
import { newPerson, type Person } from './harness/person.ts';
import { read, succeed } from './harness/tool-test.ts';

/** What a person undoes of what agents wrote, on the pages of a run, a call and a key. */

let app: AppContext;
let person: Person;

useQuietApp(async (started) => {
  app = started;
  person = await newPerson(app);
});

let runs = 0;

/** A run that has begun, and its calls. */
async function newRun(who: Person = person) {
  const { run_ref } = await succeed(who, 'start_run', { plugin: 'deal-desk', skill: `night-${(runs += 1)}` });
  const header = { 'run-ref': run_ref as string };
  return {
    run_ref: run_ref as string,
    write: (tool: string, input: object) => succeed(who, tool, input, header),
    crm: async (entity: string, facts: object, id?: string): Promise<string> =>
      (await succeed(who, 'gtm_crm_write', { entity, facts, ...(id === undefined ? {} : { id }) }, header)).id,
  };
}

const crm = async (entity: string, facts: object, id?: string): Promise<string> =>
  (await succeed(person, 'gtm_crm_write', { entity, facts, ...(id === undefined ? {} : { id }) })).id;

const account = (id: string, include: string[] = []) => succeed(person, 'read_account', { id, include });

const rows = (table: string) =>
  read<Record<string, unknown>>(
    app,
    person,
    statement(`test_undo_rows_${table}_${(runs += 1)}`, `SELECT * FROM ${table} ORDER BY id`),
  );

test('a run is previewed and undone: fields stand as before, what it made is gone, its drafts are held', async () => {
  const { undos, activity } = person.browser.panel;
  const id = await crm('account', { name: 'Acme Corp', tier: 'B', region: 'EMEA', size: 3 });
  const opp = await crm('opp', { account_id: id, name: 'Pilot', stage: 'Discovery', amount: 5_000 });
  const run = await newRun();
  await run.crm('account', { tier: 'A', region: 'APAC', size: 4, website_language: 'de', industry: 'Retail' }, id);
  await run.crm('opp', { stage: 'Proposal', amount: 48_000.5, close_date: '2026-12-31' }, opp);
  await run.write('set_meddpicc', { opp_id: opp, champion: 'Lee Park' });
  const made = await run.crm('account', { name: 'Invented Ltd', domain: 'invented.example' });
  const dana = await run.crm('contact', { name: 'Dana Reyes', account_id: made, email: 'dana@invented.example' });
  await run.write('log_capture', { source: 'call', text: 'Acme wants a discount.', account_id: id });
  await run.write('log_capture', { source: 'call', text: 'Invented has budget.', account_id: made });
  await run.write('log_capture', { source: 'call', text: 'Nobody in particular.' });
  await run.write('add_to_plan', { account_id: made, section: 'risks', content: 'They may not exist.' });
  await run.write('mark_meeting_outcome', { account_id: id, outcome: 'advance', next_step: 'Send the security pack.' });
  await run.write('gtm_score', { role: 'health', account_id: id, signals: [{ key: 'champion', value: 0.7 }] });
  await run.write('gtm_build_tam', { list_name: 'DACH', accounts: [{ domain: 'one.example' }, { name: 'Two' }] });
  const draft = await run.write('studio_stage_draft', { channel: 'manual', body: 'Dear Dana', account_id: made });
  await run.write('sync_brain', { scope: 'decision-log', payload: { learned: 'nothing' } });
  const tables = ['accounts', 'opportunities', 'contacts', 'captures', 'plan_entries', 'meetings', 'signals', 'scores'];
  const dump = async () => {
    const all = await Promise.all([...tables, 'target_accounts', 'plans', 'facts'].map(rows));
    return all.map((part) =>
      part.map(({ updated_at: _at, superseded_at, ...row }): Record<string, unknown> => ({
        ...row,
        current: superseded_at === null,
      })),
    );
  };
  const before = (await dump()).map((part) =>
    part.filter(({ subject_type: type }) => type !== 'draft' && type !== 'brain'),
  );

  const { digest, undos: none, ...preview } = await undos.preview.query({ run_ref: run.run_ref });
  expect(none).toEqual([]);
  expect(preview.stays).toEqual([]);
  expect(preview.left).toEqual([]);
  const change = (record_id: string) => preview.records.find((record) => record.record_id === record_id);
  expect(change(id)!.changes).toContainEqual({ attribute: 'tier', before: 'B', after: 'A' });
  expect(change(id)!.changes).toContainEqual({ attribute: 'industry', before: null, after: 'Retail' });
  expect(change(opp)).toMatchObject({ act: 'changed', kind: 'opp', name: 'Pilot', account_id: id });
  expect(change(made)).toMatchObject({ act: 'archived', kind: 'account', name: 'Invented Ltd' });
  expect(change(dana)).toMatchObject({ act: 'archived', kind: 'contact', account_id: made });
  expect(change(draft.draft_id)).toMatchObject({ act: 'held', kind: 'draft' });
  const { undo_id, ...done } = await undos.undo.mutate({ run_ref: run.run_ref, digest });
  expect(done).toEqual(preview);

  const after = await account(id, ['captures', 'meetings', 'plan']);
  expect(after.account).toMatchObject({ tier: 'B', industry: null, facts: { region: 'EMEA', size: 3 } });
  expect(after.account.facts).not.toHaveProperty('website_language');
  expect(after.opps.items).toMatchObject([{ id: opp, stage: 'Discovery', amount: 5_000, close_date: null }]);
  expect(after.opps.items[0].meddpicc.champion).toBeNull();
  expect([after.captures.items, after.meetings.items, after.scores]).toEqual([[], [], []]);
  const known = await sentencesOf(app, person, id);
  expect(known.join(' ')).not.toMatch(/discount|Retail|security pack|champion|APAC/);
  expect(known.join(' ')).toMatch(/EMEA/);
  expect((await person.rest('read_account', { id: made })).status).toBe(404);
  expect(await rows('target_accounts')).toEqual([]);
  expect((await rows('captures')).length + (await rows('contacts')).length).toBe(0);
  const held = await person.browser.panel.drafts.get.query({ draft_id: draft.draft_id });
  expect(held).toMatchObject({
    draft: { status: 'held', account_id: null, decision: { note: expect.stringContaining(run.run_ref) } },
  });
  expect((await undos.preview.query({ run_ref: run.run_ref })).records).toEqual([]);

  await undos.bring_back.mutate({ undo_id });
  const again = (await dump()).map((part) =>
    part.filter(({ subject_type: type }) => type !== 'draft' && type !== 'brain'),
  );
  expect(again).toEqual(before);
  expect((await person.browser.panel.drafts.get.query({ draft_id: draft.draft_id })).draft).toMatchObject({
    status: 'pending',
    account_id: made,
  });
  expect((await person.browser.panel.brain.get.query({ scope: 'decision-log', version: 1 })).payload).toEqual({
    learned: 'nothing',
  });
  const acts = (await activity.list.query({ subject_id: run.run_ref })).items.map(({ act }) => act);
  expect(acts).toEqual(['writes.brought_back', 'writes.undone']);
  await expect(undos.bring_back.mutate({ undo_id })).rejects.toThrow(/taken back before/);
  const { undos: told } = await undos.preview.query({ run_ref: run.run_ref });
  expect(told).toMatchObject([{ undo_id, restored_by: { user_id: person.userId } }]);
});

test('what somebody changed since stays and is listed, and what nobody kept is named', async () => {
  const other = await app.newKey(person.userId);
  const { undos, drafts } = person.browser.panel;
  const long = 'This account is long in the tooth. '.repeat(20).trim();
  const id = await crm('account', { name: 'Stays Ltd', tier: 'B', industry: 'Retail', story: long, tags: ['a', 'b'] });
  const run = await newRun();
  await run.crm('account', { tier: 'A', industry: 'Steel', story: 'Short.', tags: ['c'] }, id);
  const made = await run.crm('account', { name: 'Made Ltd' });
  const used = await run.crm('account', { name: 'Used Ltd' });
  const lonely = await run.crm('contact', { name: 'Lonely', account_id: used });
  const { draft_id } = await run.write('studio_stage_draft', { channel: 'manual', body: 'Decided draft.' });
  await run.write('amend_record', { action: 'propose_merge', id: made, duplicate_id: used, reason: 'The same.' });
  const write = (entity: string, of: string, facts: object) =>
    succeed(other, 'gtm_crm_write', { entity, id: of, facts });
  await write('account', id, { tier: 'C' });
  await write('account', made, { industry: 'Wood' });
  await succeed(other, 'log_capture', { source: 'call', account_id: used, text: 'They are real.' });
  await drafts.review.mutate({ draft_id, version: 1, status: 'pending', action: 'approve' });

  const { digest, stays, records, limits } = await undos.preview.query({ run_ref: run.run_ref });
  const why = (of: string, attribute: string | null = null) =>
    stays.find((stay) => stay.record_id === of && stay.attribute === attribute);
  expect(why(id, 'tier')).toMatchObject({ reason: 'changed_since', value: 'C', key_id: other.keyId });
  expect(why(id, 'story')).toMatchObject({ reason: 'not_kept', value: 'Short.' });
  expect(why(id, 'tags')).toMatchObject({ reason: 'form', value: 'c' });
  expect(why(made)).toMatchObject({ reason: 'changed_since', name: 'Made Ltd', key_id: other.keyId });
  expect(why(used)).toMatchObject({ reason: 'in_use' });
  expect(why(draft_id)).toMatchObject({ reason: 'decided', value: 'approved', user_id: person.userId });
  expect(stays).toHaveLength(6);
  expect(records.map(({ record_id, act }) => [record_id, act])).toEqual([
    [lonely, 'archived'],
    [id, 'changed'],
  ]);
  expect(limits.map(({ what }) => what.split(' ')[0])).toEqual(['What', 'A']);

  await write('account', id, { industry: 'Glass' });
  await expect(undos.undo.mutate({ run_ref: run.run_ref, digest })).rejects.toThrow(/changed since the preview/);
  expect((await account(id)).account).toMatchObject({ tier: 'C', industry: 'Glass' });
  const again = await undos.preview.query({ run_ref: run.run_ref });
  const { undo_id } = await undos.undo.mutate({ run_ref: run.run_ref, digest: again.digest });
  expect((await account(id)).account).toMatchObject({
    tier: 'C',
    industry: 'Glass',
    facts: { story: 'Short.', tags: ['c'] },
  });
  expect((await account(used)).contacts.items).toEqual([]);
  expect((await account(made)).account).toMatchObject({ name: 'Made Ltd', industry: 'Wood' });
  expect((await drafts.get.query({ draft_id })).draft.status).toBe('approved');
  await undos.bring_back.mutate({ undo_id });
  expect((await account(used)).contacts.items).toMatchObject([{ id: lonely }]);
});

test('what somebody changed after the undo stays when the undo is taken back, and is listed', async () => {
  const other = await app.newKey(person.userId);
  const { undos } = person.browser.panel;
  const id = await crm('account', { name: 'Twice Ltd', tier: 'B', industry: 'Retail' });
  const run = await newRun();
  await run.crm('account', { tier: 'A', industry: 'Steel' }, id);
  const taken = await run.crm('account', { name: 'Taken', external_ref: 'crm-900' });
  const { digest } = await undos.preview.query({ run_ref: run.run_ref });
  const { undo_id } = await undos.undo.mutate({ run_ref: run.run_ref, digest });
  await succeed(other, 'gtm_crm_write', { entity: 'account', id, facts: { tier: 'D' } });
  const facts = { name: 'New one', external_ref: 'crm-900' };
  const twin = (await succeed(other, 'gtm_crm_write', { entity: 'account', facts })).id;
  expect(twin).not.toBe(taken);
  await expect(undos.bring_back.mutate({ undo_id })).rejects.toThrow(`${taken} cannot come back`);
  expect((await account(id)).account).toMatchObject({ tier: 'D', industry: 'Retail' });
  await succeed(other, 'gtm_crm_write', { entity: 'account', id: twin, facts: { external_ref: 'crm-901' } });
  const { not_brought_back: not } = await undos.bring_back.mutate({ undo_id });
  expect(not).toEqual([{ record_id: id, attribute: 'tier' }]);
  expect((await account(id)).account).toMatchObject({ tier: 'D', industry: 'Steel' });
  expect((await account(taken)).account).toMatchObject({ name: 'Taken', external_ref: 'crm-900' });
});

test('one call is undone from its page, and what a key wrote since a time from the key’s', async () => {
  const one = await newPerson(app);
  const { undos, audit } = one.browser.panel;
  const write = (facts: object, id?: string) =>
    succeed(one, 'gtm_crm_write', { entity: 'account', facts, ...(id === undefined ? {} : { id }) });
  const { id } = await write({ name: 'Calls Ltd', tier: 'A' });
  await write({ tier: 'B' }, id);
  await write({ tier: 'C', industry: 'Steel' }, id);
  await succeed(one, 'log_capture', { source: 'call', text: 'No account here.' });
  const calls = (await audit.list.query({})).items.filter(({ tool }) => tool !== 'read_account');
  const [capture, last, middle] = calls.map(({ call_id }) => call_id);
  const tier = async () => (await succeed(one, 'read_account', { id })).account.tier;

  // An older call under a newer one: its value stood no more, and what stands is the other call's.
  const older = await undos.preview.query({ call_id: middle! });
  expect([older.records, older.stays.map(({ attribute, value }) => [attribute, value])]).toEqual([[], [['tier', 'C']]]);
  const newer = await undos.preview.query({ call_id: last! });
  expect(newer.records).toMatchObject([
    {
      record_id: id,
      changes: [
        { attribute: 'industry', before: null, after: 'Steel' },
        { attribute: 'tier', before: 'B', after: 'C' },
      ],
    },
  ]);
  const undone = await undos.undo.mutate({ call_id: last!, digest: newer.digest });
  expect(await tier()).toBe('B');
  const loose = await undos.preview.query({ call_id: capture! });
  expect(loose.records).toMatchObject([
    { kind: 'capture', act: 'withdrawn', changes: [{ after: 'No account here.' }] },
  ]);
  await undos.bring_back.mutate({ undo_id: undone.undo_id });
  expect(await tier()).toBe('C');

  const since = new Date(Date.now() - 3_600_000).toISOString();
  const all = await undos.preview.query({ key_id: one.keyId, since });
  expect(all.records.map(({ kind, act }) => [kind, act])).toEqual([
    ['account', 'archived'],
    ['capture', 'withdrawn'],
  ]);
  await undos.undo.mutate({ key_id: one.keyId, since, digest: all.digest });
  expect((await one.rest('read_account', { id })).status).toBe(404);
  const later = new Date(Date.now() + 60_000).toISOString();
  expect((await undos.preview.query({ key_id: one.keyId, since: later })).records).toEqual([]);
  for (const bad of [{}, { key_id: one.keyId }, { run_ref: 'x', call_id: last! }, { run_ref: 'x', since }]) {
    await expect(undos.preview.query(bad)).rejects.toThrow();
  }
});

test('tiers, scores and brain versions of a run go back to those before; decided ones stay', async () => {
  const one = await newPerson(app);
  const other = await app.newKey(one.userId);
  const { undos, tiers, brain } = one.browser.panel;
  const make = async (name: string) =>
    (await succeed(other, 'gtm_crm_write', { entity: 'account', facts: { name } })).id as string;
  const [id, decided] = [await make('Tier Ltd'), await make('Decided Ltd')];
  await other.client.hosted.propose_tier.mutate({ account_id: id, tier: 'B' });
  await succeed(other, 'sync_brain', { scope: 'funnel-brain', payload: { n: 1 } });
  const score = (who: Person | typeof other, value: number, headers = {}) =>
    succeed(
      who as Person,
      'gtm_score',
      { role: 'health', account_id: id, signals: [{ key: 'champion', value }] },
      headers,
    );
  await score(other, 0.25);
  const run = await newRun(one);
  const header = { 'run-ref': run.run_ref };
  await score(one, 0.875, header);
  await run.write('sync_brain', { scope: 'funnel-brain', payload: { n: 2 } });
  for (const account_id of [id, decided]) await one.client.hosted.propose_tier.mutate({ account_id, tier: 'A' });
  const open = async () => (await tiers.open.query({})).items.map(({ account_id, tier }) => [account_id, tier]);
  const proposal = (await tiers.open.query({})).items.find(({ account_id }) => account_id === decided);
  await tiers.accept.mutate({ proposal_id: proposal!.proposal_id });
  const signals = async () =>
    (await succeed(one, 'gtm_signal_query', { account_id: id })).signals.map((each: { value: number }) => each.value);

  const preview = await undos.preview.query({ run_ref: run.run_ref });
  expect(preview.stays).toMatchObject([{ kind: 'proposal', reason: 'decided', value: 'A', account_id: decided }]);
  expect(preview.left).toEqual([]);
  const { undo_id } = await undos.undo.mutate({ run_ref: run.run_ref, digest: preview.digest });
  expect(await open()).toEqual([[id, 'B']]);
  expect(await signals()).toEqual([0.25]);
  expect((await brain.versions.query({ scope: 'funnel-brain' })).items[0]).toMatchObject({ version: 3 });
  expect((await brain.get.query({ scope: 'funnel-brain', version: 3 })).payload).toEqual({ n: 1 });
  expect((await succeed(one, 'read_account', { id: decided })).account.tier).toBe('A');
  await undos.bring_back.mutate({ undo_id });
  expect(await open()).toEqual([[id, 'A']]);
  expect((await signals()).toSorted()).toEqual([0.25, 0.875]);
  expect((await brain.get.query({ scope: 'funnel-brain', version: 4 })).payload).toEqual({ n: 2 });
});

test('what has left is named; another workspace’s run, call, key and undo are not found', async () => {
  const { undos, drafts } = person.browser.panel;
  const run = await newRun();
  const { draft_id } = await run.write('studio_stage_draft', {
    channel: 'manual',
    title: 'Sent by hand',
    body: 'Sent.',
  });
  await drafts.review.mutate({ draft_id, version: 1, status: 'pending', action: 'approve' });
  await drafts.mark_sent.mutate({ draft_id, version: 1 });
  const preview = await undos.preview.query({ run_ref: run.run_ref });
  expect(preview.records).toEqual([]);
  expect(preview.left.map(({ kind, draft_id: of }) => [kind, of])).toContainEqual(['published', draft_id]);
  await expect(undos.undo.mutate({ run_ref: run.run_ref, digest: preview.digest })).rejects.toThrow(/nothing to undo/);

  const stranger = await newPerson(app);
  const since = new Date(0).toISOString();
  const [call] = await app.auditOf(person);
  for (const theirs of [{ run_ref: run.run_ref }, { call_id: call!.id }]) {
    await expect(stranger.browser.panel.undos.preview.query(theirs)).rejects.toMatchObject({
      data: { error: { code: 'not_found' } },
    });
  }
  const key = await stranger.browser.panel.undos.preview.query({ key_id: person.keyId, since });
  expect(key).toMatchObject({ records: [], stays: [], left: [], facts: 0, undos: [] });
});

test('archived rows hold every column that is not computed', async () => {
  const found = await read<{ table_name: string; column_name: string }>(
    app,
    person,
    statement(
      'test_undo_columns',
      `SELECT c.relname AS table_name, a.attname AS column_name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
       JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = 'public' AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''`,
    ),
  );
  for (const [table, columns] of Object.entries(ARCHIVABLE)) {
    const kept = found.filter(({ table_name }) => table_name === table).map(({ column_name }) => column_name);
    expect(columns.split(', ').toSorted(), table).toEqual(kept.toSorted());
  }
});
