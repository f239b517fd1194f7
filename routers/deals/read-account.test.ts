import { describe, expect } from 'vitest';
import { newId } from '../../db/ids.ts';
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
      await call('log_capture', { source: 'test', text: `Capture ${n}`, account_id: id });
      await call('add_to_plan', { account_id: id, section: 'risks', content: `Risk ${n}` });
      // Two meetings per time, so that pages must break ties.
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
    const id = await newAccount(tenant);
    expect(Object.keys(await call('read_account', { id }))).toEqual(['account', 'opp_totals', 'opps', 'contacts']);
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
    expect(opps.items).toHaveLength(50);
    expect(opps.next_cursor).toBe(opps.items.at(-1).id);
    expect(opp_totals).toMatchObject({ count: 60, amount: all });
    expect(opp_totals.by_stage.find(({ stage }: any) => stage === 'Won')).toEqual({
      stage: 'Won',
      currency: null,
      count: 20,
      amount: won,
    });
    await newOpp(tenant, id, { stage: 'Won', amount: 5, currency: 'USD' });
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

  test("does not find another workspace's account", async () => {
    const id = await newAccount(tenant);
    const answer = await refused('read_account', { id, include: ['plan', 'meetings', 'captures'] }, otherTenant);
    expect(answer.message).toBe('No account with that id in this workspace.');
  });
});
