import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalized, placeOf } from './quotes.ts';

const isIn = (text: string, quote: string) => placeOf(normalized(text), normalized(quote)) !== -1;

const SUBJECTS = ['Dana Reyes', 'The CFO', 'Lee’s team', 'Procurement', 'Our champion', 'Müller & Söhne', 'The board'];
const VERBS = ['signs', 'wants', 'has approved', 'doesn’t trust', 'will review', 'said "yes" to', 'compares us on'];
const OBJECTS = [
  'the order form',
  'a budget of 48,000 EUR',
  'our security pack',
  'Contoso’s offer',
  '12 % fewer tickets',
];
const TIMES = ['by March', 'before the audit', 'next quarter', 'on 2026-06-30', 'once legal is done', 'this week'];

const among = <Item>(items: readonly Item[]) => fc.constantFrom(...items);
const sentence = fc
  .tuple(among(SUBJECTS), among(VERBS), among(OBJECTS), among(TIMES))
  .map((parts) => `${parts.join(' ')}.`);
const note = fc.array(sentence, { minLength: 3, maxLength: 12 });

/** Ways in which a true quote differs from the note it was copied from. */
const COPIED: ((quote: string) => string)[] = [
  (quote) => quote,
  (quote) => quote.toUpperCase(),
  (quote) => quote.toLowerCase(),
  (quote) => quote.replaceAll(' ', '  '),
  (quote) => quote.replaceAll(' ', '\u00a0'),
  (quote) => quote.replace(' ', '\n'),
  (quote) => quote.replaceAll('’', "'").replaceAll('"', '“'),
  (quote) => `“${quote}”`,
  (quote) => `"${quote.replaceAll("'", '’')}…"`,
  (quote) => quote.normalize('NFD'),
];

/** Ways of inventing: each says something that no sentence of the note says. */
const INVENTED: ((quote: string) => string)[] = [
  (quote) => quote.replace(/ (\S+)$/, ' never $1'),
  (quote) => `${quote} and pays at once`,
  (quote) => quote.replace(/\d|$/, '7 million'),
  (quote) => quote.split(' ').toReversed().join(' '),
  (quote) => `Robin Vale ${quote}`,
  (quote) => quote.slice(1, -1),
];

const RUNS = { numRuns: 1_000, seed: 15 };

test('of 1,000 true quotes, copied with other spaces, case and quotation marks, all are found', () => {
  fc.assert(
    fc.property(note, fc.nat(), fc.nat(), fc.nat(), among(COPIED), (sentences, which, from, length, copied) => {
      const words = sentences[which % sentences.length]!.slice(0, -1).split(' ');
      const start = from % (words.length - 2);
      const quote = words.slice(start, start + 3 + (length % words.length)).join(' ');
      // Three words of a few letters say too little.
      fc.pre(quote.length >= 10);
      expect(isIn(sentences.join(' '), copied(quote)), copied(quote)).toBe(true);
    }),
    RUNS,
  );
});

test('of 1,000 invented quotes none is found', () => {
  fc.assert(
    fc.property(note, fc.nat(), among(INVENTED), among(COPIED), (sentences, which, invented, copied) => {
      const quote = invented(sentences[which % sentences.length]!.slice(0, -1));
      expect(isIn(sentences.join(' '), copied(quote)), quote).toBe(false);
    }),
    RUNS,
  );
});

test('a part of a word, and what is too short to mean anything, is no quote', () => {
  expect(isIn('The unknown cause is budgetary.', 'known cause')).toBe(false);
  expect(isIn('The unknown cause is budgetary.', 'cause is budget')).toBe(false);
  expect(isIn('The unknown cause is budgetary.', 'is')).toBe(false);
  expect(isIn('The unknown cause is budgetary.', '')).toBe(false);
  expect(isIn('An unknown cause; a known cause.', 'known cause')).toBe(true);
});

test('takes time by the length of both, whatever they repeat', () => {
  const text = normalized('a'.repeat(100_000));
  const began = performance.now();
  expect(placeOf(text, `${'a'.repeat(1_999)}b`)).toBe(-1);
  expect(performance.now() - began).toBeLessThan(500);
});
