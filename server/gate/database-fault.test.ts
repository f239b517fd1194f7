import { expect, test } from 'vitest';
import { databaseFault, isConnectionLoss, isLostRace } from './database-fault.ts';

const wrapped = (inner: object) => new Error('the driver failed', { cause: Object.assign(new Error('inner'), inner) });

test.each(['22021', '22P02', '22008', '22003', '22P05', '54000', '54001', '54011'])(
  'data error %s is the caller’s input',
  (code) => {
    expect(databaseFault({ code })?.code).toBe('invalid_input');
    expect(databaseFault(wrapped({ code }))?.code).toBe('invalid_input');
  },
);

test.each(['ECONNREFUSED', 'ECONNRESET', '57P01', '57P02', '57P03', '08006', '08001', '53300'])(
  '%s is a database out of reach',
  (code) => {
    expect(isConnectionLoss({ code })).toBe(true);
    expect(databaseFault(wrapped({ code }))?.code).toBe('unavailable');
  },
);

test.each([
  'Connection terminated unexpectedly',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Client has encountered a connection error and is not queryable',
])('%j is a database out of reach', (message) => {
  expect(databaseFault(new Error(message))?.code).toBe('unavailable');
});

test('a reference to nothing is not found, in the words of what was referred to', () => {
  const fault = databaseFault({ code: '23503', constraint: 'captures_account_id_fk' });
  expect(fault?.code).toBe('not_found');
  expect(fault?.message).toContain('account');
});

test('what is ours to answer for has no word', () => {
  for (const code of ['42P01', '42601', '42501', '23502', 'XX000']) {
    expect(databaseFault({ code })).toBeUndefined();
  }
  for (const odd of [undefined, null, 'text', 7, new Error('boom')]) expect(databaseFault(odd)).toBeUndefined();
});

test('only what another transaction caused is a lost race', () => {
  expect(isLostRace(wrapped({ code: '40P01' }))).toBe(true);
  expect(isLostRace({ code: '40001' })).toBe(true);
  expect(isLostRace({ code: '23505', constraint: 'facts_current' })).toBe(true);
  expect(isLostRace({ code: '23505', constraint: 'plans_account_unique' })).toBe(false);
  expect(isLostRace({ code: '22021' })).toBe(false);
  expect(isLostRace(undefined)).toBe(false);
});
