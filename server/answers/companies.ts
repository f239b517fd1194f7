import { nearTo, stemsOfGlossary } from './vocabulary.ts';
import { isNumber, type Token, tokensOf, WORDS } from './words.ts';

/** A company, as a question may name it; elsewhere: of another workspace than the call's. */
export type Company = { id: string; name: string | null; isElsewhere?: boolean };

/** Words that name a company, or several that begin alike. */
export type Mention = { companies: Company[]; from: number; length: number };

/** The words a company is called by, without its legal form. */
function coreOf(name: string): string[] {
  const words = tokensOf(name).map(({ word }) => word);
  if (words[0] === 'the' && words.length > 1) words.shift();
  while (words.length > 1 && WORDS.legal.has(words.at(-1)!)) words.pop();
  return words;
}

/** A word alone can name a company when it is no word of the language, or is written as a name. */
const canNameAlone = ({ word, stem, capital, initial }: Token) =>
  (capital && !initial) ||
  !(WORDS.function.has(word) || WORDS.light.has(word) || nearTo(stem).size > 0 || stemsOfGlossary.has(stem));

/** The first word of every name that could be meant, to look accounts up by, as the database's `first_word` has it. */
export function firstWordsIn(tokens: readonly Token[]): string[] {
  const words = tokens
    .filter(canNameAlone)
    .flatMap(({ text, word }) => [word, text.toLowerCase(), word.replace(/s$/, '')]);
  return [...new Set(words)].slice(0, 100);
}

/** How many words of the text, from `at` on, name the company: all, several, or its first where that is telling. */
function lengthAt(core: readonly string[], tokens: readonly Token[], at: number): number {
  let same = 0;
  while (same < core.length && [core[same], `${core[same]}s`].includes(tokens[at + same]?.word)) same += 1;
  if (same > 1) return same + (WORDS.legal.has(tokens[at + same]?.word ?? '') ? 1 : 0);
  const first = tokens[at]!;
  return same === 1 && canNameAlone(first) && (core.length === 1 || (first.word.length > 2 && !isNumber(first)))
    ? 1
    : 0;
}

/** Where a text names companies: `own` before another named by the same words, a longer name before a shorter one. */
export function mentionsIn(tokens: readonly Token[], own: Company | undefined, others: readonly Company[]): Mention[] {
  const all = [...(own === undefined ? [] : [own]), ...others]
    .map((company) => ({ company, core: coreOf(company.name ?? '') }))
    .filter(({ core }) => core.length > 0);
  const found: Mention[] = [];
  for (let from = 0; from < tokens.length; from += 1) {
    const here = all.map(({ company, core }) => ({ company, length: lengthAt(core, tokens, from) }));
    const length = Math.max(0, ...here.map((each) => each.length));
    if (length === 0) continue;
    found.push({
      companies: here.filter((each) => each.length === length).map(({ company }) => company),
      from,
      length,
    });
    from += length - 1;
  }
  return found;
}

/** Whether a question is about the company it names: asked `at Globex` or `Globex's`, not `against Globex`. */
export function isAbout(tokens: readonly Token[], { from, length }: Mention): boolean {
  const before = tokens[from - 1];
  return tokens[from + length - 1]!.owns || before === undefined || !WORDS.with.has(before.word);
}
