/** Quotation marks of any kind, single and double, apostrophes included. */
const MARKS = /[\u0022\u0027\u0060\u00ab\u00b4\u00bb\u02bc\u2018-\u201f\u2032\u2033\u2039\u203a\uff02\uff07]+/gu;

/** Characters without a width: soft hyphens, joiners, marks of direction. */
const WIDTHLESS = /[\u00ad\u200b-\u200f\u2060\ufeff]/gu;

/** What a quote begins or ends with that is not of its words. */
const AROUND = " '.,;:…";

function wordsIn(quote: string): string {
  let [start, end] = [0, quote.length];
  while (start < end && AROUND.includes(quote[start]!)) start += 1;
  while (end > start && AROUND.includes(quote[end - 1]!)) end -= 1;
  return quote.slice(start, end);
}

const IS_WORD = /[\p{L}\p{N}]/u;

/** A quote shorter than this says too little to be told from chance, in characters. */
export const SHORTEST_QUOTE = 6;

/** A text without what copying changes: the case, kinds of space and kinds of quotation marks. */
export const normalized = (text: string): string =>
  text.normalize('NFC').replaceAll(WIDTHLESS, '').replaceAll(MARKS, "'").replaceAll(/\s+/gu, ' ').toLowerCase();

/** How far of each beginning of the words an end of it is a beginning again (Knuth, Morris and Pratt). */
function repeatsOf(words: string): Uint32Array {
  const repeats = new Uint32Array(words.length);
  for (let at = 1, same = 0; at < words.length; at += 1) {
    while (same > 0 && words[at] !== words[same]) same = repeats[same - 1]!;
    if (words[at] === words[same]) same += 1;
    repeats[at] = same;
  }
  return repeats;
}

const isWordAt = (text: string, at: number) => IS_WORD.test(text[at] ?? '');

/**
 * Where a text has the words of a quote, neither begun nor ended within a word; -1 where it has not. Both as `normalized`
 * answers them. Takes time by the sum of both lengths, whatever they hold.
 */
export function placeOf(text: string, quote: string): number {
  const words = wordsIn(quote);
  if (words.length < SHORTEST_QUOTE) return -1;
  const repeats = repeatsOf(words);
  for (let at = 0, same = 0; at < text.length; at += 1) {
    while (same > 0 && text[at] !== words[same]) same = repeats[same - 1]!;
    if (text[at] === words[same]) same += 1;
    if (same < words.length) continue;
    const start = at - words.length + 1;
    const cutsIn = isWordAt(text, start) && isWordAt(text, start - 1);
    const cutsOut = isWordAt(text, at) && isWordAt(text, at + 1);
    if (!cutsIn && !cutsOut) return start;
    same = repeats[same - 1]!;
  }
  return -1;
}
