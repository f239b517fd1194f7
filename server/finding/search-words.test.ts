import { expect, test } from 'vitest';
import { tellingWords, wordsIn } from './search-words.ts';

test.each([
  ['who are all the people at our open deals with Globex', ['are', 'open', 'Globex']],
  ['deals of the company', ['deals', 'of', 'the', 'company']],
  ['dana.reyes@acme.example', ['dana', 'reyes', 'acme', 'example']],
  ['?!', []],
])('the telling words of %j', (search, words) => {
  expect(tellingWords(search)).toEqual(words);
});

test('of a search as it stands, eight words are looked for', () => {
  expect(wordsIn('a b c d e f g h i j')).toHaveLength(8);
});
