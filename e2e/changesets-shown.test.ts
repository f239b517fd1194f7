import { expect, test } from 'vitest';
import type { AppContext, Tenant } from './harness/app.ts';
import { useQuietApp } from './harness/shared-app.ts';
import type { Person } from './harness/person.ts';
import { newProbation, previewOf, takeAll } from './harness/proposing.ts';
import { succeed } from './harness/tool-test.ts';
import { callTool, TRANSPORTS } from './harness/transports.ts';

let app: AppContext;

useQuietApp((started) => {
  app = started;
});

const write = async (who: Tenant | Person, entity: string, facts: object, id?: string): Promise<string> =>
  (await succeed(who, 'gtm_crm_write', { entity, facts, ...(id === undefined ? {} : { id }) })).id;

/** A person with two accounts, and a key of theirs on probation. */
async function newProposing() {
  const { person, agent } = await newProbation(app);
  const acme = await write(person, 'account', { name: 'Acme' });
  const beta = await write(person, 'account', { name: 'Beta' });
  return { person, agent, acme, beta };
}

/** What each call that waits would change, the last record of each first. */
const recordsOf = async (person: Person) => (await previewOf(person)).calls.map(({ records }) => records);

test.each(TRANSPORTS)('over %s a record that moves says from which account to which', async (transport) => {
  const { person, agent, acme, beta } = await newProposing();
  const opp = await write(person, 'opp', { account_id: acme, name: 'Renewal' });
  const contact = await write(person, 'contact', { account_id: acme, name: 'Dana' });
  const prospect = await write(person, 'prospect', { name: 'Sam' });
  const call = async (tool: string, input: object) => {
    const { error } = await callTool(transport, tool, input, { baseUrl: app.baseUrl, key: agent.key });
    expect(error).toBeUndefined();
  };
  await call('gtm_crm_write', { entity: 'opp', id: opp, facts: { account_id: beta } });
  await call('gtm_crm_write', { entity: 'contact', id: contact, facts: { account_id: null } });
  await call('update_prospect', { id: prospect, account_id: beta });
  const move = (before: string | null, after: string | null) => [
    { attribute: 'account_id', before, after, sentence: null, evidence: null },
  ];
  expect(await recordsOf(person)).toMatchObject([
    [{ record_id: opp, act: 'changed', account_id: acme, account_name: 'Acme', changes: move('Acme', 'Beta') }],
    [{ record_id: contact, act: 'changed', account_id: acme, account_name: 'Acme', changes: move('Acme', null) }],
    [{ record_id: prospect, act: 'changed', account_name: null, changes: move(null, 'Beta') }],
  ]);
  expect(await takeAll(person)).toMatchObject({ records: 3 });
  expect((await succeed(person, 'read_account', { account_id: beta })).opps.items).toMatchObject([{ name: 'Renewal' }]);
});

test('what is written again by its external ref says so, too, and accounts of one name are told apart', async () => {
  const { person, agent, acme, beta } = await newProposing();
  const twin = await write(person, 'account', { name: 'Acme' });
  const meeting = { outcome: 'advance', external_ref: 'm-1', occurred_at: '2026-01-05T10:00:00Z' };
  await succeed(person, 'mark_meeting_outcome', { ...meeting, account_id: acme });
  await succeed(person, 'log_capture', { source: 'call', text: 'Dana signs.', external_ref: 'c-1', account_id: acme });
  const entry = { section: 'risks', content: 'Nobody signs.', external_ref: 'p-1' };
  await succeed(person, 'add_to_plan', { ...entry, account_id: acme });
  await succeed(agent, 'mark_meeting_outcome', { ...meeting, outcome: 'stall', account_id: beta });
  await succeed(agent, 'log_capture', { source: 'call', text: 'Dana waits.', external_ref: 'c-1', account_id: twin });
  await succeed(agent, 'add_to_plan', { ...entry, account_id: beta });
  expect(await recordsOf(person)).toMatchObject([
    [
      {
        kind: 'meeting',
        changes: expect.arrayContaining([
          expect.objectContaining({ attribute: 'account_id', before: 'Acme', after: 'Beta' }),
          expect.objectContaining({ attribute: 'outcome', before: 'advance', after: 'stall' }),
        ]),
      },
    ],
    [
      {
        kind: 'capture',
        changes: expect.arrayContaining([
          expect.objectContaining({ attribute: 'account_id', before: `Acme (${acme})`, after: `Acme (${twin})` }),
          expect.objectContaining({ attribute: 'text', after: 'Dana waits.' }),
        ]),
      },
    ],
    [{ kind: 'plan_entry', changes: [{ attribute: 'account_id', before: 'Acme', after: 'Beta' }] }],
  ]);
});

test('new records say which account they belong to, be it new itself', async () => {
  const { person, agent, acme } = await newProposing();
  const fresh = await write(agent, 'account', { name: 'Fresh' });
  const prospect = await write(person, 'prospect', { name: 'Sam' });
  await succeed(agent, 'log_capture', { source: 'slack', text: 'Heard.', account_id: acme, prospect_id: prospect });
  await succeed(agent, 'mark_meeting_outcome', { outcome: 'advance', account_id: acme });
  await succeed(agent, 'add_to_plan', { account_id: fresh, section: 'risks', content: 'Nobody signs.' });
  await succeed(agent, 'add_to_plan', { account_id: fresh, section: 'risks', content: 'Nobody reads.' });
  await write(agent, 'contact', { account_id: fresh, name: 'Dana' });
  await write(agent, 'opp', { account_id: acme, name: 'Renewal' });
  await succeed(agent, 'gtm_score', { role: 'deal-risk', account_id: acme, signals: [{ key: 'quiet', value: 0.2 }] });
  await succeed(agent, 'studio_stage_draft', { channel: 'manual', body: 'Hello', account_id: acme });
  await write(agent, 'contact', { name: 'Nobody' });
  const records = (await recordsOf(person)).flat();
  expect(
    records
      .map(({ kind, act, account_name }) => `${act} ${kind}: ${account_name}`)
      .toSorted((a, b) => (a < b ? -1 : 1)),
  ).toEqual([
    'made account: null',
    'made capture: Acme',
    'made contact: Fresh',
    'made contact: null',
    'made draft: Acme',
    'made meeting: Acme',
    'made opp: Acme',
    'made plan_entry: Fresh',
    'made plan_entry: Fresh',
    'made score: Acme',
    'made signal: Acme',
  ]);
  expect(records.find(({ kind }) => kind === 'capture')!.changes).toContainEqual(
    expect.objectContaining({ attribute: 'prospect_id', after: 'Sam' }),
  );
  await takeAll(person);
  // Of a plan that stands already.
  await succeed(agent, 'add_to_plan', { account_id: fresh, section: 'goals', content: 'Meet them.' });
  expect(await recordsOf(person)).toMatchObject([[{ kind: 'plan_entry', account_name: 'Fresh' }]]);
});

test('a withdrawal shows the words it takes away and why, a restoration those it brings back', async () => {
  const { person, agent, acme } = await newProposing();
  const capture = { source: 'slack', text: 'Dana signs in March.', account_id: acme };
  const { capture_id: id } = await succeed(person, 'log_capture', capture);
  await succeed(agent, 'amend_record', { action: 'withdraw', id, reason: 'Heard of another account.' });
  await succeed(agent, 'amend_record', { action: 'restore', id });
  const record = { record_id: id, name: 'slack', account_name: 'Acme', reason: 'Heard of another account.' };
  const words = (before: string | null, after: string | null) =>
    expect.arrayContaining([expect.objectContaining({ attribute: 'text', before, after })]);
  expect(await recordsOf(person)).toMatchObject([
    [{ ...record, act: 'withdrawn', changes: words(capture.text, null) }],
    [{ ...record, act: 'restored', changes: words(null, capture.text) }],
  ]);
});

test('a merge says by name which record is kept and which goes into it', async () => {
  const { person, agent, acme, beta } = await newProposing();
  const twin = await write(person, 'account', { name: 'Acme' });
  await succeed(agent, 'amend_record', { action: 'propose_merge', id: acme, duplicate_id: beta, reason: 'One firm.' });
  await succeed(agent, 'amend_record', { action: 'propose_merge', id: acme, duplicate_id: twin, reason: 'Twice.' });
  expect(await recordsOf(person)).toMatchObject([
    [
      {
        kind: 'merge',
        name: 'Acme and Beta',
        changes: expect.arrayContaining([
          expect.objectContaining({ attribute: 'kept_id', after: 'Acme' }),
          expect.objectContaining({ attribute: 'merged_id', after: 'Beta' }),
          expect.objectContaining({ attribute: 'reason', after: 'One firm.' }),
        ]),
      },
    ],
    [{ kind: 'merge', name: `Acme (${acme}) and Acme (${twin})` }],
  ]);
});
