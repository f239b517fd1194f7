import { describe, expect, test } from 'vitest';
import { isRegistered, placeOf, redirectUriProblem, withAnswer } from './redirect-uri.ts';

describe('a redirect address that can be registered', () => {
  test.each([
    'https://agent.example.com/callback',
    'https://agent.example.com:8443/callback?tenant=a%20b',
    'http://localhost:3118/callback',
    'http://127.0.0.1/',
    'http://[::1]:9000/cb',
    'com.example.app:/oauth',
    'cursor://anysphere.cursor-mcp/oauth/callback',
  ])('%s', (uri) => {
    expect(redirectUriProblem(uri)).toBeUndefined();
  });

  test.each([
    ['', 'printable'],
    ['https://agent.example.com/call back', 'printable'],
    ['https://agent.example.com/\u0000', 'printable'],
    ['https://agént.example.com/', 'printable'],
    ['https://agent.example.com/#', 'fragment'],
    ['https:\\\\agent.example.com', 'backslash'],
    ['callback', 'absolute'],
    ['//agent.example.com/', 'absolute'],
    ['https://', 'absolute'],
    ['https://user@agent.example.com/', 'user name'],
    ['https://user:word@agent.example.com/', 'user name'],
    ['https://*.example.com/', 'one host'],
    ['http://agent.example.com/', 'https'],
    ['http://localhost.evil.example/', 'https'],
    ['http://127.0.0.1.evil.example/', 'https'],
    ['http://0.0.0.0/', 'https'],
    ['JavaScript:alert(1)', 'javascript:'],
    ['data:text/html,x', 'data:'],
    ['blob:https://agent.example.com/1', 'blob:'],
    ['vbscript:x', 'vbscript:'],
    ['view-source:https://agent.example.com', 'view-source:'],
  ])('is not %j: %s', (uri, why) => {
    expect(redirectUriProblem(uri)).toContain(why);
  });
});

test('an address is the registered one or it is not', () => {
  const registered = ['https://agent.example.com/callback'];
  expect(isRegistered(registered, 'https://agent.example.com/callback')).toBe(true);
  for (const other of ['https://agent.example.com/callback/', 'https://AGENT.example.com/callback', '']) {
    expect(isRegistered(registered, other)).toBe(false);
  }
});

test('people are told a host, or the scheme of a program', () => {
  expect(placeOf('https://agent.example.com:8443/callback?a=b')).toBe('agent.example.com:8443');
  expect(placeOf('http://[::1]:9000/cb')).toBe('[::1]:9000');
  expect(placeOf('cursor://anysphere.cursor-mcp/oauth/callback')).toBe('cursor:');
});

test('an answer is added to the query there is, and nothing else of the address changes', () => {
  expect(withAnswer('https://a.example/cb', { code: 'x y', state: null, iss: 'https://s' })).toBe(
    'https://a.example/cb?code=x+y&iss=https%3A%2F%2Fs',
  );
  expect(withAnswer('com.example.app:/cb?x=%7e', { error: 'e', state: '&=#' })).toBe(
    'com.example.app:/cb?x=%7e&error=e&state=%26%3D%23',
  );
});
