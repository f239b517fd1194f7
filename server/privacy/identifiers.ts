import { asciiDigit, withoutSecondLetters } from './spellings.ts';

/** What tells one person from others: what a text that names them contains. */
export type Identifiers = {
  /** E-mail addresses, in lower case. */
  emails: string[];
  phones: string[];
  /** Names of two words or more, addresses of profiles, and spellings that were given. */
  phrases: string[];
};

/** Country codes of one and two digits; all others have three. */
const SHORT_CODES = new Set(
  '1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98'.split(
    ' ',
  ),
);

/** The fewest digits by which a phone number is told apart. */
const FEWEST_DIGITS = 7;

/** The most digits a phone number with its prefixes may have. */
export const MOST_DIGITS = 20;

/** The digits of a text, of any script, as those of ASCII. */
export const digitsOf = (text: string): string => text.replaceAll(/\P{Nd}/gu, '').replaceAll(/\p{Nd}/gu, asciiDigit);

function withoutZeros(digits: string): string {
  let first = 0;
  while (digits[first] === '0') first += 1;
  return digits.slice(first);
}

/** The part of a phone number that all its ways of writing share; undefined when it is too short to tell. */
function nationalOf(phone: string): { national: string; country: string } | undefined {
  const written = digitsOf(phone);
  const international = /^\s*[+＋]/.test(phone) || (/^\s*\p{Nd}/u.test(phone) && written.startsWith('00'));
  const digits = withoutZeros(written);
  const length = [1, 2].find((most) => SHORT_CODES.has(digits.slice(0, most))) ?? 3;
  const country = international ? digits.slice(0, length) : '';
  const national = withoutZeros(digits.slice(country.length));
  return national.length < FEWEST_DIGITS || digits.length > MOST_DIGITS ? undefined : { national, country };
}

const REFERENCES = new Set(['run_ref', 'external_ref', 'message_ref', 'idempotency_key']);

/** Whether a column or a field holds what clients make up to refer by: to runs, calls, and records elsewhere. */
export const isReference = (name: string): boolean => REFERENCES.has(name);

/** The digits a phone number is written with: with its country's code or without, with the zeros people put before. */
export function writtenDigits(phone: string): string[] {
  const number = nationalOf(phone);
  if (number === undefined) return [];
  const { national, country } = number;
  const local = [national, `0${national}`];
  if (country === '') return local;
  return [...local, ...['', '00'].flatMap((zeros) => local.map((each) => `${zeros}${country}${each}`))];
}

/** A LIKE pattern for texts that may hold a spelling. */
export const loosePattern = (text: string): string =>
  // What stands between letters and digits, and what is not ASCII, is written in many ways; the redactor decides.
  `%${withoutSecondLetters(text.normalize('NFKC').toLowerCase()).replaceAll(/[^a-z0-9]+/g, '%')}%`.replaceAll(
    /%+/g,
    '%',
  );

/** LIKE patterns for texts that may name the person, and for bare digits that may contain one of their phone numbers. */
export function likePatterns({ emails, phones, phrases }: Identifiers): { texts: string[]; digits: string[] } {
  return {
    texts: [...emails, ...phrases].map(loosePattern),
    digits: phones.flatMap((phone) => {
      const national = nationalOf(phone)?.national;
      return national === undefined ? [] : [`%${national}%`];
    }),
  };
}
