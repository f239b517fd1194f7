import porter from 'wink-porter2-stemmer';
import lists from './terms/words.json' with { type: 'json' };

/** A word of a text: as written, in small letters without accents, and its stem as the database's English has it. */
export type Token = {
  readonly text: string;
  readonly word: string;
  readonly stem: string;
  readonly capital: boolean;
  /** First of its sentence. */
  readonly initial: boolean;
  /** Written with `’s`. */
  readonly owns: boolean;
};

/** The lists of `terms/words.json`. */
export const WORDS = Object.fromEntries(
  Object.entries(lists).map(([name, words]) => [name, new Set(words.split(' '))]),
) as unknown as Record<keyof typeof lists, ReadonlySet<string>>;

const WORD = /\p{L}[\p{L}\p{N}]*(?:['’]\p{L}+)*|\p{N}+(?:[.,]\p{N}+)*(?:\p{L}[\p{L}\p{N}]*)?/gu;
/** A code, such as a deal's `1C1I7A6R`: digits, letters and digits again, but no quarter such as `2017Q3`. */
const CODE = /^(?!\p{N}+[qh]\p{N}$)\p{N}+\p{L}+\p{N}/iu;
const ASCII = /^[\0-\x7f]*$/;

/** What is made of a text, kept for as many texts as were asked for last. */
export function remembered<Made>(most: number, make: (text: string) => Made): (text: string) => Made {
  const kept = new Map<string, Made>();
  return (text) => {
    let made = kept.get(text);
    if (made === undefined) {
      if (kept.size >= most) kept.clear();
      made = make(text);
      kept.set(text, made);
    }
    return made;
  };
}

const stemOf = remembered(20_000, (word) => (word.length > 40 ? word : porter(word)));

/** Whether a sentence ends between two words. */
function endsBetween(text: string, from: number, to: number): boolean {
  for (let at = from; at < to - 1; at += 1)
    if ('.!?:'.includes(text[at]!) && text.charCodeAt(at + 1) <= 32) return true;
  return false;
}

const plain = (word: string) => word.replaceAll('’', "'").normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The words of a text, in order. Words with hyphens are several, but for `e-mail`. */
export function tokensOf(written: string): Token[] {
  const text = written.includes('-mail') ? written.replaceAll(/\be-mail/gi, 'email') : written;
  const small = text.toLowerCase();
  const isAscii = ASCII.test(text);
  const tokens: Token[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(WORD)) {
    const initial = end === 0 || endsBetween(text, end, index);
    end = index + found.length;
    const owns = found.endsWith("'s") || found.endsWith('’s');
    const whole = owns ? found.slice(0, -2) : found;
    const word = isAscii ? small.slice(index, index + whole.length) : plain(whole);
    const begins = CODE.test(whole) ? whole.match(/\p{L}/u)![0] : whole[0]!;
    const capital = begins !== begins.toLowerCase() && !word.startsWith(begins);
    tokens.push({ text: whole, word, stem: stemOf(word), capital, initial, owns });
  }
  return tokens;
}

/** The stems of a text, in order. */
export const stemsOf = (text: string): string[] => tokensOf(text).map(({ stem }) => stem);

export const isNumber = ({ text }: Token): boolean => /^\p{N}/u.test(text);
export const isCalendar = ({ word }: Token): boolean => WORDS.calendar.has(word);
export const isAcronym = ({ text }: Token): boolean =>
  text.length < 6 && /^(?:[\p{Lu}\p{N}]+|\p{Lu}{2,}s)$/u.test(text);
/** Whether words are German, where every noun is written large: more of its grammar's words than of the English ones. */
export const areGerman = (tokens: readonly Token[]): boolean =>
  tokens.reduce((sum, { word }) => sum + Number(WORDS.german.has(word)) - Number(WORDS.function.has(word)), 0) > 0;

/** Whether two words differ by one letter left out, put in, changed, or two swapped. */
export function isOneSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a === b) return a === b;
  if (a.length > b.length) return isOneSlip(b, a);
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  if (a.length < b.length) return a.slice(at) === b.slice(at + 1);
  const swapped = a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
  return swapped || a.slice(at + 1) === b.slice(at + 1);
}
