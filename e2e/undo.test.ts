import { afterAll, beforeAll, expect, test } from 'vitest';
import { statement } from '../db/statement.ts';
import { type AppContext, startTestApp } from './harness/app.ts';
import { sentencesOf } from './harness/deals.ts';
import { newPerson, type Person } from './harness/person.ts';
import { read, succeed } from './harness/tool-test.ts';

/** What a person undoes of what agents wrote, on the pages of a run, a call and a key. */

let app: AppContext;
let person: Person;

beforeAll(async () => {
  app = await startTestApp({ WORKERS: 'off' });
  person = await newPerson(app);
});

afterAll(() => app.stop());

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
