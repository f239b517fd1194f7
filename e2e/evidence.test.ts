import { expect, test } from 'vitest';
import type { AppContext } from './harness/app.ts';
import { useQuietApp } from './harness/shared-app.ts';
import { newPerson, type Person } from './harness/person.ts';
import { succeed } from './harness/tool-test.ts';

let app: AppContext;
let person: Person;
let account_id: string;
let opp_id: string;
let capture_id: string;

const NOTE = [
  'Call with Acme, 2 March.',
  'Dana Reyes said: “We need a decision by March. I sign the order form.” Legal is ours.',
  'Our take: Lee’s team doesn’t trust the incumbent; procurement takes 3 weeks.',
].join('\n');

useQuietApp(async (started) => {
  app = started;
  person = await newPerson(app);
  account_id = (await write('account', { name: 'Acme' })).id;
  await write('contact', { account_id, name: 'Dana Reyes', title: 'CFO' });
  opp_id = (await write('opp', { account_id, name: 'Pilot', stage: 'Discovery' })).id;
  ({ capture_id } = await succeed(person, 'log_capture', { source: 'call', text: NOTE, account_id }));
});

const write = (entity: string, facts: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  succeed(person, 'gtm_crm_write', { entity, facts, ...more });

const factsOf = async () => {
  const { items } = await person.browser.panel.accounts.facts.query({ account_id, limit: 200 });
  return new Map(items.map((fact) => [fact.attribute, fact]));
};

test('a quote that is in its note is verified, whose it is told by who is named with it; one that is not is marked', async () => {
  const answer = await succeed(person, 'set_meddpicc', {
    opp_id,
    economic_buyer: 'Dana Reyes',
    competition: 'The incumbent',
    metrics: '30 % fewer tickets',
    champion: 'Lee Park',
    evidence: [
      { field: 'economic_buyer', capture_id, quote: '"we need a decision  by MARCH. I sign"' },
      { field: 'competition', capture_id, quote: "Lee's team doesn't trust the incumbent" },
      { field: 'metrics', capture_id, quote: 'they want 30 % fewer tickets' },
      { field: 'paper_process', capture_id, quote: 'procurement takes 3 weeks' },
    ],
  });
  expect(answer.warnings).toMatchObject([
    { path: 'evidence.2.quote', message: expect.stringMatching(/not found.*unverified/) },
    { path: 'evidence.3.field', message: expect.stringMatching(/paper_process/) },
  ]);
  const facts = await factsOf();
  expect(facts.get('economic_buyer')!.evidence).toMatchObject({ capture_id, verified: true, stated_by: 'customer' });
  expect(facts.get('competition')!.evidence).toMatchObject({ verified: true, stated_by: 'seller' });
  expect(facts.get('metrics')).toMatchObject({
    value: '30 % fewer tickets',
    evidence: { verified: false, stated_by: null },
  });
  expect(facts.get('champion')!.evidence).toBeNull();
  const { items } = await person.browser.panel.accounts.open_deals.query({ account_id });
  expect(items[0]).toMatchObject({
    id: opp_id,
    completeness: 4,
    evidence: { economic_buyer: { evidence: { verified: true } }, metrics: { evidence: { verified: false } } },
  });
});

test('saying a fact again with evidence adds it; saying it again without keeps it', async () => {
  const quote = 'procurement takes 3 weeks';
  await succeed(person, 'set_meddpicc', { opp_id, paper_process: 'Three weeks' });
  await succeed(person, 'set_meddpicc', {
    opp_id,
    paper_process: 'Three weeks',
    evidence: [{ field: 'paper_process', capture_id, quote }],
  });
  await succeed(person, 'set_meddpicc', { opp_id, paper_process: 'Three weeks' });
  expect((await factsOf()).get('paper_process')!.evidence).toMatchObject({ quote, verified: true });
});

test('records and meetings take it too; a capture of somebody else’s workspace is none', async () => {
  const stranger = await newPerson(app);
  const theirs = await succeed(stranger, 'log_capture', { source: 'call', text: NOTE });
  const written = await write(
    'opp',
    { stage: 'Proposal', source: 'Legal', region: { area: 'EMEA' } },
    {
      id: opp_id,
      evidence: [
        { field: 'facts.stage', capture_id, quote: 'I sign the order form' },
        { field: 'source', capture_id, quote: 'Legal is ours' },
        { field: 'region', capture_id: theirs.capture_id, quote: 'I sign the order form' },
      ],
    },
  );
  expect(written.warnings).toMatchObject([
    { path: 'evidence.2.quote', message: expect.stringMatching(/no such capture/) },
  ]);
  const met = await succeed(person, 'mark_meeting_outcome', {
    account_id,
    outcome: 'advance',
    next_step: 'Order form',
    evidence: [
      { field: 'outcome', capture_id, quote: 'we need a decision by march' },
      { field: 'next_step', capture_id, quote: 'the order form is signed already' },
    ],
  });
  expect(met.warnings).toMatchObject([{ path: 'evidence.1.quote' }]);
  const facts = await factsOf();
  expect(facts.get('stage')!.evidence).toMatchObject({ verified: true, stated_by: 'customer' });
  expect(facts.get('source')!.evidence).toMatchObject({ verified: true, stated_by: 'seller' });
  expect(facts.get('region.area')!.evidence).toMatchObject({ verified: false });
  expect(facts.get('meeting_outcome')!.evidence).toMatchObject({ verified: true });
  expect(facts.get('next_step')!.evidence).toMatchObject({ verified: false });
  const [draft] = [await succeed(person, 'studio_stage_draft', { channel: 'manual', body: 'Hello.', account_id })];
  const shown = await person.browser.panel.drafts.get.query({ draft_id: draft.draft_id });
  expect(shown.facts.find(({ attribute }) => attribute === 'stage')).toMatchObject({ evidence: { verified: true } });
});

test('words of another account’s note verify nothing; those of a note without an account do', async () => {
  const other = (await write('account', { name: 'Other' })).id;
  const text = 'Legal takes six weeks.';
  const kept = async (more: object) =>
    (await succeed(person, 'log_capture', { source: 'call', text, ...more })).capture_id as string;
  const quoting = (of: string) => ({ evidence: [{ field: 'paper_process', capture_id: of, quote: text }] });
  const set = (of: string) => succeed(person, 'set_meddpicc', { opp_id, paper_process: 'Six weeks', ...quoting(of) });
  const told = await set(await kept({ account_id: other }));
  expect(told.warnings).toEqual([
    {
      path: 'evidence.0.capture_id',
      message: 'that capture is of another account; paper_process is recorded as unverified',
    },
  ]);
  expect((await factsOf()).get('paper_process')!.evidence).toMatchObject({ verified: false });
  expect(await set(await kept({}))).not.toHaveProperty('warnings');
  expect((await factsOf()).get('paper_process')!.evidence).toMatchObject({ verified: true });
  const meeting = { account_id: other, outcome: 'advance', next_step: 'Send the draft' };
  const evidence = [{ field: 'next_step', capture_id, quote: 'We need a decision by March' }];
  const { warnings } = await succeed(person, 'mark_meeting_outcome', { ...meeting, evidence });
  expect(warnings).toMatchObject([{ path: 'evidence.0.capture_id' }]);
});

test('a call’s page has what it changed, before and after, and what a refused one was refused for', async () => {
  const { run_ref } = await succeed(person, 'start_run', { plugin: 'deal-desk', skill: 'review' });
  const within = { 'run-ref': run_ref };
  await succeed(person, 'set_meddpicc', { opp_id, champion: 'Dana Reyes', decision_criteria: 'Price' }, within);
  const refused = await person.rest('set_meddpicc', { opp_id: 'opp_x', champion: 'N/A', nonsense: 1 }, within);
  expect(refused.status).toBe(400);
  const { panel } = person.browser;
  const { items } = await panel.audit.list.query({ run_ref, tool: 'set_meddpicc' });
  const [failed, done] = await Promise.all(items.map(({ call_id }) => panel.audit.get.query({ call_id })));
  expect(done!.call).toMatchObject({ outcome: 'ok', failed_fields: [] });
  expect(done!.call.response_bytes).toBeGreaterThan(100);
  const changes = done!.facts.map(({ attribute, before, value }) => [attribute, before, value]);
  expect(changes.toSorted()).toEqual([
    ['champion', 'Lee Park', 'Dana Reyes'],
    ['decision_criteria', null, 'Price'],
  ]);
  expect(failed).toMatchObject({ call: { outcome: 'error', error_code: 'invalid_input' }, facts: [] });
  expect(failed!.call.failed_fields.toSorted()).toEqual(['champion', 'nonsense', 'opp_id']);
  const { timeline } = await panel.runs.get.query({ run_ref });
  const call = timeline.find(({ id }) => id === done!.call.call_id)!;
  const facts = timeline.filter((each) => each.kind === 'fact');
  expect(facts.map(({ item }) => item.request_id)).toEqual(
    facts.map(() => (call.item as { request_id: string }).request_id),
  );
});

test('the search finds names and titles of everything, and any record by its id', async () => {
  const { panel } = person.browser;
  await write('contact', { account_id, name: 'Quentin Zander', title: 'Chief Zoologist' });
  await write('opp', { account_id, name: 'Zebra rollout', stage: 'Discovery' });
  await succeed(person, 'update_prospect', { account_id, name: 'Zelda Fox' });
  await succeed(person, 'studio_stage_draft', {
    channel: 'manual',
    title: 'Zenith',
    body: 'Zero tickets.',
    account_id,
  });
  await succeed(person, 'start_run', { plugin: 'deal-desk', skill: 'zigzag-review' });
  const kindsOf = async (text: string) => (await panel.search.find.query({ text })).items.map(({ kind }) => kind);
  expect(await kindsOf('zebra')).toContain('opp');
  expect(await kindsOf('zoolog')).toContain('contact');
  expect(await kindsOf('zelda')).toContain('prospect');
  expect(await kindsOf('zenith')).toContain('draft');
  expect(await kindsOf('zigzag')).toContain('run');
  // Words that say nothing of what is looked for are left out, of every kind.
  expect(await kindsOf('the contact Zander')).toEqual(['contact']);
  await write('account', { name: 'Quarry', external_ref: 'host-4711' });
  expect(await kindsOf('host-4711')).toEqual(['account']);
  expect((await panel.search.find.query({ text: opp_id })).items).toMatchObject([
    { kind: 'opp', id: opp_id, label: 'Pilot', account_id },
  ]);
  expect(await kindsOf('& ! |')).toEqual([]);
});
