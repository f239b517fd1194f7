import type { KnownFact } from '../../db/statements/calls.ts';
import { isFieldSentence, labelOf } from '../facts/attributes.ts';
import { holds, isFigure, isNamelike } from './kinds.ts';
import type { Clause, Need, Reading } from './question.ts';
import { stemOf } from './stem.ts';
import { findPhrase, indexOf, keptByText, type PhraseIndex, type Token, tokensOf } from './tokens.ts';
import { circumstantial, isKnown, isOneSlip, topics } from './vocabulary.ts';

/** A fact taken apart: all its words, and those that are not the name of what it is about. */
type View = Apart & { readonly fact: KnownFact };

/** What a fact holds, whichever record it is of. */
type Apart = {
  readonly label: string;
  /** Stems of the label that not any field may have. */
  readonly labelled: readonly string[];
  readonly tokens: readonly Token[];
  readonly body: readonly Token[];
  readonly valueTokens: readonly Token[];
  /** It comes from a field and reads `Label of record: value.` */
  readonly isField: boolean;
  /** Stems that its topic implies: a champion's field is about support inside, whatever it says. */
  readonly implied: ReadonlySet<string>;
  /** Its field holds one thing, such as a person or a date, and says nothing of others. */
  readonly isOfOneThing: boolean;
  /** Which topics its words are about, as far as was asked. */
  readonly says: Map<PhraseIndex<true>, boolean>;
};

/** The text that a sentence is from. */
export type Context = {
  readonly tokens: readonly Token[];
  /** Its first sentence, which may say what all of it is about: `Workshop in Kinsale.` */
  readonly occasion: readonly Token[];
  /** Who signed it, or is named before its first colon. */
  readonly author: readonly Token[];
};

const NO_CONTEXT: Context = { tokens: [], occasion: [], author: [] };

/** At most a first and a second name. */
const isSignature = (tokens: readonly Token[]) =>
  tokens.length > 0 && tokens.length < 4 && tokens.every(({ capital }) => capital);

/** The text that facts are the sentences of. */
export function contextOf(facts: readonly KnownFact[]): Context {
  const inOrder = facts.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ value }) => value);
  const [first = '', last = ''] = [inOrder[0], inOrder.at(-1)];
  const before = tokensOf(/^[^:]{2,30}(?=: )/.exec(first)?.[0] ?? '');
  const signed = tokensOf(last);
  return {
    tokens: inOrder.flatMap((value) => tokensOf(value)),
    occasion: tokensOf(first),
    author: [before, signed].find(isSignature) ?? [],
  };
}

/** A fact that answers a question; higher scores answer it better. */
export type Support = { readonly fact: KnownFact; readonly score: number; readonly onTopic: boolean };

/** The value of a field that was emptied. */
export const UNKNOWN_AGAIN = 'no longer known';

const NOTHING: ReadonlySet<string> = new Set();
const OF_MEETINGS = new Set(['meeting', 'call', 'conversation', 'session', 'discuss'].map(stemOf));
const impliedBy = new Map<string, ReadonlySet<string>>([
  ['meeting notes', OF_MEETINGS],
  ['meeting outcome', OF_MEETINGS],
]);
for (const { labels, implied } of Object.values(topics)) {
  for (const label of labels) if (implied.size > 0) impliedBy.set(label, implied);
}

/** Labels of fields that hold one thing. */
const oneThing = new Set(
  Object.values(topics)
    .filter(
      ({ many, kind, name }) =>
        name !== 'the decision process' && name !== 'the paper process' && (kind !== undefined || many !== true),
    )
    .flatMap(({ labels }) => [...labels])
    .concat('name', 'currency'),
);

/** Attributes whose label says where words were written, not what they are about. */
const UNTELLING = new Set(['capture', 'notes', 'meeting notes', 'note']);

const views = new WeakMap<KnownFact, View>();

function viewOf(fact: KnownFact): View {
  let view = views.get(fact);
  if (view === undefined) {
    views.set(fact, (view = { fact, ...takenApart(`${fact.attribute}\0${fact.value}\0${fact.sentence}`) }));
  }
  return view;
}

/** Words of labels that any field may have. */
const GENERIC = new Set(
  'system name type number id reference count software tool platform provider date current total primary main'
    .split(' ')
    .map(stemOf),
);

const takenApart = keptByText((text): Apart => {
  const [attribute, value, sentence] = text.split('\0') as [string, string, string];
  const label = labelOf(attribute);
  const sentenceTokens = tokensOf(sentence);
  const valueTokens = value === sentence ? sentenceTokens : tokensOf(value);
  const isField = isFieldSentence(label, sentence);
  const labelTokens = UNTELLING.has(label) ? [] : tokensOf(label);
  return {
    label,
    labelled: isField
      ? tokensOf(label)
          .map(({ stem }) => stem)
          .filter((stem) => !GENERIC.has(stem))
      : [],
    isField,
    implied: impliedBy.get(label) ?? NOTHING,
    isOfOneThing: isField && oneThing.has(label),
    valueTokens,
    tokens: isField || labelTokens.length === 0 ? sentenceTokens : [...labelTokens, ...sentenceTokens],
    body: isField ? [...labelTokens, ...valueTokens] : [...labelTokens, ...sentenceTokens],
    says: new Map(),
  };
});

function says({ says: known, body }: View, phrases: PhraseIndex<true>): boolean {
  let said = known.get(phrases);
  if (said === undefined) known.set(phrases, (said = phrases.isIn(body)));
  return said;
}

const SUFFIX = / (?:notes?|names?|details?|info|summary|status)$/;

function isOnTopic({ label, fact }: View, name: keyof typeof topics): boolean {
  const { labels, subjects } = topics[name];
  return labels.has(label) || labels.has(label.replace(SUFFIX, '')) || (subjects?.includes(fact.subject_type) ?? false);
}

/** A misspelt name: two letters swapped, or one slip in a long one. */
const isMisspelling = (asked: string, known: string) =>
  asked[0] === known[0] &&
  isOneSlip(asked, known) &&
  (asked.length >= 7 || (asked.length >= 4 && [...asked].sort().join() === [...known].sort().join()));

/** Whether the words after one another begin with the letters of an abbreviation: a property management system is a PMS. */
const holdsInitials = (letters: string, tokens: readonly Token[]) =>
  letters.length > 2 &&
  letters.length < 6 &&
  tokens.some((_, place) => [...letters].every((letter, index) => tokens[place + index]?.word.startsWith(letter)));

/** Words written as one or as two are the same: Wi-Fi and wifi. */
const holdsJoined = (word: string, tokens: readonly Token[]) =>
  word.length > 3 &&
  tokens.some((token, place) => token.word === word || token.word + (tokens[place + 1]?.word ?? '') === word);

function holdsName(words: readonly string[], tokens: readonly Token[]): boolean {
  const has = (word: string) => tokens.some((token) => token.word === word);
  if (holdsJoined(words.join(''), tokens) || (words.length === 1 && holdsInitials(words[0]!, tokens))) return true;
  if (words.every(has)) return true;
  if (words.length === 1) return tokens.some((token) => token.capital && isMisspelling(words[0]!, token.word));
  // One name of two will do, unless it stands beside another: Dana is Dana Reyes, Dana Smith is not.
  return tokens.some(
    (token, place) =>
      words.includes(token.word) &&
      token.capital &&
      ![tokens[place - 1], tokens[place + 1]].some(
        (next) => next !== undefined && !next.initial && isNamelike(next) && !words.includes(next.word),
      ) &&
      !(token.initial && tokens[place + 1] !== undefined && isNamelike(tokens[place + 1]!)),
  );
}

type WordsNeed = Extract<Need, { kind: 'words' }>;

const patterns = new WeakMap<WordsNeed, PhraseIndex<true>>();

function patternsOf(need: WordsNeed): PhraseIndex<true> {
  let index = patterns.get(need);
  if (index === undefined) patterns.set(need, (index = indexOf(need.phrases)));
  return index;
}

/** Whether a text has the words of a need. */
export const isSaidIn = (need: WordsNeed, text: string) => patternsOf(need).isIn(tokensOf(text));

const plainOf = ({ text }: WordsNeed) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

type Covered = { score: number; inBody: boolean; onTopic: boolean; implied?: boolean };

const isTimed = ({ expects }: Reading) => expects === 'date' || expects === 'time';

/** Whether a question names the very field that a fact is of: `which ERP do they run`, and there is an `erp_system`. */
const isLabelAsked = ({ labelled }: View, asked: ReadonlySet<string>) =>
  labelled.length > 0 && labelled.every((stem) => asked.has(stem) || [...asked].some((word) => isKin(word, stem)));

function coverage(need: Need, view: View, beside: boolean, asked: ReadonlySet<string>): Covered | undefined {
  switch (need.kind) {
    case 'topic': {
      if (need.topics.some((name) => isOnTopic(view, name))) return { score: 4, inBody: true, onTopic: true };
      if (view.isOfOneThing) return undefined;
      const isSaid = need.topics.some(
        (name) =>
          (says(view, topics[name].said) || (beside && says(view, topics[name].saidBeside))) &&
          (topics[name].shape?.test(view.fact.sentence) ?? true),
      );
      return isSaid ? { score: 2, inBody: true, onTopic: false } : undefined;
    }
    case 'words': {
      const { body } = view;
      if (
        need.stem !== undefined &&
        view.labelled.some((stem) => stem === need.stem || isKin(stem, need.stem!)) &&
        isLabelAsked(view, asked)
      ) {
        return { score: 3.5, inBody: true, onTopic: true };
      }
      // What is ours is not theirs.
      const isTheirs = ([first]: number[]) => need.ours || body[first! - 1]?.word !== 'our';
      if (patternsOf(need).isIn(body, isTheirs) || holdsJoined(plainOf(need), body)) {
        return { score: 1.5, inBody: true, onTopic: false };
      }
      if (need.stem !== undefined && view.implied.has(need.stem))
        return { score: 0.5, inBody: false, onTopic: false, implied: true };
      const inSubject = view.isField && patternsOf(need).isIn(view.tokens);
      return inSubject ? { score: 1, inBody: false, onTopic: false } : undefined;
    }
    case 'name':
      if (need.record === true && !need.words.every((word) => view.tokens.some((token) => token.word === word)))
        return undefined;
      return holdsName(need.words, view.tokens)
        ? { score: 1, inBody: holdsName(need.words, view.body), onTopic: false }
        : undefined;
  }
}

const STAGES = new Set(
  `discovery qualification qualified proposal negotiation negotiating closed won lost demo evaluation contract contracting
   pilot prospecting engaging open verbal commit`.split(/\s+/),
);

const topicOf = ({ needs }: Reading) => needs.find((need) => need.kind === 'topic');

/** A question for yes or no names a value; the fact that holds the attribute answers it with another one. */
function isOtherValue(need: Need, reading: Reading): boolean {
  return (topicOf(reading)?.topics ?? []).some((name) => {
    const { kind, many } = topics[name];
    if (many === true) return false;
    if (kind === 'person') return need.kind === 'name';
    if (need.kind !== 'words') return false;
    if (name === 'stage') return STAGES.has(need.text.toLowerCase());
    if (kind === 'date') return holds('date', tokensOf(need.text), need.text, new Set());
    return kind === 'number' && /\d/.test(need.text);
  });
}

/** Whether a sentence ends between two places. */
const breaksBetween = (tokens: readonly Token[], from: number, until: number) =>
  tokens.slice(from + 1, until + 1).some(({ breaks }) => breaks);

function isOfKind(reading: Reading, view: View, onTopic: boolean, asked: ReadonlySet<string>): boolean {
  const { expects, counted } = reading;
  const topic = topicOf(reading);
  const kinds = topic?.topics.map((name) => topics[name].kind) ?? [];
  if (expects === undefined) {
    if (onTopic || topic === undefined || kinds.includes(undefined)) return true;
    return kinds.some((kind) => holds(kind!, view.tokens, view.fact.sentence, asked));
  }
  if (onTopic && (kinds.includes(expects) || expects === 'reason')) return true;
  // Somebody named beside what belongs to a process is not who it is asked for.
  if (
    expects === 'person' &&
    topic !== undefined &&
    !onTopic &&
    kinds.every((kind) => kind === undefined) &&
    reading.needs.length === 1
  )
    return false;
  if (expects === 'reason' && reading.needs.length > 1) return true;
  if (onTopic && expects === 'place' && kinds.includes(undefined)) return true;
  if (onTopic && expects === 'person' && topic?.topics.includes('competition') === true) return true;
  const aboutPerson = /^(?:contact|prospect)$/.test(view.fact.subject_type);
  const inValue = view.isField && !(aboutPerson && expects === 'person');
  const tokens = inValue ? view.valueTokens : view.tokens;
  if (!holds(expects, tokens, inValue ? view.fact.value : view.fact.sentence, asked)) return false;
  if (counted === undefined) return true;
  const isHeld = (need: Need) => need.kind === 'words' && patternsOf(need).isIn(view.tokens);
  const named = reading.needs.filter((need) => need.kind === 'words' && need.text.includes(counted));
  // Where the counted word itself is lacking, as people often are, the figure stands beside something else.
  const beside = named.some(isHeld) || named.length === 0 ? named : reading.needs.filter(isHeld);
  if (beside.length === 0) return true;
  const label = view.isField ? tokensOf(view.label) : [];
  return beside
    .flatMap((need) => (need.kind === 'words' ? need.phrases : []))
    .some((phrase) => {
      if (findPhrase(phrase, label) !== undefined) return true;
      const places = findPhrase(phrase, tokens);
      if (places === undefined) return false;
      const first = places[0]!;
      const from =
        [first - 1, first - 2].findLast((place) => place >= 0 && !breaksBetween(tokens, place, first)) ?? first;
      const last = places.at(-1)!;
      const until =
        [last + 3, last + 2, last + 1].find((place) => place < tokens.length && !breaksBetween(tokens, last, place)) ??
        last;
      return tokens.slice(from, until + 1).some(isFigure);
    });
}

/** Whether what a fact holds makes up for a light word that it lacks. */
function isEnough({ expects, counted }: Reading, has: { held: number; heldNames: number; onTopic: boolean }): boolean {
  if (has.onTopic || has.heldNames > 1) return true;
  if (has.held === 0) return false;
  return has.held + has.heldNames > 1 || counted !== undefined || expects === 'date' || expects === 'place';
}

const STRONG_REASON =
  /\b(?:because|due to|too|since|on price|reason|afraid|worried|only if|without|cannot|no longer)\b/i;

/** Whether one word that is lacking matters little beside three that are held, or beside the reason that is asked for. */
function isNearlyAll(reading: Reading, view: View, has: { missing: number; held: number; heldNames: number }): boolean {
  if (has.missing > 1) return false;
  if (reading.expects === 'reason') return has.held + has.heldNames > 1 && STRONG_REASON.test(view.fact.sentence);
  return has.held > 1 && has.held + has.heldNames > 2;
}

const PERSONAL = new Set('he she him her his hers they them their it its i my me we our us'.split(' '));

/** Written as a name, or no word of the language: it stands for one thing, which no other sentence is about. */
const isProper = ({ text, stem }: WordsNeed) => /^\p{Lu}/u.test(text) || (stem !== undefined && !isKnown(stem));

/** Whether other sentences of the same text hold what a sentence lacks. Who it names itself, no other sentence names. */
const isNear = (need: Need, { tokens }: View, context: Context) =>
  need.kind === 'name'
    ? holdsName(need.words, context.tokens) && !tokens.some(isNamelike) && tokens.some(({ word }) => PERSONAL.has(word))
    : need.kind === 'words' && !isProper(need) && patternsOf(need).isIn(context.tokens);

/** Who wrote a text says all of it. */
const isBy = (need: Need, { author }: Context) => need.kind === 'name' && holdsName(need.words, author);

/** What is counted or measured stands beside its number. */
const isMeasured = (need: Need, { expects }: Reading) => need.kind === 'words' && expects === 'number';

/** Whether a fact is of a deal's own field, so that it is of no other deal. */
const isOfDeal = ({ fact }: View) => fact.subject_type === 'opp';

function supportBy(reading: Reading, clause: Clause, view: View, context: Context): Support | undefined {
  const { needs } = reading;
  if (needs.length === 0) return undefined;
  let score = 0;
  let inBody = false;
  let onTopic = false;
  let otherValues = 0;
  let lacking = 0;
  let unnamed = 0;
  let verbless = 0;
  let missing = 0;
  let near = 0;
  let held = 0;
  let heldNames = 0;
  let otherwise = 0;
  for (const need of needs) {
    const covered = coverage(need, view, needs.length > 1, clause.stems);
    if (covered === undefined || (covered.implied === true && clause.polar)) {
      if (need.kind === 'name' && need.record === true && !isOfDeal(view)) otherwise += 1;
      else if (isBy(need, context)) heldNames += 1;
      else if (need.kind === 'words' && need.light) lacking += 1;
      else if (need.kind === 'words' && need.focus) unnamed += 1;
      else if (need.kind === 'words' && need.verb && !clause.polar && !isTimed(reading) && reading.expects !== 'reason')
        verbless += 1;
      else if (need.kind !== 'topic' && clause.polar && isOtherValue(need, reading)) otherValues += 1;
      else if (need.kind !== 'topic' && !isMeasured(need, reading) && isNear(need, view, context)) near += 1;
      else if (need.kind === 'words' && !need.deed) missing += 1;
      else return undefined;
      continue;
    }
    if (need.kind === 'name') heldNames += 1;
    else if (need.kind === 'topic' || !need.soft) held += 1;
    score += covered.score;
    inBody ||= covered.inBody;
    onTopic ||= covered.onTopic;
  }
  if (otherValues > 0 && !onTopic) return undefined;
  // A risk of the account is one of its deals'; the champion of one deal is not another's.
  if (otherwise > 0 && !(onTopic && topicOf(reading)?.topics.every((name) => topics[name].record[0] === 'add_to_plan')))
    return undefined;
  if (lacking > 1 || (lacking === 1 && !isEnough(reading, { held, heldNames, onTopic }))) return undefined;
  if (unnamed > 0 && (lacking + near > 0 || held === 0 || held + heldNames < 2)) return undefined;
  if (verbless > 0 && (lacking + unnamed + near + missing > 0 || held === 0 || held + heldNames < 2)) return undefined;
  if (
    missing > 0 &&
    !isNearlyAll(reading, view, { missing: missing + lacking + unnamed + near + verbless, held, heldNames })
  )
    return undefined;
  if (near > 1 || (near === 1 && (held === 0 || lacking > 0))) return undefined;
  // What a record is called says nothing else of it.
  if (view.label === 'name' && lacking + unnamed + verbless + missing + near > 0) return undefined;
  if (reading.expects === 'reason' && needs.every(({ kind }) => kind === 'name')) return undefined;
  score -= near;
  if (!inBody && needs.some(({ kind }) => kind !== 'name')) return undefined;
  return isOfKind(reading, view, onTopic, clause.asked) ? { fact: view.fact, score, onTopic } : undefined;
}

/** Whether a fact that holds all else may lack a word: it says how a thing is asked for more than what is. */
const isSlight = (need: Need) =>
  need.kind === 'words' &&
  !need.deed &&
  (need.soft || (need.stem !== undefined && circumstantial.has(need.stem) && !NOUN.test(need.text)));

/** A noun made of a verb is a thing, which matters. */
const NOUN = /(?:ance|ence|ment|[ts]ion|ity|ness)s?$/i;

/** The same word in another form that no ending tells: `certified` and `certification`. */
function isKin(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  if (shorter < 5) return false;
  let same = 0;
  while (same < shorter && a[same] === b[same]) same += 1;
  return same >= 5 && same >= shorter - 2 && Math.abs(a.length - b.length) < 5;
}

const holdsKin = (need: Need, tokens: readonly Token[]) =>
  need.kind === 'words' &&
  need.stem !== undefined &&
  tokens.some(
    ({ word, stem }) =>
      isKin(need.stem!, stem) ||
      isKin(need.text.toLowerCase(), word) ||
      (stem.length > 6 && isOneSlip(need.stem!, stem)),
  );

/** Whether a fact holds what is asked for in another form, or the text that it is from does. */
const holdsLoosely = (need: Need, reading: Reading, view: View, context: Context) =>
  holdsKin(need, view.tokens) ||
  (!isMeasured(need, reading) && isNear(need, view, context)) ||
  isBy(need, context) ||
  (need.kind === 'name' && holdsName(need.words, context.occasion));

function looseSupportBy(reading: Reading, clause: Clause, view: View, context: Context): Support | undefined {
  if (view.label === 'name') return undefined;
  let score = 0;
  let onTopic = false;
  let isNamed = false;
  let isToldOf = false;
  for (const need of reading.needs) {
    const found = coverage(need, view, reading.needs.length > 1, clause.stems);
    const covered = found?.implied === true ? undefined : found;
    if (covered === undefined && !holdsLoosely(need, reading, view, context)) {
      if (!isSlight(need)) return undefined;
      continue;
    }
    onTopic ||= covered?.onTopic === true;
    score += covered?.score ?? 0.5;
    if (need.kind === 'name') isNamed ||= need.record !== true;
    else if (!isSlight(need)) isToldOf = true;
  }
  // Of somebody who is only named, what is known is told; why they did something is not.
  if (!isToldOf && (!isNamed || reading.expects === 'reason')) return undefined;
  return isOfKind(reading, view, onTopic, clause.asked) ? { fact: view.fact, score: score / 10, onTopic } : undefined;
}

/**
 * Whether a fact answers a question by what matters most in it: all its names and what it is about, though not every
 * word. For where no fact holds all.
 */
export function looseSupportOf(clause: Clause, fact: KnownFact, context: Context = NO_CONTEXT): Support | undefined {
  return bestOf(clause, fact, (reading, view) => looseSupportBy(reading, clause, view, context));
}

/** Whether and how well a fact answers a question: it must hold everything that one reading of it asks for. */
export function supportOf(clause: Clause, fact: KnownFact, context: Context = NO_CONTEXT): Support | undefined {
  return bestOf(clause, fact, (reading, view) => supportBy(reading, clause, view, context));
}

function bestOf(clause: Clause, fact: KnownFact, by: (reading: Reading, view: View) => Support | undefined) {
  if (clause.era === 'now' && (fact.superseded_at !== null || fact.value === UNKNOWN_AGAIN)) return undefined;
  const view = viewOf(fact);
  let best: Support | undefined;
  for (const reading of clause.readings) {
    const support = by(reading, view);
    if (support !== undefined && support.score > (best?.score ?? 0)) best = support;
  }
  return best;
}

/** Best first; among equals the newest. */
export const byStrength = (a: Support, b: Support): number =>
  b.score - a.score ||
  (a.fact.at < b.fact.at ? 1 : a.fact.at > b.fact.at ? -1 : 0) ||
  (a.fact.id < b.fact.id ? 1 : a.fact.id > b.fact.id ? -1 : 0);
