import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { APOLLO_PERSON, HUNTER_COMPANY, HUNTER_EMAIL } from '../server/enrichment/test/answers.ts';
import { startDnsServer } from '../server/enrichment/test/dns-server.ts';
import { startProviderServer } from '../server/enrichment/test/provider-server.ts';
import { type AppContext, startTestApp, type Tenant } from './harness/app.ts';

const FINDER = '/v2/email-finder';
const ADA = { fullName: 'Ada Lovelace', domain: 'acme.test' };

let providers: Awaited<ReturnType<typeof startProviderServer>>;
let dns: Awaited<ReturnType<typeof startDnsServer>>;
let app: AppContext;
let tenant: Tenant;

beforeAll(async () => {
  providers = await startProviderServer();
  dns = await startDnsServer({ 'acme.test': { mx: [{ preference: 10, exchange: 'mail.acme.test' }] } });
  app = await startTestApp({
    HUNTER_API_KEY: 'hunter-secret-key',
    HUNTER_BASE_URL: providers.origin,
    APOLLO_API_KEY: 'apollo-secret-key',
    APOLLO_BASE_URL: providers.origin,
    DNS_SERVERS: dns.server,
  });
});

beforeEach(async () => {
  providers.reset();
  tenant = await app.newTenant();
});

afterAll(async () => {
  await app.stop();
  providers.close();
  dns.close();
});

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
  const stranger = await app.newTenant();
  const theirs = (await stranger.rest('update_prospect', { name: 'Theirs' })).body.id as string;
  const { status, body } = await enrich({ contact: ADA, persist_entity: 'prospect', persist_id: theirs });
  expect([status, body.error.code]).toEqual([404, 'not_found']);
  expect(providers.asked).toEqual([]);
  const wrong = await enrich({ contact: ADA, persist_entity: 'account', persist_id: theirs });
  expect(wrong.body.error).toMatchObject({ code: 'invalid_input', issues: [{ path: 'persist_id' }] });
});

test('a repeat under the same Idempotency-Key replays, asking nobody', async () => {
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

test('a play enriches, scores and stages a draft for a person; what is missing is marked, never invented', async () => {
  providers.on(FINDER, { json: HUNTER_EMAIL });
  const { status, body } = await tenant.rest('gtm_run_play', {
    contact: { ...ADA, company: 'Acme' },
    wanted: ['email', 'phone'],
    role: 'awareness',
    signals: [{ key: 'pricing_page_visit', value: 1 }],
  });
  expect(status).toBe(200);
  expect(body.enrichment.missing).toEqual(['phone']);
  expect(body.score.role).toBe('awareness');
  expect(body.draft).toMatchObject({ status: 'pending', channel: 'manual', to: 'ada@acme.test' });
  expect(body.draft.body).toContain('[[missing: sender name]]');
  expect(body.draft.body).not.toContain('undefined');
  const queue = await tenant.rest('studio_list_drafts', { status: 'pending' });
  expect(queue.text).toContain(body.draft.draft_id);
});

test('an address given as domain is a bare domain in the draft and its label', async () => {
  const { body } = await tenant.rest('gtm_run_play', {
    contact: { fullName: 'Ada Lovelace', domain: `https://www.acme.test/${'x'.repeat(250)}` },
    wanted: ['phone'],
  });
  expect(body.draft.title).toBe('Idea for acme.test');
  const { drafts } = (await tenant.rest('studio_list_drafts')).body;
  expect(drafts[0]).toMatchObject({ account_ref: 'acme.test', account_id: null });
});

test('a play for an account that is not there asks nobody and stages nothing', async () => {
  providers.on(FINDER, { json: HUNTER_EMAIL });
  const stranger = await app.newTenant();
  const account = await stranger.rest('gtm_crm_write', { entity: 'account', facts: { name: 'Theirs' } });
  const { status, body } = await tenant.rest('gtm_run_play', { contact: ADA, account_id: account.body.id });
  expect([status, body.error.code]).toEqual([404, 'not_found']);
  expect(providers.asked).toEqual([]);
  expect((await tenant.rest('studio_list_drafts')).body.drafts).toEqual([]);
});

test('a play without a role skips scoring, and one whose providers all fail still stages its draft', async () => {
  providers.on(FINDER, { status: 500, json: {} });
  const { status, body } = await tenant.rest('gtm_run_play', { contact: ADA, wanted: ['email'] });
  expect(status).toBe(200);
  expect(body.score).toBeNull();
  expect(body.draft.to).toBeNull();
  expect(body.draft.body).toContain('[[missing: email]]');
});
