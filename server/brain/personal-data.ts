/** Where raw contact data was found in a value, as a dotted path, and its kind. */
export type PersonalData = { path: string; kind: 'an e-mail address' | 'a phone number' };

/** How many findings are reported; the first one refuses the payload. */
const MAX_FINDINGS = 20;

/** Its first character before the sign and the least of a domain after it: enough to detect one. */
const EMAIL = /[\p{L}\p{N}!#$%&'*+/=?^_`{|}~.-](?:@|%40)(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})\.){1,8}\p{L}{2}/iu;

/** Not inside a word, an id, a longer row of digits, a decimal or an amount. */
const BEFORE = String.raw`(?<![\p{L}\p{N}_#$€£¥]|[\p{L}\p{N}_][-./]|\d[ .,-])`;
const AFTER = String.raw`(?![\p{L}\p{N}_%]|[-./,]\d| \d)`;
const GAP = String.raw`[ .\-/]{1,3}`;

const phone = (core: string) => new RegExp(`${BEFORE}(?:${core})${AFTER}`, 'gu');

/** Digits that are phone numbers by their form alone. */
const PHONES = [
  // International: +49 (0)30 123456, +14155550100, 0044 20 7183 8750.
  phone(String.raw`\+[1-9]\d{9,14}`),
  phone(String.raw`(?:\+|00)[1-9]\d{0,2}(?: ?\(\d{1,5}\) ?|${GAP})\d{1,12}(?:${GAP}\d{1,8}){0,5}`),
  // North American: 415-555-0100, 1 (415) 555 0100.
  phone(String.raw`(?:1${GAP})?(?:\([2-9]\d\d\) ?|[2-9]\d\d[ .-])[2-9]\d\d[ .-]\d{4}`),
  // With an area code in parentheses: (020) 7183 8750, (11) 91234-5678.
  phone(String.raw`\(\d{2,5}\) ?\d{3,5}[ -]?\d{3,5}(?:[ -]?\d{2,4})?`),
  // With a trunk 0: 020 7183 8750, 06 12 34 56 78, 0151-23456789, 030/1234567.
  phone(String.raw`0[1-9]\d{0,4}([ .-])\d{2,8}(?:\1\d{2,8}){0,4}`),
  phone(String.raw`0[1-9]\d{1,4} ?/ ?\d{4,9}`),
];

/** Digits right after a word that names them a phone number. */
const LABELLED =
  /\b(?:(?:tele|cell|mobile ?|work ?|home ?|direct ?)?phone|tel|mobile|cell|fax|whatsapp|call|dial|text|ring|reach)\b(?:[ .:#=]{1,3}(?:number|no|nr|at|on|is|me|him|her|them|us)\b){0,3}[ .:#=]{1,3}(\+?\(?\d[\d ().\-/]{5,22}\d)(?![\p{L}\d_%])/giu;

const PHONE_KEYS = new Set(
  'phone phones telephone telephones telefon tel mobile mobiles cell cellphone cellphones handy fax whatsapp msisdn phonenumber phonenumbers mobilenumber'.split(
    ' ',
  ),
);

/** Suffixes of that word in a key's name: phone_number, mobileWork, tel_2. */
const PHONE_SUFFIXES = new Set(
  'number numbers no nr num work home office direct private main e164 raw formatted'.split(' '),
);

const IBAN = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g;
const DATE =
  /(?<!\d)(?:(?:19|20)\d\d([-./ ])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])|(?:0?[1-9]|[12]\d|3[01])([-./ ])(?:0?[1-9]|[12]\d|3[01])\2(?:19|20)\d\d)(?!\d)/;
const THOUSANDS = /^\+?\d{1,3}(?: \d{3})+$/;
const DECIMAL = /^\+?\d+\.\d{1,8}$/;

const digitsIn = (text: string) => text.replaceAll(/\D/g, '').length;

/** The fewest digits of a phone number. */
const FEWEST_DIGITS = 7;

/** Whether digits are a phone number rather than a date, an amount or a coordinate. */
function isNumber(row: string, least: number): boolean {
  const digits = digitsIn(row);
  if (digits < least || digits > 15 || DATE.test(row) || DECIMAL.test(row)) return false;
  return digits >= 9 || !THOUSANDS.test(row);
}

function holdsPhone(text: string): boolean {
  // Most texts have too few digits, and the patterns take longer to say so.
  if (digitsIn(text) < FEWEST_DIGITS) return false;
  const plain = text.replaceAll(/[\u2010-\u2015\u2212]/g, '-').replaceAll(IBAN, ' ');
  for (const pattern of PHONES) {
    for (const [row] of plain.matchAll(pattern)) if (isNumber(row, row.startsWith('+') ? 8 : 9)) return true;
  }
  for (const [, row] of plain.matchAll(LABELLED)) {
    const separated = /[ ().\-/]/.test(row!);
    if (isNumber(row!, separated ? FEWEST_DIGITS : 9)) return true;
  }
  return false;
}

const holdsEmail = (text: string) => (text.includes('@') || text.includes('%40')) && EMAIL.test(text);

/** Whether a key's name says that its value is a phone number. */
function namesPhone(key: string): boolean {
  const words = key
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word, at, all) => (at === all.length - 1 ? word.replace(/^([a-z0-9]*[a-z])\d+$/, '$1') : word))
    .filter((word) => word !== '' && !/^\d+$/.test(word));
  while (words.length > 1 && PHONE_SUFFIXES.has(words.at(-1)!)) words.pop();
  return PHONE_KEYS.has(words.at(-1) ?? '');
}

const PHONE_VALUE = /^[+(]?\d[\d ().\-/]{5,}\d(?: ?(?:x|ext\.?) ?\d{1,6})?$/i;

function kindOf(text: string, isPhoneField: boolean): PersonalData['kind'] | undefined {
  const plain = text.normalize('NFKC');
  if (holdsEmail(plain)) return 'an e-mail address';
  if (holdsPhone(plain)) return 'a phone number';
  const value = plain.trim();
  return isPhoneField && PHONE_VALUE.test(value) && isNumber(value, FEWEST_DIGITS) ? 'a phone number' : undefined;
}

/** What the keys and values of a JSON value say, one after another: undefined where it is no personal data. */
function* judged(part: unknown, at: string, isPhoneField: boolean): Generator<PersonalData | undefined> {
  if (typeof part === 'string') {
    const kind = kindOf(part, isPhoneField);
    yield kind && { path: at, kind };
  } else if (typeof part === 'number') {
    // A bare number counts only when it is too long to be a count.
    const isPhone = isPhoneField && Number.isInteger(part) && digitsIn(String(part)) >= 10;
    yield isPhone ? { path: at, kind: 'a phone number' } : undefined;
  } else if (Array.isArray(part)) {
    for (const [index, each] of part.entries()) yield* judged(each, `${at}.${index}`, isPhoneField);
  } else if (typeof part === 'object' && part !== null) {
    for (const [index, [key, each]] of Object.entries(part).entries()) {
      const kind = kindOf(key, false);
      const below = `${at}.${kind === undefined ? key : `<key ${index + 1}>`}`;
      yield kind && { path: below, kind };
      yield* judged(each, below, namesPhone(key) || (isPhoneField && !/_at$|date|time|count|id$/i.test(key)));
    }
  }
}

/**
 * E-mail addresses and phone numbers anywhere in the keys and values of a JSON value: by their form, by the words before
 * them, or by the field's name. Ids, dates, amounts and coordinates do not count. A key that is itself personal data is left
 * out of the paths. At most 20 findings; undefined for each part that has none, so that a caller can let others go first.
 */
export function* personalDataIn(value: unknown, path: string): Generator<PersonalData | undefined> {
  let count = 0;
  for (const found of judged(value, path, false)) {
    yield found;
    if (found !== undefined) count += 1;
    if (count >= MAX_FINDINGS) return;
  }
}

/** The same at once. */
export const findPersonalData = (value: unknown, path: string): PersonalData[] =>
  Array.from(personalDataIn(value, path)).filter((found) => found !== undefined);
