import { describe, expect } from 'vitest';
import { DIMENSIONS } from '../../server/records/meddpicc.ts';
import type { AppContext, Tenant } from '../../e2e/harness/app.ts';
import { newAccount } from '../../e2e/harness/deals.ts';
import { refusal, succeed, test } from '../../e2e/harness/tool-test.ts';

let app: AppContext;
let tenant: Tenant;

test.beforeEach(({ app: shared, tenant: own }) => {
  app = shared;
  tenant = own;
});

const call = (tool: string, input: Record<string, unknown>, who = tenant) => succeed(who, tool, input);
const refused = (tool: string, input: Record<string, unknown>, who = tenant) => refusal(who, tool, input);

describe('pull_brief', () => {
  test('tells what happened and what waits, of this workspace only', async () => {
    const who = await app.newTenant();
    const as = (tool: string, input: Record<string, unknown>) => call(tool, input, who);
    const account_id = await newAccount(who, { name: 'Briefed', tier: 'A' });
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
      stage_changes: 0,
      new_prospects: 0,
      overdue_closes: 0,
      scores: 0,
      top_risks: 0,
    });
    // Three meetings were recorded, one of which took place before.
    expect(week.recorded).toMatchObject({ meetings: 3, captures: 1, plan_entries: 2, accounts: 1, opps: 6 });
    expect(week.cursors).toEqual({});
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
    expect(new Set(Object.values(other.counts))).toEqual(new Set([0]));
  });

  test('since a time: what moved, is new, overdue or at risk', async () => {
    const who = await app.newTenant();
    const as = (tool: string, input: Record<string, unknown>) => call(tool, input, who);
    const account_id = await newAccount(who, { name: 'Moving' });
    const write = (facts: Record<string, unknown>, id?: string) => as('gtm_crm_write', { entity: 'opp', id, facts });
    const { id } = await write({ account_id, name: 'Renewal', stage: 'Discovery', close_date: '2020-01-31' });
    await write({ stage: 'Proposal' }, id);
    await write({ account_id, name: 'Done', stage: 'Closed Won', close_date: '2020-01-31' });
    await as('update_prospect', { name: 'Dana', account_id });
    await as('gtm_score', { account_id, role: 'deal-risk', signals: [{ key: 'champion_left', value: 1 }] });
    for (let n = 0; n < 60; n += 1)
      await as('log_capture', { source: 'call', text: `Note ${n} ${'x'.repeat(400)}`, account_id });
    const brief = await as('pull_brief', { since: new Date(Date.now() - 3_600_000).toISOString() });
    expect(brief.scope).toBe('since');
    expect(brief.stage_changes).toEqual([
      expect.objectContaining({ opp_id: id, name: 'Renewal', from_stage: 'Discovery', to_stage: 'Proposal' }),
    ]);
    expect(brief.new_prospects).toEqual([expect.objectContaining({ name: 'Dana', account_name: 'Moving' })]);
    expect(brief.overdue_closes.map(({ name }: any) => name)).toEqual(['Renewal']);
    expect(brief.top_risks).toEqual([
      expect.objectContaining({ account_id, role: 'deal-risk', band: expect.any(String) }),
    ]);
    expect(brief.scores).toHaveLength(1);
    expect(brief.captures.length).toBeLessThan(60);
    const all = await as('find_records', { ...brief.cursors.captures, limit: 200 });
    expect([all.items.length, all.totals.count]).toEqual([60, 60]);
    const none = await as('pull_brief', { since: new Date(Date.now() + 3_600_000).toISOString() });
    expect([none.counts.stage_changes, none.counts.captures, none.recorded.captures]).toEqual([0, 0, 0]);
  });

  test('refuses another scope', async () => {
    expect((await refused('pull_brief', { scope: 'month' })).issues[0]!.path).toBe('scope');
  });
});
