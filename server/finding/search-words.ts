/** Words a question carries beside what it looks for; left out when others remain. */
const NOISE = new Set(
  `a all an and any anyone at by everybody everyone for from in of on or our people the to us we who whose with
   account accounts capture captures company contact contacts deal deals draft drafts meeting meetings opp opps
   person prospect prospects run runs`.split(/\s+/),
);

/** The most words that are looked for. */
export const MOST_WORDS = 8;

const split = (search: string) => search.split(/[\s./@_-]+/).filter((word) => /[\p{L}\p{N}]/u.test(word));

/** The words of a search, as its index has them: punctuation in addresses separates words. At most 8. */
export const wordsIn = (search: string): string[] => split(search).slice(0, MOST_WORDS);

/** The words of a search without those that say nothing of what is looked for; all of them where there are no others. */
export function tellingWords(search: string): string[] {
  const words = split(search.slice(0, 500));
  const telling = words.filter((word) => !NOISE.has(word.toLowerCase()));
  return telling.length > 0 ? telling : words;
}

/** Words as a tsquery of prefixes, all of which (`&`) or any of which (`|`) must be there. */
export const tsqueryOf = (words: readonly string[], way: '&' | '|' = '&') =>
  words.map((word) => `'${word.replaceAll('\\', '').replaceAll("'", "''")}':*`).join(` ${way} `);
