import { z } from 'zod';

/** What people and exports write into a field when they know nothing: letters and digits only, in lower case. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  'na notapplicable notavailable notknown notyetknown unknown unbekannt tbd tba tbc todo null nil undefined ka keineangabe'.split(
    ' ',
  ),
);

const MAX_CHARS = 20;

/** Whether a text only says that nothing is known: `N/A`, `unknown`, `-`, `?`, `TBD`. */
export function saysNothing(text: string): boolean {
  if (text.length > MAX_CHARS) return false;
  return !/[\p{L}\p{N}]/u.test(text) || EMPTY_WORDS.has(text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''));
}

/** What to send in its place. */
const SAYS_NOTHING = 'says nothing: send what was learned, or leave it out';
const SAYS_NOTHING_OR_CLEARS = `${SAYS_NOTHING}; null clears what is there`;

/** Words that were learned: no text at all, `N/A` and the like are refused, in the same words and once. */
export const learnedWords = (most: number, error = SAYS_NOTHING) =>
  z
    .string()
    .trim()
    .min(1, { error, abort: true })
    .max(most)
    .refine((value) => !saysNothing(value), error);

/** The same; null clears what is there. */
export const clearableWords = (most: number) => learnedWords(most, SAYS_NOTHING_OR_CLEARS).nullable();
