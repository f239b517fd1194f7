import { isDeepStrictEqual } from 'node:util';
import { MERGEABLE, type Mergeable } from '../../db/statements/merging.ts';

type Row = Record<string, unknown>;

export type ToMerge = { id: string; record: Row };

/** A field of records to merge: `amount`, `payload.region`, `meddpicc.champion`. */
export type MergeField = {
  field: string;
  /** By record, in the order given; null where it has none. */
  values: { record_id: string; value: unknown }[];
  /** The record whose value stays unless another is chosen: the first that has one. */
  stays: string;
  differs: boolean;
};

/** What links a record to others, or is what it is known by: facts of every value stay. */
const KNOWN_BY = new Set(['name', 'domain', 'account_id', 'list_name', 'external_ref']);

const isNone = (value: unknown) => value === null || value === undefined;

const partsOf = (field: string): [string, string?] => {
  const dot = field.indexOf('.');
  return dot < 0 ? [field] : [field.slice(0, dot), field.slice(dot + 1)];
};

/** A field's value in a row; null where it has none. */
export function valueOf(row: Row, field: string): unknown {
  const [column, name] = partsOf(field);
  const value = row[column] ?? null;
  if (name === undefined || value === null) return value;
  return Object.hasOwn(value, name) ? ((value as Row)[name] ?? null) : null;
}

/** Every field that one of some rows has. */
export function fieldNames(kind: Mergeable, rows: readonly Row[]): string[] {
  const [, columns, objects] = MERGEABLE[kind];
  const inner = objects
    .split(', ')
    .flatMap((column) => [
      ...new Set(rows.flatMap((row) => Object.keys((row[column] ?? {}) as Row).map((name) => `${column}.${name}`))),
    ]);
  return [...columns.split(', '), ...inner].filter((field) => rows.some((row) => !isNone(valueOf(row, field))));
}

/**
 * The fields of records to merge, the one to keep first. A currency is its amount's.
 */
export function fieldsToMerge(kind: Mergeable, records: readonly ToMerge[]): MergeField[] {
  const rows = records.map(({ record }) => record);
  const names = fieldNames(kind, rows);
  return names
    .filter((field) => field !== 'currency' || !names.includes('amount'))
    .map((field) => {
      const values = records.map(({ id, record }) => ({ record_id: id, value: valueOf(record, field) }));
      const known = values.filter(({ value }) => !isNone(value));
      const differs = known.some(({ value }) => !isDeepStrictEqual(value, known[0]!.value));
      return { field, values, stays: known[0]!.record_id, differs };
    });
}

/** What a person marks by choosing a value: the place of the field. */
export function marksOf(fields: readonly string[], by: { user_id: string; at: string }): Row {
  return Object.fromEntries(
    fields.map((field) => [field, { [JSON.stringify(partsOf(field).filter((part) => part !== undefined))]: by }]),
  );
}

/** The records and attributes of facts that state another value than the one that stays. */
export function losing(fields: readonly MergeField[], choose: Readonly<Record<string, string>>) {
  return fields
    .filter(({ field, differs }) => differs && !KNOWN_BY.has(field))
    .flatMap(({ field, values, stays }) => {
      const wins = values.find(({ record_id }) => record_id === (choose[field] ?? stays))!.value;
      const [column, name] = partsOf(field);
      return values
        .filter(({ value }) => !isNone(value) && !isDeepStrictEqual(value, wins))
        .map(({ record_id }) => ({ record_id, attribute: name ?? column }));
    });
}

/** A value of the record that stayed: what taking a merge apart makes of it, or that somebody changed it since. */
export type FieldBack = { field: string; now: unknown; before: unknown; changed_since: boolean };

/** What a merge changed of a record, by how it stands now. */
export function fieldsBack(kind: Mergeable, before: Row, after: Row, now: Row): FieldBack[] {
  return fieldNames(kind, [before, after, now]).flatMap((field) => {
    const [was, became, is] = [before, after, now].map((row) => valueOf(row, field));
    if (isDeepStrictEqual(was, became)) return [];
    return [{ field, now: is, before: was, changed_since: !isDeepStrictEqual(became, is) }];
  });
}
