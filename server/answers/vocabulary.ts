import { stemOf } from './stem.ts';
import { indexOf, type Phrase, PhraseIndex, phrasesOf } from './tokens.ts';
import { type Kind, TOPICS, type Topic, type TopicName } from './topics.ts';
import {
  CIRCUMSTANTIAL,
  CUES,
  FUNCTION,
  LIGHT,
  MISSPELT,
  NUMBER_NOUNS,
  SOFT,
  SYNONYMS,
  TELLING_VERBS,
  VERBS,
} from './words.ts';

const words = (text: string) => text.split(/[\s,]+/).filter(Boolean);
const stems = (text: string): ReadonlySet<string> => new Set(words(text).map(stemOf));

const listOf = (list: string, beside: boolean) =>
  list
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each.startsWith('~') === beside)
    .map((each) => each.replace('~', ''))
    .join();

/** A topic ready to be looked for. */
export type ReadTopic = Topic & {
  readonly labels: ReadonlySet<string>;
  readonly saying: readonly Phrase[];
  readonly sayingBeside: readonly Phrase[];
  readonly said: PhraseIndex<true>;
  readonly saidBeside: PhraseIndex<true>;
  readonly home: ReadonlySet<string>;
  readonly implied: ReadonlySet<string>;
};

export const topics = Object.fromEntries(
  Object.entries<Topic>(TOPICS).map(([name, topic]) => [
    name,
    {
      ...topic,
      labels: new Set(topic.attributes.split(',').map((label) => label.trim().replaceAll(/\s+/g, ' '))),
      saying: phrasesOf(listOf(topic.says, false)),
      sayingBeside: phrasesOf(listOf(topic.says, true)),
      said: indexOf(phrasesOf(listOf(topic.says, false))),
      saidBeside: indexOf(phrasesOf(listOf(topic.says, true))),
      home: stems(topic.field ?? ''),
      implied: stems(topic.implies ?? ''),
    },
  ]),
) as unknown as Record<TopicName, ReadTopic>;

/** What questions ask for, by how they ask. */
export const asking = new PhraseIndex<TopicName>();
for (const [name, topic] of Object.entries<Topic>(TOPICS)) {
  for (const phrase of phrasesOf(topic.asks)) asking.add(phrase, name as TopicName);
}

function groupsOf(lines: string, answersOnly = false): PhraseIndex<readonly Phrase[]> {
  const index = new PhraseIndex<readonly Phrase[]>();
  for (const line of lines.split('\n').filter((each) => each.trim() !== '')) {
    const [asked, more] = line.split('>');
    const group = [...(answersOnly ? [] : phrasesOf(asked!)), ...phrasesOf(more ?? '')];
    for (const phrase of phrasesOf(asked!)) index.add(phrase, group);
  }
  return index;
}

/** Words that stand for one another: a question's phrase, and all phrases of facts that answer to it. */
export const synonyms = groupsOf(SYNONYMS);
export const verbs = groupsOf(VERBS, true);

export const softStems: ReadonlySet<string> = stems(`${FUNCTION} ${SOFT}`);
/** Stems of the words that only hold a sentence together. */
export const functionStems: ReadonlySet<string> = stems(FUNCTION);
/** Stems a fact may lack beside two other things that it holds. */
export const lightStems: ReadonlySet<string> = stems(LIGHT);
/** Stems a fact may lack that holds the nouns and names of a question. */
export const circumstantial: ReadonlySet<string> = stems(CIRCUMSTANTIAL);
export const tellingVerbs: ReadonlySet<string> = stems(TELLING_VERBS);
export const numberNouns: ReadonlySet<string> = stems(NUMBER_NOUNS);
export const misspelt: ReadonlyMap<string, string> = new Map(Object.entries(MISSPELT));

const cuePhrases = (list: string) => indexOf(phrasesOf(list));
export const cues = {
  before: cuePhrases(CUES.before),
  change: cuePhrases(CUES.change),
  move: cuePhrases(CUES.move),
  overview: cuePhrases(CUES.overview),
};

const KIND_CUES: Record<Kind, string> = {
  person: 'who, whom, whose',
  date: `when, what|which date|day|month|quarter|week|year, how soon, by when, until when, since when, deadline`,
  time: 'what|which time, what hour',
  number: `how many, how much, what percentage|percent|number|share|proportion|amount, number of, count of, amount of,
    how big|large|heavy|tall|fast|old|far|expensive|high|deep|small`,
  place: 'where',
  duration: 'how long, how often',
  reason: 'why, how come, what reason',
};
export const kindCues = new PhraseIndex<Kind>();
for (const [kind, list] of Object.entries(KIND_CUES)) {
  for (const phrase of phrasesOf(list)) kindCues.add(phrase, kind as Kind);
}

const vocabulary = new Map<string, string[]>();

/** Words whose misspellings are recognised: those that topics and synonyms are asked by, by first letter. */
const correctable = new Set(
  [...Object.values<Topic>(TOPICS).map(({ asks }) => asks), SYNONYMS, CUES.before, CUES.change]
    .flatMap((text) => text.split(/[\s,|>*#@=]+/))
    .filter((word) => /^[a-z]{5,}$/.test(word)),
);
for (const word of correctable) vocabulary.set(word[0]!, [...(vocabulary.get(word[0]!) ?? []), word]);

/** Stems of every word this vocabulary knows, soft ones included. */
const known: ReadonlySet<string> = new Set([
  ...softStems,
  ...Object.values<Topic>(TOPICS).flatMap(({ asks, says, field, attributes }) =>
    [asks, says, field ?? '', attributes].flatMap((text) => text.split(/[\s,|*#@=~]+/).map(stemOf)),
  ),
  ...[SYNONYMS, VERBS, LIGHT]
    .join('\n')
    .split(/[\s,|>*#@=]+/)
    .map(stemOf),
  ...Object.values(CUES).flatMap((text) => text.split(/[\s,|*]+/).map(stemOf)),
]);

export const isKnown = (stem: string): boolean => known.has(stem);

/** Whether one letter added, left out, changed or two swapped make `a` of `b`; both in lower case. */
export function isOneSlip(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1;
  const rest = (text: string, by: number) => text.slice(start + by);
  if (a.length === b.length) {
    return (
      rest(a, 1) === rest(b, 1) || (a[start] === b[start + 1] && a[start + 1] === b[start] && rest(a, 2) === rest(b, 2))
    );
  }
  return a.length > b.length ? rest(a, 1) === rest(b, 0) : rest(a, 0) === rest(b, 1);
}

const cueWords = new Set(`${CUES.before} ${CUES.change}`.match(/[a-z]{6,}/g));

/** The word for a time before that an unknown one misspells: patterns look for it, not for its slips. */
export function correctedCue(word: string): string | undefined {
  const corrected = correctedWord(word);
  return corrected !== undefined && cueWords.has(corrected) ? corrected : undefined;
}

/** The word of the vocabulary that an unknown one of five letters or more misspells. */
export function correctedWord(word: string): string | undefined {
  if (word.length < 5 || !/^[a-z]+$/.test(word) || isKnown(stemOf(word))) return undefined;
  return vocabulary.get(word[0]!)?.find((each) => isOneSlip(word, each));
}
