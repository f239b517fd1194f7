import { expect, test } from 'vitest';
import { z } from 'zod';
import { id } from '../fields.ts';
import { nearestTo } from './nearest.ts';
import { inputReader } from './read-input.ts';

const reader = inputReader(
  'log_note',
  z.object({
    text: z.string(),
    account_id: id('account', 'The account.').optional(),
    occurred_at: z.string().optional(),
    people: z.array(z.object({ fullName: z.string(), address: z.object({ zip: z.string() }).optional() })).optional(),
    fields: z.record(z.string(), z.unknown()).optional(),
    row: z.looseObject({ employee_count: z.number().optional() }).optional(),
  }),
);

const ACCOUNT = 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t';

function issues(input: unknown): Record<string, string> {
  try {
    reader.read(input);
  } catch (error) {
    const said = (error as { issues: { path: string; message: string }[] }).issues;
    return Object.fromEntries(said.map(({ path, message }) => [path, message]));
  }
  return {};
}

function taken(input: unknown) {
  const read = reader.read(input);
  return { read, warnings: reader.warningsOf(read).map(({ path, message }) => `${path} ${message}`) };
}

test('an input under its own names is read as it is, without a warning', () => {
  const input = { text: 'x', account_id: ACCOUNT, fields: { any_Thing: 1 }, row: { other: 2 } };
  expect(taken(input)).toEqual({ read: input, warnings: [] });
});

test.each([
  [{ text: 'x', accountId: ACCOUNT }, 'accountId taken as account_id'],
  [{ text: 'x', 'Account-ID': ACCOUNT }, 'Account-ID taken as account_id'],
  [{ text: 'x', id: ACCOUNT }, 'id taken as account_id'],
  [{ text: 'x', company_id: ACCOUNT }, 'company_id taken as account_id'],
  [{ content: 'x' }, 'content taken as text'],
  [{ text: 'x', date: '2026' }, 'date taken as occurred_at'],
  [{ text: 'x', people: [{ full_name: 'Ada' }] }, 'people.0.full_name taken as people.0.fullName'],
  [{ text: 'x', row: { employeeCount: 3 } }, 'row.employeeCount taken as row.employee_count'],
  [{ input: { text: 'x' } }, 'input taken apart into text; send these without it'],
  [{ text: 'x', Text: 'x' }, 'Text says the same as text; send only that'],
])('takes %j', (input, warning) => {
  expect(taken(input).warnings).toEqual([warning]);
});

test('refuses unknown names at every depth, all at once, beside the values the schema refuses', () => {
  expect(
    issues({
      texts: 7,
      colour: 'red',
      account_id: 'con_x',
      people: [{ fullName: 'Ada', address: { zip: '1', zap: 2 } }],
    }),
  ).toEqual({
    colour:
      'is not a field of log_note, which takes text, account_id, occurred_at, people, fields, row; what has no field of its own goes into fields',
    'people.0.address.zap': 'is not a field of people.address; did you mean zip?',
    text: 'Invalid input: expected string, received number; it was sent as texts',
    account_id: 'expected an account id (acc_…), got something that is not an id',
  });
});

test('a missing field is said to be missing, with what was sent in its stead', () => {
  expect(issues({ conntents: 'x' })).toEqual({
    conntents: expect.stringContaining('is not a field of log_note'),
    text: 'is missing: expected string; conntents was sent, which is not a field here',
  });
});

test('two names for one field with two values are refused', () => {
  expect(issues({ text: 'x', Text: 'y' })).toEqual({
    Text: 'was also sent as text, with another value; send only that',
  });
});

test('many unknown names are counted', () => {
  const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`unknown_field_number_${n}`, n]));
  const said = issues({ text: 'x', ...many });
  expect(Object.keys(said)).toHaveLength(20);
  expect(said['']).toMatch(/^and \d+ more like these$/);
});

test.each([
  ['log_captures', 'log_capture'],
  ['captureLog', 'log_capture'],
  ['crm_write', 'gtm_crm_write'],
  ['zzz', undefined],
])('nearest to %s is %s', (name, nearest) => {
  expect(nearestTo(name, ['log_capture', 'gtm_crm_write', 'read_account'])[0]).toBe(nearest);
});
