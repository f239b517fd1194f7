import { expect, test } from 'vitest';
import { ALL_OAUTH_SCOPES } from '../gate/scopes.ts';
import { readScopes } from './scope.ts';

test('scopes are read once each, in the order of the service', () => {
  expect(readScopes('brief.read capture.write  brief.read ')).toEqual({ scopes: ['capture.write', 'brief.read'] });
});

test('none named means all', () => {
  expect(readScopes(undefined)).toEqual({ scopes: ALL_OAUTH_SCOPES });
});

test('those there are not are named', () => {
  expect(readScopes('account.read admin Account.Read')).toEqual({ unknown: ['admin', 'Account.Read'] });
  expect(readScopes('account.read,brief.read')).toEqual({ unknown: ['account.read,brief.read'] });
});
