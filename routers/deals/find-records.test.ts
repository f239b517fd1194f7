import { describe, expect } from 'vitest';
import { newId } from '../../db/ids.ts';
import type { AppContext, Tenant } from '../../e2e/harness/app.ts';
import { newAccount, newOpp } from '../../e2e/harness/deals.ts';
import { refusal, succeed, test } from '../../e2e/harness/tool-test.ts';
import { callTool, TRANSPORTS } from '../../e2e/harness/transports.ts';

let app: AppContext;
let tenant: Tenant;

test.beforeEach(({ app: shared, tenant: own }) => {
  app = shared;
  tenant = own;
});

const find = (input: Record<string, unknown>, who = tenant) => succeed(who, 'find_records', input);
const write = async (entity: string, facts: Record<string, unknown>): Promise<string> =>
  (await succeed(tenant, 'gtm_crm_write', { entity, facts })).id;
const names = ({ items }: { items: { name: string }[] }) => items.map(({ name }) => name).sort();
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe('find_records', () => {
  test('the Okafor contact, over every transport', async () => {
    const account_id = await newAccount(tenant, { name: 'Corvane GmbH', domain: 'corvane.example' });
    const id = await write('contact', { account_id, name: 'Chi Okafor', title: 'CFO', email: 'chi@corvane.example' });
    await write('contact', { account_id, name: 'Ada Reyes' });
    for (const transport of TRANSPORTS) {
      const input = { kind: 'contact', query: 'the Okafor contact' };
      const { result } = await callTool(transport, 'find_records', input, { ...tenant, baseUrl: app.baseUrl });
      expect(result).toMatchObject({
        items: [
          { id, kind: 'contact', name: 'Chi Okafor', account_id, account_name: 'Corvane GmbH', matched: ['name'] },
        ],
        totals: { count: 1 },
        next_cursor: null,
      });
    }
    expect(names(await find({ kind: 'contact', query: 'chi@corvane.example' }))).toEqual(['Chi Okafor']);
    expect(names(await find({ kind: 'contact', query: 'okafor corvane' }))).toEqual(['Chi Okafor']);
    expect((await find({ kind: 'contact', query: 'okafor nowhere' })).totals).toEqual({ count: 0 });
  });

  test('everyone at a company: contacts and prospects, by its name or as a filter', async () => {
    const account_id = await newAccount(tenant, { name: 'Corvane', domain: 'corvane.example' });
    const other = await newAccount(tenant, { name: 'Elsewhere' });
    await write('contact', { account_id, name: 'Chi' });
    await write('prospect', { account_id, name: 'Dana' });
    await write('contact', { account_id: other, name: 'Eli' });
    const byWords = await find({ kind: 'person', query: 'everyone at Corvane' });
    expect(names(byWords)).toEqual(['Chi', 'Dana']);
    expect(byWords.items.map(({ kind }: any) => kind).sort()).toEqual(['contact', 'prospect']);
    expect(byWords.items[0].matched).toEqual(['account_name']);
    expect(names(await find({ kind: 'person', account_id: 'domain:corvane.example' }))).toEqual(['Chi', 'Dana']);
  });

  test('deals closing soon without economic buyer, added up exactly per currency', async () => {
    const account = await newAccount(tenant, { name: 'Acme' });
    const close_date = day(20);
    await newOpp(tenant, account, { name: 'Wanted', stage: 'Proposal', amount: 0.1, currency: 'EUR', close_date });
    await newOpp(tenant, account, { name: 'Too', stage: 'Discovery', amount: 0.2, currency: 'EUR', close_date });
    await newOpp(tenant, account, { name: 'Dollars', amount: 5, currency: 'USD', close_date });
    await newOpp(tenant, account, { name: 'Known', close_date, meddpicc: { economic_buyer: 'Dana' } });
    await newOpp(tenant, account, { name: 'Won', stage: 'Closed Won', close_date });
    await newOpp(tenant, account, { name: 'Later', close_date: day(200) });
    await newOpp(tenant, account, { name: 'Undated' });
    const filters = { kind: 'opp', stage_kind: 'open', close_from: day(0), close_to: day(90) };
    const found = await find({ ...filters, missing: ['economic_buyer'] });
    expect(names(found)).toEqual(['Dollars', 'Too', 'Wanted']);
    expect(found.totals).toEqual({
      count: 3,
      amounts: [
        { currency: 'EUR', count: 2, amount: 0.3 },
        { currency: 'USD', count: 1, amount: 5 },
      ],
    });
    expect(found.items[0].missing).toContain('economic_buyer');
    expect(names(await find({ ...filters, missing: ['champion', 'economic_buyer'], amount_min: 1 }))).toEqual([
      'Dollars',
    ]);
    expect(names(await find({ kind: 'opp', stage_kind: 'won' }))).toEqual(['Won']);
    expect(names(await find({ kind: 'opp', close_from: day(100) }))).toEqual(['Later']);
    expect((await find({ kind: 'opp' })).totals.count).toBe(7);
  });

  test.each(['newest', 'updated', 'close_date', 'amount'])('pages deals by %s, each once', async (sort) => {
    const account = await newAccount(tenant);
    for (let n = 0; n < 7; n += 1) {
      const dated = n % 3 === 0 ? {} : { amount: n % 2, close_date: day(n % 2) };
      await newOpp(tenant, account, { name: `Deal ${n}`, ...dated });
    }
    for (const query of [undefined, 'deal']) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await find({ kind: 'opp', sort, query, limit: 3, cursor });
        expect(page.totals).toEqual(cursor === undefined ? expect.objectContaining({ count: 7 }) : null);
        seen.push(...page.items.map(({ name }: any) => name));
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined);
      expect([...seen].sort()).toEqual(Array.from({ length: 7 }, (_, n) => `Deal ${n}`));
    }
  });

  test('a cursor belongs to its search', async () => {
    await newAccount(tenant, { name: 'One' });
    await newAccount(tenant, { name: 'Two' });
    const { next_cursor: cursor } = await find({ kind: 'account', limit: 1 });
    expect(names(await find({ kind: 'account', limit: 5, cursor }))).toEqual(['One']);
    for (const input of [
      { kind: 'account', sort: 'name', cursor },
      { kind: 'opp', cursor },
      { kind: 'account', cursor: 'x' },
    ]) {
      expect((await refusal(tenant, 'find_records', input)).issues[0]!.path).toBe('cursor');
    }
  });

  test('prospects added since a day, accounts left alone since', async () => {
    await write('prospect', { name: 'New' });
    expect(names(await find({ kind: 'prospect', created_since: day(-7) }))).toEqual(['New']);
    expect(names(await find({ kind: 'prospect', created_since: '1960-01-01' }))).toEqual(['New']);
    expect((await find({ kind: 'account', no_activity_since: '0001-01-01' })).items).toEqual([]);
    expect(names(await find({ kind: 'prospect', created_since: day(1), updated_since: day(1) }))).toEqual([]);
    const quiet = await newAccount(tenant, { name: 'Quiet' });
    const busy = await newAccount(tenant, { name: 'Busy' });
    await succeed(tenant, 'log_capture', { source: 'call', text: 'They called.', account_id: busy });
    const left = await find({ kind: 'account', no_activity_since: day(-1) });
    expect(left.items.map(({ id }: any) => id)).toEqual([quiet]);
    expect(names(await find({ kind: 'account', no_activity_since: day(1) }))).toEqual(['Busy', 'Quiet']);
  });

  test('drafts that wait for a person, and runs by their state', async () => {
    const { draft_id } = await succeed(tenant, 'studio_stage_draft', {
      channel: 'manual',
      title: 'Follow-up',
      body: 'Dear Dana, about the renewal.',
    });
    const { body: me } = await tenant.rest('verify_session', {});
    for (const assignee of ['me', me.account.name, me.account.email]) {
      const { items, totals } = await find({ kind: 'draft', status: 'pending', assignee });
      expect([items[0].id, items[0].assignee, totals.count]).toEqual([draft_id, tenant.userId, 1]);
    }
    expect((await find({ kind: 'draft', query: 'renewal' })).items[0]).toMatchObject({
      matched: ['text'],
      text_chars: 29,
    });
    const nobody = await refusal(tenant, 'find_records', { kind: 'draft', assignee: 'Nobody At All' });
    expect(nobody.issues[0]).toMatchObject({ path: 'assignee', message: expect.stringContaining(tenant.userId) });
    await succeed(tenant, 'start_run', { plugin: 'deal-desk', skill: 'nightly' });
    expect(names(await find({ kind: 'run', status: 'running', query: 'night' }))).toEqual(['nightly']);
    expect((await find({ kind: 'run', status: 'ok' })).totals).toEqual({ count: 0 });
  });

  test('texts by an excerpt where the word is, and whole by id', async () => {
    const account_id = await newAccount(tenant, { name: 'Halden' });
    const text = `${'before '.repeat(500)}the budget of Zephyrine ${'after '.repeat(500)}`.trim();
    const { capture_id } = await succeed(tenant, 'log_capture', { source: 'call', text, account_id });
    const { items } = await find({ kind: 'capture', query: 'zephyr' });
    expect(items[0]).toMatchObject({
      id: capture_id,
      account_name: 'Halden',
      text_chars: text.length,
      matched: ['text'],
    });
    expect(items[0].excerpt).toContain('Zephyrine');
    expect(items[0].excerpt.length).toBeLessThanOrEqual(240);
    await succeed(tenant, 'add_to_plan', { account_id, section: 'risks', content: 'Zephyrine may leave.' });
    await succeed(tenant, 'mark_meeting_outcome', { account_id, outcome: 'advance', notes: 'Zephyrine came.' });
    expect(names(await find({ kind: 'plan_entry', query: 'zephyrine leave' }))).toEqual(['risks']);
    expect(names(await find({ kind: 'meeting', query: 'zephyrine', account_id }))).toEqual(['advance']);
    const missing = newId('opp');
    const whole = await find({ ids: [capture_id, account_id, missing] });
    expect(whole.items[0]).toMatchObject({ id: capture_id, kind: 'capture', text });
    expect(whole.items[1]).toMatchObject({ id: account_id, kind: 'account', name: 'Halden', facts: {} });
    expect(whole.not_found).toEqual([missing]);
  });

  test('where no record has the words: those that say it in other words', async () => {
    const account_id = await newAccount(tenant, { name: 'Corvane', domain: 'corvane.example' });
    const text = 'Their CFO objected to the price and wants a discount before the renewal.';
    const { capture_id: id } = await succeed(tenant, 'log_capture', { source: 'call', account_id, text });
    await succeed(tenant, 'log_capture', { source: 'call', account_id, text: 'The pilot began on Tuesday.' });
    const asked = { kind: 'capture', query: 'objections about pricing' };
    const found = await find(asked);
    expect(found).toMatchObject({ items: [], totals: { count: 0 } });
    expect(found.related[0]).toMatchObject({
      id,
      kind: 'capture',
      account_id,
      account_name: 'Corvane',
      sentence: text,
    });
    expect((await find({ ...asked, account_id })).related[0].id).toBe(id);
    // Records that have the words, other kinds and further filters: as asked for and nothing besides.
    expect(await find({ kind: 'capture', query: 'objected price' })).not.toHaveProperty('related');
    expect(await find({ ...asked, kind: 'meeting' })).not.toHaveProperty('related');
    expect(await find({ ...asked, created_since: day(-1) })).not.toHaveProperty('related');
    expect(await find(asked, await app.newTenant())).not.toHaveProperty('related');
  });

  test('texts by their id in another system, and whole records without what only indexes hold', async () => {
    const { id: account_id } = await succeed(tenant, 'gtm_crm_write', { entity: 'account', facts: { name: 'Aspen' } });
    const noted = { account_id, external_ref: 'gong-1' };
    const { capture_id } = await succeed(tenant, 'log_capture', {
      ...noted,
      source: 'call',
      text: 'They want a pilot.',
    });
    const meeting = await succeed(tenant, 'mark_meeting_outcome', { ...noted, outcome: 'advance' });
    const entry = await succeed(tenant, 'add_to_plan', { ...noted, section: 'risks', content: 'No sponsor.' });
    const found = async (kind: string, query: string) =>
      (await find({ kind, query })).items.map(({ id }: { id: string }) => id);
    expect(await found('capture', 'gong-1')).toEqual([capture_id]);
    expect(await found('meeting', 'gong-1')).toEqual([meeting.meeting_id]);
    expect(await found('plan_entry', 'gong-1')).toEqual([entry.entry_id]);
    expect(await found('capture', 'gong-2')).toEqual([]);
    const { items, not_found, warnings } = await find({ ids: [account_id, capture_id, 'ref:gong-1'] });
    for (const item of items) {
      expect(Object.keys(item).filter((name) => name.endsWith('_key'))).toEqual([]);
      for (const name of ['created_at', 'updated_at']) expect(item[name] ?? 'never Z').toMatch(/Z$/);
    }
    expect(not_found).toEqual(['ref:gong-1']);
    expect(warnings).toEqual([{ path: 'ids', message: expect.stringContaining('external_ref as words of the query') }]);
  });

  test('finds nothing of another workspace, by words or ids', async () => {
    const id = await newAccount(tenant, { name: 'Secretive', domain: 'secretive.example' });
    const other = await app.newTenant();
    expect(await find({ kind: 'account', query: 'secretive' }, other)).toMatchObject({
      items: [],
      totals: { count: 0 },
    });
    expect(await find({ ids: [id] }, other)).toMatchObject({ items: [], not_found: [id] });
  });

  test('members are for the owner of their team', async () => {
    expect((await tenant.rest('find_records', { kind: 'member' })).body.error.code).toBe('not_team_owner');
    const { team_id } = await app.operator.teams.create.mutate({ owner_user_id: tenant.userId, name: 'Crew' });
    const colleague = await app.newTenant();
    await app.operator.teams.add_member.mutate({ team_id, user_id: colleague.userId });
    const first = await find({ kind: 'member', limit: 1 });
    const second = await find({ kind: 'member', limit: 1, cursor: first.next_cursor });
    expect([first.totals, second.totals, second.next_cursor]).toEqual([{ count: 2 }, null, null]);
    const ids = [...first.items, ...second.items].map(({ id }: any) => id);
    expect(ids.sort()).toEqual([tenant.userId, colleague.userId].sort());
  });

  test.each([
    [{}, 'kind', /name the kind/],
    [{ kind: 'contact', stage: 'Won' }, 'stage', /it filters opp$/],
    [{ kind: 'run', account_id: newId('account') }, 'account_id', /it filters opp, contact/],
    [{ kind: 'capture', sort: 'amount' }, 'sort', /sorts by newest/],
    [{ kind: 'draft', status: 'waiting' }, 'status', /pending/],
    [{ kind: 'opp', missing: ['budget'] }, 'missing.0', /economic_buyer/],
    [{ kind: 'opp', close_to: 'soon' }, 'close_to', /2026-03-31/],
    [{ kind: 'opp', created_since: '2026-02-30' }, 'created_since', /2026-03-01/],
    [{ kind: 'account', query: '?!' }, 'query', /no word/],
    [{ ids: [] }, 'ids', /./],
  ])('refuses %j', async (input, path, message) => {
    const { issues } = await refusal(tenant, 'find_records', input);
    expect(issues[0]).toMatchObject({ path, message: expect.stringMatching(message) });
  });
});

describe('references', () => {
  test('name, domain, e-mail and external_ref stand for an id, nested too', async () => {
    const account = await newAccount(tenant, {
      name: 'Corvane GmbH',
      domain: 'corvane.example',
      external_ref: 'CRM 7',
    });
    const forms = ['name:corvane gmbh', 'domain:https://www.Corvane.example/x', 'ref:CRM 7', 'external_ref:CRM 7'];
    for (const account_id of forms) {
      const captured = await succeed(tenant, 'log_capture', { source: 'call', text: 'Budget.', account_id });
      expect(captured.account_id).toBe(account);
      const opp = await succeed(tenant, 'gtm_crm_write', {
        entity: 'opp',
        facts: { accountId: account_id, name: 'Deal' },
      });
      expect(opp.account_id).toBe(account);
    }
    const { id } = await succeed(tenant, 'update_prospect', {
      name: 'Dana',
      email: 'Dana@corvane.example',
      account_id: 'ref:CRM 7',
    });
    const updated = await succeed(tenant, 'update_prospect', { id: 'email:dana@corvane.example', title: 'CFO' });
    expect([updated.id, updated.created]).toEqual([id, false]);
    const merged = await succeed(tenant, 'gtm_crm_write', {
      entity: 'prospect',
      id: 'name:Dana',
      facts: { notes: 'x' },
    });
    expect(merged.id).toBe(id);
    expect((await succeed(tenant, 'read_account', { id: 'name:Corvane GmbH' })).account.id).toBe(account);
  });

  test('a replay under an idempotency key answers the first result', async () => {
    const account_id = await newAccount(tenant, { name: 'Twice' });
    const input = { source: 'call', text: 'Once.', account_id: 'name:Twice' };
    const headers = { 'Idempotency-Key': newId('request') };
    const first = await succeed(tenant, 'log_capture', input, headers);
    expect(first.account_id).toBe(account_id);
    await newAccount(tenant, { name: 'Twice' });
    expect(await succeed(tenant, 'log_capture', input, headers)).toEqual(first);
  });

  test('several, none and near ones are refused with the candidates', async () => {
    const [one, two] = [await newAccount(tenant, { name: 'Acme' }), await newAccount(tenant, { name: 'ACME' })];
    const near = await newAccount(tenant, { name: 'Corvane GmbH', domain: 'corvane.example' });
    const said = async (account_id: string) =>
      (await refusal(tenant, 'log_capture', { source: 'call', text: 'x', account_id })).issues[0]!;
    const several = await said('name:acme');
    expect(several.path).toBe('account_id');
    expect(several.message).toContain(one);
    expect(several.message).toContain(two);
    expect((await said('name:Corvane')).message).toContain(`near it: ${near} (Corvane GmbH, corvane.example)`);
    expect((await said('domain:nowhere.example')).message).toMatch(/^no account of this workspace has the domain/);
    expect((await said('email:a@b.example')).message).toMatch(/name:…, domain:…, ref:…/);
    expect((await said('Corvane')).message).toMatch(/got something that is not an id; did you mean acc_/);
    expect((await said('Nothing Like It')).message).toMatch(/got something that is not an id; find_records/);
    expect((await said('acc_short')).message).toBe('expected an account id (acc_…), got something that is not an id');
    const other = await app.newTenant();
    const elsewhere = await refusal(other, 'log_capture', { source: 'call', text: 'x', account_id: 'name:Acme' });
    expect(elsewhere.issues[0]!.message).not.toContain('acc_0');
  });

  test('what else is wrong is said at once, a reference is not', async () => {
    const { issues } = await refusal(tenant, 'log_capture', { source: '', text: 'x', account_id: 'Corvane' });
    expect(issues.map(({ path }) => path)).toEqual(['source', 'account_id']);
    const referring = await refusal(tenant, 'log_capture', { source: '', text: 'x', account_id: 'name:Corvane' });
    expect(referring.issues.map(({ path }) => path)).toEqual(['source']);
  });
});
