import { isDeepStrictEqual } from 'node:util';
import type { SetByPeople } from '../../db/entities/tenant.ts';
import type { Call } from '../gate/call.ts';
import { isObject, valueAt } from '../json-value.ts';
import type { SortedFacts } from './sort-facts.ts';

/** Where a value is in a record: a column, or a name in `payload` or `meddpicc` and further in. */
export type Path = readonly string[];

/** A value sent for a place where a person's stands. */
export type Touched = { path: Path; current: unknown; proposed: unknown };

type Json = Record<string, unknown>;

/** The parts of sorted facts that are written, as a record has them. */
export type Fields = Pick<SortedFacts, 'columns' | 'meddpicc' | 'payload'>;

/** The name that facts and people have for a place: `stage`, `address.city`. */
export const fieldOf = (path: Path): string => (path.length === 1 ? path : path.slice(1)).join('.');

/** The field of a record that a place is in: a person's are looked up by it. */
const topOf = (path: Path): string => path.slice(0, 2).join('.');

const treeOf = ({ columns, meddpicc, payload }: Fields): Json => ({ ...columns, meddpicc, payload });

/** Whether a name of a record's tree holds named values itself. */
const isPart = (name: string) => name === 'meddpicc' || name === 'payload';

function leavesIn(value: unknown, path: Path): Path[] {
  const inner = isObject(value) ? Object.entries(value) : [];
  if (inner.length === 0) return path.length === 1 && isPart(path[0]!) ? [] : [path];
  return inner.flatMap(([name, part]) => leavesIn(part, [...path, name]));
}

const leavesOf = (fields: Fields): Path[] =>
  Object.entries(treeOf(fields)).flatMap(([name, value]) => leavesIn(value, [name]));

const topsOf = (fields: Fields): string[] => [...new Set(leavesOf(fields).map(topOf))];

/**
 * What a write asks of people's marks on the record: that none is on its fields (an agent's, where they are protected), that
 * they are set (a person's in the panel), or forgotten (an agent's elsewhere). Imports leave them as they are.
 */
export function markingOf(
  { principal, now }: Call,
  fields: Fields,
): [guarded: string[] | null, marks: string | null, forgotten: string[] | null] {
  if (principal.keyId !== null) {
    return principal.protectsPeople ? [topsOf(fields), null, null] : [null, null, topsOf(fields)];
  }
  if (principal.sessionId === null) return [null, null, null];
  const by = { user_id: principal.user.id, at: now.toISOString() };
  const marks: Record<string, Record<string, typeof by>> = {};
  for (const path of leavesOf(fields)) (marks[topOf(path)] ??= {})[JSON.stringify(path)] = by;
  return [null, JSON.stringify(marks), null];
}

/** The places of a record that people set. */
export const placesSet = (marks: SetByPeople): Path[] =>
  Object.values(marks).flatMap((paths) => Object.keys(paths ?? {}).map((path) => JSON.parse(path) as Path));

const isIn = (path: Path, other: Path) => other.length <= path.length && other.every((name, at) => name === path[at]);

/** Whether a person set a place of a record, or what it is in, or something in it. */
export const isSetByPerson = (record: Json, path: Path): boolean =>
  placesSet((record['set_by_people'] ?? {}) as SetByPeople).some((place) => isIn(path, place) || isIn(place, path));

/** What a value becomes when another is merged into it, as the database's `merge_facts` has it. */
function merged(present: unknown, sent: unknown): unknown {
  if (!isObject(sent)) return sent;
  const result: Json = isObject(present) ? { ...present } : {};
  for (const [name, value] of Object.entries(sent)) {
    if (value === null) delete result[name];
    else Object.defineProperty(result, name, { value: merged(result[name], value), ...WRITABLE });
  }
  return result;
}

const WRITABLE = { enumerable: true, configurable: true, writable: true };

/**
 * Takes out of some fields what would change a value that a person set. What says the same as theirs stays.
 * @param incoming the columns as the record would hold them
 */
export function takeOut<Sent extends Fields>(
  sent: Sent,
  record: Json,
  incoming: Json,
): { left: Sent; touched: Touched[] } {
  const places = placesSet((record['set_by_people'] ?? {}) as SetByPeople);
  const touched: Touched[] = [];
  const leftOf = (value: unknown, path: Path): { keep: boolean; value?: unknown } => {
    const isSet = places.some((place) => isIn(path, place));
    const isAround = !isSet && places.some((place) => isIn(place, path));
    if (!isSet && !isAround) return { keep: true, value };
    if (isAround && isObject(value) && Object.keys(value).length > 0) {
      const left = leftIn(value, path);
      return { keep: Object.keys(left).length > 0, value: left };
    }
    const current = valueAt(record, path) ?? null;
    if (isDeepStrictEqual(merged(current, value) ?? null, current)) return { keep: true, value };
    touched.push({ path, current, proposed: value });
    return { keep: false };
  };
  const leftIn = (values: Json, path: Path): Json => {
    const kept: Json = {};
    for (const [name, value] of Object.entries(values)) {
      const left = leftOf(value, [...path, name]);
      if (left.keep) Object.defineProperty(kept, name, { value: left.value, ...WRITABLE });
    }
    return kept;
  };
  const columns: Json = {};
  for (const [name, value] of Object.entries(sent.columns)) {
    if (leftOf(incoming[name] ?? null, [name]).keep) columns[name] = value;
  }
  const left = {
    ...sent,
    columns,
    meddpicc: leftIn(sent.meddpicc, ['meddpicc']),
    payload: leftIn(sent.payload, ['payload']),
  };
  return { left: left as Sent, touched };
}

/** What to merge into a value so that it becomes another one whole: what the other lacks is cleared. */
function inPlaceOf(present: unknown, sent: unknown): unknown {
  if (!isObject(sent) || !isObject(present)) return sent;
  const cleared = Object.keys(present).flatMap((name) => (Object.hasOwn(sent, name) ? [] : [[name, null]]));
  const kept = Object.entries(sent).map(([name, value]) => [name, inPlaceOf(present[name], value)]);
  return Object.fromEntries([...cleared, ...kept]) as Json;
}

/** As `takeOut`, where what is sent under a name of the payload replaces what is there, whole; null leaves a column. */
export function takeOutWhole<Columns extends Json>(
  sent: { columns: Columns; payload: Json },
  record: Json,
): { left: { columns: Partial<Columns>; payload: Json }; touched: Touched[] } {
  const touched: Touched[] = [];
  const isLeft = (path: Path, value: unknown) => {
    if (!isSetByPerson(record, path)) return true;
    const current = valueAt(record, path) ?? null;
    if (!isDeepStrictEqual(current, value)) touched.push({ path, current, proposed: inPlaceOf(current, value) });
    return false;
  };
  const columns = Object.entries(sent.columns).filter(([name, value]) => value !== null && isLeft([name], value));
  const payload = Object.entries(sent.payload).filter(([name, value]) => isLeft(['payload', name], value));
  return {
    left: { columns: Object.fromEntries(columns) as Partial<Columns>, payload: Object.fromEntries(payload) },
    touched,
  };
}

/** The fields that put a value at a place. */
export function fieldsAt([first, ...rest]: Path, value: unknown): SortedFacts {
  const nested = rest.reduceRight<unknown>(
    (inner, name) => Object.defineProperty({}, name, { value: inner, ...WRITABLE }),
    value,
  );
  const fields = { columns: {}, meddpicc: {}, payload: {} };
  if (first === 'meddpicc' || first === 'payload') return { ...fields, [first]: nested } as SortedFacts;
  return { ...fields, columns: { [first!]: value } } as SortedFacts;
}
