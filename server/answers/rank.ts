import { setImmediate as turn } from 'node:timers/promises';
import type { FoundFact } from '../../db/statements/answers.ts';
import { labelOf } from '../facts/attributes.ts';
import { holds } from './kinds.ts';
import type { Question, Term } from './question.ts';
import { topics } from './vocabulary.ts';
import { isOneSlip, stemsOf, type Token, tokensOf } from './words.ts';

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

/** Milliseconds after which ranking lets other work go first. */
const TURN_MS = 8;

/** Attributes that are seldom asked for but hold words of many questions. */
const DULL = /^signal_|_score$|^(?:name|currency|currency_code|meeting_outcome|source)$/;

const evidenceOf = (fact: FoundFact): Evidence => {
  const tokens = tokensOf(fact.sentence);
  const label = stemsOf(labelOf(fact.attribute));
  return { fact, tokens, stems: new Set([...tokens.map(({ stem }) => stem), ...label]), label, score: 0 };
};

/** The stems of the sentences before and after each sentence of a text: what one call wrote about one thing. */
function neighboursIn(all: readonly Evidence[]): Map<Evidence, ReadonlySet<string>> {
  const around = new Map<Evidence, ReadonlySet<string>>();
  const texts = Map.groupBy(
    all.filter(({ fact }) => !fact.single),
    ({ fact }) => `${fact.subject_id} ${fact.attribute} ${fact.at} ${fact.key_id}`,
  );
  for (const text of texts.values()) {
    const inOrder = text.toSorted((a, b) => (a.fact.id < b.fact.id ? -1 : 1));
    inOrder.forEach((each, at) =>
      around.set(each, new Set([...(inOrder[at - 1]?.stems ?? []), ...(inOrder[at + 1]?.stems ?? [])])),
    );
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

function soughtIn(question: Question, all: readonly Evidence[]): Sought[] {
  const seen = new Map<string, number>();
  const words = new Map<string, string>();
  for (const { stems, tokens } of all) {
    for (const stem of stems) seen.set(stem, (seen.get(stem) ?? 0) + 1);
    for (const { stem, word } of tokens) words.set(stem, word);
  }
  return question.terms.map((term) => {
    const count = seen.get(term.stem) ?? 0;
    const rarity = Math.min(6, Math.log(1 + (all.length - count + 0.5) / (count + 0.5)));
    const alike = [...words].filter(([stem, word]) => stem !== term.stem && isAlike(term, word)).map(([stem]) => stem);
    return { term, alike, worth: rarity * (term.light ? WEIGHTS.light : 1) };
  });
}

/** How much a fact says of a term, 0 to 1. */
function said({ term, alike }: Sought, stems: ReadonlySet<string>, beside: ReadonlySet<string> | undefined): number {
  if (stems.has(term.stem)) return 1;
  if (alike.some((stem) => stems.has(stem))) return WEIGHTS.begins;
  for (const stem of term.near) if (stems.has(stem)) return WEIGHTS.near;
  return beside?.has(term.stem) === true ? WEIGHTS.neighbour : 0;
}

/** What each attribute is worth, by the glossary's words for it or by example questions, and words of texts about it. */
function askedIn(question: Question): { attributes: Map<string, number>; also: Map<string, number> } {
  const attributes = new Map<string, number>();
  const also = new Map<string, number>();
  for (const [each, like] of question.like) if (like > LEAST_ALIKE) attributes.set(each, like * WEIGHTS.example);
  for (const { topic } of question.topics) for (const each of topic.attributes) attributes.set(each, WEIGHTS.topic);
  for (const topic of topics) {
    const most = Math.max(0, ...Array.from(topic.attributes, (each) => attributes.get(each) ?? 0));
    for (const stem of topic.also) also.set(stem, Math.max(also.get(stem) ?? 0, most * WEIGHTS.also));
  }
  for (const { stem } of question.terms) also.delete(stem);
  return { attributes, also };
}

/**
 * Scores facts by how much they bear on a question, best first, newest first among equals: by words (each as much as it is rare) over sentence,
 * label and the sentences beside, by what is asked for, and by `nearest`, the cosine of each fact's sentence vector to the
 * question's. Lets other work go first when it takes long.
 */
export async function ranked(
  question: Question,
  facts: readonly FoundFact[],
  nearest: ReadonlyMap<string, number> = new Map(),
): Promise<Evidence[]> {
  let since = performance.now();
  const pause = async () => {
    if (performance.now() - since < TURN_MS) return;
    await turn();
    since = performance.now();
  };
  const all: Evidence[] = [];
  for (const fact of facts) {
    all.push(evidenceOf(fact));
    await pause();
  }
  const around = neighboursIn(all);
  await pause();
  const sought = soughtIn(question, all);
  const { attributes, also } = askedIn(question);
  const known = new Set(question.stems);
  for (const each of all) {
    const { fact, tokens, stems } = each;
    const beside = around.get(each);
    let score = sought.reduce((sum, term) => sum + said(term, stems, beside) * term.worth, 0);
    const attribute = attributes.get(fact.attribute);
    if (attribute === undefined) {
      let most = 0;
      for (const [stem, worth] of also) if (stems.has(stem)) most += worth;
      score += Math.min(most, 3) + (DULL.test(fact.attribute) ? WEIGHTS.dull : 0);
    }
    if (question.kind !== undefined && holds(question.kind, tokens, fact.sentence, known)) score += WEIGHTS.kind;
    each.score = score + (attribute ?? 0) + WEIGHTS.vector * Math.max(0, nearest.get(fact.id) ?? 0);
    await pause();
  }
  return all.sort((a, b) => b.score - a.score || (a.fact.id < b.fact.id ? 1 : -1));
}

/** The best of a ranking: by score, with at least `quota` fields and as many texts, where there are any with a score. */
export function bestOf(all: readonly Evidence[], most: number, quota: number): Evidence[] {
  const scored = all.filter(({ score }) => score > 0);
  const of = (single: boolean) => scored.filter(({ fact }) => fact.single === single);
  const sure = new Set([...of(true).slice(0, quota), ...of(false).slice(0, quota)]);
  const rest = new Set(scored.filter((each) => !sure.has(each)).slice(0, Math.max(0, most - sure.size)));
  return scored.filter((each) => sure.has(each) || rest.has(each));
}
