import { z } from 'zod';
import { type IdType, idType, newId } from '../db/ids.ts';
import { formOf, isReferable, type Reference, resolveReferences } from '../server/finding/references.ts';
import type { Call } from '../server/gate/call.ts';
import { isObject, valueAt } from '../server/json-value.ts';
import type { Services } from '../server/services.ts';
import { idProblem } from '../server/id-problem.ts';

/**
 * References in the place of ids. The schemas want ids; so before an input is parsed each reference gives way to an id
 * that stands for it, and when the call runs, the record's own id takes that one's place.
 */

type Fields = Record<string, unknown>;

/** A field that takes an id, and of which type; by the rest of the input where that says it. */
export type IdPlace = { path: readonly string[]; type(input: Fields): IdType | undefined };

const ID_TYPES = new WeakMap<z.core.$ZodType, IdType>();

/** Marks a schema as that of an id. */
export function takesReferences<Schema extends z.core.$ZodType>(schema: Schema, type: IdType): Schema {
  ID_TYPES.set(schema, type);
  return schema;
}

/** The fields of a tool's input that take an id, at every depth. */
export function idPlaces(schema: z.core.$ZodType, path: readonly string[] = []): IdPlace[] {
  const type = ID_TYPES.get(schema);
  if (type !== undefined) return isReferable(type) ? [{ path, type: () => type }] : [];
  const { def } = schema._zod as unknown as { def: { type: string; innerType?: z.core.$ZodType } };
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, part]) => idPlaces(part as z.core.$ZodType, [...path, name]));
  }
  return def.innerType === undefined ? [] : idPlaces(def.innerType, path);
}

function replaced(value: Fields, [name, ...rest]: readonly string[], part: string): Fields {
  return { ...value, [name!]: rest.length === 0 ? part : replaced(value[name!] as Fields, rest, part) };
}

/** Longest text that is looked up. */
const MOST = 300;

/** Whether a text may name a record; what begins like an id is a mistyped one. */
const mayRefer = (text: string) =>
  text.trim() !== '' &&
  text.length <= MOST &&
  !/^[a-z]{2,4}_/.test(text) &&
  text.isWellFormed() &&
  !text.includes('\0');

type Pending = Reference & { at: readonly string[] };

/** References of parsed inputs that are still to be resolved. */
const PENDING = new WeakMap<object, Pending[]>();

function pendingIn(sent: unknown, places: readonly IdPlace[]): Pending[] {
  if (!isObject(sent)) return [];
  return places.flatMap(({ path, type }) => {
    const text = valueAt(sent, path);
    if (typeof text !== 'string' || idType(text) !== undefined || !mayRefer(text)) return [];
    const wanted = type(sent);
    return wanted === undefined || !isReferable(wanted) ? [] : [{ path: path.join('.'), at: path, type: wanted, text }];
  });
}

const standIns = (sent: unknown, pending: readonly Pending[]) =>
  pending.reduce((input, { at: path, type }) => replaced(input, path, newId(type)), sent as Fields);

/** Parses an input whose ids may be references. */
export function parseReferring<Schema extends z.ZodType>(
  schema: Schema,
  places: readonly IdPlace[],
  sent: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  const pending = pendingIn(sent, places);
  if (pending.length === 0) return schema.safeParse(sent);
  const parsed = schema.safeParse(standIns(sent, pending));
  // Texts that are no references are refused here with whatever else is wrong.
  if (!parsed.success)
    return schema.safeParse(
      standIns(
        sent,
        pending.filter(({ text }) => formOf(text) !== undefined),
      ),
    );
  PENDING.set(parsed.data as object, pending);
  return parsed;
}

/** How an input's references become ids; undefined when it has none. */
export function resolverOf<Input extends object>(call: Call, input: Input, services: Services) {
  const pending = PENDING.get(input);
  if (pending === undefined) return undefined;
  return async (): Promise<Input> => {
    const problems = pending.map(({ type, text }) => idProblem(type, text));
    const ids = await resolveReferences(call, pending, services, problems);
    return pending.reduce(
      (result: Fields, { at: path }, n) => replaced(result, path, ids[n]!),
      input as Fields,
    ) as Input;
  };
}
