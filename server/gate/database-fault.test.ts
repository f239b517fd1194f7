import { expect, test } from 'vitest';
import { OutcomeUnknown } from '../../db/outcome.ts';
import {
  databaseFault,
  isAudited,
  isConnectionLoss,
  isLostRace,
  isPassing,
  reachOf,
  unknownOutcome,
} from './database-fault.ts';

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

test('a connection lost during a possible commit is recognised, however the error is wrapped, and reaches the whole queue', () => {
  const lost = new OutcomeUnknown(new Error('Connection terminated unexpectedly'));
  for (const error of [lost, new Error('the driver failed', { cause: lost })]) {
    expect(databaseFault(error)?.code).toBe('outcome_unknown');
    expect(unknownOutcome(error)).toBe(lost);
    expect(isPassing(error)).toBe(true);
    expect(reachOf(error)).toBe('queue');
  }
  expect(unknownOutcome(new Error('Connection terminated unexpectedly'))).toBeUndefined();
});

test.each([
  ['57014', 'queue'],
  ['55P03', 'batch'],
] as const)('what PostgreSQL cancelled itself (%s) was not written', (code, reach) => {
  expect(databaseFault(wrapped({ code }))).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('nothing was written'),
  });
  expect(isPassing({ code })).toBe(true);
  expect(reachOf(wrapped({ code }))).toBe(reach);
  expect(isConnectionLoss({ code })).toBe(false);
});

test('an error of one item reaches no other', () => {
  expect(reachOf({ code: '22021' })).toBe('item');
  expect(isAudited(wrapped({ code: '23505', constraint: 'api_key_calls_pkey' }))).toBe(true);
  expect(isAudited({ code: '23505', constraint: 'plans_account_unique' })).toBe(false);
});
