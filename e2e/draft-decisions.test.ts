import { expect, test } from 'vitest';
import type { AppContext } from './harness/app.ts';
import { useQuietApp } from './harness/shared-app.ts';
import { refused, review, shown, stage } from './harness/drafts.ts';
import { newPerson, type Person } from './harness/person.ts';
import { succeed } from './harness/tool-test.ts';

let app: AppContext;
let person: Person;

useQuietApp(async (started) => {
  app = started;
  person = await newPerson(app);
});

const panel = () => person.browser.panel;
const seen = ({ draft_id, version }: { draft_id: string; version: number }) => ({
  draft_id,
  version,
  status: 'pending' as const,
});

test('a draft that a person edits and rejects tells its agent why, and what was changed', async () => {
  const draft = await stage(person, { channel: 'manual', title: 'Renewal', body: 'Hi Dana,\n\nwe save you 10 %.' });
  expect(await shown(person, draft.draft_id)).toMatchObject({ decision: null, edit: null });
  const edited = await panel().drafts.edit.mutate({
    draft_id: draft.draft_id,
    version: 1,
    body: 'Hi Dana,\n\nwe saved Acme 10 %.',
  });
  await expect(panel().drafts.review.mutate({ ...seen(edited), action: 'reject' })).rejects.toThrow(/refused/);
  await panel().drafts.review.mutate({ ...seen(edited), action: 'reject', note: 'No savings without a source.' });

  const [known] = (await succeed(person, 'studio_list_drafts', { status: 'rejected' })).drafts;
  expect(known).toMatchObject({
    draft_id: draft.draft_id,
    status: 'rejected',
    decision: { action: 'reject', version: 2, note: 'No savings without a source.', by_person: true },
    edit: ' \n-we save you 10 %.\n+we saved Acme 10 %.',
    moves: ['hold', 'edit'],
  });
  const acts = await panel().activity.list.query({ act: 'draft.rejected' });
  expect(acts.items[0]).toMatchObject({ subject_id: draft.draft_id, subject_name: 'Renewal' });

  const again = await stage(person, {
    draft_id: draft.draft_id,
    version: 2,
    channel: 'manual',
    title: 'Renewal',
    body: 'Hi Dana, shall we talk?',
  });
  expect(again).toMatchObject({ status: 'pending', version: 3 });
  // The agent's own words are no person's edit; what was decided before stays said.
  expect(await shown(person, draft.draft_id)).toMatchObject({ edit: null, decision: { action: 'reject' } });
});

test('a rejection needs its reason over a tool too; a rejected draft is not approved, but can be held again', async () => {
  const approver = await app.newKey(person.userId, { mayApprove: true });
  const draft = await stage(person);
  const asked = { draft_id: draft.draft_id, version: 1 };
  const { issues } = await refused(approver, 'studio_review_draft', { ...asked, action: 'reject' }, 'invalid_input');
  expect(issues).toMatchObject([{ path: 'note' }]);
  expect(await review(approver, draft, { action: 'reject', note: 'Wrong person.' })).toMatchObject({
    status: 'rejected',
  });
  await refused(approver, 'studio_review_draft', { ...asked, action: 'approve' }, 'invalid_transition');
  expect(await review(person, draft, { action: 'hold', note: 'Not now.' })).toMatchObject({ status: 'held' });
  expect(await shown(person, draft.draft_id)).toMatchObject({
    decision: { action: 'hold', note: 'Not now.', by_person: false },
  });
});

test('the queue is narrowed by channel, account and assignee, together with the state', async () => {
  const one = await newPerson(app);
  const { id } = await succeed(one, 'gtm_crm_write', { entity: 'account', facts: { name: 'Acme' } });
  const mine = await stage(one, { channel: 'manual', account_id: id, assignee: 'Lee Park' });
  const held = await stage(one, { channel: 'manual', account_id: id, assignee: 'Dana Reyes' });
  const other = await stage(one);
  await review(one, held, { action: 'hold' });
  const queue = async (input: Parameters<typeof one.browser.panel.drafts.list.query>[0]) =>
    (await one.browser.panel.drafts.list.query(input)).items.map(({ draft_id }) => draft_id);
  expect(await queue({ account_id: id })).toEqual([held.draft_id, mine.draft_id]);
  expect(await queue({ account_id: id, status: 'pending' })).toEqual([mine.draft_id]);
  expect(await queue({ channel: 'linkedin' })).toEqual([other.draft_id]);
  expect(await queue({ status: 'pending', channel: 'manual' })).toEqual([mine.draft_id]);
  expect(await queue({ assignee: 'lee park' })).toEqual([mine.draft_id]);
  expect(await queue({ assignee: 'Lee Park', channel: 'linkedin' })).toEqual([]);
  expect(await one.browser.panel.drafts.filters.query()).toEqual({
    channels: ['linkedin', 'manual'],
    assignees: ['Dana Reyes', 'Lee Park'],
    accounts: [{ id, name: 'Acme' }],
  });
});

test('an approved draft that a person has not sent yet is withdrawn by a rejection', async () => {
  const { draft_id } = await stage(person, { channel: 'manual' });
  const { drafts } = panel();
  const seen = { draft_id, version: 1 };
  await drafts.review.mutate({ ...seen, status: 'pending', action: 'approve' });
  expect((await drafts.get.query({ draft_id })).draft.moves).toEqual(['reject', 'edit']);
  expect(
    await drafts.review.mutate({ ...seen, status: 'approved', action: 'reject', note: 'The offer has ended.' }),
  ).toMatchObject({ status: 'rejected', approval: null });
  await expect(drafts.mark_sent.mutate(seen)).rejects.toThrow();
});

test('what is known beside a draft is what was known when it was staged', async () => {
  const { id } = await succeed(person, 'gtm_crm_write', { entity: 'account', facts: { name: 'Acme', tier: 'B' } });
  const { opp_id } = await succeed(person, 'gtm_crm_write', {
    entity: 'opp',
    facts: { account_id: id, name: 'Pilot', stage: 'Discovery' },
  }).then(({ id: opp }) => ({ opp_id: opp }));
  await succeed(person, 'set_meddpicc', { opp_id, champion: 'Lee Park' });
  const draft = await stage(person, { account_id: id });
  await succeed(person, 'set_meddpicc', { opp_id, champion: 'Dana Reyes', metrics: '10 % fewer tickets' });
  const { facts } = await panel().drafts.get.query({ draft_id: draft.draft_id });
  const said = facts.map(({ attribute, value }) => `${attribute}: ${value}`);
  expect(said).toContain('champion: Lee Park');
  expect(said).not.toContain('champion: Dana Reyes');
  expect(said.filter((one) => one.startsWith('metrics'))).toEqual([]);
});

test('beside a draft stands nothing that its run recorded of another account', async () => {
  const ids: string[] = [];
  for (const name of ['Acme', 'Borealis']) {
    const { id } = await succeed(person, 'gtm_crm_write', {
      entity: 'account',
      facts: { name, industry: name },
      run_ref: 'night',
    });
    ids.push(id);
  }
  const draft = await stage(person, { account_id: ids[0], run_ref: 'night' });
  const { facts } = await panel().drafts.get.query({ draft_id: draft.draft_id });
  expect(facts.map(({ sentence }) => sentence).join(' ')).toContain('Acme');
  expect(facts.map(({ sentence }) => sentence).join(' ')).not.toContain('Borealis');
});
