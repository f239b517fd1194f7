import type { FoundFact } from '../../db/statements/answers.ts';
import { valuesOf } from './kinds.ts';
import type { Question } from './question.ts';

const MOST_OPINIONS = 4;

/** Two records of one kind each have their own value, and two fields each say something else. */
const isOfAnother = (a: FoundFact, b: FoundFact) =>
  a.account_id !== b.account_id ||
  (a.subject_id !== b.subject_id && a.subject_type === b.subject_type && a.subject_type !== 'account') ||
  (a.single && b.single && a.attribute !== b.attribute);

/** Two sets of names, figures or dates that have nothing in common, though both say something. */
const disagree = (a: ReadonlySet<string>, b: ReadonlySet<string>) =>
  a.size > 0 && b.size > 0 && [...a].every((value) => !b.has(value));

/** Current facts that answer one question with other names, figures or dates, newest of each opinion first. */
export function contradictionsIn(question: Question, facts: readonly FoundFact[]): FoundFact[] {
  const [first] = question.topics;
  const kind = first === undefined ? question.kind : first.topic.kind;
  if (kind === undefined) return [];
  const opinions: FoundFact[] = [];
  for (const fact of facts.filter((each) => each.superseded_at === null)) {
    const differs = (other: FoundFact) =>
      !isOfAnother(fact, other) && disagree(valuesOf(kind, fact.value), valuesOf(kind, other.value));
    if (opinions.length < MOST_OPINIONS && opinions.every(differs)) opinions.push(fact);
  }
  return opinions.length > 1 ? opinions : [];
}
