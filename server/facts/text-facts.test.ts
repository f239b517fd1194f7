import fc from 'fast-check';
import { expect, test } from 'vitest';
import { factsOfText, sentencesOf } from './text-facts.ts';

const ABOUT = { accountId: null, subjectType: 'account', subjectId: 'acc_1', attribute: 'capture' };

const bytesOfFacts = (text: string) =>
  factsOfText(ABOUT, text).reduce(
    (sum, { value, sentence }) => sum + Buffer.byteLength(value) + Buffer.byteLength(sentence),
    0,
  );

test('a heading of 190 characters over 1,000 short items is not copied into facts without end', () => {
  const item = (index: number) => `- ${index}`;
  const text = `# ${'Heading '.repeat(23).trim()}\n${Array.from({ length: 1_000 }, (_, index) => item(index)).join('\n')}`;
  expect(bytesOfFacts(text)).toBeLessThanOrEqual(3 * Buffer.byteLength(text));
});

test('a heading of 84 KB over 200 items is read to its first 200 characters, and where there is room', () => {
  const text = `# ${'Heading '.repeat(10_500)}\n${Array.from({ length: 200 }, (_, index) => `- ${index}`).join('\n')}`;
  expect(Buffer.byteLength(text)).toBeGreaterThan(84_000);
  expect(bytesOfFacts(text)).toBeLessThan(64_000);
});

test('85 KB of headings and items make facts of at most three times that', () => {
  const section = (index: number) => `# ${'Next steps for the account team '.repeat(6)}\n- a${index}\n- b\n- c\n\n`;
  const text = Array.from({ length: 420 }, (_, index) => section(index)).join('');
  expect(Buffer.byteLength(text)).toBeGreaterThan(80_000);
  const facts = factsOfText(ABOUT, text);
  expect(facts.length).toBe(200);
  expect(bytesOfFacts(text)).toBeLessThanOrEqual(3 * Buffer.byteLength(text));
});

test('where there is room, items read with their heading and sentences with what they refer to', () => {
  const text = 'Next steps:\n- send the proposal\n- call Dana on Friday\n\nDana Reyes signs. She wants a review first.';
  expect(sentencesOf(text).map(({ alone }) => alone)).toEqual([
    'Next steps: send the proposal',
    'Next steps: call Dana on Friday',
    'Dana Reyes signs.',
    'Dana Reyes signs. She wants a review first.',
  ]);
});

test('where there is not, the sentences with the longest context go without it, none is left out', () => {
  const heading = `# ${'Long heading '.repeat(12)}`;
  const text = `Risks:\n- budget\n\n${heading}\n${Array.from({ length: 100 }, (_, index) => `- n${index}`).join('\n')}`;
  const sentences = sentencesOf(text);
  expect(sentences).toHaveLength(101);
  expect(sentences[0]!.alone).toBe('Risks: budget');
  const without = sentences.filter(({ said, alone }) => said === alone);
  expect(without.length).toBeGreaterThan(50);
});

test.each([
  ['The contract ends on Dec. 31, 2027.', 'Then we talk.'],
  ['The budget owner is Ms. Alvarez (ext. 45).', 'She said yes.'],
  ['They will not sign before Jan. 15.', 'Legal needs time.'],
  ['We meet in Dec.', 'Then they sign.'],
  ['They have 14.', 'The rest left.'],
  ['Die Entscheidung fällt am 14. Januar.', 'Danach der Vertrag.'],
  ['Umsatz im 3. Quartal ca. 20 Nutzer höher.', 'Gut.'],
  ['Price approx. 3.5 Mio. EUR.', 'We need 3 Mio.', 'We said no.'],
  ['Lt. Hr. Dr. Maier ist z.B. SAP gesetzt.', 'Weiter.'],
])('full stops of dates, numbers and abbreviations end no sentence: %s', (...said) => {
  expect(sentencesOf(said.join(' ')).map((each) => each.said)).toEqual(said);
});

/** Texts of the parts that facts are made of, in any order. */
const part = fc.oneof(
  fc.constantFrom(
    '\n',
    '\n\n',
    '\r\n',
    '- ',
    '1. ',
    '# ',
    ': ',
    '. ',
    ' ',
    'She ',
    'It ',
    'Call with Hald.',
    'i.e.',
    'Dr.',
  ),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.lorem({ maxCount: 12, mode: 'words' }).map((words) => `${words}:\n`),
  fc.lorem({ maxCount: 3, mode: 'sentences' }),
);
const texts = fc.array(part, { maxLength: 400 }).map((parts) => parts.join(''));

test('facts of any text hold at most three times its bytes', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const bytes = Buffer.byteLength(text);
      expect(bytesOfFacts(text)).toBeLessThanOrEqual(3 * bytes);
    }),
    { numRuns: 300 },
  );
});
