import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Tenant } from '../../e2e/harness/app.ts';
import { startEnrichingApp } from '../../e2e/harness/enriching-app.ts';
import { newPerson } from '../../e2e/harness/person.ts';
import { APOLLO_PERSON, HUNTER_COMPANY, HUNTER_EMAIL } from '../../server/enrichment/test/answers.ts';

const FINDER = '/v2/email-finder';
const ADA = { fullName: 'Ada Lovelace', domain: 'acme.test' };

let app: Awaited<ReturnType<typeof startEnrichingApp>>;
let providers: (typeof app)['providers'];
let tenant: Tenant;

beforeAll(async () => {
  app = await startEnrichingApp();
  ({ providers } = app);
});

beforeEach(async () => {
  providers.reset();
  tenant = await app.newTenant();
});

afterAll(() => app.stop());

const prospect = async (fields: object) => (await tenant.rest('update_prospect', fields)).body.id as string;

const enrich = (input: object, headers: Record<string, string> = {}) => tenant.rest('gtm_enrich', input, headers);

test('facts are found, written onto the record with their provider, and cost nothing when asked again', async () => {
  providers.on(FINDER, { json: HUNTER_EMAIL });
  const id = await prospect({ name: 'Ada Lovelace' });
  const first = await enrich({ contact: ADA, wanted: ['email', 'title'], persist_entity: 'prospect', persist_id: id });
  expect(first.status).toBe(200);
  expect(first.body.fields.email).toMatchObject({ value: 'ada@acme.test', provider: 'hunter', status: 'verified' });
  expect(first.body.persisted).toMatchObject({ id, written: ['email', 'title'], kept: [] });
  expect(first.body.total_cost).toBeGreaterThan(0);

  const asked = providers.asked.length;
  const again = await enrich({ contact: ADA, wanted: ['email', 'title'] });
  expect(again.body.total_cost).toBe(0);
  expect(again.body.attempts).toMatchObject([{ provider: 'hunter', cached: true }]);
  expect(providers.asked.length).toBe(asked);

  const other = await app.newTenant();
  await other.rest('gtm_enrich', { contact: ADA, wanted: ['email'] });
  expect(providers.asked.length).toBeGreaterThan(asked);
});

test('what a person or agent wrote stays, what enrichment wrote is renewed, and the difference is listed', async () => {
  providers.on(FINDER, { json: HUNTER_EMAIL });
  const id = await prospect({ name: 'Ada Lovelace', title: 'Countess' });
  const persist = { persist_entity: 'prospect', persist_id: id };
  const { body } = await enrich({ contact: ADA, wanted: ['email', 'title'], ...persist });
  expect(body.persisted.written).toEqual(['email']);
  expect(body.persisted.kept).toEqual([
    { field: 'title', value: 'Countess', offered: 'VP of Engineering', provider: 'hunter' },
  ]);
  const renewed = await enrich({ contact: ADA, wanted: ['email', 'title'], ...persist });
  expect(renewed.body.persisted.written).toEqual(['email']);
});

test('what a person set or cleared in the panel is not filled: it is proposed to them', async () => {
  providers.on(FINDER, { json: HUNTER_EMAIL });
  const person = await newPerson(app);
  const facts = { name: 'Ada Lovelace', title: 'Countess', email: 'old@acme.test' };
  const id = (await person.rest('update_prospect', facts)).body.id as string;
  await person.browser.panel.values.set.mutate({ record_id: id, fields: { email: null, title: 'Engineer' } });
  const { body } = await person.rest('gtm_enrich', {
    contact: ADA,
    wanted: ['email', 'title'],
    persist_entity: 'prospect',
    persist_id: id,
  });
  expect(body.persisted).toMatchObject({ written: [], kept: [{ field: 'email', value: null }, { field: 'title' }] });
  expect(body.proposed).toMatchObject([
    { field: 'email', current: null, proposed: 'ada@acme.test' },
    { field: 'title', current: 'Engineer', proposed: 'VP of Engineering' },
  ]);
  const { items } = await person.browser.panel.values.proposed.query({});
  await person.browser.panel.values.accept.mutate({ proposals: items });
  const now = (await person.rest('find_records', { kind: 'prospect', ids: [id] })).body.items[0];
  expect(now).toMatchObject({ email: 'ada@acme.test', title: 'VP of Engineering' });
});

test('a head count that came as a range takes the place of no number, and a number that of a range', async () => {
  providers.on('/v2/companies/find', { json: { data: HUNTER_COMPANY } });
  const account = async (facts: object) =>
    (await tenant.rest('gtm_crm_write', { entity: 'account', facts })).body.id as string;
  const persist = async (persist_id: string, domain: string) =>
    (await enrich({ contact: { domain }, wanted: ['employeeCount'], persist_entity: 'account', persist_id })).body;
  const counted = await account({ name: 'Counted', employee_count: 500 });
  expect((await persist(counted, 'acme.test')).persisted).toMatchObject({
    written: [],
    kept: [{ field: 'employeeCount', value: 500, offered: '251-1K', provider: 'hunter' }],
  });
  const { body } = await tenant.rest('answer_about_account', { account_id: counted, question: 'How many employees?' });
  expect(body.facts).toMatchObject([{ attribute: 'employee_count', value: '500' }]);

  const empty = await account({ name: 'Empty' });
  const read = async () => (await tenant.rest('read_account', { id: empty })).body.account;
  await persist(empty, 'acme.test');
  expect(await read()).toMatchObject({ employee_count: null, facts: { employee_count: '251-1K' } });
  providers.on('/v2/companies/find', { status: 404, json: {} });
  providers.on('/api/v1/organizations/enrich', { json: { organization: APOLLO_PERSON.person.organization } });
  expect((await persist(empty, 'other.test')).persisted.written).toEqual(['employeeCount']);
  expect(await read()).toMatchObject({ employee_count: 410, facts: {} });
  expect((await persist(empty, 'acme.test')).persisted).toMatchObject({ written: [], kept: [{ value: 410 }] });
});

test('a provider that fails is passed over, and its failure is no fault of the call', async () => {
  providers.on(FINDER, { status: 402, json: {} });
  providers.on('/api/v1/people/match', { json: APOLLO_PERSON });
  const { status, body } = await enrich({ contact: ADA, wanted: ['title'] });
  expect(status).toBe(200);
  expect(body.fields.title.provider).toBe('apollo');
  expect(body.attempts.map((attempt: { outcome: string }) => attempt.outcome)).not.toEqual(['found']);
});

test('a record that is not there is refused before anyone is asked', async () => {
  const otherTenant = await app.newTenant();
  const theirs = (await otherTenant.rest('update_prospect', { name: 'Theirs' })).body.id as string;
  const { status, body } = await enrich({ contact: ADA, persist_entity: 'prospect', persist_id: theirs });
  expect([status, body.error.code]).toEqual([404, 'not_found']);
  expect(providers.asked).toEqual([]);
  const wrong = await enrich({ contact: ADA, persist_entity: 'account', persist_id: theirs });
  expect(wrong.body.error).toMatchObject({ code: 'invalid_input', issues: [{ path: 'persist_id' }] });
});

test('a repeat under the same Idempotency-Key replays, asking no provider', async () => {
  providers.on(FINDER, { json: HUNTER_EMAIL });
  const input = { contact: ADA, wanted: ['email'] };
  const first = await enrich(input, { 'idempotency-key': 'once' });
  const asked = providers.asked.length;
  const again = await enrich(input, { 'idempotency-key': 'once' });
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(again.text).toBe(first.text);
  expect(providers.asked.length).toBe(asked);
});

test('no provider key appears in an answer', async () => {
  providers.on(FINDER, { status: 401, json: {} });
  const { text } = await enrich({ contact: ADA });
  expect(text).not.toContain('secret-key');
});
