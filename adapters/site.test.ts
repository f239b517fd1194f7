import { expect, test } from 'vitest';
import { siteOf } from './site.ts';

const host = 'sales.example.com';

test.each([
  ['the browser says so', { 'sec-fetch-site': 'same-origin' }, 'here'],
  [
    'the browser says so, whatever the Origin',
    { 'sec-fetch-site': 'cross-site', origin: 'https://sales.example.com' },
    'elsewhere',
  ],
  ['a subdomain', { 'sec-fetch-site': 'same-site', origin: 'https://evil.example.com' }, 'elsewhere'],
  ['typed in', { 'sec-fetch-site': 'none' }, 'unknown'],
  ['the public address', { origin: 'https://sales.example.com' }, 'here'],
  ['the address asked', { host: '10.0.0.5:3000', origin: 'http://10.0.0.5:3000' }, 'here'],
  ['another port', { host: '10.0.0.5:3000', origin: 'http://10.0.0.5:3001' }, 'elsewhere'],
  ['another scheme of the public name is the address asked', { origin: 'http://sales.example.com' }, 'here'],
  ['a name that begins like it', { origin: 'https://sales.example.com.evil.example' }, 'elsewhere'],
  ['a sandboxed page', { origin: 'null' }, 'elsewhere'],
  ['a program', {}, 'unknown'],
] as const)('%s', (_, headers, site) => {
  expect(siteOf('https://sales.example.com')({ host, ...headers })).toBe(site);
  if (!('origin' in headers) || headers.origin.startsWith('http://')) {
    expect(siteOf(undefined)({ host, ...headers })).toBe(site);
  }
});
