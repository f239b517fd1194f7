/** Accents, and the points of Hebrew and Arabic, that names are written without, too; of a class of characters. */
export const ACCENTS = '\\u0300-\\u036f\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u064b-\\u0655\\u0670';

/** Letters that Unicode does not take apart, and how they are written without them. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  þ: 'th',
  ı: 'i',
};

/** Those letters in both cases, with the first of the letters each is written with. */
export const FIRST_LETTERS: readonly (readonly [string, string])[] = Object.entries({
  ...PLAIN_LETTERS,
  ẞ: 'ss',
}).flatMap(([letter, plain]) =>
  [letter, letter.toUpperCase()]
    .filter((each, index, both) => each > '\u007f' && both.indexOf(each) === index)
    .map((each) => [each, plain[0]!] as const),
);

const IS_ACCENT = new RegExp(`[${ACCENTS}]`, 'gu');
const IS_LETTER = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'gu');
const IS_ASCII = /^[\0-\u007f]*$/;

const withoutAccents = (word: string) =>
  word.replaceAll(IS_LETTER, (letter) => PLAIN_LETTERS[letter]!).replaceAll(IS_ACCENT, '');

/**
 * The ways a folded word is written in letters without accents: `müller` as `muller` and as `mueller`. Two words are the
 * same in a name where they have one in common, so `Mueller` is `Müller`, but not `Muller`.
 */
export function spellingsOf(word: string): readonly string[] {
  if (IS_ASCII.test(word)) return [word];
  const plain = withoutAccents(word);
  const transcribed = withoutAccents(
    word
      .replaceAll(/([aou])\u0308/g, '$1e')
      .replaceAll('a\u030a', 'aa')
      .replaceAll('ø', 'oe'),
  );
  return plain === transcribed ? [plain] : [plain, transcribed];
}

/** A LIKE pattern for a folded word of ASCII, which stands for other spellings, too. */
export const withoutSecondLetters = (word: string): string =>
  word.replaceAll(/(?<=[aou])e|(?<=a)a|(?<=s)s|(?<=t)h/g, '%');

/** A digit of any script as one of ASCII. */
export function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0)!;
  let before = 0;
  // Digits follow each other from the zero of a script on, and those of the next may follow directly.
  while (/\p{Nd}/u.test(String.fromCodePoint(point - before - 1))) before += 1;
  return String(before % 10);
}

const hex = (point: number) => `\\U${point.toString(16).padStart(8, '0')}`;

let ranges: string | undefined;

/** Digits of other scripts than ASCII's, of a class of characters in a pattern of PostgreSQL. */
export function digitsOfScripts(): string {
  if (ranges !== undefined) return ranges;
  ranges = '';
  for (let point = 0x80; point < 0x2_00_00; point += 1) {
    const isDigit = /\p{Nd}/u.test(String.fromCodePoint(point));
    if (isDigit && asciiDigit(String.fromCodePoint(point)) === '0') ranges += `${hex(point)}-${hex(point + 9)}`;
  }
  return ranges;
}
