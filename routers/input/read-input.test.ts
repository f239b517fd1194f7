import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { id } from '../fields.ts';
import { nearestTo } from './nearest.ts';
import { inputReader } from './read-input.ts';
import { endlessLists, shapeOf } from './shape.ts';

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

async function issues(input: unknown): Promise<Record<string, string>> {
  try {
    await reader.read(input);
  } catch (error) {
    const said = (error as { issues: { path: string; message: string }[] }).issues;
    return Object.fromEntries(said.map(({ path, message }) => [path, message]));
  }
  return {};
}

async function taken(input: unknown) {
  const read = await reader.read(input);
  return { read, warnings: reader.warningsOf(read).map(({ path, message }) => `${path} ${message}`) };
}

test('an input under its own names is read as it is, without a warning', async () => {
  const input = { text: 'x', account_id: ACCOUNT, fields: { any_Thing: 1 }, row: { other: 2 } };
  expect(await taken(input)).toEqual({ read: input, warnings: [] });
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
])('takes %j', async (input, warning) => {
  expect((await taken(input)).warnings).toEqual([warning]);
});

test('refuses unknown names at every depth, all at once, beside the values the schema refuses', async () => {
  expect(
    await issues({
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

test('a missing field is said to be missing, with what was sent in its stead', async () => {
  expect(await issues({ conntents: 'x' })).toEqual({
    conntents: expect.stringContaining('is not a field of log_note'),
    text: 'is missing: expected string; conntents was sent, which is not a field here',
  });
});

test('two names for one field with two values are refused', async () => {
  expect(await issues({ text: 'x', Text: 'y' })).toEqual({
    Text: 'was also sent as text, with another value; send only that',
  });
});

test('many unknown names are counted', async () => {
  const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`unknown_field_number_${n}`, n]));
  const said = await issues({ text: 'x', ...many });
  expect(Object.keys(said)).toHaveLength(20);
  expect(said['']).toMatch(/^and \d+ more like these$/);
});

describe('a long list', () => {
  const rows = inputReader(
    'build_list',
    z.object({
      list_name: z.string(),
      rows: z.array(z.looseObject({ employee_count: z.coerce.number().optional(), name: z.string() })).max(1_000),
    }),
    { synonyms: { companies: 'rows' } },
  );
  const many = Array.from({ length: 900 }, (_, index) => ({ name: `A ${index}`, employee_count: String(index) }));
  const issuesOf = (input: unknown) =>
    rows.read(input).then(
      () => [],
      (error: { issues: unknown[] }) => error.issues,
    );

  test('is read as a short one is, under other names too', async () => {
    const read = await rows.read({
      list_name: 'L',
      companies: many.with(700, { name: 'B', employeeCount: '7' } as never),
    });
    expect(read.rows).toHaveLength(900);
    expect(read.rows[899]).toEqual({ name: 'A 899', employee_count: 899 });
    expect(read.rows[700]).toEqual({ name: 'B', employee_count: 7 });
    expect(rows.warningsOf(read).map(({ path }) => path)).toEqual(['companies', 'rows.700.employeeCount']);
  });

  test('leaves other work its turns', async () => {
    let turns = 0;
    const counting = setInterval(() => (turns += 1));
    await rows.read({
      list_name: 'L',
      rows: Array.from({ length: 300 }, () => ({
        ...Object.fromEntries(many.map(({ name }) => [name, 1])),
        name: 'A',
      })),
    });
    clearInterval(counting);
    expect(turns).toBeGreaterThan(1);
  });

  test('is refused with every issue, counted where there are many', async () => {
    expect(await issuesOf({ rows: many.with(800, { name: 7 } as never) })).toEqual([
      { path: 'list_name', message: 'is missing: expected string' },
      { path: 'rows.800.name', message: expect.stringContaining('expected string') },
    ]);
    const none = await issuesOf({ list_name: 'L', rows: Array.from({ length: 1_000 }, () => ({})) });
    expect(none).toHaveLength(20);
    expect(none[0]).toEqual({ path: 'rows.0.name', message: 'is missing: expected string' });
    expect(none.at(-1)).toEqual({ path: '', message: 'and 981 more like these' });
  });
});

test('of a list with too many items, none but the first is looked at', async () => {
  const short = inputReader('tag', z.object({ tags: z.array(z.string()).max(3).optional() }));
  const issues = await short.read({ tags: Array.from({ length: 100_000 }, () => 7) }).catch((error) => error.issues);
  expect(issues).toEqual([
    { path: 'tags', message: 'Too big: expected array to have <=3 items' },
    { path: 'tags.0', message: expect.stringContaining('expected string') },
  ]);
});

test('a schema whose list may have any number of items is found', () => {
  const rows = z.array(z.object({ tags: z.array(z.string()).optional() })).max(2);
  expect(endlessLists(shapeOf(z.object({ rows, ids: z.array(z.string()).max(3).nullish() })))).toEqual(['rows[].tags']);
});

test.each([
  ['log_captures', 'log_capture'],
  ['captureLog', 'log_capture'],
  ['crm_write', 'gtm_crm_write'],
  ['zzz', undefined],
])('nearest to %s is %s', (name, nearest) => {
  expect(nearestTo(name, ['log_capture', 'gtm_crm_write', 'read_account'])[0]).toBe(nearest);
});
