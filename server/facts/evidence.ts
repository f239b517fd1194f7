import { setImmediate } from 'node:timers/promises';
import type { FactEvidence } from '../../db/entities/facts.ts';
import { findQuoted } from '../../db/statements/evidence.ts';
import type { Call, NewFact } from '../gate/call.ts';
import { normalized, placeOf } from './quotes.ts';

/** What a caller says a field rests on. */
export type Quoted = { field: string; capture_id: string; quote: string };

/** Looked-up quotes by their field. */
export type Evidence = ReadonlyMap<string, FactEvidence>;

const NONE: Evidence = new Map();

/** Characters before a quote, in its line, in which whoever says it is named. */
const NAMED_WITHIN = 160;

/** Other calls have their turn after a text of so many characters. */
const LONG = 20_000;

/** `facts.meddpicc.champion` and `champion` mean the same field. */
const fieldOf = (field: string) => field.replace(/^(?:facts\.)?(?:meddpicc\.)?/, '');

/** First and whole names of people, as they stand in a text. */
const namesOf = (people: readonly string[]) =>
  people
    .flatMap((name) => [name, name.split(/\s+/)[0]!])
    .map(normalized)
    .filter((name) => name.length > 2);

const isWord = (character: string | undefined) => /[\p{L}\p{N}]/u.test(character ?? '');

/** Where the last of some names ends in a text; undefined without one. */
function endOfName(text: string, names: readonly string[]): number | undefined {
  const ends = names.flatMap((name) => {
    const at = text.lastIndexOf(name);
    const end = at + name.length;
    return at === -1 || isWord(text[at - 1]) || isWord(text[end]) ? [] : [end];
  });
  return ends.length === 0 ? undefined : Math.max(...ends);
}

/** A capture's text as it is compared, where its lines begin in it, and the people it may quote. */
type Captured = { text: string; lines: readonly number[]; names: readonly string[]; isOfOther: boolean };

/** What evidence is about: an account, or a record of one; neither where the record is only made. */
export type About = { accountId?: unknown; id?: string | undefined };

function inOne(text: string): Pick<Captured, 'text' | 'lines'> {
  const lines = text
    .split('\n')
    .map((line) => normalized(line).trim())
    .filter((line) => line !== '');
  let next = 0;
  const starts = lines.map((line) => {
    const start = next;
    next += line.length + 1;
    return start;
  });
  return { text: lines.join(' '), lines: starts };
}

/**
 * Whose words they are: the customer's when one of the account's people is named before them in their line, as its speaker
 * (`Dana: …`), outside a quotation that has not ended, or in the same sentence.
 */
function speakerOf({ text, lines, names }: Captured, place: number): 'customer' | 'seller' {
  const line = lines.findLast((start) => start <= place) ?? 0;
  const before = text.slice(Math.max(line, place - NAMED_WITHIN), place);
  const named = endOfName(before, names);
  if (named === undefined) return 'seller';
  const between = before.slice(named);
  const marks = Array.from(between.matchAll(/(?<![\p{L}\p{N}])'|'(?![\p{L}\p{N}])/gu)).length;
  const goesOn = between.startsWith(':') || marks % 2 === 1 || !/[.!?]'?\s/.test(between);
  return goesOn ? 'customer' : 'seller';
}

/**
 * Looks quotes up in the captures they name, exactly or but for space, case and quotation marks. One that is not there, or
 * whose capture is not or is another account's, is never refused: it is warned of, and its facts are marked unverified.
 * @param fields the fields that are written, to which evidence can belong
 */
export async function lookUp(
  call: Call,
  quoted: readonly Quoted[] | undefined,
  fields: readonly string[],
  { accountId, id: recordId = '' }: About = {},
): Promise<Evidence> {
  if (quoted === undefined || quoted.length === 0) return NONE;
  const ids = quoted.map(({ capture_id }) => capture_id);
  const account = typeof accountId === 'string' ? accountId : null;
  const rows = await call.query(findQuoted, [call.workspaceId, ids, account, recordId]);
  const captures = new Map<string, Captured>();
  for (const { id, text, people, of_other: isOfOther } of rows) {
    captures.set(id, { ...inOne(text), names: namesOf(people), isOfOther });
    if (text.length > LONG) await setImmediate();
  }
  const evidence = new Map<string, FactEvidence>();
  quoted.forEach(({ field, capture_id, quote }, index) => {
    const name = fieldOf(field);
    if (!fields.some((written) => written === name || written.startsWith(`${name}.`))) {
      call.warn(`evidence.${index}.field`, `no field ${name} is written by this call, so its evidence is not kept`);
      return;
    }
    const capture = captures.get(capture_id);
    const found = capture === undefined ? -1 : placeOf(capture.text, normalized(quote));
    const place = capture?.isOfOther === true ? -1 : found;
    if (found === -1) {
      const where = capture === undefined ? 'there is no such capture' : 'that capture does not have these words';
      call.warn(`evidence.${index}.quote`, `not found: ${where}; ${name} is recorded as unverified`);
    } else if (place === -1) {
      const which = 'that capture is of another account';
      call.warn(`evidence.${index}.capture_id`, `${which}; ${name} is recorded as unverified`);
    }
    // Of several quotes for a field, one that was found stands.
    if (evidence.get(name)?.verified === true) return;
    const stated_by = place === -1 ? null : speakerOf(capture!, place);
    evidence.set(name, { capture_id, quote, verified: place !== -1, stated_by });
  });
  return evidence;
}

/** Facts with the evidence of their fields. */
export const withEvidence = (facts: readonly NewFact[], evidence: Evidence): NewFact[] =>
  facts.map((fact) => {
    const found = evidence.get(fact.attribute) ?? evidence.get(fact.attribute.split('.')[0]!);
    return found === undefined ? fact : { ...fact, evidence: found };
  });
