import { createHmac, randomBytes } from 'node:crypto';
import { type Addresses, addressesOf, emailSpans } from './emails.ts';
import { fold, readingsOf } from './fold.ts';
import { type Identifiers, isReference, MOST_DIGITS, writtenDigits } from './identifiers.ts';
import { type Names, namesOf, nameSpans, type Span } from './names.ts';

/** What stands where somebody was named. */
export const ERASED = '[erased]';

type Digits = Span & { digits: string };

/** Most characters between two groups of digits of one number. */
const MOST_BETWEEN = 4;
/** What stands between them: blanks, brackets, full stops, dashes and dots of any kind, or one star or tilde; tags are stars. */
const BETWEEN = /^(?:[ ().[\]\-/_\p{Pd}\u00b7\u2022\u2027\u2212\u2219\u22c5\u30fb]*|[*~]|\* \*)$/u;
/** Most groups of one number. */
const MOST_GROUPS = 10;

/** Groups of digits in a text; `near`: only separators of a phone number stand between it and the one before. */
function groupsOf(text: string): (Digits & { near: boolean })[] {
  const groups: (Digits & { near: boolean })[] = [];
  for (const match of text.matchAll(/\d+/g)) {
    const start = match.index;
    const before = groups.at(-1);
    const between = before === undefined ? undefined : text.slice(before.end, start);
    const near = between !== undefined && between.length <= MOST_BETWEEN && BETWEEN.test(between);
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

/** A text with parts replaced, which are sorted by where they begin. */
function withoutSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  let redacted = '';
  let at = 0;
  for (const { start, end } of spans) {
    if (start >= at) redacted += text.slice(at, start) + ERASED;
    at = Math.max(at, end);
  }
  return redacted + text.slice(at);
}

/** Replaces whatever names one person. Every step takes time in proportion to the text. */
export class Redactor {
  readonly #addresses: Addresses;
  readonly #names: Names;
  readonly #written: ReadonlySet<string>;
  readonly #secret = randomBytes(32);

  constructor({ emails, phones, phrases }: Identifiers) {
    this.#addresses = addressesOf(emails.map((email) => fold(email.trim()).text));
    this.#names = namesOf(phrases);
    this.#written = new Set(phones.flatMap(writtenDigits));
  }

  #spans(text: string, isReferred = false): Span[] {
    return readingsOf(text)
      .flatMap((reading) => {
        const folded = fold(text, reading);
        return [
          ...emailSpans(folded.text, this.#addresses, isReferred),
          ...nameSpans(text, folded, this.#names, isReferred),
          ...phoneSpans(folded.text, this.#written),
        ].map(({ start, end }) => ({ start: folded.from[start]!, end: folded.to[end - 1]! }));
      })
      .sort((a, b) => a.start - b.start || b.end - a.end);
  }

  #plain(text: string, isReferred = false): string {
    return withoutSpans(text, this.#spans(text, isReferred));
  }

  /** Whether a naming in a text, or in one within a JSON value, goes over the end of a line. */
  goesOverLines(value: unknown): boolean {
    if (typeof value === 'string') {
      return (
        value.includes('\n') && this.#spans(value).some(({ start, end }) => value.slice(start, end).includes('\n'))
      );
    }
    return typeof value === 'object' && value !== null && Object.values(value).some((part) => this.goesOverLines(part));
  }

  /** Lines of a text without what names the person, also where that goes over the end of one. */
  lines(lines: readonly string[]): string[] {
    const spans = this.#spans(lines.join('\n'));
    let begin = 0;
    return lines.map((line) => {
      const own = spans
        .map(({ start, end }) => ({ start: Math.max(0, start - begin), end: Math.min(line.length, end - begin) }))
        .filter(({ start, end }) => start < end);
      begin += line.length + 1;
      return withoutSpans(line, own);
    });
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
      const inner = typeof part === 'string' && isReference(key) ? this.reference(part) : this.value(part);
      changed ||= name !== key || inner !== part;
      return [name, inner] as const;
    });
    return changed ? Object.fromEntries(redacted) : value;
  }

  /** As `text`, for what must stay unique: equal texts become equal, others stay different. */
  label(text: string): string {
    return this.#marked(text, this.text(text));
  }

  /**
   * As `label`, for what a client made up of parts to refer by, such as a run: there `run-dana@x.example` names
   * `dana@x.example`, while in free text that may be another person's address, and is not redacted.
   */
  reference(text: string): string {
    return this.#marked(text, this.#plain(text, true));
  }

  #marked(text: string, redacted: string): string {
    if (redacted === text) return text;
    const mark = createHmac('sha256', this.#secret).update(text).digest('hex').slice(0, 12);
    return redacted.replace(ERASED, `[erased ${mark}]`);
  }
}
