import { expect, test } from 'vitest';
import { asciiDomain, readableDomain } from './domain.ts';

test.each([
  ['acme.com', 'acme.com'],
  [' WWW.Acme.com. ', 'acme.com'],
  ['https://www.acme.com:8080/about?x#y', 'acme.com'],
  ['www.com', 'www.com'],
  ['shop.acme.co.uk', 'shop.acme.co.uk'],
  ['www.acme.co.uk', 'acme.co.uk'],
  ['MÜNCHEN.example', 'xn--mnchen-3ya.example'],
  ['xn--mnchen-3ya.example', 'xn--mnchen-3ya.example'],
  ['acme', undefined],
  ['10.0.0.1', undefined],
  ['1.2', undefined],
  ['[::1]', undefined],
  ['acme\u202e.com', undefined],
  ['acme\\evil.com', undefined],
  ['ac me.com', undefined],
  ['acme..com', undefined],
  ['.com', undefined],
  ['', undefined],
  [`${'a'.repeat(60)}.`.repeat(5), undefined],
])('%j is the domain %j', (value, domain) => {
  expect(asciiDomain(value)).toBe(domain);
});

test('a domain reads as people write it', () => {
  expect(readableDomain('www.XN--MNCHEN-3YA.example')).toBe('münchen.example');
  expect(readableDomain('münchen.example')).toBe('münchen.example');
  expect(readableDomain('acme.com')).toBe('acme.com');
  expect(readableDomain('acme')).toBeUndefined();
});
