import { CHANGE, type Kind, KINDS, PAST, POLAR, type Shape, SHAPES } from './terms/patterns.ts';
import { hasPhrase, likeExamples, nearTo, type Topic, topics } from './vocabulary.ts';
import { areGerman, isAcronym, isCalendar, type Token, tokensOf, WORDS } from './words.ts';

/** A telling word of a question. */
export type Term = {
  readonly stem: string;
  readonly word: string;
  /** Stems that mean much the same. */
  readonly near: ReadonlySet<string>;
  /** Part of a name. */
  readonly name: boolean;
  /** Says little by itself: `deal`, `say`. */
  readonly light: boolean;
};

export type Question = {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly stems: readonly string[];
  readonly terms: readonly Term[];
  /** The words of each name asked for. */
  readonly names: readonly (readonly Token[])[];
  readonly kind: Kind | undefined;
  /** Asked to be answered by yes or no. */
  readonly polar: boolean;
  readonly era: 'now' | 'past' | 'change';
  readonly shapes: ReadonlySet<Shape>;
  /** What is asked for in the glossary's words, and the stems that say so. */
  readonly topics: readonly { topic: Topic; phrase: readonly string[] }[];
  /** How like the question is to example questions of an attribute, 0 to 1. */
  readonly like: ReadonlyMap<string, number>;
};

/** Characters of a question that are read, and its words that are looked for. */
const MOST_READ = 1_000;
const MOST_TERMS = 24;
const MOST_SEARCHED = 60;

const canBeName = (token: Token | undefined, isGerman: boolean) =>
  token !== undefined &&
  token.capital &&
  !isCalendar(token) &&
  !WORDS.function.has(token.word) &&
  !(isGerman && WORDS.german.has(token.word)) &&
  !/^(?:[qh][1-4]|fy\d*)$/.test(token.word) &&
  !(token.initial && !token.owns && !isAcronym(token) && WORDS.light.has(token.word));

/** Names: runs of words written large; in German, and first in a sentence, one alone only where it owns something. */
function namesIn(tokens: readonly Token[]): Token[][] {
  if (!tokens.some(({ text, capital }) => text !== text.toUpperCase() && !capital)) return [];
  const names: Token[][] = [];
  const isGerman = areGerman(tokens);
  for (let at = 0; at < tokens.length; at += 1) {
    const run = [tokens[at]!];
    if (!canBeName(run[0], isGerman)) continue;
    while (canBeName(tokens[at + 1], isGerman) && !tokens[at]!.owns && !tokens[at + 1]!.initial)
      run.push(tokens[(at += 1)]!);
    if (run.length > 1 || run[0]!.owns || !(run[0]!.initial || isGerman)) names.push(run);
  }
  return names;
}

/** The telling words: all but those of grammar. */
function termsOf(tokens: readonly Token[], named: ReadonlySet<Token>): Term[] {
  const terms = new Map<string, Term>();
  for (const token of tokens) {
    const { word, stem } = token;
    const name = named.has(token);
    if (terms.has(stem) || terms.size >= MOST_TERMS || (WORDS.function.has(word) && !name)) continue;
    terms.set(stem, { stem, word, near: nearTo(stem), name, light: !name && WORDS.light.has(word) });
  }
  return [...terms.values()];
}

/** What a question asks for, and what its words say. */
export function readQuestion(written: string): Question {
  const text = written.slice(0, MOST_READ);
  const tokens = tokensOf(text);
  const stems = tokens.map(({ stem }) => stem);
  const names = namesIn(tokens);
  const asked = topics.flatMap((topic) => {
    const phrase = topic.terms.find((each) => hasPhrase(stems, each));
    return phrase === undefined ? [] : [{ topic, phrase }];
  });
  const polar = POLAR.test(text);
  return {
    text,
    tokens,
    stems,
    terms: termsOf(tokens, new Set(names.flat())),
    names,
    kind: KINDS.find(([pattern]) => pattern.test(text))?.[1],
    polar,
    era: CHANGE.test(text) && (polar || /^\W*how\b/i.test(text)) ? 'change' : PAST.test(text) ? 'past' : 'now',
    shapes: new Set(SHAPES.filter(([, pattern]) => pattern.test(text)).map(([shape]) => shape)),
    // `Economic buyer` asks for nothing that `buyer` does.
    topics: asked.filter(
      ({ phrase }) => !asked.some((other) => other.phrase.length > phrase.length && hasPhrase(other.phrase, phrase)),
    ),
    like: likeExamples(new Set(stems)),
  };
}

const asQuery = (words: Iterable<string>) =>
  Array.from(words, (word) => `'${word.replaceAll(/['\\]/g, ' ')}'`).join(' | ');

/** Words that the database is to look for, as tsqueries: the question's own, and all, with those near them. */
export function searchWords({ terms, tokens }: Question): { own: string; all: string } {
  const telling = terms.filter(({ light }) => !light);
  const own = new Set(telling.map(({ word }) => word));
  const all = new Set([...own, ...telling.flatMap(({ near }) => [...near])].slice(0, MOST_SEARCHED));
  if (all.size === 0) for (const { word } of tokens.slice(0, 12)) all.add(word);
  return { own: asQuery(own), all: asQuery(all) };
}
