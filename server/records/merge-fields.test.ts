import { expect, test } from 'vitest';
import { fieldsBack, fieldsToMerge, losing, marksOf, valueOf } from './merge-fields.ts';

const kept = { id: 'acc_1', record: { name: 'One', tier: 'B', domain: null, payload: { region: 'EMEA', 'a.b': 1 } } };
const other = {
  id: 'acc_2',
  record: { name: 'Two', tier: 'A', domain: 'two.example', payload: { region: 'APAC', 'a.b': 1 } },
};

test('a field is a column or a name in an object; the first record with a value keeps its own', () => {
  const fields = fieldsToMerge('account', [kept, other]);
  expect(fields.map(({ field, stays, differs }) => [field, stays, differs])).toEqual([
    ['name', 'acc_1', true],
    ['domain', 'acc_2', false],
    ['tier', 'acc_1', true],
    ['payload.region', 'acc_1', true],
    ['payload.a.b', 'acc_1', false],
  ]);
  expect(valueOf(kept.record, 'payload.a.b')).toBe(1);
  expect(valueOf(kept.record, 'payload.toString')).toBeNull();
});

test('facts of the value that does not stay are superseded, but for what a record is known by', () => {
  const fields = fieldsToMerge('account', [kept, other]);
  expect(losing(fields, { tier: 'acc_2' })).toEqual([
    { record_id: 'acc_1', attribute: 'tier' },
    { record_id: 'acc_2', attribute: 'region' },
  ]);
});

test('a currency is its amount’s', () => {
  const deal = (id: string, amount: number | null) => ({
    id,
    record: { amount, currency: 'EUR', payload: {}, meddpicc: {} },
  });
  const names = (one: number | null) =>
    fieldsToMerge('opp', [deal('opp_1', one), deal('opp_2', null)]).map(({ field }) => field);
  expect([names(1), names(null)]).toEqual([['amount'], ['currency']]);
});

test('a choice marks the place of the field', () => {
  const by = { user_id: 'usr_1', at: '2026-01-01T00:00:00.000Z' };
  expect(marksOf(['tier', 'payload.a.b'], by)).toEqual({
    tier: { '["tier"]': by },
    'payload.a.b': { '["payload","a.b"]': by },
  });
});

test('what a merge changed comes back unless somebody changed it since', () => {
  const before = { tier: null, industry: 'Retail', payload: { region: 'EMEA' } };
  const after = { tier: 'A', industry: 'Retail', payload: { region: 'APAC', size: 1 } };
  const now = { tier: 'C', industry: 'Energy', payload: { region: 'APAC' } };
  expect(fieldsBack('account', before, after, now)).toEqual([
    { field: 'tier', now: 'C', before: null, changed_since: true },
    { field: 'payload.region', now: 'APAC', before: 'EMEA', changed_since: false },
    { field: 'payload.size', now: null, before: null, changed_since: true },
  ]);
});
