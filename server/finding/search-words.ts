/** Words a question carries beside what it looks for; left out when others remain. */
const NOISE = new Set(
  `a all an and any anyone at by everybody everyone for from in of on or our people the to us we who whose with
   account accounts capture captures company contact contacts deal deals draft drafts meeting meetings opp opps
   person prospect prospects run runs`.split(/\s+/),
);

/** The words of a search, as its index has them: punctuation in addresses separates words. At most 8. */
export function wordsIn(search: string): string[] {
  return search
    .split(/[\s./@_-]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, 8);
}

/** The words of a search without those that say nothing of what is looked for. */
export function tellingWords(search: string): string[] {
  const words = wordsIn(search.slice(0, 500));
  const telling = words.filter((word) => !NOISE.has(word.toLowerCase()));
  return telling.length > 0 ? telling : words;
}

/** Words as a tsquery of prefixes, all of which (`&`) or any of which (`|`) must be there. */
export const tsqueryOf = (words: readonly string[], way: '&' | '|' = '&') =>
  words.map((word) => `'${word.replaceAll('\\', '').replaceAll("'", "''")}':*`).join(` ${way} `);
