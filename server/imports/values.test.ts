import { expect, test } from 'vitest';
import { cellOf, numberOf } from './values.ts';

test.each([
  ['1054', 1_054],
  ['1,054', 1_054],
  ['1,054.50', 1_054.5],
  ['1.054,50', 1_054.5],
  ['1.054.000', 1_054_000],
  ['1,054,000.25', 1_054_000.25],
  ['1 054,5', 1_054.5],
  ['€ 1’054'.replace('’', "'"), 1_054],
  ['$1,054', 1_054],
  ['-12.5', -12.5],
  ['+3', 3],
  ['0.125', 0.125],
  ['0,125', 0.125],
  ['1.054', 1.054],
  ['1054.125', 1_054.125],
  ['.5', 0.5],
  ['12.', 12],
  ['03.04.2017', undefined],
  ['2017-03-04', undefined],
  ['3/4/2017', undefined],
  ['2017.03.04', undefined],
  ['1,2,3', undefined],
  ['1.2.3.4', undefined],
  ['1,054.50.2', undefined],
  ['1.054.50', undefined],
  ['--5', undefined],
  ['1-2', undefined],
  ['.', undefined],
  ['', undefined],
  ['USD 5', undefined],
  ['1'.repeat(50), undefined],
])('%j is the number %j', (text, number) => {
  expect(numberOf(text)).toBe(number);
});

test('a cell is what its field has; what is none stays, for the field to say so', () => {
  expect(cellOf('amount', '€ 48.000,50', 'D.M.YYYY')).toBe(48_000.5);
  expect(cellOf('amount', '03.04.2017', 'D.M.YYYY')).toBe('03.04.2017');
  expect(cellOf('close_date', '03.04.2017', 'D.M.YYYY')).toBe('2017-04-03');
  expect(cellOf('domain', 'https://www.Acme.com/about', 'YYYY-MM-DD')).toBe('acme.com');
  expect(cellOf('domain', 'n/a', 'YYYY-MM-DD')).toBe('n/a');
  expect(cellOf('name', "'=SUM(A1)", 'YYYY-MM-DD')).toBe('=SUM(A1)');
});
