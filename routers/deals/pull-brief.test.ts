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
