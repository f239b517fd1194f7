import { firstWordsIn } from './companies.ts';
import { type Clause, MOST_QUESTION, type Need } from './question.ts';
import { formsOf } from './stem.ts';
import { type Phrase, searchWordsOf, tokensOf } from './tokens.ts';
import { correctedWord, functionStems, lightStems, softStems, topics } from './vocabulary.ts';
import { stemOf } from './stem.ts';

/** What the database is to look for, so that no fact that could answer is left behind. */
export type Search = {
  attributes: string[];
  subjects: string[];
  /** A tsquery that a fact with anything of what is asked for matches; empty for none. */
  any: string;
  /** Words, one of which every fact holds that matches `any`. */
  sieve: string;
  /** A tsquery that a fact with all of what is asked for matches. */
  all: string;
  past: boolean;
  everything: boolean;
  /** First words of the names that may be companies'. */
  firstWords: string[];
};

const quoted = (word: string) => `'${word.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`;
const joined = (parts: readonly string[], operator: '&' | '|') =>
  parts.length > 1 ? `(${parts.join(` ${operator} `)})` : (parts[0] ?? '');

/** Words that the database's English leaves out, beside those that only hold a sentence together. */
const UNSEARCHED = new Set('own nor above below further himself herself yourself yourselves ourselves don'.split(' '));

const isSearched = (word: string) => !functionStems.has(stemOf(word)) && !UNSEARCHED.has(word);

const tellingOf = (words: readonly string[][]) => words.filter((alternatives) => alternatives.some(isSearched));

function wordsQuery(words: readonly string[][]): string {
  return joined(
    tellingOf(words).map((alternatives) => joined([...new Set(alternatives.flatMap(formsOf))].map(quoted), '|')),
    '&',
  );
}

const isCommon = (word: string) => softStems.has(stemOf(word)) || lightStems.has(stemOf(word));

/** A common word lets as many facts through as so many others. */
const MANY = 8;

/**
 * Few words, one of which everything holds that matches any of the patterns: the database looks for these first, because
 * a long query is slow to try on every fact.
 */
function sievedBy(patterns: readonly string[][][]): Set<string> {
  const sieve = new Set<string>();
  const lacking = (alternatives: readonly string[]) =>
    alternatives.reduce((sum, word) => sum + (sieve.has(word) ? 0 : isCommon(word) ? MANY : 1), 0);
  const telling = patterns.map(tellingOf).filter((groups) => groups.length > 0);
  for (const groups of telling.toSorted((a, b) => a.length - b.length)) {
    const [cheapest] = groups.toSorted((a, b) => lacking(a) - lacking(b));
    for (const word of cheapest!) sieve.add(word);
  }
  return sieve;
}

/** By the patterns of the vocabulary, which stay; those of a question go with it. */
const cache = new WeakMap<Phrase, string>();

function phraseQuery(phrase: Phrase): string {
  let query = cache.get(phrase);
  if (query === undefined) cache.set(phrase, (query = wordsQuery(searchWordsOf(phrase))));
  return query;
}

const unique = (parts: readonly string[]) => [...new Set(parts.filter(Boolean))];

const topicPatterns = new Map(
  Object.entries(topics).map(([name, { labels, saying, sayingBeside }]) => [
    name,
    [
      ...[...labels].map((label) => label.split(' ').map((word) => [word])),
      ...[...saying, ...sayingBeside].map(searchWordsOf),
    ],
  ]),
);

/** The patterns without those that one shorter already finds: `sign the contract` beside `sign`. */
function withoutImplied(patterns: readonly string[][][]): string[][][] {
  const telling = patterns.map(tellingOf).filter((groups) => groups.length > 0);
  const alone = new Set(telling.filter(({ length }) => length === 1).flatMap(([words]) => words!));
  return telling.filter(
    (groups) => groups.length === 1 || !groups.some((words) => words.every((word) => alone.has(word))),
  );
}

const topicQueries = new Map(
  Array.from(topicPatterns, ([name, patterns]) => [name, unique(withoutImplied(patterns).map(wordsQuery))]),
);

const plainOf = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

function needQueries(need: Need): string[] {
  switch (need.kind) {
    case 'topic':
      return need.topics.flatMap((name) => topicQueries.get(name)!);
    case 'words': {
      const plain = plainOf(need.text);
      return unique([plain === '' ? '' : quoted(plain), ...need.phrases.map(phraseQuery)]);
    }
    case 'name':
      return unique([joined(need.words.map(quoted), '&'), quoted(need.words.join(''))]);
  }
}

const isIndispensable = (need: Need) => need.kind !== 'words' || !(need.light || need.focus || need.verb || need.soft);

function needPatterns(need: Need): string[][][] {
  switch (need.kind) {
    case 'topic':
      return need.topics.flatMap((name) => topicPatterns.get(name)!);
    case 'words':
      return [[[plainOf(need.text)]], ...need.phrases.map(searchWordsOf)];
    case 'name':
      return [...need.words, need.words.join('')].map((word) => [[word]]);
  }
}

/** What to search for, before it is known which companies a question names. */
export function searchOf(question: string, clauses: readonly Clause[]): Search {
  const readings = clauses.flatMap((clause) => clause.readings);
  const needs = readings.flatMap((reading) => reading.needs);
  const sought = needs.flatMap((need) => (need.kind === 'topic' ? need.topics : []));
  const all = readings.map((reading) =>
    joined(
      reading.needs.filter(isIndispensable).map((need) => joined(needQueries(need), '|')),
      '&',
    ),
  );
  const alone = needs.flatMap((need) => (need.kind === 'name' ? need.words.map(quoted) : []));
  // What is taken for a misspelling may be a word of the facts.
  const tokens = tokensOf(question.slice(0, MOST_QUESTION));
  const doubtful = tokens.map(({ word }) => word).filter((word) => correctedWord(word) !== undefined);
  return {
    attributes: unique(sought.flatMap((name) => [...topics[name].labels].map((label) => label.replaceAll(' ', '_')))),
    subjects: unique(sought.flatMap((name) => topics[name].subjects ?? [])),
    any: unique([...needs.flatMap(needQueries), ...alone, ...doubtful.map(quoted)]).join(' | '),
    sieve: [...sievedBy(needs.flatMap(needPatterns)), ...doubtful].flatMap(formsOf).join(' '),
    all: unique(all).join(' | '),
    past: clauses.some(({ era }) => era !== 'now'),
    everything: clauses.some(
      ({ readings: [first], overview, era }) => first!.needs.length === 0 && (overview || era === 'change'),
    ),
    firstWords: firstWordsIn(tokens),
  };
}
