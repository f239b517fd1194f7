import { type Company, isAbout, type Mention, mentionsIn } from './companies.ts';
import { isNamelike } from './kinds.ts';
import { NOTHING_TOLD, type RecordName, recordPlaces, type Told } from './recordables.ts';
import { stemOf } from './stem.ts';
import { type Phrase, phraseOf, type Token, tokensOf } from './tokens.ts';
import type { Kind, TopicName } from './topics.ts';
import {
  asking,
  correctedCue,
  correctedWord,
  cues,
  functionStems,
  kindCues,
  lightStems,
  misspelt,
  numberNouns,
  softStems,
  synonyms,
  tellingVerbs,
  topics,
  verbs,
} from './vocabulary.ts';

/** Something a fact must hold to answer a question. */
export type Need =
  | { readonly kind: 'topic'; readonly text: string; readonly topics: readonly TopicName[] }
  | {
      readonly kind: 'words';
      readonly text: string;
      readonly phrases: readonly Phrase[];
      /** Of a single word. */
      readonly stem: string | undefined;
      /** It is asked of us, not of them. */
      readonly ours: boolean;
      /** The verb of a question that has little else: it is wanted, and tells little. */
      readonly soft: boolean;
      /** A fact that holds the rest may lack it: a light word. */
      readonly light: boolean;
      /** A fact that holds two other things may lack it: the main verb, unless it makes the difference. */
      readonly verb: boolean;
      /** It makes all the difference: no fact may lack it. */
      readonly deed: boolean;
      /** A fact that holds much else may lack it: the kind of thing that is asked for. */
      readonly focus: boolean;
    }
  | {
      readonly kind: 'name';
      readonly text: string;
      readonly words: readonly string[];
      /** It names a deal, which facts of its account and people need not name. */
      readonly record?: boolean;
    };

/** Which time a question asks about: what holds now, what did, what did before that, or how it changed. */
export type Era = 'now' | 'was' | 'before' | 'change';

/** One way to take a question: a fact that holds all it needs, and is of the kind it looks for, answers it. */
export type Reading = {
  readonly needs: readonly Need[];
  readonly expects: Kind | undefined;
  /** What `how many` counts. */
  readonly counted: string | undefined;
};

/** One question of what was asked. */
export type Clause = {
  readonly text: string;
  /** By its topics first; else by its words alone, where a topic may have been seen that is not there. */
  readonly readings: readonly Reading[];
  readonly era: Era;
  /** It asks for whatever there is. */
  readonly overview: boolean;
  /** It can be answered by yes or no. */
  readonly polar: boolean;
  /** Stems of all its words. */
  readonly stems: ReadonlySet<string>;
  /** Stems of the names in it. */
  readonly asked: ReadonlySet<string>;
  /** The other companies it is about. */
  readonly about: readonly Company[];
};

/** Characters of a question that are read: one asks in fewer, and the facts are gone through for each word. */
export const MOST_QUESTION = 500;

/** Questions of one text that are answered. */
const MOST_CLAUSES = 6;

/** Things that one question asks for; a fact that holds the first of them all is found. */
const MOST_NEEDS = 10;

const ASKS =
  /\b(?:who|whom|whose|what|which|when|where|why|how|is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|any|tell|list|give|show|summari[sz]e|whats|whos|describe|explain|remind|name|find)\b/i;
/** Of a text whose words are one space apart. */
const CONJOINED =
  /(?:, ?| )(?:and|plus|&) (?=(?:also |then )?(?:who|whom|whose|what|whats|which|when|where|why|how|is|are|was|were|do|does|did|has|have|can|will)\b)|, ?(?=(?:who|whom|whose|what|which|when|where|why|how) (?:is|are|was|were|do|does|did|has|have|can|will|much|many)\b)/gi;

/** The questions in a text: its asking sentences, each taken apart where another question begins. */
function clausesIn(text: string): string[] {
  const sentences = text
    .slice(0, MOST_QUESTION)
    .split(/[?;\n]+|(?<=\p{L}{4}[.!])\s+/u)
    .map((sentence) => sentence.trim().replaceAll(/\s+/g, ' '))
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  const asking = sentences.filter((sentence) => ASKS.test(sentence));
  return (asking.length > 0 ? asking : sentences)
    .flatMap((sentence) => sentence.split(CONJOINED))
    .filter(Boolean)
    .slice(0, MOST_CLAUSES);
}

/** Small words put right, so that patterns find them. */
function repaired(tokens: readonly Token[]): Token[] {
  return tokens.map((token) => {
    const word = token.capital && !token.initial ? undefined : (misspelt.get(token.word) ?? correctedCue(token.word));
    return word === undefined ? token : { ...tokensOf(word)[0]!, initial: token.initial };
  });
}

/** `before we cut it`: what was, whatever it was that was done to it. */
const BEFORE_A_CHANGE =
  /\bbefore (?:it|we|they|he|she|i) (?:\p{L}+ed|cut|went|was|were|had|got|made|left|put|brought|took|rose|fell|grew|let)\b/iu;

function withoutChange(text: string): string {
  const found = BEFORE_A_CHANGE.exec(text);
  return found === null ? text : `${text.slice(0, found.index)}before`;
}

const POLAR = /^(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|any)$/;
/** Words that only count or place a thing among its like: `top 3 risks`, `the last two calls`. */
const COUNTERS = new Set('top first last next past'.split(' '));
const TEMPORAL_BEFORE = new Set('that this him her them then'.split(' '));

type Found = { places: number[]; weight: number };

/** What an account may be. */
const ORGANISATIONS = new Set(
  `cooperative coop airline airport studio hospital school university college bank agency authority council city municipality
   utility chain club brewery bakery hotel practice foundation charity ministry retailer insurer carrier publisher broadcaster
   manufacturer producer operator grower firm business enterprise corporation`.split(/\s+/),
);

const BUYERS = new Set(['customer', 'client'].map(stemOf));
const THEIRS = /\b(?:their|his|her|its)\b/i;

/** The words of a question and what they are taken for. */
class Words {
  readonly tokens: readonly Token[];
  /** Places of names of people, products and companies. */
  readonly isName: (place: number) => boolean;

  /** Stems that say nothing. */
  readonly soft: ReadonlySet<string>;

  /** Words that the facts have, which are no misspellings of others. */
  readonly told: ReadonlySet<string>;

  constructor(
    tokens: readonly Token[],
    isName: (place: number) => boolean,
    told: ReadonlySet<string>,
    soft: ReadonlySet<string> = softStems,
  ) {
    this.told = told;
    this.tokens = tokens;
    this.isName = isName;
    this.soft = soft;
  }

  isSoft(place: number): boolean {
    if (this.isName(place) || this.isCounted(place)) return false;
    // A customer of theirs is not the customer that is asked about.
    if (
      BUYERS.has(this.tokens[place]!.stem) &&
      THEIRS.test(this.textOf([place - 2, place - 1].filter((at) => at >= 0)))
    )
      return false;
    // The cooperative is the account that is asked about.
    if (
      ORGANISATIONS.has(this.tokens[place]!.word) &&
      this.tokens[place - 1]?.word === 'the' &&
      !this.isNounAfter(place)
    )
      return true;
    return this.soft.has(this.tokens[place]!.stem);
  }

  isNounAfter(place: number): boolean {
    const next = this.tokens[place + 1];
    return next !== undefined && !this.soft.has(next.stem);
  }

  /** What `how many` counts is asked for, however common the word. */
  isCounted(place: number): boolean {
    return this.tokens[place - 1]?.word === 'many' && this.tokens[place - 2]?.word === 'how';
  }

  isTelling(place: number): boolean {
    return !this.isSoft(place);
  }

  /** Whether a telling word follows at once, which the word then only describes: the change board. */
  precedesNoun(place: number): boolean {
    return place + 1 < this.tokens.length && this.isTelling(place + 1);
  }

  stemsOf({ places }: Found): string[] {
    return places.filter((place) => this.isTelling(place)).map((place) => this.tokens[place]!.stem);
  }

  textOf(places: readonly number[]): string {
    return places.map((place) => this.tokens[place]!.text).join(' ');
  }

  /** The matches that stand, strongest first, none sharing a telling word with a stronger one. */
  standing<Match extends Found>(matches: Match[], needsTelling: boolean): Match[] {
    const span = ({ places }: Found) => places.at(-1)! - places[0]!;
    const telling = ({ places }: Found) => places.filter((place) => this.isTelling(place)).length;
    const most = needsTelling ? Math.max(0, ...matches.map(telling)) : 0;
    const taken = new Map<number, string>();
    return matches
      .filter((match) => most === 0 || telling(match) > 0)
      .sort(
        (a, b) => telling(b) - telling(a) || b.weight - a.weight || span(a) - span(b) || a.places[0]! - b.places[0]!,
      )
      .filter((match) => {
        const own = match.places.filter((place) => this.isTelling(place));
        const key = match.places.join();
        if (own.some((place) => taken.has(place) && taken.get(place) !== key)) return false;
        for (const place of own) taken.set(place, key);
        return true;
      });
  }
}

type TopicMatch = Found & { name: TopicName };

/** Begins a question whether something was done. */
const WHETHER = /^(?:did|has|have|had|was|were)$/;
/** Deeds that belong to a topic, and that a question whether they were done is about. */
const DEEDS = new Set('sign approve decide buy purchase pay close win redline review submit'.split(' ').map(stemOf));

/** The topics a question asks for, without those that only repeat what a stronger one is about. */
function topicsIn(words: Words): { kept: TopicMatch[]; used: Set<number> } {
  const asksWhether = WHETHER.test(words.tokens[0]?.word ?? '');
  // Has the close date moved: a word before `date` is no deed.
  const isDeed = (place: number) => DEEDS.has(words.tokens[place]!.stem) && words.tokens[place + 1]?.word !== 'date';
  const all = asking
    .find(words.tokens)
    .filter(({ places }) => !(asksWhether && places.some(isDeed)))
    .filter(({ places }) => !places.some(words.isName) && !(places.length === 1 && words.isCounted(places[0]!)))
    .map(({ meaning, phrase, places }) => ({ name: meaning, weight: phrase.weight, places }));
  const standing = words.standing(all, true);
  const kept = standing.filter(
    (match, index) =>
      !standing
        .slice(0, index)
        .some(
          (stronger) =>
            stronger.places.join() !== match.places.join() &&
            words.stemsOf(match).every((stem) => topics[stronger.name].home.has(stem)),
        ),
  );
  const names = new Set(kept.map(({ name }) => name));
  const used = new Set([...standing, ...all.filter(({ name }) => names.has(name))].flatMap(({ places }) => places));
  return { kept, used };
}

function eraOf(words: Words, free: (place: number) => boolean, names: readonly TopicName[]): Era {
  const { tokens } = words;
  const cue = (index: (typeof cues)['before']) => index.find(tokens).filter(({ places }) => places.every(free));
  const before = cue(cues.before).filter(({ places }) => {
    const [first] = places as [number];
    if (tokens[first]!.word === 'old') return tokens[first - 1]?.word !== 'how';
    if (tokens[first]!.word !== 'before') return true;
    const next = tokens[first + 1];
    return next === undefined || next.capital || TEMPORAL_BEFORE.has(next.word) || words.isName(first + 1);
  });
  if (before.length > 0) return 'before';
  if (cue(cues.change).some(({ places }) => !words.precedesNoun(places.at(-1)!))) return 'change';
  if (POLAR.test(tokens[0]?.word ?? '') && names.some((name) => topics[name].many !== true) && cues.move.isIn(tokens)) {
    return 'change';
  }
  const was = tokens.some(({ word }) => word === 'was' || word === 'were');
  return was && !names.includes('meeting') && names.length > 0 ? 'was' : 'now';
}

/** The word after `how many` or `number of`. */
function countedIn(words: Words): string | undefined {
  const at = words.tokens.findIndex(
    ({ word }, place) =>
      (word === 'many' && words.tokens[place - 1]?.word === 'how') ||
      (word === 'of' && /^(?:number|count)$/.test(words.tokens[place - 1]?.word ?? '')),
  );
  return at < 0 ? undefined : words.tokens.find((_, place) => place > at && words.isTelling(place))?.text;
}

const isTimely = (kind: Kind) => kind === 'date' || kind === 'time';

function kindOf(words: Words, used: Set<number>, needsKind: boolean): Kind | undefined {
  const [cue] = kindCues.find(words.tokens);
  if (cue !== undefined) {
    // A topic's own pattern took the question word: what the topic is of answers it.
    if (cue.places.every((place) => used.has(place)) && !(isTimely(cue.meaning) && needsKind)) return undefined;
    // `Where did she work` is a pattern of its own.
    // How old is asked by its adjective, the others by what they count or measure.
    if (cue.meaning !== 'place') {
      for (const place of cue.places) if (words.tokens[place]!.word !== 'old') used.add(place);
    }
    return cue.meaning === 'place' && words.tokens.at(-1)!.word === 'from' ? undefined : cue.meaning;
  }
  const what = words.tokens.findIndex(({ word }) => word === 'what' || word === 'which');
  const isNumber = words.tokens.some(({ stem }, place) => place > what && !used.has(place) && numberNouns.has(stem));
  return what >= 0 && isNumber ? 'number' : undefined;
}

function topicNeeds(words: Words, kept: readonly TopicMatch[]): Need[] {
  const byPlaces = new Map<string, TopicMatch[]>();
  for (const match of kept) {
    const key = match.places.join();
    byPlaces.set(key, [...(byPlaces.get(key) ?? []), match]);
  }
  const needs = new Map<string, Need>();
  for (const matches of byPlaces.values()) {
    const names = [...new Set(matches.map(({ name }) => name))].sort();
    needs.set(names.join(), { kind: 'topic', text: words.textOf(matches[0]!.places), topics: names });
  }
  return [...needs.values()];
}

const VERBAL = new Set(
  `do does did is are was were will would can could should has have had must may might needs need wants want shall`.split(
    ' ',
  ),
);

/** The kind of thing asked for: the words after `which` or `what`, up to the verb. */
function focusOf({ tokens }: Words): ReadonlySet<number> {
  const places = new Set<number>();
  const what = tokens.findIndex(({ word }) => word === 'what' || word === 'which');
  if (what < 0) return places;
  for (let place = what + 1; place < tokens.length && place < what + 6; place += 1) {
    if (VERBAL.has(tokens[place]!.word)) return places;
    places.add(place);
  }
  // Without a verb after them, only the first is the kind of thing: which feature impressed the team.
  return new Set([what + 1]);
}

const AUXILIARY = new Set('do does did will would can could should must may might'.split(' '));
const CLOSING = new Set(
  `of in on at by for to from with about into over under between against during before after as than when if because it
   them us me him her they we you the a an their our his its this that these those there`.split(/\s+/),
);

/** The main verb of a question with an auxiliary: the telling word that a preposition, an object or the end follows. */
function mainVerbOf(words: Words): number | undefined {
  const { tokens } = words;
  const auxiliary = tokens.findIndex(({ word }) => AUXILIARY.has(word));
  if (auxiliary < 0) return undefined;
  for (let place = auxiliary + 1; place < tokens.length; place += 1) {
    const next = tokens[place + 1];
    if (words.isName(place) || CLOSING.has(tokens[place]!.word)) continue;
    if (next === undefined || CLOSING.has(next.word)) return place;
  }
  return undefined;
}

/** The verb a question about a person turns on when it has nothing else. */
function verbNeeds(words: Words): Need[] {
  const found = verbs.find(words.tokens);
  const verb = found.find(({ places }) => !places.some(words.isName));
  if (verb === undefined) return [];
  const rank = { ours: true, soft: true, light: false, focus: false, verb: false, deed: false };
  return [{ kind: 'words', text: words.textOf(verb.places), phrases: verb.meaning, stem: undefined, ...rank }];
}

/** What is left of a question when its topics are taken out: names, and words with what stands for them. */
function otherNeeds(words: Words, used: Set<number>, isHome: (stem: string) => boolean, names: readonly TopicName[]) {
  const { tokens } = words;
  const ours = tokens.some(({ word }) => /^(?:our|us|we|i|my)$/.test(word));
  const focus = focusOf(words);
  const verb = mainVerbOf(words);
  const rankOf = (places: readonly number[]) => ({
    ours,
    light: words.textOf(places) === 'take part' || (places.length === 1 && lightStems.has(tokens[places[0]!]!.stem)),
    focus: places.every((place) => focus.has(place)),
    verb: verb !== undefined && places.includes(verb) && !tellingVerbs.has(tokens[verb]!.stem),
    deed: tellingVerbs.has(tokens[places[0]!]!.stem),
  });
  const needs: Need[] = [];
  const free = (place: number) => !used.has(place);
  const grouped = words
    .standing(
      synonyms
        .find(tokens)
        .filter(({ places }) => places.every((place) => free(place) && !words.isName(place)))
        .map(({ meaning, phrase, places }) => ({ group: meaning, weight: phrase.weight, places })),
      false,
    )
    .filter(({ places }) => {
      const telling = places.filter((place) => words.isTelling(place));
      return telling.length === 0 ? places.length > 1 : telling.some((place) => !isHome(tokens[place]!.stem));
    });
  const groups = new Map<string, { places: number[]; phrases: Phrase[] }>();
  for (const { group, places } of grouped) {
    for (const place of places) used.add(place);
    const literal = phraseOf(places.map((place) => tokens[place]!.word).join(' '));
    const known = groups.get(places.join()) ?? { places, phrases: [literal] };
    known.phrases.push(...group);
    groups.set(places.join(), known);
  }
  for (const { places, phrases } of groups.values()) {
    const stem = places.length === 1 ? tokens[places[0]!]!.stem : undefined;
    needs.push({ kind: 'words', text: words.textOf(places), phrases, stem, soft: false, ...rankOf(places) });
  }

  for (let place = 0; place < tokens.length; place += 1) {
    const token = tokens[place]!;
    if (used.has(place) || words.isSoft(place)) continue;
    if (words.isName(place)) {
      const places = [place];
      while (!tokens[place]!.owns && place + 1 < tokens.length && words.isName(place + 1) && free(place + 1)) {
        place += 1;
        places.push(place);
      }
      needs.push({ kind: 'name', text: words.textOf(places), words: places.map((each) => tokens[each]!.word) });
      continue;
    }
    const counter = tokens[place - 1];
    if (isHome(token.stem)) continue;
    if (/^\d$|^(?:two|three|four|five)$/.test(token.word) && counter && COUNTERS.has(counter.word)) continue;
    const need = needOf(token, isHome, rankOf([place]), words.told);
    if (need === undefined || (need.kind === 'topic' && need.topics.some((name) => names.includes(name)))) continue;
    needs.push(need);
  }
  return needs;
}

type WordsNeed = Extract<Need, { kind: 'words' }>;
type NameNeed = Extract<Need, { kind: 'name' }>;

/** Whether two words differ in the order of letters only. */
const isSwap = (a: string, b: string) => [...a].sort().join('') === [...b].sort().join('');

/** A word that no list has, or what it misspells. */
function needOf(
  token: Token,
  isHome: (stem: string) => boolean,
  rank: Pick<WordsNeed, 'focus' | 'light' | 'verb' | 'ours' | 'deed'>,
  told: ReadonlySet<string>,
) {
  const literal = [phraseOf(`=${token.word}`), phraseOf(token.word)];
  const plain: WordsNeed = {
    kind: 'words',
    text: token.text,
    phrases: literal,
    stem: token.stem,
    soft: false,
    ...rank,
  };
  const corrected = told.has(token.word) ? undefined : correctedWord(token.word);
  if (corrected === undefined) return plain;
  const meant = tokensOf(corrected);
  const { stem } = meant[0]!;
  if (isHome(stem)) return undefined;
  // With as many letters it may be a word of its own after all: a mayor is not major.
  if (softStems.has(stem))
    return corrected.length === token.word.length && !isSwap(token.word, corrected) ? plain : undefined;
  const asTopic = asking.find(meant).filter(({ phrase }) => phrase.weight === 1);
  if (asTopic.length > 0) {
    const names = [...new Set(asTopic.map(({ meaning }) => meaning))].sort();
    return { kind: 'topic' as const, text: token.text, topics: names };
  }
  const group = synonyms.find(meant).flatMap(({ meaning }) => meaning);
  return { ...plain, phrases: [...literal, phraseOf(corrected), ...group] };
}

/** What stands for a deal where a question names it. */
const DEAL = tokensOf('deal')[0]!;

/** The same words may name a deal: how much is the group rollout worth asks for the worth of a deal of that name. */
function dealIn(words: Words, records: readonly RecordName[]): { words: Words; need: NameNeed } | undefined {
  const places = [...recordPlaces(words.tokens, records)];
  if (places.length === 0) return undefined;
  const [first] = places as [number];
  const left = words.tokens.flatMap((token, place) => {
    if (place === first) return [{ token: DEAL, isName: false }];
    return places.includes(place) ? [] : [{ token, isName: words.isName(place) }];
  });
  return {
    words: new Words(
      left.map(({ token }) => token),
      (place) => left[place]!.isName,
      words.told,
    ),
    need: {
      kind: 'name',
      text: words.textOf(places),
      words: places.map((place) => words.tokens[place]!.word),
      record: true,
    },
  };
}

function readClause(
  text: string,
  own: Company | undefined,
  others: readonly Company[],
  { records, words: told }: Told,
): Clause {
  const written = tokensOf(withoutChange(text));
  const shouted = written.length > 4 && written.filter(({ capital }) => capital).length > written.length * 0.8;
  const tokens = repaired(shouted ? written.map((token) => ({ ...token, capital: false })) : written);

  const mentions = mentionsIn(tokens, own, others);
  const placesOf = (some: readonly Mention[]) =>
    new Set(some.flatMap(({ from, length }) => Array.from({ length }, (_, index) => from + index)));
  const foreign = mentions.filter(({ companies }) => companies[0] !== own);
  const about = foreign.filter((mention) => isAbout(tokens, mention));
  // Across accounts, the one that is asked about is where to look, as the account is when there is one.
  const where = own === undefined ? about : mentions.filter((mention) => !foreign.includes(mention));
  const ownPlaces = placesOf(where);
  const foreignPlaces = placesOf(foreign.filter((mention) => !where.includes(mention)));

  const left = tokens.flatMap((token, place) => (ownPlaces.has(place) ? [] : [{ token, place }]));
  const words = new Words(
    left.map(({ token }) => token),
    (at) => {
      const { token, place } = left[at]!;
      const besideName = [left[at - 1], left[at + 1]].some((next) => next !== undefined && isNamelike(next.token));
      if (token.capital && !token.initial && besideName) return true;
      const capitalised = token.capital && !token.initial && at > 0 && token.text.length > 2;
      return foreignPlaces.has(place) || isNamelike(token) || (capitalised && softStems.has(token.stem));
    },
    told,
  );

  const overview = cues.overview.find(tokens).length > 0;
  const { kept, used } = topicsIn(words);
  const names = [...new Set(kept.map(({ name }) => name))];
  const era = eraOf(words, (place) => !used.has(place), names);
  const read = (words: Words, taken: ReadonlySet<number>, topical: readonly TopicMatch[]): Reading => {
    const free = new Set(taken);
    if (era === 'before' || era === 'change') {
      for (const { places } of [cues.before, cues.change, cues.move].flatMap((index) => index.find(words.tokens))) {
        if (places.every((place) => !taken.has(place))) for (const place of places) free.add(place);
      }
    }
    const kind = kindOf(
      words,
      free,
      topical.length > 0 && topical.every(({ name }) => topics[name].kind === undefined),
    );
    // Across accounts, who uses it is an account.
    const expects = kind === 'person' && own === undefined && topical.length === 0 ? undefined : kind;
    const isHome = (stem: string) => topical.some(({ name }) => topics[name].home.has(stem));
    const needs = [...topicNeeds(words, topical), ...otherNeeds(words, free, isHome, names)];
    const turnsOnVerb =
      needs.every(({ kind }) => kind === 'name') || (needs.length === 1 && needs[0]!.kind === 'words');
    if (needs.length > 0 && turnsOnVerb && !overview) needs.push(...verbNeeds(words));
    return { needs: needs.slice(0, MOST_NEEDS), expects, counted: expects === 'number' ? countedIn(words) : undefined };
  };
  const topical = read(words, used, kept);
  // Where all words are common ones, even they are asked for: how long must logs be kept.
  const common = new Words(words.tokens, words.isName, told, functionStems);
  const readings = topical.needs.length > 0 || overview ? [topical] : [read(common, new Set(), [])];
  // A telephone number has its shape; whoever phones is none.
  const isShaped = names.some((name) => topics[name].shape !== undefined);
  if (kept.length > 0 && !isShaped) readings.push(read(words, new Set(), []));
  const deal = dealIn(words, records);
  if (deal !== undefined) {
    const besides = topicsIn(deal.words);
    const reading = read(deal.words, besides.used, besides.kept);
    // Several words of a name mean nothing else.
    if (deal.need.words.length > 1 && reading.needs.length > 0) readings.length = 0;
    if (besides.kept.length > 0 || readings.length === 0)
      readings.push({ ...reading, needs: [...reading.needs, deal.need] });
    if (readings.length === 1 && besides.kept.length > 0 && !isShaped) {
      const plain = read(deal.words, new Set(), []);
      if (plain.needs.length > 0) readings.push({ ...plain, needs: [...plain.needs, deal.need] });
    }
  }
  return {
    text,
    readings,
    era,
    overview,
    polar: POLAR.test(tokens[0]?.word ?? ''),
    stems: new Set(words.tokens.map(({ stem }) => stem)),
    asked: new Set(words.tokens.filter((_, place) => words.isName(place)).map(({ stem }) => stem)),
    about: about.flatMap(({ companies }) => companies),
  };
}

const PERSONAL = /\b(?:he|she|him|her|his|hers)\b/i;
const IT = /\bit\b/i;

const namesIn = ({ readings }: Clause): NameNeed[] =>
  readings.map(({ needs }) => needs.filter((need) => need.kind === 'name')).find(({ length }) => length > 0) ?? [];

const withNames = (clause: Clause, names: readonly Need[]): Clause => ({
  ...clause,
  readings: clause.readings.map((reading) => ({ ...reading, needs: [...reading.needs, ...names] })),
});

/**
 * Reads a question about `own`, or about all accounts; `others` are the companies it may name beside, `told` is what is
 * known to name.
 */
export function readQuestion(
  question: string,
  own: Company | undefined,
  others: readonly Company[],
  told: Told = NOTHING_TOLD,
): Clause[] {
  const read = (clause: string) => readClause(clause, own, others, told);
  const clauses: Clause[] = [];
  for (const text of clausesIn(question)) {
    const clause = read(text);
    // Whom or which deal the one before named: who is Sofia, and what does she want; how big is it, and when is it due.
    const before = clauses.at(-1);
    const names = before === undefined || namesIn(clause).length > 0 ? [] : namesIn(before);
    const deal = names.filter(({ record }) => record === true);
    if (names.length > 0 && PERSONAL.test(text)) clauses.push(withNames(clause, names));
    else if (deal.length > 0 && IT.test(text)) clauses.push(withNames(read(text.replace(IT, 'the deal')), deal));
    else clauses.push(clause);
  }
  return clauses;
}
