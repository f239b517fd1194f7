import { idType } from '../../db/ids.ts';
import type { Entity } from '../../db/statements/records.ts';
import type { WrittenFact } from '../../db/statements/undos.ts';
import { DAY_MS } from '../day.ts';
import { wordsOf } from '../facts/record-facts.ts';
import { excerptOf } from '../records/budget.ts';
import { valueAt } from '../json-value.ts';
import { holds, isReachable, placeOf, valueOf } from './fields.ts';
import type { Known } from './known.ts';
import { isRecord } from './made.ts';
import type { Change, PlannedRecord, Stay, Work } from './plan.ts';
import { isWithin } from './selection.ts';

/** Days that superseded facts and audit rows are kept. */
export type HistoryKept = Record<
  'FACT_HISTORY_RETENTION_DAYS' | 'CONTACT_HISTORY_RETENTION_DAYS' | 'AUDIT_RETENTION_DAYS',
  number
>;

/** Tools whose facts are fields of a record. */
export const FIELD_TOOLS = new Set(['gtm_crm_write', 'set_meddpicc', 'update_prospect', 'gtm_enrich', 'import']);

const EXCERPT = 240;
export const isField = (fact: WrittenFact) =>
  fact.source_id === null && isRecord(fact.subject_id) && FIELD_TOOLS.has(fact.tool);

export type PlannedFields = {
  fields: Work['fields'];
  records: PlannedRecord[];
  stays: Stay[];
  /** Facts that stand as what they say stays. */
  kept: Set<string>;
  /** Records that somebody else wrote to since, and no fact says what. */
  touched: number;
};

/** Whether what a fact replaced may have been deleted by its age. */
function mayBeGone(fact: WrittenFact, now: Date, kept: HistoryKept): boolean {
  const isPerson = fact.subject_type === 'contact' || fact.subject_type === 'prospect';
  const days = isPerson
    ? Math.min(kept.CONTACT_HISTORY_RETENTION_DAYS, kept.FACT_HISTORY_RETENTION_DAYS)
    : kept.FACT_HISTORY_RETENTION_DAYS;
  return now.getTime() - Date.parse(fact.at) > (days - 1) * DAY_MS;
}

/** Facts of the same record whose names say that one of two is inside the other: `address` and `address.city`. */
const isNested = (known: Known, { subject_id, attribute }: WrittenFact) =>
  known
    .factsOf(subject_id)
    .some(
      (other) =>
        other.subject_id === subject_id &&
        other.source_id === null &&
        (other.attribute.startsWith(`${attribute}.`) || attribute.startsWith(`${other.attribute}.`)),
    );

type Verdict = { change: Work['fields'][number]; shown: Change } | { stay: Stay; keeps: boolean };

function judge(known: Known, own: readonly WrittenFact[], now: Date, kept: HistoryKept): Verdict {
  const { subject_id: id, attribute } = own[0]!;
  const row = known.rows.get(id);
  if (row === undefined) return { stay: known.stay(id, 'gone', undefined, attribute), keeps: true };
  const entity = row.kind as Entity;
  const all = known.history(id, attribute);
  const last = all.at(-1)!;
  if (!known.own.has(last.id)) return { stay: known.stay(id, 'changed_since', last, attribute), keeps: false };
  const path = placeOf(entity, attribute, row.record);
  const held = valueAt(row.record, path);
  if (!own.some((fact) => holds(held, fact.value, fact.single)) || !holds(held, last.value, last.single)) {
    const value = held === undefined ? null : excerptOf(wordsOf(held), EXCERPT);
    return { stay: known.stay(id, 'changed_since', undefined, attribute, value), keeps: true };
  }
  const before = all.findLast((fact) => !known.own.has(fact.id));
  const stays = (reason: Stay['reason']): Verdict => ({ stay: known.stay(id, reason, last, attribute), keeps: true });
  if (before === undefined ? mayBeGone(own[0]!, now, kept) : !before.single) return stays('not_kept');
  if (path[0] === 'payload' && (isNested(known, last) || !isReachable(row.record, path))) return stays('form');
  const value = valueOf(before?.value, path, held);
  if (value === null) return stays('form');
  return {
    change: { record_id: id, entity, attribute, path, from: held, to: value.value },
    shown: { attribute, before: before?.value ?? null, after: excerptOf(last.value, EXCERPT) },
  };
}

const groupsOf = (facts: readonly WrittenFact[]) =>
  Map.groupBy(facts, ({ subject_id, attribute }) => JSON.stringify([subject_id, attribute])).values();

/** What fields of records that were there before are put back to. */
export function planFields(known: Known, now: Date, history: HistoryKept): PlannedFields {
  const planned: PlannedFields = { fields: [], records: [], stays: [], kept: new Set(), touched: 0 };
  const shown = new Map<string, Change[]>();
  const written = known.selection.facts.filter((fact) => isField(fact) && !known.made.has(fact.subject_id));
  for (const own of groupsOf(written)) {
    const verdict = judge(known, own, now, history);
    if ('stay' in verdict) {
      planned.stays.push(verdict.stay);
      if (verdict.keeps) for (const { id } of own) planned.kept.add(id);
      continue;
    }
    planned.fields.push(verdict.change);
    const { record_id } = verdict.change;
    shown.set(record_id, [...(shown.get(record_id) ?? []), verdict.shown]);
  }
  planned.records.push(...Array.from(shown, ([id, changes]) => known.planned(id, 'changed', changes)));
  planned.touched = [...shown.keys()].filter((id) => isTouched(known, id)).length;
  return planned;
}

/** Clocks that differ by less count as the same. */
const SLACK_MS = 1_000;

/** Whether a record was written to after the last fact about it, by none of the calls: a value that is said again is no fact. */
function isTouched(known: Known, id: string): boolean {
  const at = known.rows.get(id)!.record['updated_at'] as string;
  const last = Math.max(...known.factsOf(id).map((fact) => Date.parse(fact.at)));
  if (known.undoneAt.has(Date.parse(at))) return false;
  return Date.parse(at) > last + SLACK_MS && !isWithin(known.selection.windows, at);
}

/** What is known of records beside their fields (signals, scores, next steps, lists) and stands again as it did. */
export function planOtherFacts(
  known: Known,
  withdrawn: ReadonlySet<string>,
  taken: ReadonlySet<string>,
): PlannedRecord[] {
  const shown = new Map<string, Change[]>();
  const written = known.selection.facts.filter(
    (fact) =>
      fact.single &&
      fact.subject_type !== 'brain' &&
      // That a run took place, and how it ended, stays so.
      fact.subject_type !== 'run' &&
      !isField(fact) &&
      withdrawn.has(fact.id) &&
      !taken.has(fact.subject_id),
  );
  for (const own of groupsOf(written)) {
    const { subject_id: id, attribute } = own[0]!;
    const all = known.history(id, attribute);
    const last = all.at(-1) ?? own.at(-1)!;
    if (!known.own.has(last.id)) continue;
    const before = all.findLast((fact) => !known.own.has(fact.id));
    const change = { attribute, before: before?.value ?? null, after: excerptOf(last.value, EXCERPT) };
    shown.set(id, [...(shown.get(id) ?? []), change]);
  }
  return Array.from(shown, ([id, changes]) => {
    if (idType(id) !== undefined) return known.planned(id, 'changed', changes);
    return { record_id: id, kind: 'target_list', name: id, account_id: null, act: 'changed' as const, changes };
  });
}
