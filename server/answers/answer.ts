import type { KnownFact } from '../../db/statements/calls.ts';
import type { Company } from './companies.ts';
import { type Contradiction, contradictionsIn } from './contradictions.ts';
import type { Clause, Need } from './question.ts';
import { recordOf } from './recordables.ts';
import { byStrength, type Context, contextOf, isSaidIn, looseSupportOf, type Support, supportOf } from './support.ts';
import { tokensOf } from './tokens.ts';
import type { TopicName } from './topics.ts';
import { cues, topics } from './vocabulary.ts';
import { peopleIn } from './kinds.ts';

/** What could be recorded, and with which tool, so that the question finds an answer. */
export type Recordable = { what: string; tool: string; field: string };

/** What the facts say to one question; no supports when nothing recorded answers it. */
type Part = { clause: Clause; supports: Support[]; contradictions: Contradiction[] };

export type Answer = {
  answered: boolean;
  answer: string;
  facts: KnownFact[];
  contradictions: { statement: string; fact_ids: string[] }[];
  could_record: Recordable[];
};

const saysBefore = (fact: KnownFact) => cues.before.find(tokensOf(fact.sentence)).length > 0;
const needsOf = ({ readings }: Clause) => readings[0]!.needs;
const historyOf = (fact: KnownFact) => `${fact.subject_id} ${fact.attribute}`;

/** Facts of one text: written by one call, about one thing. */
const textOf = (fact: KnownFact) => `${fact.subject_id} ${fact.attribute} ${fact.at} ${fact.key_id}`;

function supportsOf(clause: Clause, facts: readonly KnownFact[], by = supportOf): Support[] {
  const texts = Map.groupBy(
    facts.filter(({ single }) => !single),
    textOf,
  );
  const contexts = new Map<string, Context>();
  const asked = facts.map((fact) => {
    const alone = by(clause, fact);
    if (alone !== undefined || fact.single) return alone;
    const text = textOf(fact);
    const all = texts.get(text)!;
    if (all.length === 1) return undefined;
    let context = contexts.get(text);
    if (context === undefined) contexts.set(text, (context = contextOf(all)));
    return by(clause, fact, context);
  });
  return asked.filter((support) => support !== undefined).sort(byStrength);
}

/** What the first way finds that finds anything; the strictest comes first. */
function firstFound(ways: readonly (() => Support[])[]): Support[] {
  for (const way of ways) {
    const found = way();
    if (found.length > 0) return found;
  }
  return [];
}

const withNeeds = (clause: Clause, keep: (need: Need) => boolean): Clause => ({
  ...clause,
  readings: clause.readings.map((reading) => ({ ...reading, needs: reading.needs.filter(keep) })),
});

/** Facts of attributes that once held something else, or that tell of the past themselves. */
function pastSupports(clause: Clause, facts: readonly KnownFact[], by = supportOf): Support[] {
  const hasPast = (supports: Support[]) => {
    const histories = new Set(
      supports.filter(({ fact }) => fact.superseded_at !== null).map(({ fact }) => historyOf(fact)),
    );
    return supports.filter(
      ({ fact }) => histories.has(historyOf(fact)) || (clause.era === 'before' && saysBefore(fact)),
    );
  };
  const all = supportsOf(clause, facts, by);
  // Who came before Dana is in the history that Dana is part of, in another fact than hers.
  const others = withNeeds(clause, ({ kind }) => kind !== 'name');
  if (others.readings.some(({ needs }, index) => needs.length < clause.readings[index]!.needs.length)) {
    const hers = new Set(all.map(({ fact }) => historyOf(fact)));
    const found = hasPast(supportsOf(others, facts, by)).filter(({ fact }) => hers.has(historyOf(fact)));
    if (found.length > 0) return found;
  }
  return hasPast(all);
}

/** What is asked of a person by what they are: the e-mail address of the CIO. */
const OF_A_PERSON: ReadonlySet<TopicName> = new Set<TopicName>(['email', 'phone', 'linkedin', 'title']);

/** Answers in two steps: who is meant, then what is asked of them. */
function supportsByPerson(clause: Clause, facts: readonly KnownFact[]): Support[] {
  const asks = (need: Need) => need.kind === 'topic' && need.topics.some((name) => OF_A_PERSON.has(name));
  const reading = clause.readings.find(({ needs }) => needs.some(asks) && needs.some((need) => !asks(need)));
  if (reading === undefined || reading.needs.some(({ kind }) => kind === 'name')) return [];
  const who = { ...reading, needs: reading.needs.filter((need) => !asks(need)), expects: 'person' as const };
  const [found] = supportsOf({ ...clause, readings: [who] }, facts);
  if (found === undefined) return [];
  const names = peopleIn(found.fact.subject_type === 'contact' ? found.fact.sentence : found.fact.value);
  if (names.length === 0) return [];
  const theirs: Need = { kind: 'name', text: names.join(' '), words: names };
  const readings = [{ ...reading, needs: [...reading.needs.filter(asks), theirs] }];
  const supports = supportsOf({ ...clause, readings }, facts);
  return supports.length === 0 ? [] : [...supports, found];
}

/** The person whose title is asked by: what did the CFO say of it, and the CFO is Dana. */
function supportsByTitle(clause: Clause, facts: readonly KnownFact[]): Support[] {
  const titles = facts.filter(({ attribute, superseded_at: at }) => attribute === 'title' && at === null);
  if (titles.length === 0) return [];
  for (const reading of clause.readings) {
    for (const need of reading.needs) {
      if (need.kind !== 'words' || reading.needs.length < 2) continue;
      const holders = titles.filter(({ value }) => isSaidIn(need, value));
      const names = peopleIn(holders.length === 1 ? (recordOf(holders[0]!) ?? '') : '');
      if (names.length === 0) continue;
      const theirs: Need = { kind: 'name', text: names.join(' '), words: names };
      const asked = {
        ...clause,
        readings: [{ ...reading, needs: [...reading.needs.filter((each) => each !== need), theirs] }],
      };
      const others = facts.filter((fact) => fact !== holders[0]);
      const found = firstFound([() => supportsOf(asked, others), () => supportsOf(asked, others, looseSupportOf)]);
      if (found.length > 0) return [...found, { fact: holders[0]!, score: 0, onTopic: false }];
    }
  }
  return [];
}

/** The newest facts there are, for a question that asks for everything; fields of records before what was said. */
function overviewOf(clause: Clause, facts: readonly KnownFact[]): Support[] {
  const histories = new Set(facts.filter(({ superseded_at: at }) => at !== null).map(historyOf));
  return facts
    .filter((fact) => (clause.era === 'now' ? fact.superseded_at === null : histories.has(historyOf(fact))))
    .map((fact) => ({ fact, score: fact.single ? 1 : 0, onTopic: false }))
    .sort(byStrength);
}

function partOf(clause: Clause, known: readonly KnownFact[], own: Company | undefined): Part {
  const none = { clause, supports: [], contradictions: [] };
  if (own !== undefined && clause.about.length > 0) return none;
  const about = new Set(clause.about.map(({ id }) => id));
  const facts = about.size === 0 ? known : known.filter(({ account_id: id }) => id !== null && about.has(id));
  if (needsOf(clause).length === 0) {
    const asked = clause.overview || clause.era === 'change';
    return asked ? { ...none, supports: overviewOf(clause, facts) } : none;
  }
  const past = clause.era === 'before' || clause.era === 'change';
  const supports = firstFound(
    past
      ? [() => pastSupports(clause, facts), () => pastSupports(clause, facts, looseSupportOf)]
      : [
          () => supportsOf(clause, facts),
          () => supportsByPerson(clause, facts),
          () => supportsByTitle(clause, facts),
          () => supportsOf(clause, facts, looseSupportOf),
        ],
  );
  return { clause, supports, contradictions: past ? [] : contradictionsIn(clause, supports) };
}

function needInWords(need: Need): string {
  return need.kind === 'topic' ? need.topics.map((name) => topics[name].name).join(' or ') : JSON.stringify(need.text);
}

function missingInWords(clause: Clause): string {
  const { era } = clause;
  const what = needsOf(clause).map(needInWords).join(' with ') || 'that';
  if (era === 'before') return `what came before in ${what}`;
  return era === 'change' ? `a change of ${what}` : what;
}

function recordablesOf(clause: Clause): Recordable[] {
  const recordables = needsOf(clause).flatMap((need) =>
    need.kind === 'topic'
      ? need.topics.slice(0, 1).map((name) => {
          const { record, name: what } = topics[name];
          return { what, tool: record[0], field: record[1] };
        })
      : [],
  );
  return recordables.length > 0 ? recordables : [{ what: missingInWords(clause), tool: 'log_capture', field: 'text' }];
}

const namesOf = (companies: readonly Company[]) =>
  companies.map(({ id, name }) => `${name ?? 'an account'} (${id})`).join(' or ');

const ended = (sentence: string) => (/[.!?]["”')]?$/.test(sentence) ? sentence : `${sentence}.`);

/** Says who established a fact: a provider through a tool, a person through a tool. */
export type NameOf = (fact: KnownFact) => string;

function cited(fact: KnownFact, nameOf: NameOf, accountName: string | undefined): string {
  const until = fact.superseded_at === null ? '' : `Until ${fact.superseded_at.slice(0, 10)}: `;
  const where = accountName === undefined || fact.sentence.includes(accountName) ? '' : `${accountName}: `;
  return `${until}${where}${ended(fact.sentence)} [${fact.id}, ${nameOf(fact)}, ${fact.at.slice(0, 10)}]`;
}

function stated({ facts }: Contradiction) {
  return {
    statement: `The record disagrees: ${facts.map((fact) => `${JSON.stringify(fact.sentence)} [${fact.id}]`).join(' against ')}.`,
    fact_ids: facts.map(({ id }) => id),
  };
}

export type Answering = {
  /** The account asked about; undefined when all are. */
  own: Company | undefined;
  limit: number;
  nameOf: NameOf;
  /** The account of a fact, for answers across accounts. */
  accountNameOf?: (fact: KnownFact) => string | undefined;
};

/**
 * Answers from facts alone (decisions 11): a cited sentence per fact that holds everything a question asks for, or that
 * nothing is recorded. The same question and facts give the same answer.
 */
export function answerFrom(clauses: readonly Clause[], facts: readonly KnownFact[], options: Answering): Answer {
  const { own, limit, nameOf, accountNameOf } = options;
  const parts = clauses.map((clause) => partOf(clause, facts, own));
  const each = Math.max(1, Math.floor(limit / Math.max(1, parts.length)));
  const shown = parts.map((part) => ({ ...part, supports: part.supports.slice(0, each) }));
  const forAccount = own === undefined ? '' : ` for ${own.name ?? own.id}`;

  const sentences: string[] = [];
  const kept = new Map<string, KnownFact>();
  const contradictions: Answer['contradictions'] = [];
  for (const { clause, supports, contradictions: found } of shown) {
    if (supports.length === 0) {
      sentences.push(
        own === undefined || clause.about.length === 0
          ? `Nothing recorded about ${missingInWords(clause)}${forAccount}.`
          : `Nothing recorded about ${own.name ?? own.id} answers for ${namesOf(clause.about)}: ask about that account.`,
      );
      continue;
    }
    for (const each of found.map(stated)) {
      contradictions.push(each);
      sentences.push(each.statement);
    }
    for (const { fact } of supports) {
      if (kept.has(fact.id)) continue;
      kept.set(fact.id, fact);
      sentences.push(cited(fact, nameOf, accountNameOf?.(fact)));
    }
    // A contradiction is cited whole, also where the limit left one side of it out.
    for (const fact of found.flatMap((each) => each.facts)) kept.set(fact.id, fact);
  }
  return {
    answered: kept.size > 0,
    answer: sentences.join(' ') || `Nothing recorded about that${forAccount}.`,
    facts: [...kept.values()],
    contradictions,
    could_record: shown.filter(({ supports }) => supports.length === 0).flatMap(({ clause }) => recordablesOf(clause)),
  };
}
