import { type Folded, fold } from './fold.ts';
import { spellingsOf } from './spellings.ts';

/** A part of a folded text, or of a text. */
export type Span = { start: number; end: number };

/** What stands between two words of a name: what may in its place in any name, a comma, or just this. */
type Gap = { kind: 'open' | 'comma' | 'fixed'; own: string };

/** A name, or the address of a profile, by the spellings of its words. `lead`: signs before the first, as of `@dana`. */
type Name = { words: readonly (readonly string[])[]; gaps: readonly Gap[]; lead: string };

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** Whether a character belongs to a word. */
export const isWord = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}\p{M}]/u.test(char);

type Token = Span & { word: string };

/** The words of a folded text. */
export const tokensOf = (text: string): Token[] =>
  Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({ word, start: index, end: index + word.length }));

/** Signs of emphasis and quotation, which may stand around any word. */
const MARKS = '*_~\'"`';

/** The most characters between two words of a name. */
const MOST_BETWEEN = 24;

function withoutMarks(gap: string): string {
  let [start, end] = [0, gap.length];
  while (start < end && MARKS.includes(gap[start]!)) start += 1;
  while (end > start && MARKS.includes(gap[end - 1]!)) end -= 1;
  return gap.slice(start, end);
}

/** One blank, or a line's end in a mail that is quoted. */
const BLANK = /^ [> ]*$/;
/** Joins words where blanks may not stand: in addresses of the web, names of files, cells of a table. */
const JOINS = new Set(['.', '-', '+']);
const CELLS = new Set([',', ';', '|', ' | ', '| ', ' |']);
const COMMA = /^ ?,[> ]*$/;
/** Stands between the last and the first name in a vCard. */
const SEMICOLON = ';';

function kindOf(own: string, isAddress: boolean): Gap {
  if (isAddress) return { kind: 'fixed', own };
  if (own.includes(',')) return { kind: 'comma', own };
  return { kind: /^[ .'*_"-]*$/.test(own) ? 'open' : 'fixed', own };
}

function nameOf(folded: string): Name | undefined {
  const tokens = tokensOf(folded);
  if (tokens.length === 0) return undefined;
  const isAddress = folded.includes('/');
  return {
    words: tokens.map(({ word }) => spellingsOf(word)),
    gaps: tokens.slice(1).map(({ start }, index) => kindOf(folded.slice(tokens[index]!.end, start), isAddress)),
    lead: folded.slice(0, tokens[0]!.start),
  };
}

/** Names by the spellings of their first word, and of all words written as one. */
export type Names = { first: ReadonlyMap<string, readonly Name[]>; joined: ReadonlyMap<string, readonly Name[]> };

/** Makes names ready to be looked for. */
export function namesOf(phrases: readonly string[]): Names {
  const first = new Map<string, Name[]>();
  const joined = new Map<string, Name[]>();
  const add = (to: Map<string, Name[]>, word: string, name: Name) => to.set(word, [...(to.get(word) ?? []), name]);
  for (const phrase of phrases) {
    const folded = fold(phrase.trim()).text;
    // `O'Brien` is also written `OBrien`.
    for (const spelled of new Set([folded, folded.replaceAll("'", '')])) {
      const name = nameOf(spelled);
      if (name === undefined) continue;
      for (const word of name.words[0]!) add(first, word, name);
      if (name.words.length > 1 && name.gaps.every(({ kind }) => kind === 'open')) {
        const [plain, transcribed] = [0, -1].map((index) => name.words.map((word) => word.at(index)!).join(''));
        for (const word of new Set([plain!, transcribed!])) add(joined, word, name);
      }
    }
  }
  return { first, joined };
}

/** Whether a gap can stand in a name, and as what it joins the words: undefined where it cannot. */
function joinOf(gap: string, { kind, own }: Gap): 'blank' | 'sign' | '-' | 'cell' | undefined {
  if (gap === own) return 'blank';
  if (gap.length > MOST_BETWEEN) return undefined;
  if (gap === '_') return 'blank';
  if (kind === 'fixed') return undefined;
  const core = withoutMarks(gap);
  if (JOINS.has(core)) return core === '-' ? '-' : 'sign';
  if (kind === 'comma' && core === SEMICOLON) return 'cell';
  if (kind === 'comma') return core === '' || COMMA.test(core) ? 'blank' : undefined;
  return core === '' || BLANK.test(core) || CELLS.has(core) ? 'blank' : undefined;
}

/** Whether letters of a text begin a word within a word there, as in `DanaReyes`. */
function beginsWithin(text: string, { from }: Folded, at: number): boolean {
  return /\p{Lu}/u.test(text[from[at]!]!) && /\p{Ll}/u.test(text[from[at - 1]!]!);
}

/** Whether a folded word is one of a name, in one of its spellings. */
export const isSpelled = (word: string, spellings: readonly string[]): boolean =>
  spellingsOf(word).some((spelling) => spellings.includes(spelling));

/** Where a word is all words of a name as one: `DanaReyes`, `@danareyes`, `#danareyes`. */
function isJoined(text: string, folded: Folded, { start, end }: Token, { words }: Name): boolean {
  if (/[@#]/.test(folded.text[start - 1] ?? '') && !isWord(folded.text[start - 2])) return true;
  let at = start;
  return words.slice(0, -1).every((word) => {
    for (let next = at + 1; next < end; next += 1) {
      if (!beginsWithin(text, folded, next) || !isSpelled(folded.text.slice(at, next), word)) continue;
      at = next;
      return true;
    }
    return false;
  });
}

/** The most characters of an e-mail address that are looked at around a name. */
const MOST_OF_ADDRESS = 64;

const isOfAddress = (char: string | undefined) => char !== undefined && /[a-z0-9._%+-]/.test(char);

/** Whether a part of a text belongs to an e-mail address. */
function isInAddress(text: string, { start, end }: Span): boolean {
  let [before, after] = [start - 1, end];
  while (start - before < MOST_OF_ADDRESS && isOfAddress(text[before])) before -= 1;
  while (after - end < MOST_OF_ADDRESS && isOfAddress(text[after])) after += 1;
  return text[after] === '@' || (text[before] === '@' && isOfAddress(text[before - 1]));
}

/** A year, or a day as one number. */
const DATE = /^-(?:19|20)\d{2}(?:\d{4})?(?![\p{L}\p{N}])/u;

type Join = NonNullable<ReturnType<typeof joinOf>>;

/**
 * Where a name stands by itself: `Dana Reyes` is neither in `Joana Reyes` nor in `Dana Reyes-Smith`. Where hyphens stand
 * for blanks they do before it, too; after it might come the rest of a surname, but for a date.
 */
function standsAlone(text: string, span: Span, joins: ReadonlySet<Join>): boolean {
  const { start, end } = span;
  if ((joins.has('-') || joins.has('sign')) && isInAddress(text, span)) return false;
  const isHyphened = joins.has('-');
  if (text[start - 1] === '-' && isWord(text[start - 2]) && !isHyphened) return false;
  if (text[end] !== '-' || !isWord(text[end + 1])) return true;
  return isHyphened && DATE.test(text.slice(end, end + 10));
}

/** Whether what stands around `Reyes;Dana` belongs to a line of cells: in `Tom Reyes;Dana Smith` those are two people. */
function areCells(text: string, { text: folded, from }: Folded, { start, end }: Span): boolean {
  const endsCell = (at: number) => folded[at] === undefined || !/[\p{L}\p{N}\p{M} ]/u.test(text[from[at]!]!);
  return endsCell(start - 1) && endsCell(end);
}

/** Where the words of a name stand from a word of a text on. */
function spanOf(
  text: string,
  tokens: readonly Token[],
  at: number,
  name: Name,
): (Span & { joins: Set<Join> }) | undefined {
  const { words, gaps, lead } = name;
  const { start } = tokens[at]!;
  if (at + words.length > tokens.length || !text.endsWith(lead, start)) return undefined;
  const joins = new Set<Join>();
  for (let n = 1; n < words.length; n += 1) {
    const token = tokens[at + n]!;
    if (!isSpelled(token.word, words[n]!)) return undefined;
    const join = joinOf(text.slice(tokens[at + n - 1]!.end, token.start), gaps[n - 1]!);
    if (join === undefined) return undefined;
    joins.add(join);
  }
  return { start: start - lead.length, end: tokens[at + words.length - 1]!.end, joins };
}

/**
 * Where names stand in a text, as places of the folded one.
 * @param isReference in what clients make up to refer by, a hyphen ends a name: `call-dana-reyes-2`
 */
export function nameSpans(text: string, folded: Folded, names: Names, isReference: boolean): Span[] {
  if (names.first.size === 0) return [];
  const tokens = tokensOf(folded.text);
  const spans: Span[] = [];
  tokens.forEach((token, at) => {
    for (const word of spellingsOf(token.word)) {
      for (const name of names.first.get(word) ?? []) {
        const span = spanOf(folded.text, tokens, at, name);
        if (span === undefined || (span.joins.has('cell') && !areCells(text, folded, span))) continue;
        if (isReference || standsAlone(folded.text, span, span.joins)) spans.push(span);
      }
      for (const name of names.joined.get(word) ?? []) {
        if (isJoined(text, folded, token, name) && !isInAddress(folded.text, token)) spans.push(token);
      }
    }
  });
  return spans;
}

const wordsOf = (name: string) => tokensOf(fold(name).text).map(({ word }) => word);

/** Whether two names are of the same words, however their accents are written. */
export function isSameName(one: string, other: string): boolean {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  const isSame = (word: string, index: number) => isSpelled(word, spellingsOf(others[index]!));
  return words.length > 0 && words.length === others.length && words.every(isSame);
}
