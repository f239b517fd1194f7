import { expect, test } from 'vitest';
import { valueAt } from '../json-value.ts';
import { holds, isReachable, placeOf, type Row, valueOf, withValue } from './fields.ts';

const row: Row = {
  name: 'Acme',
  employee_count: null,
  amount: 48_000,
  payload: { region: 'EMEA', address: { city: 'Bonn' }, 'a.b': 1, employee_count: '51-200', tags: ['a', 'b'] },
  meddpicc: { champion: 'Lee' },
};

test.each([
  ['account', 'name', ['name'], 'Acme'],
  ['account', 'employee_count', ['payload', 'employee_count'], '51-200'],
  ['account', 'region', ['payload', 'region'], 'EMEA'],
  ['account', 'address.city', ['payload', 'address', 'city'], 'Bonn'],
  ['account', 'a.b', ['payload', 'a.b'], 1],
  ['opp', 'champion', ['meddpicc', 'champion'], 'Lee'],
  ['opp', 'metrics', ['meddpicc', 'metrics'], undefined],
  ['account', 'champion', ['payload', 'champion'], undefined],
] as const)('%s keeps %s where it is found again', (entity, attribute, path, value) => {
  expect(placeOf(entity, attribute, row)).toEqual(path);
  expect(valueAt(row, path)).toBe(value);
});

test('a value is put, replaced and removed without touching the row it is read from', () => {
  const before = structuredClone(row);
  expect(withValue(row, ['name'], undefined)).toMatchObject({ name: null });
  expect(withValue(row, ['payload', 'address', 'city'], 'Ulm')['payload']).toMatchObject({ address: { city: 'Ulm' } });
  expect(withValue(row, ['payload', 'address', 'city'], undefined)['payload']).not.toHaveProperty('address');
  expect(withValue(row, ['meddpicc', 'champion'], undefined)['meddpicc']).toEqual({});
  expect(withValue(row, ['payload', 'owner', 'name'], 'Lee')['payload']).toMatchObject({ owner: { name: 'Lee' } });
  expect(row).toEqual(before);
  expect(isReachable(row, ['payload', 'region', 'city'])).toBe(false);
  expect(isReachable(row, ['payload', 'new', 'city'])).toBe(true);
});

test.each([
  ['column text', 'B', ['tier'], 'A', { value: 'B' }],
  ['column number', '420', ['employee_count'], 7, { value: 420 }],
  ['column range', '51-200', ['employee_count'], 7, null],
  ['nothing before', undefined, ['tier'], 'A', { value: undefined }],
  ['removed before', 'no longer known', ['payload', 'x'], 'A', { value: undefined }],
  ['evidence', '5', ['meddpicc', 'metrics'], 'A', { value: '5' }],
  ['text of a numeral', '5', ['payload', 'x'], '6', { value: '5' }],
  ['number', '5', ['payload', 'x'], 6, { value: 5 }],
  ['numeral before nothing', '5', ['payload', 'x'], undefined, null],
  ['yes', 'yes', ['payload', 'x'], false, { value: true }],
  ['yes before nothing', 'yes', ['payload', 'x'], undefined, null],
  ['words before nothing', 'EMEA', ['payload', 'x'], undefined, { value: 'EMEA' }],
  ['words before a number', 'EMEA', ['payload', 'x'], 6, { value: 'EMEA' }],
  ['a list', 'a, b', ['payload', 'x'], ['c'], null],
  ['perhaps a list', 'a, b', ['payload', 'x'], undefined, null],
] as const)('the form of a value that was replaced: %s', (_, words, path, now, expected) => {
  expect(valueOf(words, path, now)).toEqual(expected);
});

test('a row holds what a fact says, or somebody changed it', () => {
  expect(holds('A', 'A', true)).toBe(true);
  expect(holds(['a', 'b'], 'a, b', true)).toBe(true);
  expect(holds(48_000.01, '48000.005', true)).toBe(true);
  expect(holds(48_000, '48001', true)).toBe(false);
  expect(holds(undefined, 'no longer known', true)).toBe(true);
  expect(holds(undefined, 'A', true)).toBe(false);
  expect(holds('One. Two.', 'Two.', false)).toBe(true);
});
