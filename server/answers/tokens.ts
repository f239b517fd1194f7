import { stemOf } from './stem.ts';

/** One word of a text. `initial`: it begins a sentence, so its capital says nothing. */
export type Token = {
  readonly text: string;
  readonly word: string;
  readonly stem: string;
  readonly capital: boolean;
  readonly initial: boolean;
  /** It begins a sentence that stands after another one. */
  readonly breaks: boolean;
  /** Written with 's: `Dana's`. */
  readonly owns: boolean;
};

const CONTRACTIONS: [RegExp, string][] = [
  [/[\u2018\u2019\u02BC]/g, "'"],
  [/\bcan'?t\b/gi, 'can not'],
  [/\b(what|who|where|when|how|why|that|there|here|it|he|she|which)(?:'s|(?<=what|who|where|how|when)s)\b/gi, '$1 is'],
  [/\b(can|wo|ai|is|are|was|were|do|does|did|has|have|had|would|could|should)(?:n't|nt)\b/gi, '$1 not'],
  [/\b(i|you|we|they|he|she|it|who|what)'(?:re|m)\b/gi, '$1 are'],
  [/\b(i|you|we|they|who|what)'ve\b/gi, '$1 have'],
  [/\b(i|you|we|they|he|she|it|who|what|that)'ll\b/gi, '$1 will'],
  [/\b(where|when|how|why)'?d\b/gi, '$1 did'],
  [/\b(i|you|we|they|he|she|it|who|what)'d\b/gi, '$1 would'],
  [/\bin the end\b/gi, 'finally'],
  [/\be-?mail/gi, 'email'],
  [/\b(?:last|family) names?\b/gi, 'surname'],
  [/\b([A-Za-z])&([A-Za-z])\b/g, '$1$2'],
];

/** Without any of these no contraction is there to be written out. */
const MAY_CONTRACT =
  /[\u2018\u2019\u02BC'&]|(?:what|who|where|when|how)s\b|nt\b|\bcant\b|(?:where|how|when|why)d\b|in the end|mail|names?\b/i;

const PLAIN = /^[A-Za-z]+$/;

const WORD =
  /(?<!\p{L})\p{L}{1,2}-\p{N}+(?!\p{L})|(?:[$€£]\s?)?\p{N}+(?:[.,:/]\p{N}+)*(?:\p{L}+|\s?%)?|\p{L}[\p{L}\p{N}\p{M}]*(?:'\p{L}+)*|[.!?;:\n()"]/gu;
const BREAK = /^[.!?;:\n()"]$/;

/** A number as it counts: `$1,200.00`, `1200` and `1.2k` are one. Anything else stays as it is. */
function numberWord(text: string): string {
  const match = /^[$€£]?\s?(\d+(?:,\d{3})*(?:\.\d+)?)\s?(k|m|mm|mn|b|bn|million|thousand|billion)?$/i.exec(text);
  if (match === null) return text.toLowerCase().replaceAll(/[\s$€£]/g, '');
  const scale = { k: 1e3, t: 1e3, m: 1e6, b: 1e9 }[(match[2] ?? '').charAt(0).toLowerCase()] ?? 1;
  return String(Math.round(Number(match[1]!.replaceAll(',', '')) * scale * 100) / 100);
}

/** A word as it is compared: lower case, without accents. */
const wordOf = (part: string) =>
  part
    .normalize('NFKD')
    .replaceAll(/[\p{M}-]/gu, '')
    .toLowerCase();

/** Texts that are kept as they were read, and the longest of them in characters: facts come back with every question. */
const MOST_TEXTS = 3_000;
const LONGEST_TEXT = 600;

/** Keeps what is made of a text, for as many texts as a process can hold; the oldest leave in bulk. */
export function keptByText<Made>(make: (text: string) => Made): (text: string) => Made {
  const kept = new Map<string, Made>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const made = make(text);
    if (text.length > LONGEST_TEXT) return made;
    if (kept.size >= MOST_TEXTS) for (const old of [...kept.keys()].slice(0, MOST_TEXTS / 4)) kept.delete(old);
    kept.set(text, made);
    return made;
  };
}

/** The words of a text in order, contractions written out, hyphenated words apart. */
export const tokensOf: (text: string) => readonly Token[] = keptByText(tokensIn);

function tokensIn(text: string): Token[] {
  const plain = MAY_CONTRACT.test(text)
    ? CONTRACTIONS.reduce((written, [from, to]) => written.replaceAll(from, to), text)
    : text;
  const tokens: Token[] = [];
  let initial = true;
  let breaks = false;
  for (const [found] of plain.matchAll(WORD)) {
    if (BREAK.test(found)) {
      initial = true;
      breaks ||= /[.!?;\n]/.test(found);
      continue;
    }
    const owns = /'s$/i.test(found);
    for (let part of (owns ? found.slice(0, -2) : found).split("'")) {
      if (part === '') continue;
      if (part === 'IT' || part === 'US') part = part === 'IT' ? 'Infotech' : 'USA';
      const letters = PLAIN.test(part);
      const digits = !letters && /^[$€£]?\s?\p{N}/u.test(part);
      const word = letters ? part.toLowerCase() : digits ? numberWord(part) : wordOf(part);
      tokens.push({
        text: part,
        word,
        stem: digits ? word : stemOf(word),
        capital: /^\p{Lu}/u.test(part),
        initial,
        breaks,
        owns,
      });
      initial = breaks = false;
    }
  }
  return tokens;
}

export const isNumber = (token: Token): boolean => /^\d/.test(token.word);

type Part = {
  stems: ReadonlySet<string>;
  exact: ReadonlySet<string>;
  number: boolean;
  name: boolean;
  /** How many words may stand before it. */
  gap: number;
};

/** A pattern of words; `weight` is how many words it takes. */
export type Phrase = { readonly parts: readonly Part[]; readonly weight: number; readonly text: string };

const GAP = 4;

/**
 * Reads a pattern: words in order, each in any of its forms; `a|b` either; `=word` that very form; `#` a number; `@` a
 * name; `*` up to four words in between.
 */
export function phraseOf(text: string): Phrase {
  const parts: Part[] = [];
  let gap = 0;
  for (const piece of text.split(' ')) {
    if (piece === '*') {
      gap = GAP;
      continue;
    }
    const words = piece.split('|');
    parts.push({
      stems: new Set(words.filter((word) => !/^[=#@]/.test(word)).map(stemOf)),
      exact: new Set(words.filter((word) => word.startsWith('=')).map((word) => word.slice(1))),
      number: words.includes('#'),
      name: words.includes('@'),
      gap,
    });
    gap = 0;
  }
  return { parts, weight: parts.length, text };
}

/** The patterns of a list separated by commas. */
export const phrasesOf = (list: string): Phrase[] =>
  list
    .split(/,|\n/)
    .map((each) => each.trim().replaceAll(/\s+/g, ' '))
    .filter(Boolean)
    .map(phraseOf);

const fits = (part: Part, token: Token) =>
  part.stems.has(token.stem) ||
  part.exact.has(token.word) ||
  (part.number && isNumber(token)) ||
  (part.name && token.capital && !token.initial);

/** The places of the pattern's words when it begins at `first`. */
export function matchAt(phrase: Phrase, tokens: readonly Token[], first: number): number[] | undefined {
  if (!fits(phrase.parts[0]!, tokens[first]!)) return undefined;
  const places = [first];
  for (let index = 1; index < phrase.parts.length; index += 1) {
    const part = phrase.parts[index]!;
    const from = places[index - 1]! + 1;
    const until = Math.min(tokens.length - 1, from + part.gap);
    let next = from;
    while (next <= until && !fits(part, tokens[next]!)) next += 1;
    if (next > until) return undefined;
    places.push(next);
  }
  return places;
}

/** The places of the pattern's words where it first is in the text. */
export function findPhrase(phrase: Phrase, tokens: readonly Token[]): number[] | undefined {
  for (let first = 0; first < tokens.length; first += 1) {
    const places = matchAt(phrase, tokens, first);
    if (places !== undefined) return places;
  }
  return undefined;
}

/** The patterns of a list, found by the words of a text. */
export function indexOf(phrases: readonly Phrase[]): PhraseIndex<true> {
  const index = new PhraseIndex<true>();
  for (const phrase of phrases) index.add(phrase, true);
  return index;
}

/** What a first word can begin: the patterns of many lists, found by the words of a text. */
export class PhraseIndex<Meaning> {
  readonly #byStem = new Map<string, [Phrase, Meaning][]>();
  readonly #byForm = new Map<string, [Phrase, Meaning][]>();
  readonly #anywhere: [Phrase, Meaning][] = [];

  add(phrase: Phrase, meaning: Meaning): void {
    const { stems, exact, number, name } = phrase.parts[0]!;
    const entry: [Phrase, Meaning] = [phrase, meaning];
    for (const stem of stems) this.#byStem.set(stem, [...(this.#byStem.get(stem) ?? []), entry]);
    for (const form of exact) this.#byForm.set(form, [...(this.#byForm.get(form) ?? []), entry]);
    if (number || name) this.#anywhere.push(entry);
  }

  /** Whether any pattern is in the text at places that will do. */
  isIn(tokens: readonly Token[], willDo: (places: number[]) => boolean = () => true): boolean {
    const fitsAt = (entries: readonly [Phrase, Meaning][], first: number) =>
      entries.some(([phrase]) => {
        const places = matchAt(phrase, tokens, first);
        return places !== undefined && willDo(places);
      });
    return tokens.some(
      (token, first) =>
        fitsAt(this.#byStem.get(token.stem) ?? [], first) ||
        fitsAt(this.#byForm.get(token.word) ?? [], first) ||
        fitsAt(this.#anywhere, first),
    );
  }

  /** Every pattern in the text with its meaning and places. */
  find(tokens: readonly Token[]): { phrase: Phrase; meaning: Meaning; places: number[] }[] {
    return tokens.flatMap((token, first) =>
      [...(this.#byStem.get(token.stem) ?? []), ...(this.#byForm.get(token.word) ?? []), ...this.#anywhere].flatMap(
        ([phrase, meaning]) => {
          const places = matchAt(phrase, tokens, first);
          return places === undefined ? [] : [{ phrase, meaning, places }];
        },
      ),
    );
  }
}

/** The words of a pattern to search for, alternatives together; numbers and names are not searched for. */
export function searchWordsOf(phrase: Phrase): string[][] {
  return phrase.text
    .split(' ')
    .filter((piece) => piece !== '*')
    .map((piece) =>
      piece
        .split('|')
        .filter((word) => word !== '#' && word !== '@')
        .map((word) => word.replace('=', '')),
    )
    .filter((words) => words.length > 0);
}
