import type { KnownFact } from '../../db/statements/calls.ts';
import { isFieldSentence, labelOf } from '../facts/attributes.ts';
import { isNumber, type Token, tokensOf } from './tokens.ts';
import { functionStems } from './vocabulary.ts';

/** What a record is called, where facts of its fields name it. */
export type RecordName = { readonly words: readonly Token[] };

/** The name of the record that a fact of a field is of: `Amount of Group rollout: 385000.` is of `Group rollout`. */
export function recordOf({ attribute, value, sentence }: KnownFact): string | undefined {
  const label = labelOf(attribute);
  if (!isFieldSentence(label, sentence)) return undefined;
  const end = sentence.lastIndexOf(`: ${value}`);
  return end < 0 ? undefined : sentence.slice(label.length + 4, end);
}

/** What a question may name beside companies: deals, by their names, and whatever the facts have a word for. */
export type Told = { readonly records: readonly RecordName[]; readonly words: ReadonlySet<string> };

export const NOTHING_TOLD: Told = { records: [], words: new Set() };

/** What facts tell of deals, and their words; people and companies are known by their own names. */
export function toldBy(facts: readonly KnownFact[]): Told {
  const names = new Set<string>();
  const words = new Set<string>();
  for (const fact of facts) {
    for (const { word } of tokensOf(fact.sentence)) words.add(word);
    if (fact.subject_type !== 'opp') continue;
    const name = recordOf(fact);
    if (name !== undefined) names.add(name);
  }
  const records = Array.from(names, (name) => ({
    words: tokensOf(name).filter(({ stem }) => !functionStems.has(stem)),
  }));
  return { records, words };
}

const BEFORE = new Set('the this that our their a'.split(' '));
const AFTER = new Set('deal deals opp opportunity project proposal'.split(' '));

/**
 * The places of a question's words that name a record: two words of its name after one another, or its last word where
 * nothing else could be meant by it: `the renewal`, `the dispatch deal`.
 */
export function recordPlaces(tokens: readonly Token[], records: readonly RecordName[]): Set<number> {
  let best: number[] = [];
  for (const { words } of records) {
    const telling = words.filter((word) => !isNumber(word));
    for (let first = 0; first < tokens.length; first += 1) {
      for (let from = 0; from < words.length; from += 1) {
        let length = 0;
        while (
          first + length < tokens.length &&
          from + length < words.length &&
          tokens[first + length]!.stem === words[from + length]!.stem
        )
          length += 1;
        const places = Array.from({ length }, (_, index) => first + index);
        const isWhole = telling.length > 0 && length >= telling.length;
        const isHead = length === 1 && words[from] === telling.at(-1) && BEFORE.has(tokens[first - 1]?.word ?? '');
        const isDeal = length > 0 && AFTER.has(tokens[first + length]?.word ?? '');
        if (length > best.length && (length > 1 || isWhole || isHead || isDeal)) best = places;
      }
    }
  }
  return new Set(best);
}
