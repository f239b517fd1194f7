import { firstWordsIn } from './companies.ts';
import type { Clause, Need } from './question.ts';
import { formsOf } from './stem.ts';
import { type Phrase, searchWordsOf, tokensOf } from './tokens.ts';
import { functionStems, topics } from './vocabulary.ts';
import { stemOf } from './stem.ts';

/** What the database is to look for, so that no fact that could answer is left behind. */
export type Search = {
  attributes: string[];
  subjects: string[];
  /** A tsquery that a fact with anything of what is asked for matches; empty for none. */
  any: string;
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

function wordsQuery(words: readonly string[][]): string {
  const telling = words.filter((alternatives) => !alternatives.every((word) => functionStems.has(stemOf(word))));
  return joined(
    telling.map((alternatives) => joined([...new Set(alternatives.flatMap(formsOf))].map(quoted), '|')),
    '&',
  );
}

const cache = new Map<Phrase, string>();

function phraseQuery(phrase: Phrase): string {
  let query = cache.get(phrase);
  if (query === undefined) cache.set(phrase, (query = wordsQuery(searchWordsOf(phrase))));
  return query;
}

const unique = (parts: readonly string[]) => [...new Set(parts.filter(Boolean))];

const topicQueries = new Map(
  Object.entries(topics).map(([name, { labels, saying, sayingBeside }]) => [
    name,
    unique([
      ...[...labels].map((label) => wordsQuery(label.split(' ').map((word) => [word]))),
      ...[...saying, ...sayingBeside].map(phraseQuery),
    ]),
  ]),
);

function needQueries(need: Need): string[] {
  switch (need.kind) {
    case 'topic':
      return need.topics.flatMap((name) => topicQueries.get(name)!);
    case 'words': {
      const plain = need.text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
      return unique([plain === '' ? '' : quoted(plain), ...need.phrases.map(phraseQuery)]);
    }
    case 'name':
      return unique([joined(need.words.map(quoted), '&'), quoted(need.words.join(''))]);
  }
}

const isIndispensable = (need: Need) => need.kind !== 'words' || !(need.light || need.focus || need.verb || need.soft);

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
  return {
    attributes: unique(sought.flatMap((name) => [...topics[name].labels].map((label) => label.replaceAll(' ', '_')))),
    subjects: unique(sought.flatMap((name) => topics[name].subjects ?? [])),
    any: unique([...needs.flatMap(needQueries), ...alone]).join(' | '),
    all: unique(all).join(' | '),
    past: clauses.some(({ era }) => era !== 'now'),
    everything: clauses.some(
      ({ readings: [first], overview, era }) => first!.needs.length === 0 && (overview || era === 'change'),
    ),
    firstWords: firstWordsIn(tokensOf(question)),
  };
}
