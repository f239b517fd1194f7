import type { z } from 'zod';
import { ID_PREFIXES, type IdType } from '../../db/ids.ts';
import { spellingOf } from '../../server/records/spelling.ts';

/** What a tool's input may hold, as far as names go: read once off its schema. */
export type Shape = ObjectShape | { kind: 'list'; item: Shape; most: number } | { kind: 'free' };

/** An object with named fields. `open`: other names are kept as given. */
export type ObjectShape = {
  kind: 'object';
  open: boolean;
  fields: ReadonlyMap<string, Field>;
  /** Fields by their name without case, spaces, `-` and `_`. */
  bySpelling: ReadonlyMap<string, string>;
};

/** The lists of an input that may have any number of items, by their paths. */
export function endlessLists(shape: Shape, path = ''): string[] {
  if (shape.kind === 'list')
    return [...(shape.most === Infinity ? [path] : []), ...endlessLists(shape.item, `${path}[]`)];
  if (shape.kind === 'free') return [];
  return [...shape.fields].flatMap(([name, { shape: inner }]) =>
    endlessLists(inner, path === '' ? name : `${path}.${name}`),
  );
}

export type Field = {
  shape: Shape;
  /** The kinds of record whose ids the field takes. */
  idTypes: readonly IdType[];
};

const TYPES = new Map(Object.entries(ID_PREFIXES).map(([type, prefix]) => [prefix as string, type as IdType]));

/** The prefixes in the pattern that an id field states (`id` in routers/fields.ts). */
const PREFIXES = /^\^\(?([a-z]+(?:\|[a-z]+)*)\)?_/;

type Def = {
  type: string;
  innerType?: z.ZodType;
  in?: z.ZodType;
  element?: z.ZodType;
  checks?: readonly z.core.$ZodCheck[];
  shape?: Record<string, z.ZodType>;
  catchall?: z.ZodType;
};

const defOf = (schema: z.ZodType) => schema._zod.def as unknown as Def;

/** The schema inside `optional`, `default` and the like. */
function withinOf(schema: z.ZodType): z.ZodType {
  const def = defOf(schema);
  const inner = def.innerType ?? (def.type === 'pipe' ? def.in : undefined);
  return inner === undefined ? schema : withinOf(inner);
}

/** The kinds of record whose ids a schema takes. */
function idTypesOf(schema: z.ZodType): IdType[] {
  const pattern = schema.meta()?.['pattern'] ?? withinOf(schema).meta()?.['pattern'];
  const prefixes = PREFIXES.exec(typeof pattern === 'string' ? pattern : '')?.[1]?.split('|') ?? [];
  return prefixes.flatMap((prefix) => TYPES.get(prefix) ?? []);
}

/** The most items an array's schema takes. */
export function mostOf(array: z.ZodType): number {
  const maxima = (defOf(array).checks ?? []).map(({ _zod: { def } }) =>
    def.check === 'max_length' ? (def as z.core.$ZodCheckMaxLengthDef).maximum : Infinity,
  );
  return Math.min(Infinity, ...maxima);
}

/** The names an input may have, of a zod schema. */
export function shapeOf(schema: z.ZodType): Shape {
  const def = defOf(withinOf(schema));
  if (def.type === 'array') return { kind: 'list', item: shapeOf(def.element!), most: mostOf(withinOf(schema)) };
  if (def.type !== 'object') return { kind: 'free' };
  const names = Object.keys(def.shape!);
  return {
    kind: 'object',
    open: def.catchall !== undefined && defOf(def.catchall).type !== 'never',
    fields: new Map(
      Object.entries(def.shape!).map(([name, part]) => [name, { shape: shapeOf(part), idTypes: idTypesOf(part) }]),
    ),
    bySpelling: new Map(names.map((name) => [spellingOf(name), name])),
  };
}
