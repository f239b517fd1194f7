import { expect, test } from 'vitest';
import { siteOf } from './site.ts';

const host = 'sales.example.com';
const own = 'https://sales.example.com';

test.each([
  ['the browser says so', { 'sec-fetch-site': 'same-origin' }, 'here'],
  ['the browser says so, whatever the Origin', { 'sec-fetch-site': 'cross-site', origin: own }, 'elsewhere'],
  ['a subdomain', { 'sec-fetch-site': 'same-site', origin: 'https://evil.example.com' }, 'elsewhere'],
  ['typed in', { 'sec-fetch-site': 'none' }, 'unknown'],
  ['the public address', { origin: own }, 'here'],
  ['the public address, as the browser says, too', { 'sec-fetch-site': 'same-origin', origin: own }, 'here'],
  ['another port', { host: '10.0.0.5:3000', origin: 'http://10.0.0.5:3001' }, 'elsewhere'],
  ['a name that begins like it', { origin: 'https://sales.example.com.evil.example' }, 'elsewhere'],
  ['a sandboxed page', { origin: 'null' }, 'elsewhere'],
  ['a program', {}, 'unknown'],
] as const)('%s', (_, headers, site) => {
  expect(siteOf(own)({ host, ...headers })).toBe(site);
  expect(siteOf(undefined)({ host, ...headers })).toBe(site);
});

test.each([
  ['the address asked', { host: '10.0.0.5:3000', origin: 'http://10.0.0.5:3000' }],
  ['another scheme of the public name', { origin: 'http://sales.example.com' }],
  ['a name that leads here', { host: 'evil.example', origin: 'https://evil.example' }],
  [
    'one the browser calls its own',
    { host: 'evil.example', origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  ],
])('%s counts only where no public address is set', (_, headers) => {
  expect(siteOf(own)({ host, ...headers })).toBe('elsewhere');
  expect(siteOf(undefined)({ host, ...headers })).toBe('here');
});

test('a proxy may ask under another name than the public one', () => {
  expect(siteOf(own)({ host: 'backend:3000', origin: own })).toBe('here');
});

test('on one machine each of its names will do, for the page it is asked from', () => {
  const local = siteOf('http://127.0.0.1:3000');
  expect(local({ host: 'localhost:3000', origin: 'http://localhost:3000' })).toBe('here');
  expect(local({ host: '127.0.0.1:3000', origin: 'http://localhost:4000' })).toBe('elsewhere');
  expect(local({ host: 'evil.example:3000', origin: 'http://evil.example:3000' })).toBe('elsewhere');
});
