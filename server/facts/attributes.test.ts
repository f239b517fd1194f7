import { expect, test } from 'vitest';
import { factSentence } from './attributes.ts';

test.each([
  ['economic_buyer', 'Pilot', 'Dana Reyes', 'Economic buyer of Pilot: Dana Reyes.'],
  ['closeDate', 'Pilot', '2026-06-30', 'Close date of Pilot: 2026-06-30.'],
  ['subsidiary_of', 'Acme', 'Globex', 'Acme: subsidiary of Globex.'],
  ['referred_by', 'Acme', 'Lee Park!', 'Acme: referred by Lee Park!'],
  ['proof', 'Acme', 'a case study', 'Proof of Acme: a case study.'],
])('%s of %s', (attribute, subject, value, sentence) => {
  expect(factSentence(attribute, subject, value)).toBe(sentence);
});
