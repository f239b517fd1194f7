import { createHmac, randomBytes } from 'node:crypto';
import { type Identifiers, MOST_DIGITS, writtenDigits, writtenNames } from './identifiers.ts';

/** What stands where somebody was named. */
export const ERASED = '[erased]';

type Span = { start: number; end: number };

/** A text in one case and one way of writing accents, each space one blank, with where each unit came from. */
type Folded = { text: string; from: number[]; to: number[] };

function fold(text: string): Folded {
  const folded: Folded = { text: '', from: [], to: [] };
  const parts: string[] = [];
  let at = 0;
  let blank = false;
  for (const point of text) {
    const end = at + point.length;
    if (/\s/u.test(point)) {
      if (!blank) {
        parts.push(' ');
        folded.from.push(at);
        folded.to.push(end);
      }
      blank = true;
    } else {
      const unit = point.normalize('NFD').toLowerCase();
      parts.push(unit);
      for (let n = 0; n < unit.length; n += 1) {
        folded.from.push(at);
        folded.to.push(end);
      }
      blank = false;
    }
    at = end;
  }
  folded.text = parts.join('');
  return folded;
}

const foldText = (text: string) => fold(text.trim()).text;

const isWord = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}\p{M}]/u.test(char);
const isLocal = (char: string | undefined) => char !== undefined && /[a-z0-9_%+\-.]/.test(char);

/** Where a name stands by itself: `Dana Reyes` is neither in `Joana Reyes` nor in `Dana Reyes-Smith`. */
function standsAlone(text: string, start: number, end: number): boolean {
  const [before, after] = [text[start - 1], text[end]];
  if (isWord(before) || isWord(after)) return false;
  if (before === '-' && isWord(text[start - 2])) return false;
  return !(after === '-' && isWord(text[end + 1]));
}

/** Where an e-mail address is whole: `ann@x.example` is not in `joann@x.example`. */
function isWholeAddress(text: string, start: number, end: number): boolean {
  const after = text[end];
  if (isLocal(text[start - 1]) && text[start - 1] !== '.') return false;
  if (text[start - 1] === '.' && isLocal(text[start - 2]) && text[start - 2] !== '.') return false;
  if (isWord(after) || (after === '-' && isWord(text[end + 1]))) return false;
  return !(after === '.' && isWord(text[end + 1]));
}

type Digits = Span & { digits: string };

/** Most characters between two groups of digits of one number. */
const MOST_BETWEEN = 3;
/** Most groups of one number. */
const MOST_GROUPS = 10;

/** Groups of digits in a text; `near`: only separators of a phone number stand between it and the one before. */
function groupsOf(text: string): (Digits & { near: boolean })[] {
  const groups: (Digits & { near: boolean })[] = [];
  for (const match of text.matchAll(/\d+/g)) {
    const start = match.index;
    const before = groups.at(-1);
    const between = before === undefined ? undefined : text.slice(before.end, start);
    const near = between !== undefined && between.length <= MOST_BETWEEN && !/[^\s().\-/]/u.test(between);
    groups.push({ start, end: start + match[0].length, digits: match[0], near });
  }
  return groups;
}

function phoneSpans(text: string, written: ReadonlySet<string>): Span[] {
  if (written.size === 0) return [];
  const groups = groupsOf(text);
  const spans: Span[] = [];
  for (let first = 0; first < groups.length; first += 1) {
    let digits = '';
    for (let last = first; last < Math.min(groups.length, first + MOST_GROUPS); last += 1) {
      if (last > first && !groups[last]!.near) break;
      digits += groups[last]!.digits;
      if (digits.length > MOST_DIGITS) break;
      if (!written.has(digits)) continue;
      const { end } = groups[last]!;
      let { start } = groups[first]!;
      // A bracket belongs to the number where it is closed within.
      if (text[start - 1] === '(' && text.slice(start, end).includes(')')) start -= 1;
      if (text[start - 1] === '+') start -= 1;
      spans.push({ start, end });
    }
  }
  return spans;
}

/** Replaces whatever names one person. Every step takes time in proportion to the text. */
export class Redactor {
  readonly #emails: readonly string[];
  readonly #phrases: readonly string[];
  readonly #written: ReadonlySet<string>;
  readonly #secret = randomBytes(32);

  constructor({ emails, phones, phrases }: Identifiers) {
    this.#emails = emails.map(foldText).filter((email) => email !== '');
    this.#phrases = writtenNames(phrases)
      .map(foldText)
      .filter((phrase) => phrase !== '');
    this.#written = new Set(phones.flatMap(writtenDigits));
  }

  #spans(text: string): Span[] {
    const folded = fold(text);
    const found: Span[] = [];
    const search = (needle: string, isHit: typeof standsAlone) => {
      for (let at = folded.text.indexOf(needle); at >= 0; at = folded.text.indexOf(needle, at + 1)) {
        const end = at + needle.length;
        if (isHit(folded.text, at, end)) found.push({ start: folded.from[at]!, end: folded.to[end - 1]! });
      }
    };
    for (const email of this.#emails) search(email, isWholeAddress);
    for (const phrase of this.#phrases) search(phrase, standsAlone);
    found.push(...phoneSpans(text, this.#written));
    return found.sort((a, b) => a.start - b.start || b.end - a.end);
  }

  #plain(text: string): string {
    const spans = this.#spans(text);
    if (spans.length === 0) return text;
    let redacted = '';
    let at = 0;
    for (const { start, end } of spans) {
      if (start >= at) redacted += text.slice(at, start) + ERASED;
      at = Math.max(at, end);
    }
    return redacted + text.slice(at);
  }

  /** A text with each naming replaced; one that holds JSON is read as JSON. The same text when nothing names them. */
  text(text: string): string {
    if (/^\s*[[{]/.test(text)) {
      try {
        const value: unknown = JSON.parse(text);
        const redacted = this.value(value);
        return redacted === value ? text : JSON.stringify(redacted);
      } catch {
        // Not JSON after all.
      }
    }
    return this.#plain(text);
  }

  /** A JSON value with each naming in its texts, keys and numbers replaced; the same value when nothing names them. */
  value(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (typeof value === 'number') return this.#written.has(String(value)) ? ERASED : value;
    if (Array.isArray(value)) {
      const items = value.map((item) => this.value(item));
      return items.some((item, index) => item !== value[index]) ? items : value;
    }
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value);
    const taken = new Set(entries.map(([key]) => key));
    let changed = false;
    const redacted = entries.map(([key, part]) => {
      let name = this.#plain(key);
      if (name !== key) {
        const base = name;
        for (let n = 2; taken.has(name); n += 1) name = `${base} ${n}`;
        taken.add(name);
      }
      const inner = this.value(part);
      changed ||= name !== key || inner !== part;
      return [name, inner] as const;
    });
    return changed ? Object.fromEntries(redacted) : value;
  }

  /** As `text`, for what must stay unique or is referred to: equal texts become equal, others stay different. */
  label(text: string): string {
    const redacted = this.text(text);
    if (redacted === text) return text;
    const mark = createHmac('sha256', this.#secret).update(text).digest('hex').slice(0, 12);
    return redacted.replace(ERASED, `[erased ${mark}]`);
  }
}
