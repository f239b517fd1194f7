import { DAY_MS } from '../day.ts';
import { DRAFT_STATES } from '../drafts/draft-states.ts';
import { takesFilter } from '../finding/find-input.ts';
import type { Company } from './companies.ts';
import type { Question } from './question.ts';
import records from './terms/records.json' with { type: 'json' };
import { ADDED, ASKS_FOR_SEVERAL, CLOSING, CONTACT, NEGATION, SEVERAL, UPDATED } from './terms/patterns.ts';
import { hasPhrase } from './vocabulary.ts';
import { stemsOf, type Token, tokensOf, WORDS } from './words.ts';

/** A tool that answers what facts cannot: sums, lists, what lacks, and what lies in a time. */
export type Use = { tool: 'find_records'; arguments: Record<string, string | number | string[]> };

/** Kinds of records by the words that ask for them, the first that is found; dimensions of a deal by theirs. */
type FoundKind = keyof typeof records.kinds;
const RECORDS = Object.entries(records.kinds).map(([kind, words]) => [kind as FoundKind, words.split(' ')] as const);
const DIMENSIONS = Object.entries(records.dimensions).map(
  ([each, words]) => [each, words.split(', ').map(stemsOf)] as const,
);
/** Words that ask for records and set no condition. */
const NEUTRAL = new Set(records.neutral.split(' '));
const NUMBERS: Record<string, number> = records.numbers;
const UNITS: Record<string, number> = { day: 1, week: 7, month: 30, quarter: 91, year: 365 };
const SPAN =
  /\b(?:more than )?(?:(last|past|next|coming|within) )?(\d{1,4}|an?|one|two|three|couple|few|six)(?: of)? (day|week|month|quarter|year)s?\b(?! ago)/;
const UNIT = /\b(this|current|last|past|previous|next|coming) (week|month|quarter|year)\b/;
const MONTHS = records.months.split(' ');
const MONTH = [...WORDS.calendar].filter((word) => MONTHS.includes(word.slice(0, 3))).join('|');
const NAMED = new RegExp(`\\b(?:in|this|next|last|during|(since|by|until)) (?:q([1-4])|(${MONTH}))\\b`);
const PAST = /\b(?:closed|won|lost|did|last|since)\b/;
const AMOUNT = '\\D{0,3}(\\d{1,3}(?:[.,]\\d{3})+|\\d{1,9}(?:[.,]\\d+)?) ?(k|m)?\\b';
const LEAST = new RegExp(`\\b(?:over|above|more than|at least|bigger than|larger than) ${AMOUNT}`);
const MOST = new RegExp(`\\b(?:under|below|less than|at most|smaller than) ${AMOUNT}`);
const DRAFT_STATE = new RegExp(`\\b(?:waiting|${DRAFT_STATES.join('|')})\\b`);
const COUNTING = /\bhow many\b/;
const MENTIONING = /\bmention(?:s|ed|ing)?\b/;
const OWNS = /\bown(?:s|ed)?\b/;
/** Words of grammar that set a condition. */
const BINDING = /^(?:own(?:s|ed)?|most|more|few|other|same|again|once)$/;

/** Days since 1970. */
type Range = { from: number; to: number };
const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);
const dayOf = (year: number, month: number, date = 1) => Date.UTC(year, month, date) / DAY_MS;
const months = (year: number, month: number, count = 1): Range => ({
  from: dayOf(year, month),
  to: dayOf(year, month + count) - 1,
});
const todayOf = (now: Date) => Math.floor(now.getTime() / DAY_MS);

/** Removes from a question the words that arguments express; the rest shows which conditions none of them does. */
function takingFrom(text: string) {
  let rest = text;
  const take = (pattern: RegExp) => {
    const found = pattern.exec(rest);
    if (found !== null) rest = `${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`;
    return found;
  };
  return { take, left: () => tokensOf(rest) };
}

type Take = ReturnType<typeof takingFrom>['take'];

/** The days that a question's words for a time mean, seen from today: those that were, or those yet to come. */
function rangeIn(take: Take, now: Date, isPast: boolean): Range | undefined {
  const [year, month, today] = [now.getUTCFullYear(), now.getUTCMonth(), todayOf(now)];
  const span = take(SPAN);
  if (span !== null) {
    const [, which, count = '', unit = ''] = span;
    const days = Math.min(3_650, (NUMBERS[count] ?? Number(count)) * UNITS[unit]!);
    const isOver = which === undefined || which === 'within' ? isPast : /last|past/.test(which);
    return isOver ? { from: today - days, to: today } : { from: today, to: today + days };
  }
  const [, which = '', unit] = take(UNIT) ?? [];
  const step = /this|current/.test(which) ? 0 : /next|coming/.test(which) ? 1 : -1;
  if (unit === 'year') return months(year + step, 0, 12);
  if (unit === 'quarter') return months(year, (Math.floor(month / 3) + step) * 3, 3);
  if (unit === 'month') return months(year, month + step);
  const monday = today - ((now.getUTCDay() + 6) % 7) + step * 7;
  if (unit === 'week') return { from: monday, to: monday + 6 };
  const [, word, quarter, name = ''] = take(NAMED) ?? [];
  const asked = MONTHS.indexOf(name.slice(0, 3));
  if (quarter !== undefined || asked >= 0) {
    const [first, count] = quarter === undefined ? [asked, 1] : [(Number(quarter) - 1) * 3, 3];
    const { from, to } = months(
      isPast ? year - Number(first > month) : year + Number(first + count <= month),
      first,
      count,
    );
    return { from: word === 'by' || word === 'until' ? 0 : from, to: word === 'since' ? today : to };
  }
  if (take(/\btoday\b/) !== null) return { from: today, to: today };
  return take(/\boverdue\b/) === null ? undefined : { from: 0, to: today - 1 };
}

/** What is asked for: the kind of record, what deals of it lack, and whether it is about silence or closing. */
function askedIn({ shapes, stems, tokens }: Question, text: string) {
  const isNegated = shapes.has('negation');
  const lacking = DIMENSIONS.flatMap(([name, phrases]) => {
    const phrase = isNegated ? phrases.find((each) => hasPhrase(stems, each)) : undefined;
    return phrase === undefined ? [] : [{ name, phrase }];
  });
  const named = RECORDS.find(([, words]) => tokens.some(({ word }) => words.includes(word)))?.[0];
  const closing = CLOSING.test(text);
  const inactive = isNegated && lacking.length === 0 && CONTACT.test(text);
  const kind: FoundKind | undefined =
    lacking.length > 0 || closing ? 'opp' : inactive && named !== 'opp' ? 'account' : named;
  return { text, kind, closing, inactive, lacking, isNew: ADDED.test(text), isUpdated: UPDATED.test(text) };
}

type Asked = ReturnType<typeof askedIn>;

/** An amount as written: `50k`, `100,000`, `1.5m`. */
function amountIn([, figure, unit = '']: string[] = []): number | undefined {
  const plain = figure?.replaceAll(/[.,](?=\d{3}(?!\d))/g, '').replace(',', '.');
  return plain === undefined ? undefined : Number(plain) * { k: 1e3, m: 1e6, '': 1 }[unit]!;
}

/** Filters of deals: how they ended, by their amount, and whose they are. */
function filtersOfDeals({ names }: Question, { isNew, isUpdated, text }: Asked, take: Take, owners: readonly string[]) {
  const did = /\bdid\b/.test(text) ? take(/\b(win|lose)\b/) : null;
  const ended = take(/\b(?:closed[ -])?(won|lost)\b/) ?? did ?? take(/\bclos(e)d\b/);
  // A stage that is only closed is won, as `stage_kind` has it.
  const stage_kind = ended === null ? (isNew || isUpdated ? undefined : 'open') : ended[1]![0] === 'l' ? 'lost' : 'won';
  const amount_min = amountIn(take(LEAST) ?? undefined);
  const amount_max = amountIn(take(MOST) ?? undefined);
  const sort = take(/\b(?:biggest|largest|highest|top)\b/) === null ? undefined : 'amount';
  const [name] = names;
  const owner = owners.find((each) => name?.every(({ stem }) => stemsOf(each).includes(stem)));
  const isOwners = owner !== undefined && (name!.at(-1)!.owns || take(OWNS) !== null);
  return { stage_kind, amount_min, amount_max, sort, owner: isOwners ? owner : undefined };
}

/** The filters that a range of days is for; undefined where none says just that. */
function filtersOfDays(kind: FoundKind, { from, to }: Range, asked: Asked, today: number) {
  const { closing, inactive, isNew, isUpdated } = asked;
  if (!inactive && (closing || (kind === 'opp' && !isNew && !isUpdated)))
    return { close_from: from > 0 ? dateOf(from) : undefined, close_to: dateOf(to) };
  // Records can be filtered by what was done since a day, and not by what was done until one.
  if (from > today || to < today) return undefined;
  if (inactive) return { no_activity_since: dateOf(from) };
  if (isUpdated) return takesFilter(kind, 'updated_since') ? { updated_since: dateOf(from) } : undefined;
  return isNew || kind === 'capture' || kind === 'run' ? { created_since: dateOf(from) } : undefined;
}

/**
 * The call that answers a question for a sum, a list, what lacks or what lies in a time; undefined for another question,
 * and where it sets a condition that no argument expresses. `own`: the account asked about, if one is;
 * `owners`: whom deals are recorded to belong to. Only arguments that the kind of record takes.
 */
export function useFor(
  question: Question,
  own: Company | undefined,
  now: Date,
  owners: readonly string[] = [],
): Use | undefined {
  const { shapes, era, names } = question;
  if (shapes.size === 0 || era !== 'now') return undefined;
  const text = question.text.toLowerCase();
  const asked = askedIn(question, text);
  const { kind, inactive, lacking } = asked;
  const isList = /\bpipeline\b/.test(text) || (ASKS_FOR_SEVERAL.test(text) && SEVERAL.test(text));
  // Asked of one account for one thing of it, records do not answer it either.
  if (kind === undefined || (own !== undefined && !takesFilter(kind, 'account_id'))) return undefined;
  if (own !== undefined && !isList && lacking.length === 0) return undefined;
  const { take, left } = takingFrom(text);
  const found: Record<string, Use['arguments'][string] | undefined> = { kind, account_id: own?.id };
  const range = rangeIn(take, now, PAST.test(text) || inactive || kind !== 'opp');
  if (kind === 'opp') Object.assign(found, filtersOfDeals(question, asked, take, owners));
  if (lacking.length > 0) found['missing'] = lacking.map(({ name }) => name);
  if (lacking.length > 0 || (inactive && range !== undefined)) take(NEGATION);
  if (range !== undefined) {
    const filters = filtersOfDays(kind, range, asked, todayOf(now));
    if (filters === undefined) return undefined;
    Object.assign(found, filters);
    take(inactive ? CONTACT : 'close_to' in filters ? CLOSING : asked.isUpdated ? UPDATED : ADDED);
  }
  const status = kind === 'draft' ? take(DRAFT_STATE)?.[0] : undefined;
  if (status !== undefined) found['status'] = status === 'waiting' ? 'pending' : status;
  if (kind === 'run' && take(/\bfail(?:ed)?\b/) !== null) found['status'] = 'error';
  // Totals come by currency.
  if (shapes.has('total')) take(/\b(?:eur|euros?|usd|dollars?|gbp|pounds?|chf)\b/);
  const words = names.flat().map((token) => token.text);
  const isText = kind === 'capture' || kind === 'meeting';
  if (isText && words.length > 0 && take(MENTIONING) !== null) found['query'] = words.join(' ').slice(0, 200);
  const said = [own?.name ?? '', String(found['query'] ?? ''), String(found['owner'] ?? '')].flatMap(stemsOf);
  const expressed = new Set([...said, ...lacking.flatMap(({ phrase }) => phrase)]);
  const isAsked = (each: FoundKind) => each === kind || (each === 'account' && !COUNTING.test(text));
  const asking = new Set(RECORDS.flatMap(([each, words]) => (isAsked(each) ? words : [])));
  const isLeft = ({ word, stem }: Token) =>
    BINDING.test(word) ||
    NEGATION.test(word) ||
    !(WORDS.function.has(word) || NEUTRAL.has(word) || asking.has(word) || expressed.has(stem));
  if (left().some(isLeft)) return undefined;
  const filled = Object.entries(found).filter(([, value]) => value !== undefined);
  return { tool: 'find_records', arguments: Object.fromEntries(filled) as Use['arguments'] };
}
