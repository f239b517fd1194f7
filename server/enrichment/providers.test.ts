import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FIELDS, type Contact, type Field, type Provider, type ProviderSettings } from './provider.ts';
import { apollo } from './providers/apollo.ts';
import { hunter } from './providers/hunter.ts';
import { pdl } from './providers/pdl.ts';
import { prospeo } from './providers/prospeo.ts';
import {
  APOLLO_PERSON,
  HUNTER_COMPANY,
  HUNTER_EMAIL,
  HUNTER_PERSON,
  PDL_PERSON,
  PROSPEO_PERSON,
} from './test/answers.ts';
import { startProviderServer } from './test/provider-server.ts';

const ada: Contact = { fullName: 'Ada Lovelace', domain: 'acme.test' };
const acme: Contact = { domain: 'https://www.Acme.test/about', company: 'Acme' };

let server: Awaited<ReturnType<typeof startProviderServer>>;
beforeAll(async () => void (server = await startProviderServer()));
afterAll(() => server.close());
beforeEach(() => server.reset());

const made = (connector: (settings: ProviderSettings) => Provider) =>
  connector({ apiKey: 'test-key', origin: server.origin, retryDelayMs: 5 });
const find = (provider: Provider, contact: Contact, missing: readonly Field[] = FIELDS) =>
  provider.find({ contact, missing, signal: AbortSignal.timeout(2_000) });
const valuesOf = (facts: object) =>
  Object.fromEntries(Object.entries(facts).map(([field, fact]: [string, { value: unknown }]) => [field, fact.value]));

describe('prospeo', () => {
  test('asks enrich-person as documented and reads the person and the employer', async () => {
    server.on('/enrich-person', { json: PROSPEO_PERSON });
    const match = await find(made(prospeo), { ...ada, linkedin: 'linkedin.com/in/Ada-Lovelace?trk=x' });
    const [asked] = server.asked;
    expect(asked).toMatchObject({
      method: 'POST',
      headers: { 'x-key': 'test-key', 'content-type': 'application/json' },
    });
    expect(asked?.body).toEqual({
      only_verified_email: false,
      enrich_mobile: true,
      data: {
        full_name: 'Ada Lovelace',
        linkedin_url: 'https://www.linkedin.com/in/ada-lovelace',
        company_website: 'acme.test',
      },
    });
    expect(valuesOf(match!.facts)).toEqual({
      email: 'ada@acme.test',
      title: 'VP of Engineering',
      seniority: 'Vice President',
      company: 'Acme',
      linkedin: 'https://www.linkedin.com/in/ada-lovelace',
      employeeCount: 420,
      industry: 'Software Development',
    });
    expect(match!.cost).toBeCloseTo(0.01);
  });

  test('a revealed mobile costs ten credits, a record bought before nothing, a masked e-mail is no fact', async () => {
    const mobile = { status: 'VERIFIED', revealed: true, mobile: '415', mobile_international: '+1 415 555 0100' };
    const masked = { status: 'VERIFIED', revealed: false, email: 'a.hidden@acme.test' };
    const person = { ...PROSPEO_PERSON.person, mobile, email: masked };
    server.on('/enrich-person', (_, times) => ({ json: { ...PROSPEO_PERSON, person, free_enrichment: times === 2 } }));
    const first = await find(made(prospeo), ada);
    expect(first).toMatchObject({ facts: { phone: { value: '+1 415 555 0100' } } });
    expect(first?.cost).toBeCloseTo(0.1);
    expect(first?.facts.email).toBeUndefined();
    expect((await find(made(prospeo), ada))?.cost).toBe(0);
  });

  test('the mobile is asked for only when a phone is missing', async () => {
    server.on('/enrich-person', { json: PROSPEO_PERSON });
    await find(made(prospeo), ada, ['email']);
    expect(server.asked[0]?.body).toMatchObject({ enrich_mobile: false });
  });

  test('a company alone goes to enrich-company', async () => {
    server.on('/enrich-company', { json: { error: false, free_enrichment: false, company: PROSPEO_PERSON.company } });
    const match = await find(made(prospeo), acme);
    expect(server.asked[0]?.body).toEqual({ data: { company_name: 'Acme', company_website: 'acme.test' } });
    expect(valuesOf(match!.facts)).toEqual({
      company: 'Acme',
      employeeCount: 420,
      industry: 'Software Development',
      linkedin: 'https://www.linkedin.com/company/acme',
    });
  });

  test.each([
    ['NO_MATCH', undefined],
    ['INVALID_DATAPOINTS', undefined],
    ['INSUFFICIENT_CREDITS', 'out_of_credit'],
    ['INVALID_API_KEY', 'unauthorised'],
    ['SOMETHING_NEW', 'rejected'],
  ])('a 400 with %s', async (error_code, reason) => {
    server.on('/enrich-person', { status: 400, json: { error: true, error_code } });
    const answer = find(made(prospeo), ada);
    if (reason === undefined) await expect(answer).resolves.toBeUndefined();
    else await expect(answer).rejects.toMatchObject({ reason });
  });
});

describe('hunter', () => {
  test('finds the address, then the person and the company by it', async () => {
    server.on('/v2/email-finder', { json: HUNTER_EMAIL });
    server.on('/v2/combined/find', { json: { data: { person: HUNTER_PERSON, company: HUNTER_COMPANY } } });
    const match = await find(made(hunter), { firstName: 'Ada', lastName: 'Lovelace', domain: 'acme.test' });
    expect(server.asked.map(({ method, path, query }) => [method, path, query])).toEqual([
      ['GET', '/v2/email-finder', { first_name: 'Ada', last_name: 'Lovelace', domain: 'acme.test' }],
      ['GET', '/v2/combined/find', { email: 'ada@acme.test' }],
    ]);
    expect(server.asked.every(({ headers }) => headers['x-api-key'] === 'test-key')).toBe(true);
    expect(valuesOf(match!.facts)).toEqual({
      email: 'ada@acme.test',
      title: 'VP of Engineering',
      seniority: 'executive',
      company: 'Acme',
      linkedin: 'https://www.linkedin.com/in/ada-lovelace',
      employeeCount: '251-1K',
      industry: 'Internet Software & Services',
    });
    expect(match!.facts.email?.confidence).toBe(0.97);
    expect(match!.cost).toBeCloseTo(0.015 * 1.2);
  });

  test('asks nothing it does not need', async () => {
    server.on('/v2/email-finder', { json: HUNTER_EMAIL });
    server.on('/v2/companies/find', { json: { data: HUNTER_COMPANY } });
    await find(made(hunter), ada, ['email', 'title']);
    await find(made(hunter), ada, ['industry']);
    await find(made(hunter), acme, ['linkedin']);
    expect(server.asked.map(({ path }) => path)).toEqual([
      '/v2/email-finder',
      '/v2/companies/find',
      '/v2/companies/find',
    ]);
  });

  test('a LinkedIn profile alone is enough', async () => {
    server.on('/v2/email-finder', { json: HUNTER_EMAIL });
    await find(made(hunter), { linkedin: 'https://linkedin.com/in/ada-lovelace/' }, ['email']);
    expect(server.asked[0]?.query).toEqual({ linkedin_handle: 'ada-lovelace' });
  });

  test('an address known to be invalid is no fact', async () => {
    const data = { ...HUNTER_EMAIL.data, verification: { date: null, status: 'invalid' } };
    server.on('/v2/email-finder', { json: { data } });
    expect((await find(made(hunter), ada, ['email', 'title']))?.facts).not.toHaveProperty('email');
  });

  test('what was found before a later step failed is kept', async () => {
    server.on('/v2/email-finder', { json: HUNTER_EMAIL });
    server.on('/v2/combined/find', { status: 500, json: {} });
    const match = await find(made(hunter), ada);
    expect(match?.facts.email?.value).toBe('ada@acme.test');
    expect(match?.cost).toBeCloseTo(0.015);
  });

  test.each([
    [404, {}, undefined],
    [451, {}, undefined],
    [401, {}, 'unauthorised'],
    [403, {}, 'rate_limited'],
    [429, {}, 'out_of_credit'],
    [429, { 'retry-after': '60' }, 'rate_limited'],
  ])('status %i %o', async (status, headers, reason) => {
    server.on('/v2/email-finder', { status, headers, json: { errors: [{ id: 'x', code: status, details: 'x' }] } });
    const answer = find(made(hunter), ada, ['email']);
    if (reason === undefined) await expect(answer).resolves.toBeUndefined();
    else await expect(answer).rejects.toMatchObject({ reason });
  });
});

describe('apollo', () => {
  test('asks people/match in the query as documented', async () => {
    server.on('/api/v1/people/match', { json: APOLLO_PERSON });
    const match = await find(made(apollo), { ...ada, company: 'Acme' });
    expect(server.asked[0]).toMatchObject({
      method: 'POST',
      headers: { 'x-api-key': 'test-key' },
      query: {
        name: 'Ada Lovelace',
        domain: 'acme.test',
        organization_name: 'Acme',
        reveal_personal_emails: 'false',
        reveal_phone_number: 'false',
      },
    });
    expect(valuesOf(match!.facts)).toEqual({
      email: 'ada@acme.test',
      phone: '+14155550100',
      title: 'VP of Engineering',
      seniority: 'vp',
      company: 'Acme',
      linkedin: 'https://www.linkedin.com/in/ada-lovelace',
      employeeCount: 410,
      industry: 'information technology & services',
    });
    expect(match!.cost).toBeCloseTo(0.02);
  });

  test.each([[{ person: null }], [{ person: { id: 'x', match_confidence: 'none' } }], [{}]])(
    'nobody matched: %j',
    async (json) => {
      server.on('/api/v1/people/match', { json });
      expect(await find(made(apollo), ada)).toBeUndefined();
    },
  );

  test.each([
    [{ email: 'email_not_unlocked@domain.com', email_status: null }],
    [{ email: 'ada@acme.test', email_status: 'bounced' }],
  ])('an address that cannot be used is no fact: %j', async (email) => {
    server.on('/api/v1/people/match', { json: { person: { ...APOLLO_PERSON.person, ...email } } });
    expect((await find(made(apollo), ada))?.facts).not.toHaveProperty('email');
  });

  test('a company alone goes to organizations/enrich', async () => {
    server.on('/api/v1/organizations/enrich', { json: { organization: APOLLO_PERSON.person.organization } });
    const match = await find(made(apollo), acme);
    expect(server.asked[0]).toMatchObject({ method: 'GET', query: { domain: 'acme.test' } });
    expect(match?.facts).toMatchObject({
      employeeCount: { value: 410 },
      linkedin: { value: 'https://www.linkedin.com/company/acme' },
    });
  });

  test('a used-up plan is told by its words', async () => {
    server.on('/api/v1/people/match', { status: 422, json: { error: 'You have insufficient credits.' } });
    await expect(find(made(apollo), ada)).rejects.toMatchObject({ reason: 'out_of_credit' });
  });
});

describe('people data labs', () => {
  test('asks person/enrich as documented; its likelihood is the confidence', async () => {
    server.on('/v5/person/enrich', { json: PDL_PERSON });
    const match = await find(made(pdl), { ...ada, known: { email: 'ADA@acme.test' } });
    expect(server.asked[0]).toMatchObject({
      method: 'GET',
      headers: { 'x-api-key': 'test-key' },
      query: { name: 'Ada Lovelace', company: 'acme.test', email: 'ada@acme.test', min_likelihood: '6' },
    });
    expect(valuesOf(match!.facts)).toEqual({
      email: 'ada@acme.test',
      phone: '+14155550100',
      title: 'Vp of Engineering',
      seniority: 'vp',
      company: 'Acme',
      linkedin: 'https://www.linkedin.com/in/ada-lovelace',
      employeeCount: 405,
      industry: 'Computer Software',
    });
    expect(match!.facts.title?.confidence).toBe(0.9);
  });

  test('a field outside the plan comes as true and is no fact', async () => {
    const data = { ...PDL_PERSON.data, work_email: true, mobile_phone: true, phone_numbers: true };
    server.on('/v5/person/enrich', { json: { ...PDL_PERSON, data } });
    const match = await find(made(pdl), ada);
    expect(match?.facts).not.toHaveProperty('email');
    expect(match?.facts).not.toHaveProperty('phone');
  });

  test('404 is nobody, 402 out of credit', async () => {
    server.on('/v5/person/enrich', (_, times) =>
      times === 1
        ? { status: 404, json: { status: 404, error: { type: 'not_found', message: 'No records were found' } } }
        : { status: 402, json: { status: 402, error: { type: 'payment_required', message: 'no' } } },
    );
    expect(await find(made(pdl), ada)).toBeUndefined();
    await expect(find(made(pdl), ada)).rejects.toMatchObject({ reason: 'out_of_credit' });
  });

  test('a company alone goes to company/enrich', async () => {
    const json = { status: 200, likelihood: 8, name: 'acme', display_name: 'Acme', size: '201-500', industry: 'x' };
    server.on('/v5/company/enrich', { json });
    const match = await find(made(pdl), acme);
    expect(server.asked[0]?.query).toMatchObject({ website: 'acme.test', name: 'Acme' });
    expect(valuesOf(match!.facts)).toEqual({ company: 'Acme', employeeCount: '201-500', industry: 'x' });
  });
});

const EACH = [
  ['prospeo', prospeo, '/enrich-person', PROSPEO_PERSON],
  ['hunter', hunter, '/v2/email-finder', HUNTER_EMAIL],
  ['apollo', apollo, '/api/v1/people/match', APOLLO_PERSON],
  ['pdl', pdl, '/v5/person/enrich', PDL_PERSON],
] as const;

describe.each(EACH)('as any provider, %s', (_name, connector, path, good) => {
  const start = () => find(made(connector), ada, ['email']);

  test('a 429 with a small Retry-After is asked once more', async () => {
    server.on(path, (_, times) =>
      times === 1 ? { status: 429, headers: { 'retry-after': '1' }, json: {} } : { json: good },
    );
    const began = Date.now();
    expect((await start())?.facts.email?.value).toBe('ada@acme.test');
    expect(Date.now() - began).toBeGreaterThan(900);
    expect(server.asked).toHaveLength(2);
  });

  test('a 500 is asked once more and only once', async () => {
    server.on(path, { status: 500, raw: '<html>oops</html>' });
    await expect(start()).rejects.toMatchObject({ reason: 'unavailable' });
    expect(server.asked).toHaveLength(2);
  });

  test('a long Retry-After is not waited for', async () => {
    server.on(path, { status: 503, headers: { 'retry-after': '30' }, json: {} });
    await expect(start()).rejects.toMatchObject({ reason: 'unavailable' });
    expect(server.asked).toHaveLength(1);
  });

  test('a refused key: unauthorised, and the key is nowhere in the error', async () => {
    server.on(path, { status: 401, json: { error: 'bad key test-key' } });
    const error = await start().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ reason: 'unauthorised' });
    expect(`${(error as Error).stack}${JSON.stringify(error)}`).not.toContain('test-key');
    expect(server.asked).toHaveLength(1);
  });

  test.each([
    ['garbage', 'not json {'],
    ['an empty body', ''],
    ['an array', '[]'],
    ['null', 'null'],
    ['deep nesting', '['.repeat(200_000)],
    ['wrong types', JSON.stringify({ error: false, person: 'yes', data: 7, likelihood: 'high' })],
    ['wrong types inside', JSON.stringify({ error: false, person: { email: 5 }, data: { email: [], work_email: 5 } })],
  ])('%s is an invalid answer', async (_, raw) => {
    server.on(path, { raw });
    await expect(start()).rejects.toMatchObject({ reason: 'invalid_response' });
  });

  test('ten megabytes are an invalid answer, right as they may be', async () => {
    server.on(path, { json: { ...good, pad: 'x'.repeat(10_000_000) } });
    await expect(start()).rejects.toMatchObject({ reason: 'invalid_response' });
  });

  test('a redirect is not followed', async () => {
    server.on(path, { status: 302, headers: { location: `${server.origin}/elsewhere` }, raw: '' });
    await expect(start()).rejects.toMatchObject({ reason: 'invalid_response' });
    expect(server.to('/elsewhere')).toHaveLength(0);
  });

  test.each([{ delayMs: 1_000 }, { stalls: true as const }])('a slow answer ends with the signal: %j', async (slow) => {
    server.on(path, { json: good, ...slow });
    const provider = made(connector);
    const late = provider.find({ contact: ada, missing: ['email'], signal: AbortSignal.timeout(60) });
    await expect(late).rejects.toMatchObject({ reason: 'timeout' });
  });

  test('a provider out of reach is unavailable', async () => {
    const gone = await startProviderServer();
    gone.close();
    const away = connector({ apiKey: 'test-key', origin: gone.origin, retryDelayMs: 5 });
    await expect(find(away, ada)).rejects.toMatchObject({ reason: 'unavailable' });
  });

  test('a key no header can carry does not leak', async () => {
    const broken = connector({ apiKey: 'test-key\nx: y', origin: server.origin });
    const error = await find(broken, ada).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ reason: 'unavailable' });
    expect((error as Error).message).not.toContain('test-key');
  });

  test('values that cannot be facts are left out', async () => {
    const text = JSON.stringify(good)
      .replaceAll('VP of Engineering', 'a\\u0000b')
      .replaceAll('Vp of Engineering', '\\ud800');
    server.on(path, { raw: text.replaceAll('ada@acme.test', 'no address') });
    const match = await start();
    expect(match?.facts).not.toHaveProperty('title');
    expect(match?.facts).not.toHaveProperty('email');
  });

  test('a name alone is not asked for', () => {
    expect(made(connector).provides({ fullName: 'Ada Lovelace' })).toEqual([]);
  });
});
