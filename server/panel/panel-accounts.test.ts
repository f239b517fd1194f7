import { expect, test } from 'vitest';
import { wordsOf } from './panel-accounts.ts';

test.each([
  ['acme', `'acme':*`],
  ['  Acme   Corp ', `'Acme':* & 'Corp':*`],
  ['acme-tubes.example', `'acme':* & 'tubes':* & 'example':*`],
  ["o'brien", `'o''brien':*`],
  ['back\\slash', `'backslash':*`],
  ['& | ! ( ) :*', ''],
  ['', ''],
  ['1 2 3 4 5 6 7 8 9 10', `'1':* & '2':* & '3':* & '4':* & '5':* & '6':* & '7':* & '8':*`],
])('the search %j asks for %s', (search, words) => {
  expect(wordsOf(search)).toBe(words);
});
