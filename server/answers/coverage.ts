import { holds } from './kinds.ts';
import type { Question, Term } from './question.ts';
import type { Evidence } from './rank.ts';
import { HEDGED, OF_THE_PAST } from './terms/patterns.ts';
import type { InTurns } from '../turns.ts';
import { stemsOf, WORDS } from './words.ts';

/** Words of a label that its value stands for. */
const COUNTING = new Set(stemsOf('number of count total current main primary name system'));

/** Words of a question that a fact has to have. */
const telling = ({ terms, era }: Question, own: ReadonlySet<string>) =>
  terms.filter(
    ({ stem, word, name }) =>
      !own.has(stem) &&
      (name || !(WORDS.assumed.has(word) || WORDS.saying.has(word))) &&
      !(era !== 'now' && OF_THE_PAST.test(word)),
  );

const isTopic = (question: Question, { fact }: Evidence) =>
  question.topics.some(({ topic }) => topic.attributes.has(fact.attribute));

/** The stems of a question that ask for a fact's attribute: the glossary's for it, and words of its label. */
function asksFor(question: Question, { fact, label }: Evidence): ReadonlySet<string> {
  const said = question.topics
    .filter(({ topic }) => topic.attributes.has(fact.attribute))
    .flatMap(({ phrase }) => phrase);
  const named = question.terms.filter(({ stem, light, name }) => !light && !name && label.includes(stem));
  return new Set([...said, ...named.map(({ stem }) => stem)]);
}

/** A record's field that says what is asked: its label is, of the kind asked for, and everything else named is in it. */
function fieldSays(question: Question, terms: readonly Term[], each: Evidence): boolean {
  const { fact, stems, label } = each;
  const { kind } = question;
  const asked = asksFor(question, each);
  if (asked.size === 0) return false;
  // What a champion says is not who the champion is, and whose title it is has to be said.
  if (fact.single && question.tokens.some(({ word }) => WORDS.saying.has(word))) return false;
  const isPersons = fact.subject_type === 'contact' || fact.subject_type === 'prospect';
  if (isPersons && terms.every(({ stem }) => asked.has(stem))) return false;
  // One word of a label of several is another attribute's, too: `risk` of `risk score`.
  if (!isTopic(question, each) && label.some((stem) => !asked.has(stem) && !COUNTING.has(stem))) return false;
  if (!terms.every(({ stem }) => asked.has(stem) || stems.has(stem))) return false;
  if (kind === undefined || (fact.single && fact.attribute === 'title')) return true;
  if (fact.single && question.topics.some(({ topic }) => topic.attributes.has(fact.attribute) && topic.kind === kind))
    return true;
  const value = each.tokens.slice(-stemsOf(fact.value).length).map((token) => ({ ...token, initial: false }));
  return holds(kind, value, fact.value, new Set([...question.stems, ...label]));
}

/** A sentence that says what is asked in at least so many of the question's own words, without an if or a not. */
function sentenceSays(question: Question, terms: readonly Term[], least: number, each: Evidence): boolean {
  const { fact, tokens, stems } = each;
  if (question.kind === undefined || terms.filter(({ name }) => !name).length < least) return false;
  if (!terms.every(({ stem }) => stems.has(stem)) || HEDGED.test(fact.value)) return false;
  const said = new Set(stemsOf(fact.value));
  if (!terms.every(({ stem, name }) => said.has(stem) || (name && stems.has(stem)))) return false;
  return holds(question.kind, tokens, fact.value, new Set(question.stems));
}

/** Of a field's history, what stood just before what the question names: `before Dana`; undefined where it names nothing of it. */
function justBefore({ names, era }: Question, history: readonly Evidence[]): Evidence | 'nothing' | undefined {
  if (era !== 'past' || names.length === 0) return undefined;
  const inOrder = history.toSorted((a, b) => (a.fact.id < b.fact.id ? -1 : 1));
  const at = inOrder.findIndex(({ fact }) => {
    const said = new Set(stemsOf(fact.value));
    return names.some((name) => name.every(({ stem }) => said.has(stem)));
  });
  return at < 0 ? undefined : (inOrder[at - 1] ?? 'nothing');
}

/** Fields that were something else before, where that is asked for. */
function pastOf(question: Question, terms: readonly Term[], all: readonly Evidence[]): Evidence[] {
  const fields = all.filter(({ fact }) => fact.single);
  const historyOf = ({ fact }: Evidence) => `${fact.subject_id} ${fact.attribute}`;
  const histories = Map.groupBy(fields, historyOf);
  const befores = new Map(Array.from(histories, ([key, history]) => [key, justBefore(question, history)]));
  return fields.filter((each) => {
    const history = histories.get(historyOf(each))!;
    if (history.every(({ fact }) => fact.superseded_at === null)) return false;
    if (question.era === 'past' && each.fact.superseded_at === null) return false;
    const before = befores.get(historyOf(each));
    if (before !== undefined && before !== each) return false;
    // Who came before Dana is in the history that Dana is part of.
    const together = { ...each, stems: new Set(history.flatMap(({ stems }) => [...stems])) };
    return fieldSays({ ...question, kind: undefined }, terms, together);
  });
}

/**
 * The facts that say outright what a question asks, best first; none unless all its words and names, and the kind it asks
 * for, are in one of them, its label or the glossary. `own`: stems of the account's name, known without being said.
 */
export async function covering(
  question: Question,
  all: readonly Evidence[],
  own: ReadonlySet<string>,
  inTurns: InTurns,
): Promise<Evidence[]> {
  const terms = telling(question, own);
  if (question.era !== 'now') return pastOf(question, terms, all);
  if (question.shapes.size > 0 || question.polar || question.text.length > 300) return [];
  const current = all.filter(({ fact }) => fact.superseded_at === null);
  const fields = new Set<Evidence>();
  await inTurns(current, (each) => {
    // A sentence of a section is asked for by the section's name: the risks of the plan.
    if ((each.fact.single || isTopic(question, each)) && fieldSays(question, terms, each)) fields.add(each);
  });
  // One word in a sentence is little to go by, unless a field says the same.
  const least = fields.size > 0 ? 1 : 2;
  const texts: Evidence[] = [];
  await inTurns(current, (each) => {
    if (!each.fact.single && !fields.has(each) && sentenceSays(question, terms, least, each)) texts.push(each);
  });
  return [...fields, ...texts];
}
