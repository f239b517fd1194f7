import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../db/ids.ts';
import { statement } from '../db/statement.ts';
import { DIMENSIONS } from '../server/records/meddpicc.ts';
import { type AppContext, startTestApp, type Tenant } from './harness/app.ts';

let app: AppContext;
let tenant: Tenant;
let stranger: Tenant;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await app.newTenant();
  stranger = await app.newTenant();
});

afterAll(() => app.stop());

async function call(tool: string, input: Record<string, unknown>, who = tenant) {
  const { status, body, text } = await who.rest(tool, input);
  expect(status, text).toBe(200);
  return body;
}

async function refused(tool: string, input: Record<string, unknown>, who = tenant) {
  const { status, body, text } = await who.rest(tool, input);
  expect([400, 404], text).toContain(status);
  return body.error as { code: string; message: string; issues: { path: string; message: string }[] };
}

const newAccount = async (facts: Record<string, unknown> = { name: 'Acme Corp' }, who = tenant) =>
  (await call('gtm_crm_write', { entity: 'account', facts }, who)).id as string;

const newOpp = async (account_id: string, facts: Record<string, unknown> = {}) =>
  (await call('gtm_crm_write', { entity: 'opp', facts: { account_id, name: 'Pilot', ...facts } })).id as string;

const currentFacts = statement(
  'test_current_facts',
  `SELECT attribute, subject_type, sentence FROM facts
   WHERE (account_id = $1 OR subject_id = $1) AND superseded_at IS NULL ORDER BY id`,
);

const factsOf = (id: string) =>
  app.service.app.services.db.read<{ attribute: string; subject_type: string; sentence: string }>(
    tenant.workspaceId,
    currentFacts,
    [id],
  );

const sentencesOf = async (id: string) => (await factsOf(id)).map(({ sentence }) => sentence);

describe('log_capture', () => {
  test('keeps the text under account and prospect, and establishes its sentences', async () => {
    const account_id = await newAccount();
    const { id: prospect_id } = await call('update_prospect', { name: 'Lee' });
    const kept = await call('log_capture', {
      source: 'call',
      text: 'Budget is approved. Dana signs in June.',
      account_id,
      prospect_id,
      tags: ['budget'],
    });
    const read = await call('read_account', { id: account_id, include: ['captures'] });
    expect(read.captures.items).toEqual([
      {
        id: kept.capture_id,
        source: 'call',
        text: 'Budget is approved. Dana signs in June.',
        prospect_id,
        tags: ['budget'],
        created_at: kept.created_at,
      },
    ]);
    expect(await sentencesOf(account_id)).toEqual(
      expect.arrayContaining(['Budget is approved.', 'Dana signs in June.']),
    );
  });

  test("refuses a stranger's account as one that never existed", async () => {
    const theirs = await newAccount({ name: 'Theirs' }, stranger);
    const text = { source: 'call', text: 'x' };
    const first = await refused('log_capture', { ...text, account_id: theirs });
    const second = await refused('log_capture', { ...text, account_id: newId('account') });
    expect({ ...first, request_id: '' }).toEqual({ ...second, request_id: '' });
    expect(first.code).toBe('not_found');
  });
});

describe('update_prospect', () => {
  test('creates, then changes only what comes, merging fields', async () => {
    const account_id = await newAccount();
    const made = await call('update_prospect', {
      name: 'Lee Park',
      email: 'lee@acme.example',
      account_id,
      notes: 'Met at the fair.',
      fields: { social: { x: '@lee', y: 'lee' }, seen: [1, 2] },
    });
    expect(made).toMatchObject({ created: true, name: 'Lee Park', title: null, account_id });
    expect(made.id).toMatch(/^pro_/);
    const changed = await call('update_prospect', {
      id: made.id,
      title: 'CFO',
      notes: 'Moved to finance.',
      fields: { social: { x: null }, seen: [3] },
    });
    expect(changed).toMatchObject({
      id: made.id,
      created: false,
      name: 'Lee Park',
      title: 'CFO',
      email: 'lee@acme.example',
      account_id,
      notes: 'Moved to finance.',
      fields: { social: { y: 'lee' }, seen: [3] },
    });
    const sentences = await sentencesOf(made.id);
    expect(sentences).toContain('Title of Lee Park: CFO.');
    expect(sentences).toContain('Notes of Lee Park: Moved to finance.');
    expect(sentences.join(' ')).not.toContain('Met at the fair');
  });

  test('changes at the same moment lose no field', async () => {
    const { id } = await call('update_prospect', { name: 'Busy' });
    await Promise.all(Array.from({ length: 12 }, (_, n) => call('update_prospect', { id, fields: { [`f${n}`]: n } })));
    const { fields } = await call('update_prospect', { id, fields: { last: true } });
    expect(Object.keys(fields)).toHaveLength(13);
  });

  test.each([
    [{}, ''],
    [{ id: 'nobody', name: 'x' }, 'id'],
    [{ name: 5 }, 'name'],
    [{ email: 'no address' }, 'email'],
    [{ fields: ['a'] }, 'fields'],
    [{ name: 'x', account_id: 'opp_01kaj6w6qk5x3v0c8m9n2p4r7t' }, 'account_id'],
  ])('refuses %j', async (input, path) => {
    const { code, issues } = await refused('update_prospect', input);
    expect(code).toBe('invalid_input');
    expect(issues.map((issue) => issue.path)).toContain(path);
  });

  test('does not find what is not there', async () => {
    const { id } = await call('update_prospect', { name: 'Mine' });
    const theirs = await refused('update_prospect', { id, name: 'Taken' }, stranger);
    const nobody = await refused('update_prospect', { id: newId('prospect'), name: 'Taken' });
    expect(theirs.message).toBe('No prospect with that id in this workspace.');
    expect(nobody.message).toBe(theirs.message);
  });
});

describe('add_to_plan', () => {
  test('makes the plan once, appends in order, and keeps sections apart', async () => {
    const account_id = await newAccount();
    const first = await call('add_to_plan', { account_id, section: 'Next steps', content: 'Book the review.' });
    expect(first).toMatchObject({
      plan_created: true,
      section: 'next_steps',
      content: 'Book the review.',
      complete: true,
      entries: 1,
      sections: 1,
    });
    const second = await call('add_to_plan', { account_id, section: 'next_steps', content: 'Send the pack.' });
    expect(second).toMatchObject({
      plan_id: first.plan_id,
      plan_created: false,
      content: 'Book the review.\n\nSend the pack.',
      entries: 2,
    });
    const third = await call('add_to_plan', { account_id, section: 'risks', content: 'Legal is slow.' });
    expect(third).toMatchObject({ content: 'Legal is slow.', entries: 1, sections: 2 });
    const { plan } = await call('read_account', { id: account_id, include: ['plan'] });
    expect(plan.id).toBe(first.plan_id);
    expect(plan.items.map((item: { section: string; content: string }) => [item.section, item.content])).toEqual([
      ['risks', 'Legal is slow.'],
      ['next_steps', 'Send the pack.'],
      ['next_steps', 'Book the review.'],
    ]);
    expect(plan.sections.map(({ section, entries }: any) => [section, entries])).toEqual([
      ['risks', 1],
      ['next_steps', 2],
    ]);
    expect(await factsOf(account_id)).toContainEqual({
      attribute: 'risks',
      subject_type: 'plan',
      sentence: 'Legal is slow.',
    });
  });

  test('ten at once on an account without a plan make one plan with ten entries', async () => {
    const account_id = await newAccount();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => call('add_to_plan', { account_id, section: 'risks', content: `Risk ${n}` })),
    );
    expect(new Set(answers.map(({ plan_id }) => plan_id)).size).toBe(1);
    expect(answers.filter(({ plan_created }) => plan_created)).toHaveLength(1);
    expect(answers.map(({ entries }) => entries).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test('answers the end of a long section and says so', async () => {
    const account_id = await newAccount();
    await call('add_to_plan', { account_id, section: 'notes', content: 'a'.repeat(15_000) });
    const { content, complete } = await call('add_to_plan', {
      account_id,
      section: 'notes',
      content: 'b'.repeat(15_000),
    });
    expect(complete).toBe(false);
    expect(content).toHaveLength(20_000);
    expect(content.endsWith('b')).toBe(true);
  });

  test('refuses a section without a name and an unknown account', async () => {
    const account_id = await newAccount();
    expect((await refused('add_to_plan', { account_id, section: '—!', content: 'x' })).issues[0]!.path).toBe('section');
    const unknown = await refused('add_to_plan', { account_id: newId('account'), section: 'risks', content: 'x' });
    expect(unknown).toMatchObject({ code: 'not_found', message: 'No account with that id in this workspace.' });
    expect((await refused('add_to_plan', { account_id, section: 'risks', content: 'x' }, stranger)).code).toBe(
      'not_found',
    );
  });
});

describe('mark_meeting_outcome', () => {
  test('records a meeting now, then changes only what comes', async () => {
    const account_id = await newAccount({ name: 'Meeters' });
    const before = Date.now();
    const made = await call('mark_meeting_outcome', { outcome: 'advance', account_id, next_step: 'Send the pack' });
    expect(made).toMatchObject({ created: true, notes: null, next_step: 'Send the pack' });
    expect(Date.parse(made.occurred_at)).toBeGreaterThanOrEqual(before);
    const changed = await call('mark_meeting_outcome', {
      meeting_id: made.meeting_id,
      outcome: 'they went quiet',
      notes: 'Nobody answers. Try the CFO.',
    });
    expect(changed).toEqual({
      ...made,
      created: false,
      outcome: 'they went quiet',
      notes: 'Nobody answers. Try the CFO.',
    });
    const day = made.occurred_at.slice(0, 10);
    const sentences = await sentencesOf(account_id);
    expect(sentences).toContain(`Meeting outcome of Meeters on ${day}: they went quiet.`);
    expect(sentences).not.toContain(`Meeting outcome of Meeters on ${day}: advance.`);
    expect(sentences).toEqual(expect.arrayContaining(['Next step of Meeters: Send the pack.', 'Try the CFO.']));
  });

  test("the latest meeting's next step stands, whatever the order they are recorded in", async () => {
    const account_id = await newAccount({ name: 'Orderly' });
    const record = (occurred_at: string, next_step: string) =>
      call('mark_meeting_outcome', { outcome: 'stall', account_id, occurred_at, next_step });
    await record('2026-02-01T10:00:00Z', 'Call in March');
    await record('2026-01-01T10:00:00+02:00', 'Call in February');
    const sentences = await sentencesOf(account_id);
    expect(sentences).toContain('Next step of Orderly: Call in March.');
    expect(sentences).not.toContain('Next step of Orderly: Call in February.');
    const { meetings } = await call('read_account', { id: account_id, include: ['meetings'] });
    expect(meetings.items.map(({ occurred_at }: any) => occurred_at)).toEqual([
      '2026-02-01T10:00:00.000Z',
      '2026-01-01T08:00:00.000Z',
    ]);
  });

  test('meetings recorded at the same moment leave one next step that stands', async () => {
    const account_id = await newAccount({ name: 'Simultaneous' });
    await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        call('mark_meeting_outcome', {
          outcome: 'advance',
          account_id,
          occurred_at: '2026-03-01T10:00:00Z',
          next_step: `Step ${n}`,
        }),
      ),
    );
    const standing = (await factsOf(account_id)).filter(({ attribute }) => attribute === 'next_step');
    expect(standing).toHaveLength(1);
  });

  test.each([
    [{}, 'outcome'],
    [{ outcome: ' ' }, 'outcome'],
    [{ outcome: 'advance', occurred_at: 'yesterday' }, 'occurred_at'],
    [{ outcome: 'advance', occurred_at: '2026-03-01T10:00:00' }, 'occurred_at'],
    [{ outcome: 'advance', meeting_id: 'cap_01kaj6w6qk5x3v0c8m9n2p4r7t' }, 'meeting_id'],
    [{ outcome: 'x'.repeat(2_001) }, 'outcome'],
  ])('refuses %j', async (input, path) => {
    const { code, issues } = await refused('mark_meeting_outcome', input);
    expect(code).toBe('invalid_input');
    expect(issues[0]!.path).toBe(path);
  });

  test('does not find meetings or accounts that are not there', async () => {
    const mine = await call('mark_meeting_outcome', { outcome: 'advance' });
    const taken = await refused('mark_meeting_outcome', { outcome: 'lost', meeting_id: mine.meeting_id }, stranger);
    expect(taken.message).toBe('No meeting with that id in this workspace.');
    const nowhere = await refused('mark_meeting_outcome', { outcome: 'lost', account_id: newId('account') });
    expect(nowhere.message).toBe('No account with that id in this workspace.');
  });
});

describe('set_meddpicc', () => {
  test('overwrites what comes, keeps the rest, answers gaps, and establishes each dimension', async () => {
    const account_id = await newAccount();
    const opp_id = await newOpp(account_id);
    const first = await call('set_meddpicc', { opp_id, economic_buyer: 'Dana Reyes', champion: 'Lee Park' });
    expect(first).toMatchObject({ opp_id, account_id, completeness: 2 });
    const second = await call('set_meddpicc', { opp_id, champion: 'Kim Oh', competition: 'Northwind' });
    expect(second.meddpicc).toEqual({
      metrics: null,
      economic_buyer: 'Dana Reyes',
      decision_criteria: null,
      decision_process: null,
      paper_process: null,
      identify_pain: null,
      champion: 'Kim Oh',
      competition: 'Northwind',
    });
    expect(second.completeness).toBe(3);
    expect(second.gaps).toEqual(DIMENSIONS.filter((each) => second.meddpicc[each] === null));
    const [opp] = (await call('read_account', { id: account_id })).opps.items;
    expect(opp).toMatchObject({ meddpicc: second.meddpicc, gaps: second.gaps, completeness: 3 });
    const sentences = await sentencesOf(account_id);
    expect(sentences).toContain('Economic buyer of Pilot: Dana Reyes.');
    expect(sentences).toContain('Champion of Pilot: Kim Oh.');
    expect(sentences).not.toContain('Champion of Pilot: Lee Park.');
  });

  test('dimensions set at the same moment are all kept', async () => {
    const opp_id = await newOpp(await newAccount());
    await Promise.all(DIMENSIONS.map((name) => call('set_meddpicc', { opp_id, [name]: `About ${name}` })));
    expect(await call('set_meddpicc', { opp_id })).toMatchObject({ gaps: [], completeness: 8 });
  });

  test('refuses what is no text, and deals that are not there', async () => {
    const opp_id = await newOpp(await newAccount());
    expect((await refused('set_meddpicc', { opp_id, champion: 7 })).issues[0]!.path).toBe('champion');
    expect((await refused('set_meddpicc', { opp_id, champion: '' })).issues[0]!.path).toBe('champion');
    expect((await refused('set_meddpicc', { champion: 'Lee' })).issues[0]!.path).toBe('opp_id');
    const taken = await refused('set_meddpicc', { opp_id, champion: 'Mallory' }, stranger);
    expect(taken.message).toBe('No opp with that id in this workspace.');
    expect((await refused('set_meddpicc', { opp_id: newId('opp'), champion: 'x' })).message).toBe(taken.message);
  });
});

describe('read_account', () => {
  test('pages every list, newest first, and skips nothing', async () => {
    const id = await newAccount({ name: 'Long' });
    for (let n = 0; n < 5; n += 1) {
      await newOpp(id, { name: `Deal ${n}` });
      await call('gtm_crm_write', { entity: 'contact', facts: { account_id: id, name: `Contact ${n}` } });
      await call('log_capture', { source: 'test', text: `Capture ${n}`, account_id: id });
      await call('add_to_plan', { account_id: id, section: 'risks', content: `Risk ${n}` });
      // Two meetings at a time, so that pages must break ties.
      const occurred_at = `2026-03-0${1 + (n >> 1)}T10:00:00Z`;
      await call('mark_meeting_outcome', { outcome: `Meeting ${n}`, account_id: id, occurred_at });
    }
    const include = ['plan', 'meetings', 'captures'];
    const lists = ['opps', 'contacts', ...include];
    const seen: Record<string, string[]> = Object.fromEntries(lists.map((list) => [list, []]));
    let cursors: Record<string, string> = {};
    for (let page = 0; page < 3; page += 1) {
      const read = await call('read_account', { id, include, limit: 2, cursors });
      const next: Record<string, string> = {};
      for (const list of lists) {
        seen[list]!.push(
          ...read[list].items.map((item: any) => item.name ?? item.text ?? item.content ?? item.outcome),
        );
        expect(read[list].items).toHaveLength(page < 2 ? 2 : 1);
        if (page === 2) expect(read[list].next_cursor).toBeNull();
        else next[list] = read[list].next_cursor;
      }
      expect(read.opp_totals.count).toBe(5);
      cursors = next;
    }
    const newestFirst = [4, 3, 2, 1, 0];
    expect(seen).toEqual({
      opps: newestFirst.map((n) => `Deal ${n}`),
      contacts: newestFirst.map((n) => `Contact ${n}`),
      captures: newestFirst.map((n) => `Capture ${n}`),
      plan: newestFirst.map((n) => `Risk ${n}`),
      meetings: newestFirst.map((n) => `Meeting ${n}`),
    });
  });

  test('leaves out what was not asked for; a plan that is not there is null', async () => {
    const id = await newAccount();
    expect(Object.keys(await call('read_account', { id }))).toEqual(['account', 'opp_totals', 'opps', 'contacts']);
    const asked = await call('read_account', { id, include: ['plan', 'captures', 'captures'] });
    expect(asked.plan).toBeNull();
    expect(asked.captures).toEqual({ items: [], next_cursor: null });
  });

  test('adds up all deals exactly, by stage and currency', async () => {
    const id = await newAccount();
    const cents = Array.from({ length: 60 }, (_, n) => 1_000_010 + n * 37);
    for (const [n, amount] of cents.entries()) {
      await newOpp(id, { stage: n % 3 === 0 ? 'Won' : 'Lost', amount: amount / 100 });
    }
    const won = cents.filter((_, n) => n % 3 === 0).reduce((sum, amount) => sum + amount, 0) / 100;
    const all = cents.reduce((sum, amount) => sum + amount, 0) / 100;
    const { opp_totals, opps } = await call('read_account', { id });
    expect(opps.items).toHaveLength(50);
    expect(opps.next_cursor).toBe(opps.items.at(-1).id);
    expect(opp_totals).toMatchObject({ count: 60, amount: all });
    expect(opp_totals.by_stage.find(({ stage }: any) => stage === 'Won')).toEqual({
      stage: 'Won',
      currency: null,
      count: 20,
      amount: won,
    });
    await newOpp(id, { stage: 'Won', amount: 5, currency: 'USD' });
    const mixed = (await call('read_account', { id })).opp_totals;
    expect(mixed).toMatchObject({ count: 61, amount: null });
    expect(mixed.by_stage).toHaveLength(3);
  });

  test.each([
    [{}, 'id'],
    [{ id: 'acc' }, 'id'],
    [{ id: newId('account'), include: ['everything'] }, 'include.0'],
    [{ id: newId('account'), include: 'plan' }, 'include'],
    [{ id: newId('account'), limit: 51 }, 'limit'],
    [{ id: newId('account'), cursors: { meetings: newId('capture') } }, 'cursors.meetings'],
  ])('refuses %j', async (input, path) => {
    expect((await refused('read_account', input)).issues[0]!.path).toBe(path);
  });

  test("does not find a stranger's account", async () => {
    const id = await newAccount();
    const answer = await refused('read_account', { id, include: ['plan', 'meetings', 'captures'] }, stranger);
    expect(answer.message).toBe('No account with that id in this workspace.');
  });
});

describe('pull_brief', () => {
  test('tells what happened and what waits, of this workspace only', async () => {
    const who = await app.newTenant();
    const as = (tool: string, input: Record<string, unknown>) => call(tool, input, who);
    const account_id = await newAccount({ name: 'Briefed', tier: 'A' }, who);
    const opp = (facts: Record<string, unknown>) =>
      as('gtm_crm_write', { entity: 'opp', facts: { account_id, amount: 10, ...facts } });
    await opp({ name: 'Later', stage: 'Proposal', close_date: '2031-01-01' });
    await opp({ name: 'Sooner', stage: 'Discovery', close_date: '2030-01-01', champion: 'Lee' });
    await opp({ name: 'Done', stage: 'Closed Won' });
    await opp({ name: 'Gone', stage: 'closed_lost' });
    await opp({ name: 'Closing', stage: 'Closing' });
    await opp({ name: 'Known', meddpicc: Object.fromEntries(DIMENSIONS.map((name) => [name, 'known'])) });
    await as('log_capture', { source: 'call', text: 'y'.repeat(600), account_id });
    await as('mark_meeting_outcome', { outcome: 'advance', account_id, next_step: 'Demo' });
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    await as('mark_meeting_outcome', { outcome: 'stall', account_id, occurred_at: daysAgo(3) });
    await as('mark_meeting_outcome', { outcome: 'lost', account_id, occurred_at: daysAgo(10) });
    await as('add_to_plan', { account_id, section: 'risks', content: 'Old risk.' });
    await as('add_to_plan', { account_id, section: 'risks', content: 'New risk.' });

    const week = await as('pull_brief', { scope: 'week' });
    expect(week.counts).toEqual({
      active_accounts: 1,
      captures: 1,
      meetings: 2,
      plan_sections: 1,
      deals_with_gaps: 3,
      drafts_waiting: 0,
    });
    expect(week.active_accounts).toEqual([
      expect.objectContaining({ account_id, name: 'Briefed', tier: 'A', captures: 1, meetings: 2, plan_entries: 2 }),
    ]);
    expect(week.captures[0]).toMatchObject({ account_name: 'Briefed', excerpt: 'y'.repeat(500) });
    expect(week.meetings.map(({ outcome }: any) => outcome)).toEqual(['advance', 'stall']);
    expect(week.open_plan_sections).toEqual([
      expect.objectContaining({
        account_id,
        account_name: 'Briefed',
        section: 'risks',
        entries: 2,
        latest: 'New risk.',
      }),
    ]);
    expect(week.deals_with_gaps.map(({ name }: any) => name)).toEqual(['Sooner', 'Later', 'Closing']);
    expect(week.deals_with_gaps[0]).toMatchObject({ completeness: 1, account_name: 'Briefed' });
    expect(week.deals_with_gaps[0].gaps).not.toContain('champion');

    const today = await as('pull_brief', {});
    expect(today.scope).toBe('today');
    expect(today.since).toBe(`${today.until.slice(0, 10)}T00:00:00.000Z`);
    expect(today.meetings.map(({ outcome }: any) => outcome)).toEqual(['advance']);

    const other = await call('pull_brief', { scope: 'week' }, await app.newTenant());
    expect(Object.values(other.counts)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test('refuses another scope', async () => {
    expect((await refused('pull_brief', { scope: 'month' })).issues[0]!.path).toBe('scope');
  });
});
