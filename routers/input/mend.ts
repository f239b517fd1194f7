import { isDeepStrictEqual } from 'node:util';
import type { Issue } from '../../server/errors.ts';
import type { Warning } from '../../server/gate/call.ts';
import { isObject } from '../../server/json-value.ts';
import type { InTurns } from '../../server/turns.ts';
import { meaningsOf, type OwnSynonyms } from './meaning.ts';
import { nearestTo } from './nearest.ts';
import { type ObjectShape, type Shape } from './shape.ts';
import { spellingOf } from '../../server/records/spelling.ts';
import { ELSEWHERE } from './synonyms.ts';

/** An input whose names are the tool's own, what was taken for what, and the names that mean nothing. */
export type Mended = {
  value: unknown;
  warnings: Warning[];
  issues: Issue[];
  /** Refused names by the path of their object, for the message of a missing field beside them. */
  refused: Map<string, string[]>;
};

type Fields = Record<string, unknown>;

type Mending = Pick<Mended, 'warnings' | 'issues' | 'refused'> & {
  tool: string;
  own: OwnSynonyms;
  /** Copies of long lists whose items are still as they were sent. */
  long: { items: unknown[]; item: Shape; path: string }[];
};

/** Items of a list that are read at once; those of a longer one are read in turns with other work. */
export const MOST_AT_ONCE = 200;

const below = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);

/** Longest part of an unknown name that an answer repeats. */
const MAX_NAME = 60;

const shown = (name: string) => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME).toWellFormed()}…` : name);

/** The most unknown names that are looked at, so that no input takes long. */
const MAX_UNKNOWN = 100;

/** The most fields a refusal lists. */
const MAX_LISTED = 14;

/** Gives an input the names of the tool's fields where an unknown name can mean only one of them. */
export async function mend(
  tool: string,
  shape: Shape,
  own: OwnSynonyms,
  sent: unknown,
  inTurns: InTurns,
): Promise<Mended> {
  const mending: Mending = { tool, own, warnings: [], issues: [], refused: new Map(), long: [] };
  const value = mended(shape, sent, '', mending);
  for (const { items, item, path } of mending.long) {
    await inTurns(items.entries(), ([index, each]) => {
      items[index] = mended(item, each, below(path, String(index)), mending);
    });
  }
  return { value, ...mending };
}

function mended(shape: Shape, value: unknown, path: string, mending: Mending): unknown {
  if (shape.kind === 'list') {
    if (!Array.isArray(value)) return value;
    if (value.length > shape.most) {
      // As the schema says it, which would look at each item first.
      mending.issues.push({ path, message: `Too big: expected array to have <=${shape.most} items` });
      return value.slice(0, 1);
    }
    if (shape.item.kind === 'free') return value;
    if (value.length > MOST_AT_ONCE) {
      const items = [...value];
      mending.long.push({ items, item: shape.item, path });
      return items;
    }
    let copy: unknown[] | undefined;
    for (let index = 0; index < value.length; index += 1) {
      const part = mended(shape.item, value[index], below(path, String(index)), mending);
      if (part !== value[index]) (copy ??= [...value])[index] = part;
    }
    return copy ?? value;
  }
  if (shape.kind !== 'object' || !isObject(value)) return value;
  const named = renamed(shape, value, path, mending);
  let copy: Fields | undefined;
  for (const [field, { shape: inner }] of shape.fields) {
    if (inner.kind === 'free' || named[field] === undefined) continue;
    const part = mended(inner, named[field], below(path, field), mending);
    if (part !== named[field]) (copy ??= { ...named })[field] = part;
  }
  return copy ?? named;
}

/** An object under the names of its shape; the same object when it has them already. */
function renamed(shape: ObjectShape, sent: Fields, path: string, mending: Mending): Fields {
  if (mending.issues.length >= MAX_UNKNOWN) return sent;
  const unknown = Object.keys(sent).filter((name) => !shape.fields.has(name));
  if (unknown.length === 0) return sent;
  if (!shape.open && unknown.length > MAX_UNKNOWN) {
    for (const name of unknown.slice(0, MAX_UNKNOWN)) refuse(shape, name, { path, fields: [] }, mending);
    mending.issues.push({ path, message: `has ${unknown.length - MAX_UNKNOWN} more fields that are not known` });
    return sent;
  }
  const result: Fields = { ...sent };
  for (const name of unknown.slice(0, MAX_UNKNOWN)) {
    const fields = meaningsOf(shape, result, name, path === '' ? mending.own : NONE);
    if (fields.length === 1) take(result, { name, field: fields[0]!, path }, mending);
    else if (shape.open) continue;
    else if (fields.length === 0 && unwrapped(shape, result, name, path, mending)) continue;
    else refuse(shape, name, { path, fields }, mending);
    delete result[name];
  }
  return result;
}

const NONE: OwnSynonyms = new Map();

type Taking = { name: string; field: string; path: string };

/** Moves a value to the field it means. */
function take(result: Fields, { name, field, path }: Taking, { warnings, issues }: Mending): void {
  const [outer, inner] = field.split('.') as [string, string?];
  const holder = inner === undefined ? result : { ...(result[outer] as Fields | undefined) };
  const target = inner ?? outer;
  const at = below(path, shown(name));
  if (holder[target] === undefined) {
    holder[target] = result[name];
    if (inner !== undefined) result[outer] = holder;
    warnings.push({ path: at, message: `taken as ${below(path, field)}` });
  } else if (isDeepStrictEqual(holder[target], result[name])) {
    warnings.push({ path: at, message: `says the same as ${below(path, field)}; send only that` });
  } else {
    issues.push({ path: at, message: `was also sent as ${below(path, field)}, with another value; send only that` });
  }
}

/** Takes the fields out of an object that only wraps them, such as `input` or `meddpicc`. */
function unwrapped(shape: ObjectShape, result: Fields, name: string, path: string, mending: Mending): boolean {
  const inner = result[name];
  if (!isObject(inner) || Object.keys(inner).length === 0) return false;
  const fields = Object.keys(inner).map((key) => shape.bySpelling.get(spellingOf(key)));
  const fits = fields.every((field) => field !== undefined && result[field] === undefined);
  if (!fits || new Set(fields).size < fields.length) return false;
  for (const [index, value] of Object.values(inner).entries()) result[fields[index]!] = value;
  const taken = fields.join(', ');
  mending.warnings.push({
    path: below(path, shown(name)),
    message: `taken apart into ${taken}; send these without it`,
  });
  delete result[name];
  return true;
}

function refuse(
  { fields }: ObjectShape,
  name: string,
  { path, fields: possible }: { path: string; fields: string[] },
  { tool, issues, refused }: Mending,
): void {
  const what = path === '' ? tool : path.replaceAll(/\.\d+/g, '');
  issues.push({
    path: below(path, shown(name)),
    message: `is not a field of ${what}${advice(name, fields, possible)}`,
  });
  refused.set(path, [...(refused.get(path) ?? []), shown(name)]);
}

/** What to send in place of an unknown name. */
function advice(name: string, fields: ObjectShape['fields'], possible: readonly string[]): string {
  const elsewhere = ELSEWHERE[spellingOf(name)];
  if (elsewhere !== undefined) return `; it ${elsewhere}`;
  if (possible.length > 1) return `; it may mean ${possible.join(' or ')}: send that`;
  const names = [...fields.keys()];
  if (names.length === 0) return ', which takes no fields';
  const [nearest] = nearestTo(name, names);
  if (nearest !== undefined) return `; did you mean ${nearest}?`;
  const listed = names.slice(0, MAX_LISTED).join(', ');
  const open = names.find((field) => FREE.has(field));
  const more = names.length > MAX_LISTED ? ', …' : '';
  return `, which takes ${listed}${more}${open === undefined ? '' : `; what has no field of its own goes into ${open}`}`;
}

/** Fields that hold facts under any name. */
const FREE = new Set(['facts', 'fields']);
