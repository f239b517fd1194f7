import { describe, expect } from 'vitest';
import { newId } from '../../db/ids.ts';
import { estimateTokens } from '../../server/records/budget.ts';
import type { AppContext, Tenant } from '../../e2e/harness/app.ts';
import { newAccount, newOpp } from '../../e2e/harness/deals.ts';
import { refusal, succeed, test } from '../../e2e/harness/tool-test.ts';

let app: AppContext;
let tenant: Tenant;
let otherTenant: Tenant;

test.beforeEach(async ({ app: shared, tenant: own }) => {
  app = shared;
  tenant = own;
  otherTenant = await app.newTenant();
});

const call = (tool: string, input: Record<string, unknown>, who = tenant) => succeed(who, tool, input);
const refused = (tool: string, input: Record<string, unknown>, who = tenant) => refusal(who, tool, input);

describe('read_account', () => {
  test('pages every list, newest first, and skips nothing', async () => {
    const id = await newAccount(tenant, { name: 'Long' });
    for (let n = 0; n < 5; n += 1) {
      await newOpp(tenant, id, { name: `Deal ${n}` });
      await call('gtm_crm_write', { entity: 'contact', facts: { account_id: id, name: `Contact ${n}` } });
      await call('update_prospect', { account_id: id, name: `Prospect ${n}` });
      await call('log_capture', { source: 'test', text: `Capture ${n}`, account_id: id });
      await call('add_to_plan', { account_id: id, section: 'risks', content: `Risk ${n}` });
      // Two meetings per time, so that pages must break ties.
      const occurred_at = `2026-03-0${1 + (n >> 1)}T10:00:00Z`;
      await call('mark_meeting_outcome', { outcome: `Meeting ${n}`, account_id: id, occurred_at });
    }
    const include = ['plan', 'meetings', 'captures'];
    const lists = ['opps', 'contacts', 'prospects', ...include];
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
      prospects: newestFirst.map((n) => `Prospect ${n}`),
      captures: newestFirst.map((n) => `Capture ${n}`),
      plan: newestFirst.map((n) => `Risk ${n}`),
      meetings: newestFirst.map((n) => `Meeting ${n}`),
    });
  });

  test('leaves out what was not asked for; a plan that is not there is null', async () => {
    const id = await newAccount(tenant);
    expect(Object.keys(await call('read_account', { id }))).toEqual(
      'account opp_totals opps contacts prospects scores'.split(' '),
    );
    const asked = await call('read_account', { id, include: ['plan', 'captures', 'captures'] });
    expect(asked.plan).toBeNull();
    expect(asked.captures).toEqual({ items: [], next_cursor: null });
  });

  test('adds up all deals exactly, by stage and currency', async () => {
    const id = await newAccount(tenant);
    const cents = Array.from({ length: 60 }, (_, n) => 1_000_010 + n * 37);
    for (const [n, amount] of cents.entries()) {
      await newOpp(tenant, id, { stage: n % 3 === 0 ? 'Won' : 'Lost', amount: amount / 100 });
    }
    const won = cents.filter((_, n) => n % 3 === 0).reduce((sum, amount) => sum + amount, 0) / 100;
    const all = cents.reduce((sum, amount) => sum + amount, 0) / 100;
    const { opp_totals, opps } = await call('read_account', { id });
    expect(opps.items.length).toBeGreaterThan(5);
    expect(opps.next_cursor).toBe(opps.items.at(-1).id);
    expect(opp_totals).toMatchObject({ count: 60, amount: all });
    expect(opp_totals.by_stage.find(({ stage }: any) => stage === 'Won')).toEqual({
      stage: 'Won',
      kind: 'won',
      currency: null,
      count: 20,
      amount: won,
    });
    expect(opp_totals.won).toEqual({ count: 20, amount: won });
    expect(opp_totals.lost.count).toBe(40);
    expect(opp_totals.open).toEqual({ count: 0, amount: 0 });
    await newOpp(tenant, id, { stage: 'Won', amount: 5, currency: 'USD' });
    const mixed = (await call('read_account', { id })).opp_totals;
    expect(mixed).toMatchObject({ count: 61, amount: null });
    expect(mixed.by_stage).toHaveLength(3);
    expect(mixed.won).toEqual({ count: 21, amount: null });
    expect(mixed.lost.amount).toBeGreaterThan(0);
  });

  test('stays within its budget of tokens, whatever the account holds, and the rest can be read', async () => {
    const id = await newAccount(tenant, { name: 'Huge', notes: 'n'.repeat(50_000), tier: 'A' });
    const long = 'They said the renewal waits for the budget of next year. '.repeat(1_052);
    for (let n = 0; n < 12; n += 1) {
      const evidence = { champion: long.slice(0, 2_000), metrics: long.slice(0, 2_000) };
      await newOpp(tenant, id, { name: `Deal ${n}`, meddpicc: evidence, background: long.slice(0, 9_000) });
      await call('log_capture', { source: 'call', text: `${n} ${long}`, account_id: id });
      await call('mark_meeting_outcome', { outcome: 'advance', account_id: id, notes: long });
      await call('add_to_plan', { account_id: id, section: `Section ${n}`, content: long });
      await call('update_prospect', { account_id: id, name: `Prospect ${n}`, notes: long });
    }
    const include = ['plan', 'meetings', 'captures'];
    const read = await call('read_account', { id, include });
    expect(estimateTokens(JSON.stringify(read))).toBeLessThan(6_000);
    expect(read.account.facts_omitted).toBeUndefined();
    for (const list of ['opps', 'contacts', 'prospects', 'plan', 'meetings', 'captures']) {
      const { items, next_cursor } = read[list];
      expect(items.length > 0, list).toBe(list !== 'contacts');
      if (next_cursor !== null) expect(next_cursor).toBe(items.at(-1).id);
    }
    expect(read.captures.items[0]).toMatchObject({
      text_chars: long.length + 3 - 1,
      text: expect.stringMatching(/^11 .*…$/s),
    });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await call('read_account', {
        id,
        include,
        ...(cursor === null ? {} : { cursors: { captures: cursor } }),
      });
      seen.push(...page.captures.items.map(({ text }: any) => text.split(' ')[0]));
      cursor = page.captures.next_cursor;
    } while (cursor !== null);
    expect(seen).toEqual(Array.from({ length: 12 }, (_, n) => String(11 - n)));
    const { items } = await call('find_records', { ids: [read.captures.items[0].id] });
    expect(items[0].text).toBe(`11 ${long}`.trim());
    expect(estimateTokens(JSON.stringify(await call('pull_brief', { scope: 'week' })))).toBeLessThan(6_000);
  }, 60_000);

  test('tells the latest score of each role with its band', async () => {
    const id = await newAccount(tenant);
    const signals = [{ key: 'usage_trend', value: 0.9 }];
    for (const role of ['health', 'deal-risk', 'health']) await call('gtm_score', { account_id: id, role, signals });
    const { scores } = await call('read_account', { id });
    expect(scores.map(({ role }: any) => role)).toEqual(['deal-risk', 'health']);
    expect(scores[0]).toMatchObject({ value: expect.any(Number), band: expect.any(String) });
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

  test("does not find another workspace's account", async () => {
    const id = await newAccount(tenant);
    const answer = await refused('read_account', { id, include: ['plan', 'meetings', 'captures'] }, otherTenant);
    expect(answer.message).toBe('No account with that id in this workspace.');
  });
});

test.each([
  ['Discovery', 'open'],
  ['Closed Won', 'won'],
  ['closedwon', 'won'],
  ['Gewonnen', 'won'],
  ['Closed', 'won'],
  ['Closed Lost', 'lost'],
  ['closedlost', 'lost'],
  ['Disqualified', 'lost'],
  ['Dead', 'lost'],
  ['Verloren', 'lost'],
  ['Not won', 'lost'],
  ['Wonderful lead', 'open'],
  ['Deadline set', 'open'],
])('a deal in the stage %s is %s', async (stage, kind) => {
  const id = await newAccount(tenant);
  await newOpp(tenant, id, { stage, amount: 5 });
  const { opps, opp_totals } = await call('read_account', { id });
  expect(opps.items[0].stage_kind).toBe(kind);
  expect(opp_totals[kind]).toEqual({ count: 1, amount: 5 });
  expect(opp_totals.by_stage).toEqual([{ stage, kind, currency: null, count: 1, amount: 5 }]);
});

test('a workspace says the kinds of its own stages, of the deals that are there too', async () => {
  const id = await newAccount(tenant);
  await newOpp(tenant, id, { stage: 'On ice' });
  const kindOf = async () => (await call('read_account', { id })).opps.items.map(({ stage_kind }: any) => stage_kind);
  const set = (value: never) => app.operator.flags.set.mutate({ user_id: tenant.userId, flag: 'stage_kinds', value });
  expect(await kindOf()).toEqual(['open']);
  await set({ 'on-ice': 'lost' } as never);
  expect(await kindOf()).toEqual(['lost']);
  await newOpp(tenant, id, { stage: 'ON ICE' });
  expect(await kindOf()).toEqual(['lost', 'lost']);
  await set(null as never);
  expect(await kindOf()).toEqual(['open', 'open']);
  await expect(set({ 'On ice': 'paused' } as never)).rejects.toThrow();
});
