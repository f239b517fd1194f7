import type { FoundFact } from '../../db/statements/answers.ts';
import { labelOf } from '../facts/attributes.ts';
import { holds } from './kinds.ts';
import type { Question, Term } from './question.ts';
import type { InTurns } from '../turns.ts';
import { topics } from './vocabulary.ts';
import { isOneSlip, remembered, stemsOf, type Token, tokensOf } from './words.ts';

/** A fact with its words. */
export type Evidence = {
  readonly fact: FoundFact;
  readonly tokens: readonly Token[];
  readonly stems: ReadonlySet<string>;
  readonly label: readonly string[];
  score: number;
};

/** What each sign is worth, found on the fitted sets (`npm run eval`); what they showed to earn nothing is gone. */
const WEIGHTS = {
  near: 0.45,
  begins: 0.6,
  light: 0.3,
  neighbour: 0.25,
  topic: 7,
  example: 5,
  also: 0.35,
  kind: 1.2,
  dull: -1.5,
  vector: 8,
};

/** Example questions less alike than this say nothing. */
const LEAST_ALIKE = 0.3;

/** Attributes that are seldom asked for but hold words of many questions. */
const DULL = /^signal_|_score$|^(?:name|currency|currency_code|meeting_outcome|source)$/;

const labelStemsOf = remembered(2_000, (attribute): readonly string[] => stemsOf(labelOf(attribute)));

export function evidenceOf(fact: FoundFact): Evidence {
  const tokens = tokensOf(fact.sentence);
  const label = labelStemsOf(fact.attribute);
  const stems = new Set(label);
  for (const { stem } of tokens) stems.add(stem);
  return { fact, tokens, stems, label, score: 0 };
}

/** The sentences before and after one of a text, what one call wrote about one thing. */
type Beside = readonly (Evidence | undefined)[];

function neighboursIn(all: readonly Evidence[]): Map<Evidence, Beside> {
  const around = new Map<Evidence, Beside>();
  const texts = Map.groupBy(
    all.filter(({ fact }) => !fact.single),
    ({ fact }) => `${fact.subject_id} ${fact.attribute} ${fact.at} ${fact.key_id}`,
  );
  for (const text of texts.values()) {
    const inOrder = text.toSorted((a, b) => (a.fact.id < b.fact.id ? -1 : 1));
    inOrder.forEach((each, at) => around.set(each, [inOrder[at - 1], inOrder[at + 1]]));
  }
  return around;
}

/** A word said in part, or with a slip: `subro` for `subrogation`. */
const isAlike = ({ word, stem }: Term, other: string) =>
  word.length > 3 &&
  word[0] === other[0] &&
  (other.startsWith(stem.length > 4 ? stem : word) || (word.length > 4 && isOneSlip(word, other)));

/** A term with the stems of the facts that are like it, and how much it tells: rare words tell more. */
type Sought = { readonly term: Term; readonly alike: readonly string[]; readonly worth: number };

async function soughtIn({ terms }: Question, all: readonly Evidence[], inTurns: InTurns): Promise<Sought[]> {
  const words = new Map<string, string>();
  await inTurns(all, ({ tokens }) => tokens.forEach(({ stem, word }) => words.set(stem, word)));
  const alike = terms.map((): string[] => []);
  await inTurns(words, ([stem, word]) =>
    terms.forEach((term, at) => stem !== term.stem && isAlike(term, word) && alike[at]!.push(stem)),
  );
  return terms.map((term, at) => {
    const count = all.reduce((sum, { stems }) => sum + Number(stems.has(term.stem)), 0);
    const rarity = Math.min(6, Math.log(1 + (all.length - count + 0.5) / (count + 0.5)));
    return { term, alike: alike[at]!, worth: rarity * (term.light ? WEIGHTS.light : 1) };
  });
}

/** How much a fact says of a term, 0 to 1. */
function said({ term, alike }: Sought, stems: ReadonlySet<string>, beside: Beside = []): number {
  if (stems.has(term.stem)) return 1;
  if (alike.some((stem) => stems.has(stem))) return WEIGHTS.begins;
  for (const stem of term.near) if (stems.has(stem)) return WEIGHTS.near;
  return beside.some((each) => each?.stems.has(term.stem)) ? WEIGHTS.neighbour : 0;
}

/** What each attribute is worth, by the glossary's words for it or by example questions, and words of texts about it. */
function askedIn(question: Question): { attributes: Map<string, number>; also: Map<string, number> } {
  const attributes = new Map<string, number>();
  const also = new Map<string, number>();
  for (const [each, like] of question.like) if (like > LEAST_ALIKE) attributes.set(each, like * WEIGHTS.example);
  for (const { topic } of question.topics) for (const each of topic.attributes) attributes.set(each, WEIGHTS.topic);
  for (const topic of topics) {
    const most = Math.max(0, ...Array.from(topic.attributes, (each) => attributes.get(each) ?? 0));
    if (most === 0) continue;
    for (const stem of topic.also) also.set(stem, Math.max(also.get(stem) ?? 0, most * WEIGHTS.also));
  }
  for (const { stem } of question.terms) also.delete(stem);
  return { attributes, also };
}

/**
 * Scores facts by how much they bear on a question, best first, newest first among equals: by words (each as much as it
 * is rare) over sentence, label and the sentences beside, by what is asked for, and by `nearest`, the cosine of each
 * fact's sentence vector to the question's.
 */
export async function ranked(
  question: Question,
  all: readonly Evidence[],
  nearest: ReadonlyMap<string, number>,
  inTurns: InTurns,
): Promise<Evidence[]> {
  const around = neighboursIn(all);
  const sought = await soughtIn(question, all, inTurns);
  const { attributes, also } = askedIn(question);
  const known = new Set(question.stems);
  await inTurns(all, (each) => {
    const { fact, tokens, stems } = each;
    const beside = around.get(each);
    let score = sought.reduce((sum, term) => sum + said(term, stems, beside) * term.worth, 0);
    const attribute = attributes.get(fact.attribute);
    if (attribute === undefined) {
      let most = 0;
      if (also.size > 0) for (const stem of stems) most += also.get(stem) ?? 0;
      score += Math.min(most, 3) + (DULL.test(fact.attribute) ? WEIGHTS.dull : 0);
    }
    if (question.kind !== undefined && holds(question.kind, tokens, fact.sentence, known)) score += WEIGHTS.kind;
    each.score = score + (attribute ?? 0) + WEIGHTS.vector * Math.max(0, nearest.get(fact.id) ?? 0);
  });
  return all.toSorted((a, b) => b.score - a.score || (a.fact.id < b.fact.id ? 1 : -1));
}

/** The best of a ranking: by score, with at least `quota` fields and as many texts, where there are any with a score. */
export function bestOf(all: readonly Evidence[], most: number, quota: number): Evidence[] {
  const scored = all.filter(({ score }) => score > 0);
  const of = (single: boolean) => scored.filter(({ fact }) => fact.single === single);
  const sure = new Set([...of(true).slice(0, quota), ...of(false).slice(0, quota)]);
  const rest = new Set(scored.filter((each) => !sure.has(each)).slice(0, Math.max(0, most - sure.size)));
  return scored.filter((each) => sure.has(each) || rest.has(each));
}
