import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createEnrichment, type EnrichmentSettings } from './configured-providers.ts';
import type { Contact, Field, ProviderName } from './provider.ts';
import { enrichOutput } from './contact-schema.ts';
import { APOLLO_PERSON, HUNTER_EMAIL, PDL_PERSON, PROSPEO_PERSON } from './test/answers.ts';
import { startDnsServer } from './test/dns-server.ts';
import { type Answer, startProviderServer } from './test/provider-server.ts';
import { type CacheEntry, enrich, type FactCache } from './waterfall.ts';

const NAMES: ProviderName[] = ['prospeo', 'hunter', 'apollo', 'pdl'];
const PATHS = {
  prospeo: '/enrich-person',
  hunter: '/v2/email-finder',
  apollo: '/api/v1/people/match',
  pdl: '/v5/person/enrich',
};
const MISSES: Record<ProviderName, Answer> = {
  prospeo: { status: 400, json: { error: true, error_code: 'NO_MATCH' } },
  hunter: { status: 404, json: { errors: [{ id: 'not_found', code: 404, details: 'none' }] } },
  apollo: { json: { person: null } },
  pdl: { status: 404, json: { status: 404, error: { type: 'not_found', message: 'none' } } },
};
const ada: Contact = { fullName: 'Ada Lovelace', domain: 'acme.test' };
const DAY = 86_400_000;

let server: Awaited<ReturnType<typeof startProviderServer>>;
let dns: Awaited<ReturnType<typeof startDnsServer>>;
let clock = 0;

beforeAll(async () => {
  server = await startProviderServer();
  dns = await startDnsServer({
    'acme.test': { mx: [{ preference: 10, exchange: 'mail.acme.test' }] },
    'null.test': { mx: [{ preference: 0, exchange: '' }] },
    'broken.test': { fails: true },
  });
});
afterAll(() => {
  server.close();
  dns.close();
});
beforeEach(() => {
  server.reset();
  clock = Date.parse('2026-03-01T00:00:00.000Z');
  for (const name of NAMES) server.on(PATHS[name], MISSES[name]);
});

function memory(): FactCache & { entries: Map<string, CacheEntry> } {
  const entries = new Map<string, CacheEntry>();
  return {
    entries,
    get: (provider, key) => Promise.resolve(entries.get(`${provider} ${key}`)),
    set: (provider, key, entry) => {
      entries.set(`${provider} ${key}`, JSON.parse(JSON.stringify(entry)) as CacheEntry);
      return Promise.resolve();
    },
  };
}

function setUp(names: readonly ProviderName[] = NAMES, settings: EnrichmentSettings = {}) {
  const configured = Object.fromEntries(
    names.map((name) => [name, { apiKey: `secret-${name}`, origin: server.origin }]),
  );
  const deps = createEnrichment({
    providers: configured,
    dnsServers: [dns.server],
    dnsTimeoutMs: 500,
    retryDelayMs: 5,
    timeoutMs: 1_000,
    now: () => clock,
    ...settings,
  });
  const cache = memory();
  const run = async (wanted: readonly Field[], contact: Contact = ada) => {
    const result = await enrich({ contact, wanted }, { ...deps, cache });
    expect(JSON.stringify(result)).not.toContain('secret-');
    return enrichOutput.parse(result);
  };
  return { run, cache };
}

const outcomes = (result: { attempts: { provider: string; outcome: string }[] }) =>
  result.attempts.map(({ provider, outcome }) => [provider, outcome]);
const withEmail = (email: string) => ({
  json: {
    ...PROSPEO_PERSON,
    person: { ...PROSPEO_PERSON.person, email: { status: 'VERIFIED', revealed: true, email } },
  },
});

describe('the order', () => {
  test('cheapest first, and the first that has all of it ends it', async () => {
    server.on(PATHS.prospeo, { json: PROSPEO_PERSON });
    const result = await setUp().run(['email', 'title']);
    expect(outcomes(result)).toEqual([['prospeo', 'found']]);
    expect(result.fields.email).toEqual({
      value: 'ada@acme.test',
      provider: 'prospeo',
      cost: 0.005,
      confidence: 0.95,
      retrieved_at: '2026-03-01T00:00:00.000Z',
      status: 'verified',
    });
    expect(result).toMatchObject({ missing: [], total_cost: 0.01 });
    expect(result).not.toHaveProperty('hint');
    expect(server.asked).toHaveLength(1);
  });

  test('each next one is asked for what is still missing; misses cost nothing', async () => {
    server.on(PATHS.hunter, { json: HUNTER_EMAIL });
    server.on(PATHS.apollo, { json: APOLLO_PERSON });
    const result = await setUp().run(['email', 'phone']);
    expect(outcomes(result)).toEqual([
      ['prospeo', 'miss'],
      ['hunter', 'found'],
      ['apollo', 'found'],
    ]);
    expect(result.attempts.map(({ cost, fields }) => [cost, fields])).toEqual([
      [0, undefined],
      [0.015, ['email']],
      [0.02, ['phone']],
    ]);
    expect(result.total_cost).toBe(0.035);
  });

  test('an address found on the way helps the next one to find the person', async () => {
    server.on(PATHS.hunter, { json: HUNTER_EMAIL });
    await setUp().run(['email', 'phone']);
    expect(server.to(PATHS.apollo)[0]?.query).toMatchObject({ email: 'ada@acme.test' });
  });

  test('nobody knows: everything is missing, and each was asked once', async () => {
    const result = await setUp().run(['email']);
    expect(outcomes(result)).toEqual(NAMES.map((name) => [name, 'miss']));
    expect(result).toMatchObject({ missing: ['email'], total_cost: 0, hint: expect.stringContaining('No provider') });
  });

  test('a company alone: no person is looked for', async () => {
    const result = await setUp().run(['email', 'industry'], { domain: 'acme.test' });
    expect(server.asked.map(({ path }) => path).every((path) => /compan|organizations/.test(path))).toBe(true);
    expect(result.hint).toContain('give a name');
  });

  test('a contact too thin for any provider is told so', async () => {
    const result = await setUp().run(['email'], { fullName: 'Ada' });
    expect(result).toMatchObject({ attempts: [], missing: ['email'], hint: expect.stringContaining('too little') });
    expect(server.asked).toHaveLength(0);
  });
});

describe('what is known', () => {
  test('counts as present, costs nothing, and nobody is asked', async () => {
    const contact = { ...ada, company: 'Acme', known: { email: 'mine@acme.test', employeeCount: 12 } };
    const result = await setUp().run(['email', 'employeeCount', 'company'], contact);
    expect(result).toMatchObject({
      fields: {
        email: { value: 'mine@acme.test', provider: 'known', cost: 0 },
        employeeCount: { value: 12 },
        company: { value: 'Acme' },
      },
      attempts: [],
      missing: [],
      total_cost: 0,
    });
    expect(server.asked).toHaveLength(0);
  });

  test('an empty fact is not known', async () => {
    server.on(PATHS.prospeo, { json: PROSPEO_PERSON });
    const result = await setUp().run(['email'], { ...ada, known: { email: '' } });
    expect(result.fields.email?.provider).toBe('prospeo');
  });
});

describe('an e-mail', () => {
  test.each(['null.test', 'nowhere.test'])('at %s is refused and the next provider asked', async (domain) => {
    server.on(PATHS.prospeo, withEmail(`ada@${domain}`));
    server.on(PATHS.hunter, { json: HUNTER_EMAIL });
    const result = await setUp().run(['email']);
    expect(outcomes(result)).toEqual([
      ['prospeo', 'refused'],
      ['hunter', 'found'],
    ]);
    expect(result.attempts[0]).toMatchObject({ refused_email: expect.stringContaining('domain_'), cost: 0.01 });
    expect(result.fields.email).toMatchObject({ value: 'ada@acme.test', provider: 'hunter', status: 'verified' });
    expect(result.total_cost).toBe(0.025);
  });

  test('whose domain DNS cannot answer for is kept, unverified', async () => {
    server.on(PATHS.prospeo, withEmail('ada@broken.test'));
    const result = await setUp().run(['email']);
    expect(result.fields.email).toMatchObject({ value: 'ada@broken.test', status: 'unverified' });
  });

  test('refused by all is missing, with the reason', async () => {
    server.on(PATHS.prospeo, withEmail('ada@null.test'));
    const result = await setUp(['prospeo']).run(['email', 'title']);
    expect(result).toMatchObject({ missing: ['email'], hint: expect.stringContaining('refused') });
    expect(result.attempts[0]).toMatchObject({
      outcome: 'found',
      fields: ['title'],
      refused_email: 'domain_takes_no_mail',
    });
  });
});

describe('the cache', () => {
  test('a repeat costs nothing, asks nobody and says so', async () => {
    const { run } = setUp();
    server.on(PATHS.hunter, { json: HUNTER_EMAIL });
    await run(['email', 'phone']);
    const requests = server.asked.length;
    clock += DAY / 2;
    const again = await run(['email', 'phone']);
    expect(server.asked).toHaveLength(requests);
    expect(again.total_cost).toBe(0);
    expect(again.attempts.every(({ cached, cost }) => cached === true && cost === 0)).toBe(true);
    expect(again.fields.email).toMatchObject({ provider: 'hunter', cost: 0, retrieved_at: '2026-03-01T00:00:00.000Z' });
  });

  test('facts last 30 days, a miss one', async () => {
    const { run } = setUp(['prospeo', 'hunter']);
    server.on(PATHS.hunter, { json: HUNTER_EMAIL });
    await run(['email']);
    clock += 29 * DAY;
    expect(outcomes(await run(['email']))).toEqual([['hunter', 'found']]);
    expect(server.to(PATHS.hunter)).toHaveLength(1);
    clock += 2 * DAY;
    expect((await run(['email'])).total_cost).toBe(0.015);
    expect(server.to(PATHS.hunter)).toHaveLength(2);
  });

  test('what was not asked for before is asked for now, the rest comes free', async () => {
    const { run } = setUp(['prospeo']);
    server.on(PATHS.prospeo, { json: PROSPEO_PERSON });
    await run(['email']);
    const result = await run(['email', 'phone']);
    expect(result.attempts).toMatchObject([
      { provider: 'prospeo', outcome: 'found', fields: ['email'], cached: true, cost: 0 },
      { provider: 'prospeo', outcome: 'miss', cost: 0.01 },
    ]);
    expect((await run(['email', 'phone'])).total_cost).toBe(0);
  });

  test('a fact that came along is used later without asking', async () => {
    const { run } = setUp(['prospeo']);
    server.on(PATHS.prospeo, { json: PROSPEO_PERSON });
    await run(['email']);
    expect(await run(['title', 'industry'])).toMatchObject({ missing: [], total_cost: 0 });
    expect(server.asked).toHaveLength(1);
  });

  test('another contact is another matter, and a failure is not kept', async () => {
    const { run, cache } = setUp(['pdl']);
    server.on(PATHS.pdl, { json: PDL_PERSON });
    await run(['email']);
    expect((await run(['email'], { fullName: 'Grace Hopper', domain: 'acme.test' })).total_cost).toBe(0.2);
    const kept = cache.entries.size;
    server.on(PATHS.pdl, { status: 500, json: {} });
    await run(['email'], { fullName: 'Someone Else', domain: 'acme.test' });
    expect(cache.entries.size).toBe(kept);
  });
});

describe('failures', () => {
  test('each is an attempt with its reason, and the waterfall goes on', async () => {
    server.on(PATHS.prospeo, { status: 402, json: { message: 'secret-prospeo' } });
    server.on(PATHS.hunter, { status: 401, json: {} });
    server.on(PATHS.apollo, { json: APOLLO_PERSON, delayMs: 800 });
    server.on(PATHS.pdl, { json: PDL_PERSON });
    const result = await setUp(NAMES, { timeoutMs: 100 }).run(['email']);
    expect(outcomes(result)).toEqual([
      ['prospeo', 'out_of_credit'],
      ['hunter', 'unauthorised'],
      ['apollo', 'timeout'],
      ['pdl', 'found'],
    ]);
    expect(result.attempts[2]?.duration_ms).toBeLessThan(600);
    expect(result.total_cost).toBe(0.2);
  });

  test('all failing is no error, and the hint says what to do', async () => {
    server.on(PATHS.prospeo, { status: 402, json: {} });
    server.on(PATHS.hunter, { status: 401, json: {} });
    server.on(PATHS.apollo, { raw: 'x'.repeat(10_000_000) });
    server.on(PATHS.pdl, { status: 500, json: {} });
    const result = await setUp().run(['email']);
    expect(result.missing).toEqual(['email']);
    expect(result.hint).toBe(
      'Failed for now: apollo, pdl; try again in a minute. Out of credit: prospeo. API key refused: hunter; the operator should check it.',
    );
  });

  test('a provider that keeps failing rests for 60 s, then is asked again', async () => {
    const { run } = setUp(['pdl']);
    server.on(PATHS.pdl, { status: 500, json: {} });
    for (let call = 0; call < 3; call += 1) expect(outcomes(await run(['email']))).toEqual([['pdl', 'unavailable']]);
    expect(server.asked).toHaveLength(6);
    expect(outcomes(await run(['email']))).toEqual([['pdl', 'resting']]);
    clock += 59_000;
    expect(outcomes(await run(['email']))).toEqual([['pdl', 'resting']]);
    expect(server.asked).toHaveLength(6);
    clock += 1_000;
    expect(outcomes(await run(['email']))).toEqual([['pdl', 'unavailable']]);
    expect(outcomes(await run(['email']))).toEqual([['pdl', 'resting']]);
    clock += 60_000;
    server.on(PATHS.pdl, { json: PDL_PERSON });
    expect(outcomes(await run(['email']))).toEqual([['pdl', 'found']]);
  });

  test('no provider configured is no error', async () => {
    const result = await setUp([]).run(['email', 'phone', 'email']);
    expect(result).toMatchObject({ fields: {}, attempts: [], missing: ['email', 'phone'], total_cost: 0 });
    for (const name of ['HUNTER', 'APOLLO', 'PDL', 'PROSPEO']) expect(result.hint).toContain(`${name}_API_KEY`);
  });

  test('what is not configured is reported while something is missing', async () => {
    const { hint } = await setUp(['apollo']).run(['email']);
    expect(hint).toContain('Not configured: prospeo (PROSPEO_API_KEY), hunter (HUNTER_API_KEY), pdl (PDL_API_KEY).');
  });
});
