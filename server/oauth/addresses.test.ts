import { expect, test } from 'vitest';
import { isOwnResource } from './addresses.ts';

const ISSUER = 'https://tools.example.com';

test.each(['', '/', '/api/v1/mcp', '/api/v1/mcp/'])('this service with %j is its own resource', (path) => {
  expect(isOwnResource(ISSUER, ISSUER + path)).toBe(true);
});

test('so it is in another spelling of the host and with the default port', () => {
  expect(isOwnResource(ISSUER, 'HTTPS://Tools.Example.com:443/api/v1/mcp')).toBe(true);
  expect(isOwnResource('https://tools.example.com:443', 'https://tools.example.com')).toBe(true);
});

test.each([
  'http://tools.example.com',
  'https://tools.example.com:8443',
  'https://tools.example.com.evil.example',
  'https://user@tools.example.com',
  'https://tools.example.com/api',
  'https://tools.example.com/api/v1/mcp/more',
  'https://tools.example.com/API/V1/MCP',
  'https://tools.example.com/?a=b',
  'https://tools.example.com#',
  'https://tools.example.com/#a',
  '/api/v1/mcp',
  'tools.example.com',
  'urn:tools',
])('%s is not', (resource) => {
  expect(isOwnResource(ISSUER, resource)).toBe(false);
});
