import { takesFilter } from '../finding/find-input.ts';
import type { Company } from './companies.ts';
import type { Question } from './question.ts';
import records from './terms/records.json' with { type: 'json' };
import { ADDED, ASKS_FOR_SEVERAL, CONTACT, SEVERAL } from './terms/patterns.ts';
import { hasPhrase } from './vocabulary.ts';
import { stemsOf, WORDS } from './words.ts';

/** A tool that answers what facts cannot: sums, lists, what lacks, and what lies in a time. */
export type Use = { tool: 'find_records'; arguments: Record<string, string | number | string[]> };

/** Kinds of records by the words that ask for them, the first that is found; dimensions of a deal by theirs. */
type FoundKind = keyof typeof records.kinds;
const RECORDS = Object.entries(records.kinds).map(([kind, words]) => [kind as FoundKind, words.split(' ')] as const);
const DIMENSIONS = Object.entries(records.dimensions).map(
  ([each, words]) => [each, words.split(', ').map(stemsOf)] as const,
);
const MONTHS = records.months.split(' ');
const NUMBERS: Record<string, number> = records.numbers;
const UNITS: Record<string, number> = { day: 1, week: 7, month: 30, quarter: 91, year: 365 };
const BEFORE_MONTH = /\b(?:in|by|this|next|last|until|before|during|since|after) ([a-z]{3,9})\b/g;

/** Days since 1970. */
const DAY = 86_400_000;
type Range = { from: number; to: number };
const dateOf = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);
const dayOf = (year: number, month: number, date = 1) => Date.UTC(year, month, date) / DAY;
const months = (year: number, month: number, count = 1): Range => ({
  from: dayOf(year, month),
  to: dayOf(year, month + count) - 1,
});

/** The days that a question's words for a time mean, seen from today. */
function rangeIn(text: string, now: Date): Range | undefined {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const today = dayOf(year, month, now.getUTCDate());
  const count = /\b(\d{1,4}|an?|one|two|three|couple|few|six)(?: of)? (day|week|month|quarter|year)s?\b/.exec(text);
  if (count !== null) {
    const days = Math.min(3_650, (NUMBERS[count[1]!] ?? Number(count[1])) * UNITS[count[2]!]!);
    return /\b(?:next|coming|within)\b/.test(text)
      ? { from: today, to: today + days }
      : { from: today - days, to: today };
  }
  const quarter = /\bq([1-4])\b/.exec(text);
  if (quarter !== null) return months(year, (Number(quarter[1]) - 1) * 3, 3);
  const [, which = '', unit] = /\b(this|last|past|next|coming) (day|week|month|quarter|year)\b/.exec(text) ?? [];
  const step = which === 'this' ? 0 : which === 'next' || which === 'coming' ? 1 : -1;
  if (unit === 'year') return months(year + step, 0, 12);
  if (unit === 'quarter') return months(year, (Math.floor(month / 3) + step) * 3, 3);
  if (unit === 'month') return months(year, month + step);
  const monday = today - ((now.getUTCDay() + 6) % 7) + step * 7;
  if (unit === 'week') return { from: monday, to: monday + 6 };
  for (const [, word = ''] of text.matchAll(BEFORE_MONTH)) {
    const asked = WORDS.calendar.has(word) ? MONTHS.indexOf(word.slice(0, 3)) : -1;
    if (asked >= 0) return months(asked < month && !/\b(?:last|since)\b/.test(text) ? year + 1 : year, asked);
  }
  if (/\btoday\b/.test(text)) return { from: today, to: today };
  return /\boverdue\b/.test(text) ? { from: 0, to: today - 1 } : undefined;
}

/** What is asked for: the kind of record, what deals of it lack, and whether it is about silence or closing. */
function askedIn({ shapes, stems, tokens }: Question, text: string) {
  const isNegated = shapes.has('negation');
  const missing = DIMENSIONS.filter(([, phrases]) => isNegated && phrases.some((phrase) => hasPhrase(stems, phrase)));
  const named = RECORDS.find(([, words]) => tokens.some(({ word }) => words.includes(word)))?.[0];
  const closing = /\bclos(?:e|es|ing)\b|\boverdue\b|\bdue\b/.test(text);
  const inactive = isNegated && missing.length === 0 && CONTACT.test(text);
  const kind: FoundKind | undefined =
    missing.length > 0 || closing ? 'opp' : inactive && named !== 'opp' ? 'account' : named;
  return { kind, closing, inactive, missing: missing.map(([each]) => each) };
}

/**
 * The call that answers a question for a sum, a list, what lacks or what lies in a time; undefined for another question.
 * `own`: the account asked about, if one is. Only arguments that the kind of record takes.
 */
export function useFor(question: Question, own: Company | undefined, now: Date): Use | undefined {
  const { shapes, era, names } = question;
  if (shapes.size === 0 || era !== 'now') return undefined;
  const text = question.text.toLowerCase();
  const { kind, closing, inactive, missing } = askedIn(question, text);
  const isList = /\bpipeline\b/.test(text) || (ASKS_FOR_SEVERAL.test(text) && SEVERAL.test(text));
  // Asked of one account for one thing of it, records do not answer it either.
  if (kind === undefined || (own !== undefined && !takesFilter(kind, 'account_id'))) return undefined;
  if (own !== undefined && !isList && missing.length === 0) return undefined;
  const found: Use['arguments'] = { kind };
  if (own !== undefined) found['account_id'] = own.id;
  if (kind === 'opp') found['stage_kind'] = /\b(lost|won)\b/.exec(text)?.[1] ?? 'open';
  if (missing.length > 0) found['missing'] = missing;
  const range = rangeIn(text, now);
  if (range !== undefined && inactive) found['no_activity_since'] = dateOf(range.from);
  else if (range !== undefined && (closing || (kind === 'opp' && !ADDED.test(text)))) {
    if (range.from > 0) found['close_from'] = dateOf(range.from);
    found['close_to'] = dateOf(range.to);
  } else if (range !== undefined) {
    const updated = /\b(?:updated|changed)\b/.test(text) && takesFilter(kind, 'updated_since');
    found[updated ? 'updated_since' : 'created_since'] = dateOf(range.from);
  }
  const least =
    /\b(?:over|above|more than|at least|bigger than|larger than) \D{0,3}(\d{1,9})(?:[.,]\d+)? ?(k|m)?\b/.exec(text);
  if (kind === 'opp' && least !== null)
    found['amount_min'] = Number(least[1]) * { k: 1e3, m: 1e6, '': 1 }[least[2] ?? '']!;
  if (kind === 'opp' && /\b(?:biggest|largest|highest|most|top)\b/.test(text)) found['sort'] = 'amount';
  const named = names.flat().map((token) => token.text);
  if (named.length > 0 && own === undefined) found['query'] = named.join(' ').slice(0, 200);
  return { tool: 'find_records', arguments: found };
}
