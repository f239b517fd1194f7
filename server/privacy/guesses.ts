import { fold } from './fold.ts';
import { loosePattern } from './identifiers.ts';
import { isSpelled, tokensOf } from './names.ts';
import { spellingsOf } from './spellings.ts';

/** The first and the last word of a name, each in its spellings. */
type Ends = { first: readonly string[]; last: readonly string[] };

const AND = new Set(['and', 'und', 'et', 'y', 'e', 'och', 'og', 'en']);
const SIGN = /^ ?[&+/] ?$/;

/** The most spellings that are listed, and the most that are counted to find the commonest. */
const MOST_LISTED = 20;
const MOST_COUNTED = 1_000;

/** Every text of a JSON value. */
function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) yield* textsOf(part);
}

/** A text as the database's patterns read it, but for invisible characters. */
const plain = (text: string) => spellingsOf(text.normalize('NFD').toLowerCase())[0]!;

/** Spellings that may mean a person or another one, such as `D. Reyes`: they are listed, for the operator to decide. */
export class Guesses {
  /** LIKE patterns for the texts they may stand in. */
  readonly patterns: readonly string[];
  readonly #names: readonly Ends[];
  readonly #rows = new Map<string, { text: string; count: number }>();

  /** @param phrases names of two words or more; a last word of fewer than three letters is not looked for */
  constructor(phrases: readonly string[]) {
    const patterns = new Set<string>();
    const names: Ends[] = [];
    for (const phrase of phrases.filter((each) => !/[,/@]/.test(each))) {
      const words = tokensOf(fold(phrase).text).map(({ word }) => word);
      const [first = '', last = ''] = [words[0], words.at(-1)];
      if (words.length < 2 || [first, last].some((word) => !/[a-z]{3}/.test(spellingsOf(word)[0]!))) continue;
      names.push({ first: spellingsOf(first), last: spellingsOf(last) });
      patterns.add(loosePattern(last.normalize('NFC')));
      patterns.add(`${loosePattern(first.normalize('NFC'))} ${spellingsOf(last)[0]![0]!}.%`);
    }
    this.#names = names;
    this.patterns = [...patterns];
  }

  /** Counts the spellings in a row's texts, each once. @param redacted a text as an erasure leaves it */
  add(values: readonly unknown[], redacted: (text: string) => string): void {
    const found = new Map<string, string>();
    for (const text of values.flatMap((value) => [...textsOf(value)])) {
      if (!this.#mayHold(text)) continue;
      for (const spelling of this.#in(redacted(text))) found.set(fold(spelling).text, spelling);
    }
    for (const [key, text] of found) {
      const row = this.#rows.get(key);
      if (row !== undefined) row.count += 1;
      else if (this.#rows.size < MOST_COUNTED) this.#rows.set(key, { text, count: 1 });
    }
  }

  /** The commonest spellings, with how many rows hold each. */
  list(): { text: string; count: number }[] {
    return [...this.#rows.values()].toSorted((a, b) => b.count - a.count).slice(0, MOST_LISTED);
  }

  #mayHold(text: string): boolean {
    const read = plain(text);
    return this.patterns.some((pattern) => pattern.split('%').every((part) => read.includes(part)));
  }

  #in(text: string): string[] {
    const { text: folded, from, to } = fold(text);
    const tokens = tokensOf(folded);
    const gapAfter = (at: number) => folded.slice(tokens[at]!.end, tokens[at + 1]?.start ?? tokens[at]!.end);
    const is = (at: number, spellings: readonly string[]) =>
      tokens[at] !== undefined && isSpelled(tokens[at].word, spellings);
    const found: string[] = [];
    const take = (first: number, last: number, dot = 0) =>
      found.push(text.slice(from[tokens[first]!.start]!, to[tokens[last]!.end - 1 + dot]!));
    for (let at = 0; at < tokens.length; at += 1) {
      for (const { first, last } of this.#names) {
        if (is(at, last)) {
          const initial = tokens[at - 1]?.word === first[0]![0] ? gapAfter(at - 1) : undefined;
          if (initial !== undefined && /^\.? ?$/.test(initial)) take(at - 1, at);
          if (is(at + 1, first) && gapAfter(at) === ' ') take(at, at + 1);
        }
        if (!is(at, first)) continue;
        if (gapAfter(at) === ' ' && tokens[at + 1]?.word === last[0]![0] && folded[tokens[at + 1]!.end] === '.')
          take(at, at + 1, 1);
        const other = SIGN.test(gapAfter(at)) ? at + 1 : AND.has(tokens[at + 1]?.word ?? '') ? at + 2 : undefined;
        if (other !== undefined && is(other + 1, last) && gapAfter(other) === ' ') take(at, other + 1);
      }
    }
    return found;
  }
}
