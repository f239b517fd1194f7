import { expect, test } from 'vitest';
import { littleText } from './linkedin.ts';

test.each([
  ['plain words, "quotes", ünïcödé 🚀 and\nlines', 'plain words, "quotes", ünïcödé 🚀 and\nlines'],
  ['#renewals and #Q3, (#tips)', '#renewals and #Q3, \\(\\#tips\\)'],
  ['C# is no tag, nor is # alone, nor a#b', 'C\\# is no tag, nor is \\# alone, nor a\\#b'],
  ['##twice', '\\#\\#twice'],
  ['@[Acme](urn:li:organization:1)', '\\@\\[Acme\\]\\(urn:li:organization:1\\)'],
  ['{hashtag|\\#|x}', '\\{hashtag\\|\\\\\\#\\|x\\}'],
  ['*bold* _under_ ~strike~ <b>', '\\*bold\\* \\_under\\_ \\~strike\\~ \\<b\\>'],
  ['a\\b', 'a\\\\b'],
])('%j is told as %j', (text, told) => {
  expect(littleText(text)).toBe(told);
});
