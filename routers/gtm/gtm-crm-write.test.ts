import { describe, expect } from 'vitest';
import { newId } from '../../db/ids.ts';
import { statement } from '../../db/statement.ts';
import type { AppContext, Tenant } from '../../e2e/harness/app.ts';
import { test } from '../../e2e/harness/tool-test.ts';

let app: AppContext;
let tenant: Tenant;

test.beforeEach(({ app: shared, tenant: own }) => {
  app = shared;
  tenant = own;
});

const facts = statement(
  'test_facts_of',
  'SELECT account_id, attribute, value, sentence, tool, superseded_at IS NULL AS current FROM facts WHERE subject_id = $1 ORDER BY id',
);

type FactSeen = { account_id: string; attribute: string; value: string; sentence: string; current: boolean };

const factsOf = (id: string) => app.service.app.services.db.read<FactSeen>(tenant.workspaceId, facts, [id]);

async function write(entity: string, body: Record<string, unknown>, id?: string) {
  const answer = await tenant.rest('gtm_crm_write', { entity, facts: body, ...(id === undefined ? {} : { id }) });
  expect(answer.body.error, answer.text).toBeUndefined();
  return answer.body as {
    id: string;
    created: boolean;
    account_id: string;
    written: string[];
    kept_as_facts: string[];
    removed: string[];
    warnings?: { path: string; message: string }[];
  };
}

async function refused(input: Record<string, unknown>) {
  const { status, body } = await tenant.rest('gtm_crm_write', input);
  expect(status, JSON.stringify(body)).toBe(body.error?.code === 'not_found' ? 404 : 400);
  return body.error as { code: string; message: string; issues: { path: string; message: string }[] };
}

const tierEvents = statement(
  'test_tier_events',
  `SELECT body::jsonb -> 'data' AS data FROM webhook_events WHERE type = 'account.tier_changed' AND body::jsonb -> 'data' ->> 'account_id' = $1 ORDER BY id`,
);

type TierChange = { from_tier: string; to_tier: string; source: string };

const events = async (id: string) =>
  (await app.service.app.services.db.read<{ data: TierChange }>(tenant.workspaceId, tierEvents, [id])).map(
    ({ data }) => data,
  );

const account = async (id: string) => (await tenant.rest('read_account', { id })).body;

describe('creating', () => {
  test('keeps known columns typed, the rest as given, and establishes each as a fact', async () => {
    const { id, created, written, kept_as_facts, warnings } = await write('account', {
      name: 'Acme Corp',
      domain: 'ACME.example',
      employeeCount: 420,
      tier: 'B',
      address: { city: 'Lyon', country: 'France' },
      products: ['drills', 'saws'],
      partner: true,
      dropped: null,
    });
    expect(created).toBe(true);
    expect(id).toMatch(/^acc_/);
    expect(written.sort()).toEqual(['domain', 'employee_count', 'name', 'tier']);
    expect(kept_as_facts).toEqual(['address', 'products', 'partner']);
    expect(warnings).toEqual([{ path: 'facts.employeeCount', message: 'taken as facts.employee_count' }]);
    expect((await account(id)).account).toMatchObject({
      name: 'Acme Corp',
      domain: 'acme.example',
      employee_count: 420,
      tier: 'B',
      industry: null,
      facts: { address: { city: 'Lyon', country: 'France' }, products: ['drills', 'saws'], partner: true },
    });
    const facts = await factsOf(id);
    expect(facts.map(({ sentence }) => sentence).sort()).toEqual([
      'Address city of Acme Corp: Lyon.',
      'Address country of Acme Corp: France.',
      'Domain of Acme Corp: acme.example.',
      'Employee count of Acme Corp: 420.',
      'Name of account: Acme Corp.',
      'Partner of Acme Corp: yes.',
      'Products of Acme Corp: drills, saws.',
      'Tier of Acme Corp: B.',
    ]);
    expect(facts.every((fact) => fact.account_id === id && fact.current)).toBe(true);
  });

  test('a domain has one spelling, so that another is no other company', async () => {
    const { id } = await write('account', { domain: 'www.München.example' });
    expect((await account(id)).account).toMatchObject({ domain: 'münchen.example' });
    const answer = await tenant.rest('gtm_crm_write', {
      entity: 'account',
      on_match: 'update',
      facts: { domain: 'xn--mnchen-3ya.example', tier: 'A' },
    });
    expect(answer.body).toMatchObject({ id, created: false });
  });

  test.each(['fields', 'facts', 'Properties'])('fields within %s are the record’s', async (wrapper) => {
    const made = await write('account', { [wrapper]: { Name: 'Nested', tier: 'A', region: 'EMEA' } });
    expect(made).toMatchObject({ written: ['name', 'tier'], kept_as_facts: ['region'] });
    expect(made.warnings).toEqual([
      { path: `facts.${wrapper}.Name`, message: 'taken as facts.name' },
      { path: `facts.${wrapper}.tier`, message: 'taken as facts.tier' },
      { path: `facts.${wrapper}.region`, message: 'taken as facts.region' },
    ]);
    // What has nothing of the record is a fact by its name.
    const free = await write('account', { name: 'Hotel', [wrapper]: { rooms: 12 } });
    expect(free).toMatchObject({ written: ['name'], kept_as_facts: [wrapper] });
  });

  test('the name of an account is no field of what belongs to one, and the warning says which is', async () => {
    for (const name of ['account', 'company', 'account_name']) {
      const { kept_as_facts, warnings } = await write('contact', { name: 'Dana Reyes', [name]: 'Acme' });
      expect(kept_as_facts).toEqual([name]);
      expect(warnings).toEqual([
        {
          path: `facts.${name}`,
          message: "kept as a free fact; the field for it is account_id, the account's id: find_records tells it",
        },
      ]);
    }
    const { warnings } = await write('account', { domain: 'warned.example', company_name: 'Acme' });
    expect(warnings).toEqual([
      { path: 'facts.company_name', message: 'kept as a free fact; the field for it is name' },
    ]);
  });

  test('an opp belongs to an account, takes evidence nested or flat, and is read with it', async () => {
    const { id: accountId } = await write('account', { name: 'Borealis' });
    const { id, account_id } = await write('opp', {
      accountId,
      name: 'Pilot',
      stage: 'Discovery',
      amount: 12_000.5,
      currency: 'eur',
      close_date: '2026-09-30',
      champion: 'Lee Park',
      meddpicc: { economic_buyer: 'Dana Reyes' },
      source: 'referral',
    });
    expect(account_id).toBe(accountId);
    const [opp] = (await account(accountId)).opps.items;
    expect(opp).toMatchObject({
      id,
      name: 'Pilot',
      stage: 'Discovery',
      amount: 12_000.5,
      currency: 'EUR',
      close_date: '2026-09-30',
      completeness: 2,
      facts: { source: 'referral' },
    });
    expect(opp.meddpicc).toMatchObject({ champion: 'Lee Park', economic_buyer: 'Dana Reyes', metrics: null });
    expect(opp.gaps).toHaveLength(6);
    const sentences = (await factsOf(id)).map(({ sentence }) => sentence);
    expect(sentences).toContain('Economic buyer of Pilot: Dana Reyes.');
    expect(sentences).toContain('Stage of Pilot: Discovery.');
  });

  test('an amount is kept with two decimals, and the answer says so', async () => {
    const { id } = await write('account', { name: 'Rounding' });
    const deal = (amount: number) => write('opp', { account_id: id, name: `Deal of ${amount}`, amount });
    expect((await deal(48_000.005)).warnings).toEqual([
      { path: 'facts.amount', message: 'kept with two decimals, as 48000.01' },
    ]);
    expect((await deal(48_000.05)).warnings).toBeUndefined();
  });

  test('an opp without an account is refused; one with an unknown account is not found', async () => {
    const missing = await refused({ entity: 'opp', facts: { name: 'Orphan' } });
    expect(missing.issues[0]!.path).toBe('facts.account_id');
    const otherTenant = await refused({ entity: 'opp', facts: { name: 'Orphan', account_id: newId('account') } });
    expect(otherTenant).toMatchObject({ code: 'not_found', message: 'No account with that id in this workspace.' });
  });

  test.each(['contact', 'prospect', 'target_account'])('makes a %s', async (entity) => {
    const { id, created } = await write(entity, { name: 'Someone', anything: 1 });
    expect(created).toBe(true);
    const again = await write(entity, { anything: 2 }, id);
    expect(again).toMatchObject({ id, created: false, written: [], kept_as_facts: ['anything'] });
  });
});

describe('merging', () => {
  test('merges objects, replaces arrays, removes with null, leaves the rest', async () => {
    const { id } = await write('account', {
      name: 'Cobalt',
      industry: 'Mining',
      address: { city: 'Perth', zip: '6000' },
      tags: ['a', 'b'],
      note: 'old',
    });
    const merged = await write(
      'account',
      { address: { zip: null, street: 'Hay St' }, tags: ['c'], note: null, industry: null },
      id,
    );
    expect(merged).toMatchObject({ created: false, removed: ['industry', 'note'] });
    const read = (await account(id)).account;
    expect(read).toMatchObject({ name: 'Cobalt', industry: null });
    expect(read.facts).toEqual({ address: { city: 'Perth', street: 'Hay St' }, tags: ['c'] });
    const current = (await factsOf(id)).filter((fact) => fact.current);
    expect(current.map(({ sentence }) => sentence)).toContain('Industry of Cobalt: no longer known.');
    expect(current.some(({ sentence }) => sentence.includes('Mining'))).toBe(false);
  });

  test('merges at the same moment lose no key', async () => {
    const { id } = await write('account', { name: 'Busy', nested: { start: 1 } });
    await Promise.all(
      Array.from({ length: 24 }, (_, n) => write('account', { [`key_${n}`]: n, nested: { [`inner_${n}`]: n } }, id)),
    );
    const { facts: kept } = (await account(id)).account;
    expect(Object.keys(kept)).toHaveLength(25);
    expect(Object.keys(kept.nested)).toHaveLength(25);
  });

  test('an external_ref names one record, however often and at once it is written', async () => {
    const body = { name: 'From elsewhere', external_ref: 'crm:account:7' };
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => write('account', { ...body, [`seen_${n}`]: true })),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(answers.filter(({ created }) => created)).toHaveLength(1);
    const { account: kept } = await account(answers[0]!.id);
    expect(kept.external_ref).toBe('crm:account:7');
    expect(Object.keys(kept.facts)).toHaveLength(8);
    const other = await app.newTenant();
    const elsewhere = await other.rest('gtm_crm_write', { entity: 'account', facts: body });
    expect(elsewhere.body.created).toBe(true);
  });

  test('an external_ref that another record has is refused on an update', async () => {
    await write('contact', { name: 'One', external_ref: 'crm:1' });
    const { id } = await write('contact', { name: 'Two' });
    const { issues } = await refused({ entity: 'contact', id, facts: { external_ref: 'crm:1' } });
    expect(issues[0]!.path).toBe('facts.external_ref');
  });

  test('a tier can be changed, which is a fact and an event', async () => {
    const { id } = await write('account', { name: 'Tiered', tier: 'A', external_ref: 'crm:tiered' });
    expect(await events(id)).toEqual([]);
    await write('account', { tier: 'C' }, id);
    await write('account', { external_ref: 'crm:tiered', tier: 'B', name: 'Changed' });
    await write('account', { tier: 'B' }, id);
    expect((await account(id)).account).toMatchObject({ tier: 'B', name: 'Changed' });
    const moves = (await events(id)).map(({ from_tier, to_tier, source }) => [from_tier, to_tier, source]);
    expect(moves).toEqual([
      ['A', 'C', 'written'],
      ['C', 'B', 'written'],
    ]);
    expect((await factsOf(id)).find(({ attribute, current }) => attribute === 'tier' && current)?.value).toBe('B');
  });
});

describe('refusing', () => {
  test.each([
    ['account', { name: 5 }, 'facts.name'],
    ['account', { employee_count: '12' }, 'facts.employee_count'],
    ['account', { employeeCount: 1.5 }, 'facts.employeeCount'],
    ['account', { domain: 'https://acme.com' }, 'facts.domain'],
    ['account', { domain: 'acme\u202e.com' }, 'facts.domain'],
    ['account', { domain: 'acme\\evil.com' }, 'facts.domain'],
    ['target_account', { domain: '10.0.0.1' }, 'facts.domain'],
    ['contact', { name: 'a', linkedin: 'javascript:alert(1)' }, 'facts.linkedin'],
    ['contact', { name: 'a', linkedin: 'data:text/html,x' }, 'facts.linkedin'],
    ['account', { name: '' }, 'facts.name'],
    ['account', { name: 'a', Name: 'b' }, 'facts.Name'],
    ['account', { id: 'acc_1', name: 'a' }, 'facts.id'],
    ['opp', { account_id: 7 }, 'facts.account_id'],
    ['opp', { account_id: null }, 'facts.account_id'],
    ['opp', { account_id: 'con_01kaj6w6qk5x3v0c8m9n2p4r7t' }, 'facts.account_id'],
    ['opp', { amount: 1e16 }, 'facts.amount'],
    ['opp', { currency: 'euros' }, 'facts.currency'],
    ['opp', { close_date: '31.12.2026' }, 'facts.close_date'],
    ['opp', { close_date: '2026-02-30' }, 'facts.close_date'],
    ['opp', { account_id: newId('account'), close_date: '0000-01-01' }, 'facts.close_date'],
    ['opp', { champion: 5 }, 'facts.champion'],
    ['opp', { meddpicc: 'all' }, 'facts.meddpicc'],
    ['opp', { meddpicc: { charm: 'x' } }, 'facts.meddpicc.charm'],
    ['opp', { meddpicc: { champion: ['x'] } }, 'facts.meddpicc.champion'],
    ['contact', { email: 'nobody' }, 'facts.email'],
    ['contact', { linkedin: 'javascript:alert(1)' }, 'facts.linkedin'],
    ['contact', { linkedin: 'data:text/html,x' }, 'facts.linkedin'],
    ['prospect', { notes: {} }, 'facts.notes'],
    ['target_account', { list_name: [] }, 'facts.list_name'],
    ['account', {}, 'facts'],
    ['account', Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`k${n}`, n])), 'facts'],
    ['account', { list: Array.from({ length: 500 }, () => 1) }, 'facts'],
    ['account', { ['x'.repeat(101)]: 1 }, `facts.${'x'.repeat(101)}`],
  ])('%s %j', async (entity, body, path) => {
    const { code, issues } = await refused({ entity, facts: body });
    expect(code).toBe('invalid_input');
    expect(issues.map((issue) => issue.path)).toContain(path);
  });

  test('null for the last that names a record, and nothing of it is kept', async () => {
    const { id } = await write('account', { name: 'Alder', domain: 'alder.example' });
    await write('account', { name: null }, id);
    const { issues } = await refused({ entity: 'account', id, facts: { domain: null, industry: 'paper' } });
    const message = 'nothing would name the account any more: send another name or domain';
    expect(issues).toEqual([{ path: 'facts.domain', message }]);
    expect((await account(id)).account).toMatchObject({ domain: 'alder.example', industry: null });
    await write('account', { external_ref: 'crm-1', domain: null }, id);
  });

  test('an id of another kind by name, and an unknown one as not found', async () => {
    const wrong = await refused({ entity: 'account', id: newId('opp'), facts: { name: 'x' } });
    expect(wrong.issues).toEqual([{ path: 'id', message: 'expected an account id (acc_…), got an opp id' }]);
    const prospect = await refused({ entity: 'contact', facts: { accountId: newId('prospect') } });
    expect(prospect.issues).toEqual([
      { path: 'facts.accountId', message: 'expected an account id (acc_…), got a prospect id' },
    ]);
    const unknown = await refused({ entity: 'target_account', id: newId('target_account'), facts: { name: 'x' } });
    expect(unknown).toMatchObject({ code: 'not_found', message: 'No target account with that id in this workspace.' });
  });

  test('another workspace reaches nothing', async () => {
    const { id } = await write('account', { name: 'Private' });
    const otherTenant = await app.newTenant();
    const answer = await otherTenant.rest('gtm_crm_write', { entity: 'account', id, facts: { name: 'Taken' } });
    expect(answer.body.error.code).toBe('not_found');
    const opp = await otherTenant.rest('gtm_crm_write', { entity: 'opp', facts: { account_id: id } });
    expect(opp.body.error.code).toBe('not_found');
    expect((await account(id)).account.name).toBe('Private');
  });

  test('a record that would grow beyond its bound, and nothing of it is kept', async () => {
    const { id } = await write('account', { name: 'Grown', a: 'x'.repeat(200_000) });
    const tooLarge = await refused({ entity: 'account', id, facts: { b: 'y'.repeat(100_000) } });
    expect(tooLarge.code).toBe('payload_too_large');
    expect((await account(id)).account.facts.b).toBeUndefined();
  });

  test('a second target account of one list and domain, by its field', async () => {
    await write('target_account', { list_name: 'L', domain: 'twice.example' });
    const { issues } = await refused({
      entity: 'target_account',
      facts: { list_name: 'L', domain: 'twice.example' },
    });
    expect(issues[0]!.path).toBe('facts.domain');
    await write('target_account', { list_name: 'L', name: 'Twice' });
    const named = await refused({ entity: 'target_account', facts: { list_name: 'L', name: 'Twice' } });
    expect(named.issues[0]!.path).toBe('facts.name');
  });
});
