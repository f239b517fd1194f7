import { expect } from 'vitest';
import { statement } from '../../db/statement.ts';
import { newAccount, newOpp, sentencesOf } from '../../e2e/harness/deals.ts';
import { inside, read, refusal, succeed, test } from '../../e2e/harness/tool-test.ts';

const allFacts = statement(
  'test_amend_facts',
  `SELECT id, subject_id, attribute, value, superseded_at, withdrawn_at FROM every_facts WHERE account_id = $1 ORDER BY id`,
);
const forgetSources = statement('test_forget_sources', `UPDATE facts SET source_id = NULL WHERE account_id = $1`);

const withdraw = (who: Parameters<typeof succeed>[0], id: string, reason = 'Wrong account.') =>
  succeed(who, 'amend_record', { action: 'withdraw', id, reason });
const restore = (who: Parameters<typeof succeed>[0], id: string) =>
  succeed(who, 'amend_record', { action: 'restore', id });

test('a withdrawn capture, meeting, plan entry and signal answer nowhere, and come back exactly', async ({
  app,
  tenant,
}) => {
  const account_id = await newAccount(tenant);
  await newOpp(tenant, account_id);
  await succeed(tenant, 'mark_meeting_outcome', { outcome: 'advance', account_id, next_step: 'Book the review' });
  await succeed(tenant, 'gtm_score', { role: 'deal-risk', account_id, signals: [{ key: 'no_champion', value: 0.2 }] });
  const before = await Promise.all([
    succeed(tenant, 'read_account', { id: account_id }),
    read(app, tenant, allFacts, [account_id]),
  ]);
  const kept = await sentencesOf(app, tenant, account_id);
  const capture = await succeed(tenant, 'log_capture', {
    source: 'call',
    account_id,
    text: 'Zebra budget of 40k. Dana signs.',
  });
  const meeting = await succeed(tenant, 'mark_meeting_outcome', {
    outcome: 'stall',
    account_id,
    notes: 'The zebra committee waits.',
    next_step: 'Send the zebra pack',
  });
  const entry = await succeed(tenant, 'add_to_plan', {
    account_id,
    section: 'risks',
    content: 'Zebra procurement is slow.',
  });
  await succeed(tenant, 'gtm_score', { role: 'deal-risk', account_id, signals: [{ key: 'no_champion', value: 0.9 }] });
  const { signals } = await succeed(tenant, 'gtm_signal_query', { account_id });
  const ids = [capture.capture_id, meeting.meeting_id, entry.entry_id, signals[0].id];
  const full = await Promise.all([
    read(app, tenant, allFacts, [account_id]),
    succeed(tenant, 'read_account', { id: account_id }),
    succeed(tenant, 'pull_brief', {}),
    succeed(tenant, 'gtm_signal_query', { account_id }),
  ]);
  expect((await withdraw(tenant, capture.capture_id)).facts).toBe(2);
  expect((await withdraw(tenant, meeting.meeting_id)).facts).toBe(3);
  expect((await withdraw(tenant, entry.entry_id)).facts).toBe(1);
  expect((await withdraw(tenant, signals[0].id)).warnings[0].path).toBe('id');
  const now = await succeed(tenant, 'read_account', { id: account_id });
  expect(JSON.stringify(now)).not.toMatch(/zebra/i);
  expect(await sentencesOf(app, tenant, account_id)).toEqual(
    expect.arrayContaining(kept.filter((each) => !each.startsWith('Deal risk score'))),
  );
  expect((await sentencesOf(app, tenant, account_id)).join()).not.toMatch(/zebra/i);
  const brief = await succeed(tenant, 'pull_brief', {});
  expect(JSON.stringify(brief)).not.toMatch(/zebra/i);
  expect((await succeed(tenant, 'gtm_signal_query', { account_id })).signals).toHaveLength(1);
  const asked = await succeed(tenant, 'answer_about_account', { account_id, question: 'What about the zebra?' });
  expect(JSON.stringify([asked.facts, asked.related])).not.toMatch(/zebra/i);
  for (const kind of ['capture', 'meeting', 'plan_entry']) {
    const found = await succeed(tenant, 'find_records', { kind, query: 'zebra' });
    expect(found.totals.count, kind).toBe(0);
    const withdrawn = await succeed(tenant, 'find_records', { kind, status: 'withdrawn', query: 'zebra' });
    expect(withdrawn.items, kind).toMatchObject([{ status: 'withdrawn', withdrawn_reason: 'Wrong account.' }]);
    expect(withdrawn.totals.count).toBe(1);
  }
  const whole = await succeed(tenant, 'find_records', { ids });
  expect(whole.items).toHaveLength(4);
  for (const item of whole.items) {
    expect(item).toMatchObject({
      withdrawn_at: expect.any(String),
      withdrawn_by: { key_id: tenant.keyId, user_id: tenant.userId },
      withdrawn_reason: 'Wrong account.',
    });
  }
  for (const id of ids.toReversed()) expect((await restore(tenant, id)).changed).toBe(true);
  const again = await Promise.all([
    read(app, tenant, allFacts, [account_id]),
    succeed(tenant, 'read_account', { id: account_id }),
    succeed(tenant, 'pull_brief', {}),
    succeed(tenant, 'gtm_signal_query', { account_id }),
  ]);
  const state = (answers: unknown) => JSON.stringify(answers).replaceAll(/"until":"[^"]+"/g, '');
  expect(state(again)).toEqual(state(full));
  expect(before[1].length).toBeLessThan((again[0] as unknown[]).length);
  expect((await restore(tenant, ids[0])).changed).toBe(false);
});

test('restored in any order, facts stand as they did; what was written since stays current', async ({
  app,
  tenant,
}) => {
  const account_id = await newAccount(tenant);
  const met = async (next_step: string) =>
    (await succeed(tenant, 'mark_meeting_outcome', { outcome: 'advance', account_id, next_step })).meeting_id;
  const steps = [await met('first'), await met('second'), await met('third')];
  const state = await read(app, tenant, allFacts, [account_id]);
  const orders = [
    [2, 1],
    [1, 2],
    [0, 1, 2],
  ];
  for (const order of orders) {
    for (const at of order) await withdraw(tenant, steps[at]!);
    for (const at of order) await restore(tenant, steps[at]!);
    expect(await read(app, tenant, allFacts, [account_id])).toEqual(state);
  }
  await withdraw(tenant, steps[2]!);
  expect(await sentencesOf(app, tenant, account_id)).toContain('Next step of Acme Corp: second.');
  await met('fourth');
  await restore(tenant, steps[2]!);
  const current = (await sentencesOf(app, tenant, account_id)).filter((each) => each.startsWith('Next step'));
  expect(current).toEqual(['Next step of Acme Corp: fourth.']);
});

test('facts from before they named their source are withdrawn, too', async ({ app, tenant }) => {
  const account_id = await newAccount(tenant);
  const { capture_id } = await succeed(tenant, 'log_capture', {
    source: 'call',
    account_id,
    text: 'Budget stands. Dana signs.',
  });
  await succeed(tenant, 'log_capture', { source: 'call', account_id, text: 'Another note altogether.' });
  await inside(app, tenant, forgetSources, [account_id]);
  expect((await withdraw(tenant, capture_id)).facts).toBe(2);
  expect((await sentencesOf(app, tenant, account_id)).join()).toContain('Another note');
});

test('a reference that another record has by now is left to it, and the answer says so', async ({ tenant }) => {
  const account_id = await newAccount(tenant);
  const written = {
    log_capture: (words: string) => ({ source: 'call', text: `${words} of the budget.` }),
    add_to_plan: (words: string) => ({ section: 'risks', content: `${words} of procurement.` }),
    mark_meeting_outcome: (words: string) => ({ outcome: 'stall', notes: `${words} of the committee.` }),
  };
  for (const [tool, input] of Object.entries(written)) {
    const write = async (words: string) => {
      const done = await succeed(tenant, tool, { account_id, external_ref: 'ref-7', ...input(words) });
      return (done.capture_id ?? done.entry_id ?? done.meeting_id) as string;
    };
    const first = await write('The first word');
    await withdraw(tenant, first);
    const unclaimed = await restore(tenant, first);
    expect(unclaimed.warnings, tool).toBeUndefined();
    await withdraw(tenant, first);
    const second = await write('Another word');
    expect(second).not.toBe(first);
    const back = await restore(tenant, first);
    expect(back.warnings, tool).toEqual([{ path: 'id', message: expect.stringContaining('external_ref ref-7') }]);
    const { items } = await succeed(tenant, 'find_records', { ids: [first, second] });
    expect(Object.fromEntries(items.map((item: any) => [item.id, item.external_ref])), tool).toEqual({
      [first]: null,
      [second]: 'ref-7',
    });
  }
});

test('of drafts only own ones that wait', async ({ app, tenant }) => {
  const stage = async () =>
    (await succeed(tenant, 'studio_stage_draft', { channel: 'manual', body: 'Hello.' })).draft_id;
  const draft = await stage();
  const colleague = await app.newKey(tenant.userId);
  const refused = await refusal(colleague, 'amend_record', { action: 'withdraw', id: draft, reason: 'No.' });
  expect([refused.code, refused.message]).toEqual(['invalid_transition', expect.stringContaining('another key')]);
  expect((await withdraw(tenant, draft)).changed).toBe(true);
  expect((await withdraw(tenant, draft)).changed).toBe(false);
  expect((await succeed(tenant, 'studio_list_drafts', {})).drafts).toEqual([]);
  expect((await refusal(tenant, 'studio_review_draft', { draft_id: draft, version: 1, action: 'hold' })).code).toBe(
    'not_found',
  );
  await restore(tenant, draft);
  await succeed(tenant, 'studio_review_draft', { draft_id: draft, version: 1, action: 'hold' });
  const held = await refusal(tenant, 'amend_record', { action: 'withdraw', id: draft, reason: 'Late.' });
  expect([held.code, held.message]).toEqual(['invalid_transition', expect.stringContaining('held')]);
});

test('needs the scope that writing the kind needs', async ({ app, tenant }) => {
  const { capture_id } = await succeed(tenant, 'log_capture', { source: 'call', text: 'Noted.' });
  const planner = await app.newKey(tenant.userId, { scopes: ['plan.write'] });
  const { status, body } = await planner.rest('amend_record', { action: 'withdraw', id: capture_id, reason: 'No.' });
  expect([status, body.error.message]).toEqual([403, expect.stringContaining('capture.write')]);
});

test('proposes a merge once, and refuses what cannot be one', async ({ tenant }) => {
  const [id, duplicate_id] = [await newAccount(tenant), await newAccount(tenant, { name: 'ACME Corporation' })];
  const proposed = await succeed(tenant, 'amend_record', {
    action: 'propose_merge',
    id,
    duplicate_id,
    reason: 'Same domain.',
  });
  expect(proposed).toMatchObject({ kind: 'account', status: 'proposed', changed: true });
  const again = await succeed(tenant, 'amend_record', {
    action: 'propose_merge',
    id: duplicate_id,
    duplicate_id: id,
    reason: 'Same domain.',
  });
  expect(again).toMatchObject({ changed: false, proposal_id: proposed.proposal_id });
  const opp = await newOpp(tenant, id);
  const refused = async (input: object) => (await refusal(tenant, 'amend_record', input)).issues[0]?.path;
  expect(await refused({ action: 'propose_merge', id, duplicate_id: opp, reason: 'x.' })).toBe('duplicate_id');
  expect(await refused({ action: 'propose_merge', id, duplicate_id: id, reason: 'x.' })).toBe('duplicate_id');
  expect(await refused({ action: 'propose_merge', id, reason: 'x.' })).toBe('duplicate_id');
  expect(await refused({ action: 'withdraw', id, reason: 'x.' })).toBe('id');
  expect(await refused({ action: 'withdraw', id: 'dra_nothing', reason: 'x.' })).toBe('id');
});
