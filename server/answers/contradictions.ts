import type { KnownFact } from '../../db/statements/calls.ts';
import { valuesOf } from './kinds.ts';
import type { Clause } from './question.ts';
import type { Support } from './support.ts';
import { tokensOf } from './tokens.ts';
import type { Kind } from './topics.ts';
import { topics } from './vocabulary.ts';

/** Facts that cannot all be right, newest of each opinion first. */
export type Contradiction = { facts: KnownFact[] };

const NEGATIONS = new Set(
  'not no never nor without none cannot rejected refused declined denied frozen cancelled canceled unapproved nobody'.split(
    ' ',
  ),
);

const isNegated = (fact: KnownFact) => tokensOf(fact.sentence).some(({ word }) => NEGATIONS.has(word));

/** Two records of one kind each have their own value. */
const isOfAnother = (a: KnownFact, b: KnownFact) =>
  a.account_id !== b.account_id ||
  (a.subject_id !== b.subject_id && a.subject_type === b.subject_type && a.subject_type !== 'account');

/** Two fields each say something else; what was said about one may be against it. */
const isOfAnotherField = (a: KnownFact, b: KnownFact) => a.single && b.single && a.attribute !== b.attribute;

/** What the answers to a question are compared by; undefined when several may stand side by side. */
function comparedBy(clause: Clause): Kind | undefined {
  const { needs, expects } = clause.readings[0]!;
  const topic = needs.find((need) => need.kind === 'topic');
  if (topic === undefined) return expects;
  const [first] = topic.topics.map((name) => topics[name]);
  return first!.many === true ? undefined : (expects ?? first!.kind);
}

const spoken = (fact: KnownFact) => (fact.value === '' ? fact.sentence : fact.value);

/** Two sets of names, figures or dates that have nothing in common, though both say something. */
const disagree = (a: ReadonlySet<string>, b: ReadonlySet<string>) =>
  a.size > 0 && b.size > 0 && [...a].every((value) => !b.has(value)) && isShare(a) === isShare(b);

/** A percentage is not set against a number of something. */
const isShare = (values: ReadonlySet<string>) => [...values].some((value) => value.endsWith('%'));

/** Finds current facts that answer one question with different things: other names, figures or dates, or yes and no. */
export function contradictionsIn(clause: Clause, supports: readonly Support[]): Contradiction[] {
  const current = supports.filter(({ fact }) => fact.superseded_at === null);
  const kind = comparedBy(clause);
  const differ = (a: KnownFact, b: KnownFact) => {
    if (isOfAnother(a, b) || isOfAnotherField(a, b)) return false;
    if (kind !== undefined && kind !== 'reason' && kind !== 'place') {
      return disagree(valuesOf(kind, spoken(a)), valuesOf(kind, spoken(b)));
    }
    return clause.polar && clause.readings[0]!.needs.length > 1 && isNegated(a) !== isNegated(b);
  };
  const facts = current.map(({ fact }) => fact);
  const opinions: KnownFact[] = [];
  for (const fact of facts) {
    if (opinions.length < 4 && opinions.every((other) => differ(fact, other))) opinions.push(fact);
  }
  return opinions.length > 1 ? [{ facts: opinions }] : [];
}
