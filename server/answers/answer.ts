import type { FoundFact } from '../../db/statements/answers.ts';
import { cited, nameOf, type People, type Related, relatedOf, sheetOf, stated } from './citing.ts';
import { type Company, isAbout, type Mention, mentionsIn } from './companies.ts';
import { contradictionsIn } from './contradictions.ts';
import { covering } from './coverage.ts';
import type { Question } from './question.ts';
import { bestOf, type Evidence, evidenceOf, ranked } from './rank.ts';
import { takingTurns } from '../turns.ts';
import { type Use, useFor } from './use.ts';
import { stemsOfGlossary } from './vocabulary.ts';
import { isAcronym, isOneSlip, stemsOf, type Token, WORDS } from './words.ts';

/** What could be recorded, and with which tool, so that the question finds an answer. */
type Recordable = { what: string; tool: string; field: string };

export type Answer = {
  answered: boolean;
  answer: string;
  facts: FoundFact[];
  contradictions: { statement: string; fact_ids: string[] }[];
  could_record: Recordable[];
  related: Related[];
  use: Use | null;
};

/** What was read for a question. */
export type Recalled = {
  /** The account asked about; undefined when all are. */
  own: Company | undefined;
  facts: readonly FoundFact[];
  /** Whether these are all facts of the account that hold today. */
  isWhole: boolean;
  /** Companies of the workspace that the question may name. */
  named: readonly Company[];
  /** The names asked for that some fact has. */
  knownNames: readonly string[];
};

export type Asking = {
  limit: number;
  now: Date;
  people: People;
  /** How near each fact is to the question in meaning, -1 to 1. */
  nearest: ReadonlyMap<string, number>;
};

/** Related facts at most, unless all facts of the account fit; of fields and of texts at least so many. */
const MOST_RELATED = 12;
/** Facts that are looked through for contradictions, best first. */
const MOST_COMPARED = 60;
const QUOTA = 3;

/** What the question asks for, in words, and where that is recorded. */
function recordablesOf({ topics, terms }: Question): Recordable[] {
  const found = topics.map(({ topic: { name, record } }) => ({ what: name, tool: record[0], field: record[1] }));
  if (found.length > 0) return found.slice(0, 2);
  const words = terms.filter(({ light }) => !light).map(({ word }) => word);
  return [{ what: JSON.stringify(words.join(' ').slice(0, 120) || 'that'), tool: 'log_capture', field: 'text' }];
}

/** The first name asked for that nothing here has: neither a company, nor the words of facts, nor the language. */
function unknownIn({ names, tokens }: Question, mentions: readonly Mention[], words: Set<string>): string | undefined {
  const mentioned = new Set(mentions.flatMap(({ from, length }) => tokens.slice(from, from + length)));
  const isKnown = (token: Token) => {
    const { word, stem } = token;
    if (words.has(word) || mentioned.has(token) || isAcronym(token)) return true;
    if (WORDS.roles.has(word) || stemsOfGlossary.has(stem)) return true;
    return word.length > 4 && [...words].some((each) => isOneSlip(word, each));
  };
  const unknown = names.find((name) => !name.some(isKnown));
  return unknown?.map(({ text }) => text).join(' ');
}

/** Repeats of a sentence left out, the best of them kept. */
function unrepeated(all: readonly Evidence[]): Evidence[] {
  const best = new Map<string, Evidence>();
  for (const each of all.toReversed()) best.set(`${each.fact.account_id} ${each.fact.sentence.toLowerCase()}`, each);
  const kept = new Set(best.values());
  return all.filter((each) => kept.has(each));
}

/** Amounts with the currency each is in, where one is recorded. */
function withCurrencies(supports: readonly Evidence[], all: readonly Evidence[]): Evidence[] {
  const isCurrent = ({ fact }: Evidence, attribute: string) =>
    fact.attribute === attribute && fact.superseded_at === null;
  const currencies = all.filter((each) => isCurrent(each, 'currency'));
  const currencyOf = (amount: Evidence) => currencies.filter(({ fact }) => fact.subject_id === amount.fact.subject_id);
  const both = supports.flatMap((each) => (isCurrent(each, 'amount') ? [each, ...currencyOf(each)] : [each]));
  return [...new Set(both)];
}

/** The answer that facts say outright: each cited, contradictions first. */
function outright(question: Question, supports: readonly Evidence[], asking: Asking, across: boolean): Answer {
  const { limit, people } = asking;
  const opinions = contradictionsIn(
    question,
    supports.slice(0, MOST_COMPARED).map(({ fact }) => fact),
  );
  // A contradiction is cited whole, also where the limit left one side of it out.
  const shown = [...new Set([...cited(supports, limit), ...opinions])];
  const contradictions = opinions.length === 0 ? [] : [stated(opinions)];
  const sentences = shown.map((fact) => {
    const { id, sentence, account_name: name, superseded_at: ended, at } = fact;
    const until = ended === null ? '' : `Until ${ended.slice(0, 10)}: `;
    const where = !across || name === null || sentence.includes(name) ? '' : `${name}: `;
    const stop = /[.!?]["”')]?$/.test(sentence) ? '' : '.';
    return `${until}${where}${sentence}${stop} [${id}, ${nameOf(fact, people)}, ${at.slice(0, 10)}]`;
  });
  const rest = supports.filter(({ fact }) => !shown.includes(fact)).toSorted((a, b) => b.score - a.score);
  const also = shown.length < MOST_RELATED / 2 ? rest.slice(0, MOST_RELATED) : [];
  return {
    answered: true,
    answer: [...contradictions.map(({ statement }) => statement), ...sentences].join(' '),
    facts: shown,
    contradictions,
    could_record: [],
    related: also.length === 0 ? [] : relatedOf(also, people, across, shown.length),
    use: null,
  };
}

/**
 * Answers from facts alone (decisions 11): with facts that say it outright, or with those that may bear on it, or that
 * nothing is recorded. The same question and facts give the same answer, on the same day.
 */
export async function answerFrom(question: Question, recalled: Recalled, asking: Asking): Promise<Answer> {
  const { own, named } = recalled;
  const across = own === undefined;
  const mentions = mentionsIn(question.tokens, own, named);
  const forAccount = across ? '' : ` for ${own.name ?? own.id}`;
  const recordables = recordablesOf(question);
  const not = (answer: string, more: Partial<Answer> = {}): Answer => {
    const nothing = { facts: [], contradictions: [], could_record: recordables, related: [], use: null };
    return { answered: false, answer, ...nothing, ...more };
  };

  const isOwn = ({ companies }: Mention) => companies[0]?.id === own?.id;
  const about = mentions.filter((mention) => !isOwn(mention) && isAbout(question.tokens, mention));
  if (!across && about.length > 0 && !mentions.some(isOwn)) {
    const others = about.flatMap(({ companies }) => companies.map(({ id, name }) => `${name ?? 'an account'} (${id})`));
    const instead = `Nothing recorded about ${own.name ?? own.id} answers for ${others.join(' or ')}: ask about that account.`;
    return not(instead, { could_record: [] });
  }
  const inTurns = takingTurns();
  const evidence: Evidence[] = [];
  await inTurns(recalled.facts, (fact) => evidence.push(evidenceOf(fact)));
  const words = new Set(recalled.knownNames.map((name) => name.toLowerCase()));
  if (question.names.length > 0) await inTurns(evidence, ({ tokens }) => tokens.forEach(({ word }) => words.add(word)));
  const unknown = unknownIn(question, mentions, words);
  const nothing =
    unknown === undefined
      ? `Nothing recorded says it outright${forAccount}.`
      : `Nothing recorded${forAccount} names ${JSON.stringify(unknown)}: unknown here.`;
  if (unknown !== undefined && across) return not(nothing);

  const meant = across && about.length > 0 ? about : mentions.filter((each) => across || isOwn(each));
  const known = meant.flatMap(({ companies }) => companies);
  const ownStems = new Set(known.flatMap(({ name }) => stemsOf(name ?? '')));
  const ids = new Set(across ? known.map(({ id }) => id) : []);
  const isOfMeant = ({ fact }: Evidence) => ids.size === 0 || ids.has(fact.account_id ?? '');
  const inScope = about.length > 0 ? evidence.filter(isOfMeant) : evidence;
  const all = await ranked(question, inScope, asking.nearest, inTurns);
  // What others have to do with a company that is named (against Globex) may bear on the question, but is no answer.
  const may = unknown === undefined ? all.filter(isOfMeant) : [];
  const supports = await covering(question, may, ownStems, inTurns);
  if (supports.length > 0) return outright(question, withCurrencies(supports, all), asking, across);

  const owners = recalled.facts.filter(({ attribute }) => attribute === 'owner').map(({ value }) => value);
  const [only, ...more] = known;
  const one = more.length === 0 ? only : undefined;
  const use =
    one?.isElsewhere === true || unknown !== undefined
      ? null
      : (useFor(question, own ?? one, asking.now, owners) ?? null);
  const distinct = unrepeated(all);
  const sheet = !across && recalled.isWhole && question.tokens.length > 0 ? sheetOf(distinct) : undefined;
  const related = sheet ?? relatedOf(bestOf(distinct, MOST_RELATED, QUOTA), asking.people, across);
  if (unknown === undefined && use === null && related.length === 0)
    return not(`Nothing recorded about ${recordables.map(({ what }) => what).join(' and ')}${forAccount}.`);
  const call = use === null ? '' : ' The call in use answers it.';
  const what = sheet === undefined ? 'What may bear on it' : 'All that is recorded';
  const told = related.length === 0 ? '' : ` ${what} is in related, best first.`;
  const could_record = use === null ? recordables : [];
  return not(`${nothing}${call}${told}`, { could_record, related, use });
}
