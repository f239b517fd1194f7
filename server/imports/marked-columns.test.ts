import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLines } from '../panel/csv.ts';
import { columnOf, isMarked, markedCell, markedName, markedValue } from './marked-columns.ts';
import { ESCAPED } from './values.ts';

/** The cell as an import reads it from a file. */
const read = (cell: unknown): string => {
  const [, row] = parse(
    csvLines([
      ['a', 'b'],
      [cell, 'x'],
    ]),
    { trim: true, relax_column_count: true },
  ) as string[][];
  return row![0]!.replace(ESCAPED, '');
};

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '',
    ' ',
    '5',
    'true',
    'null',
    '"x"',
    '[1]',
    '{"a":1}',
    '-5',
    "'=1",
    "''+x",
    ' padded ',
    '1e3',
    '\n',
    '=1',
  ),
);
const value = fc.oneof(
  text,
  fc.jsonValue({ maxDepth: 3 }).filter((each) => each !== null),
);

test('every value comes back from a marked column as it was', () => {
  fc.assert(
    fc.property(value, (each) => {
      const same = JSON.parse(JSON.stringify(each)) as unknown;
      expect(markedValue(read(markedCell(same)))).toEqual(same);
    }),
    { numRuns: 2_000 },
  );
});

test('numbers, yes and no, and texts read as they are', () => {
  expect([5, -1.5, true, 'West', 'a "b"'].map(markedCell)).toEqual(['5', '-1.5', 'true', 'West', 'a "b"']);
  expect(['5', 'true', { a: 1 }, ['x'], ' x'].map(markedCell)).toEqual(['"5"', '"true"', '{"a":1}', '["x"]', '" x"']);
});

test('every name comes back', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.boolean(), (name, plain) => {
      const column = columnOf('contact', name, plain);
      expect(markedName(column) ?? column).toBe(name);
    }),
  );
});

test.each([
  ['region', true, 'region'],
  ['region', false, 'region [json]'],
  // Names that an import would read as another field, or as one with a meaning.
  ['dealSize', true, 'dealSize [json]'],
  ['company', true, 'company [json]'],
  ['first_name', true, 'first_name [json]'],
  ['region [json]', true, 'region [json] [json]'],
])('%s (text: %s) stands under %s', (name, plain, column) => expect(columnOf('contact', name, plain)).toBe(column));

test('a marked column that somebody sends to another field is like any other', () => {
  expect(isMarked({ column: 'seats [json]', field: 'seats' })).toBe(true);
  expect(isMarked({ column: 'seats [json]', field: 'employee_count' })).toBe(false);
  expect(isMarked({ column: 'seats', field: 'seats' })).toBe(false);
});
