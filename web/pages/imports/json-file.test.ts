import { expect, test } from 'vitest';
import { csvOfJson, isJson } from './json-file.ts';

test('an array or an object on each line becomes CSV that keeps the form of fields', () => {
  const csv = [
    '"name","amount","region [json]","hot [json]","tags [json]"',
    '"Acme, ""the"" first","5","""West""",,',
    '"\'\'=1",,"""5""","true","[1,""b""]"',
    '',
  ].join('\n');
  const rows = [
    { name: 'Acme, "the" first', amount: 5, domain: null, fields: { region: 'West' } },
    { name: "'=1", fields: { region: '5' }, hot: true, tags: [1, 'b'] },
  ];
  expect(csvOfJson(JSON.stringify(rows))).toBe(csv);
  expect(csvOfJson(`\uFEFF${rows.map((row) => JSON.stringify(row)).join('\r\n')}\n`)).toBe(csv);
});

test('what is no list of objects is refused', () => {
  expect(() => csvOfJson('[1]')).toThrow('Each entry is to be an object.');
  expect(() => csvOfJson('{"name":')).toThrow();
});

test.each([
  ['[{"name":"x"}]', true],
  ['\n {"name":"x"}', true],
  ['name,domain\nx,y', false],
  ['"[x]",y', false],
])('%j: JSON %s', (text, is) => expect(isJson(text)).toBe(is));
