import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { csvLines } from './csv.ts';

test('a line reads back as what it was made of', () => {
  const cells = ['plain', 'with, comma', 'with "quotes"', 'two\nlines', 'ünïcode', ' spaces ', 12.5, null];
  const [read] = parse(csvLines([cells])) as string[][];
  expect(read).toEqual(cells.map((cell) => String(cell ?? '')));
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '=HYPERLINK("http://x")'])(
  'a spreadsheet does not run %j',
  (text) => {
    const [[read]] = parse(csvLines([[text]]), { record_delimiter: '\r\n' }) as [[string]];
    expect(read).toBe(`'${text}`);
  },
);

test('numbers stay numbers', () => {
  expect(csvLines([[-3.25, 'a']])).toBe('-3.25,a\r\n');
});

test('a value that is no text is written as JSON', () => {
  const [[read]] = parse(csvLines([[{ tool: 'log_capture', count: 2 }]])) as [[string]];
  expect(JSON.parse(read)).toEqual({ tool: 'log_capture', count: 2 });
});
