import { expect, test } from 'vitest';
import { cellOf, dateOf, guessDateFormat, numberOf } from './values.ts';

test.each([
  ['0', 0],
  ['1054', 1054],
  ['1054.5', 1054.5],
  ['1,054.50', 1054.5],
  ['1.054,50', 1054.5],
  ['1 054,50', 1054.5],
  ['1\u202F054', 1054],
  ["1'054.5", 1054.5],
  ['1,054', 1054],
  ['1.054', 1.054],
  ['1,05', 1.05],
  ['0,125', 0.125],
  ['1,0545', 1.0545],
  ['1,054,000', 1_054_000],
  ['1.054.000', 1_054_000],
  ['1.054.000,5', 1_054_000.5],
  ['12,34,567', 1_234_567],
  ['.5', 0.5],
  ['$ 1 054', 1054],
  ['1.054,50 €', 1054.5],
  ['-$5.25', -5.25],
  ['- 5', -5],
  ['+5', 5],
  ['1.5E+5', 150_000],
  ['2e3', 2000],
])('%j is a number', (text, number) => {
  expect(numberOf(text)).toBe(number);
});

test.each([
  '',
  '-',
  '.',
  ',',
  'many',
  '12 pieces',
  '5-7',
  '1e999',
  '0x10',
  'Infinity',
  '2017-03-04',
  '04.03.2017',
  '4.3.17',
  '2017.03.04',
  '4,3,2017',
  '2017 03 04',
  '04 03 2017',
  '3/4/2017',
  '1,054.000,5',
  '1.054.50',
  '1,2345,678',
  '1 054,000',
  '1'.repeat(41),
])('%j is no number', (text) => {
  expect(numberOf(text)).toBeUndefined();
});

test.each([
  ['2017-03-04', 'M/D/YYYY', '2017-03-04'],
  ['2017-3-4', 'YYYY-MM-DD', '2017-03-04'],
  ['3/4/2017', 'M/D/YYYY', '2017-03-04'],
  ['3/4/2017', 'D/M/YYYY', '2017-04-03'],
  ['04.03.2017', 'D.M.YYYY', '2017-03-04'],
  ['2017-03-04T10:00:00Z', 'YYYY-MM-DD', '2017-03-04'],
  ['3/4/2017 10:00', 'M/D/YYYY', '2017-03-04'],
  ['3/4/17', 'M/D/YYYY', undefined],
  ['2017-02-29', 'YYYY-MM-DD', undefined],
  ['20/20/2016', 'M/D/YYYY', undefined],
  ['3/4/2017', 'YYYY-MM-DD', undefined],
  ['', 'YYYY-MM-DD', undefined],
] as const)('%j written %s is the date %s', (text, format, date) => {
  expect(dateOf(text, format)).toBe(date);
});

test('the format that most cells fit is guessed, the American one where both do', () => {
  expect(guessDateFormat(['3/4/2017', '5/6/2017'])).toBe('M/D/YYYY');
  expect(guessDateFormat(['3/4/2017', '25/6/2017'])).toBe('D/M/YYYY');
});

test('a cell that is no number, date or domain stays as it is written, for its field to refuse', () => {
  expect(cellOf('amount', '2017-03-04', 'YYYY-MM-DD')).toBe('2017-03-04');
  expect(cellOf('amount', "'-5", 'YYYY-MM-DD')).toBe(-5);
  expect(cellOf('close_date', '1,054', 'YYYY-MM-DD')).toBe('1,054');
  expect(cellOf('domain', 'https://www.Acme.example/x', 'YYYY-MM-DD')).toBe('acme.example');
  expect(cellOf('domain', 'Acme Corp', 'YYYY-MM-DD')).toBe('Acme Corp');
  expect(cellOf('region', '1,054', 'YYYY-MM-DD')).toBe('1,054');
});
