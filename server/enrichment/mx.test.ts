import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMailDomainCheck } from './mx.ts';
import { startDnsServer } from './test/dns-server.ts';

let dns: Awaited<ReturnType<typeof startDnsServer>>;
beforeAll(async () => {
  dns = await startDnsServer({
    'mx.test': { mx: [{ preference: 10, exchange: 'mail.mx.test' }] },
    'null.test': { mx: [{ preference: 0, exchange: '' }], a: ['192.0.2.1'] },
    'mixed.test': {
      mx: [
        { preference: 0, exchange: '' },
        { preference: 10, exchange: 'mail.mixed.test' },
      ],
    },
    'a-only.test': { a: ['192.0.2.1'] },
    'aaaa-only.test': { aaaa: true },
    'bare.test': {},
    'broken.test': { fails: true },
    'silent.test': { silent: true },
    'xn--bcher-kva.test': { mx: [{ preference: 10, exchange: 'mail.mx.test' }] },
  });
});
afterAll(() => dns.close());

describe('the check of an e-mail domain', () => {
  test.each([
    ['mx.test', { status: 'verified' }],
    ['MX.test', { status: 'verified' }],
    ['null.test', { status: 'refused', reason: 'domain_takes_no_mail' }],
    ['mixed.test', { status: 'verified' }],
    ['a-only.test', { status: 'verified' }],
    ['aaaa-only.test', { status: 'verified' }],
    ['bare.test', { status: 'refused', reason: 'domain_takes_no_mail' }],
    ['nowhere.test', { status: 'refused', reason: 'domain_does_not_exist' }],
    ['broken.test', { status: 'unverified' }],
    ['bücher.test', { status: 'verified' }],
    ['two..dots.test', { status: 'refused', reason: 'domain_does_not_exist' }],
    [`${'x'.repeat(64)}.test`, { status: 'refused', reason: 'domain_does_not_exist' }],
    ['not a domain', { status: 'refused', reason: 'domain_does_not_exist' }],
  ])('%s', async (domain, verdict) => {
    const check = createMailDomainCheck({ servers: [dns.server], timeoutMs: 1_000 });
    expect(await check(domain)).toEqual(verdict);
  });

  test('silence ends within the limit, unverified', async () => {
    const check = createMailDomainCheck({ servers: [dns.server], timeoutMs: 200 });
    const began = Date.now();
    expect(await check('silent.test')).toEqual({ status: 'unverified' });
    expect(Date.now() - began).toBeLessThan(600);
  });

  test('a resolver out of reach: unverified', async () => {
    const check = createMailDomainCheck({ servers: ['127.0.0.1:9'], timeoutMs: 300 });
    expect(await check('mx.test')).toEqual({ status: 'unverified' });
  });

  test('a server that is no address stops the start', () => {
    expect(() => createMailDomainCheck({ servers: ['dns.example'] })).toThrow();
  });
});
