import fc from 'fast-check';
import { z } from 'zod';
import type { ToolMeta } from '../../routers/tool-declaration.ts';
import { idFields, replaced } from './records.ts';

type Schema = {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
};

/** What a program gets wrong: the ends of ranges, other alphabets, other languages' escapes. */
const nasty = fc.constantFrom<unknown>(
  '',
  ' ',
  '\u0000',
  '\ud800',
  'a\udc00b',
  '\u202etfel ot thgir',
  '👩‍👩‍👧‍👦 é̂ ﷽',
  "'; DROP TABLE accounts; --",
  '%s %n {{7*7}} ${7*7} <script>',
  '\\u0000 \\x00 \\',
  '__proto__',
  'null',
  '-1',
  '1e999',
  'acc_01kaj6w6qk5x3v0c8m9n2p4r7t',
  'run_01kaj6w6qk5x3v0c8m9n2p4r7t',
  'acc_',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+23:59',
  '9999-12-31T23:59:59.999-23:59',
  '2026-02-29T00:00:00Z',
  '2026-06-30T23:59:60Z',
  'x'.repeat(2_001),
  '🦊'.repeat(60_000),
  0,
  -0,
  -1,
  0.1,
  1e-320,
  1.7976931348623157e308,
  Number.MAX_SAFE_INTEGER + 2,
  2_147_483_648,
  null,
  true,
  [],
  {},
  [[]],
  Array(201).fill('x'),
  { constructor: 1 },
  { a: { b: { c: [{ d: null }] } } },
);

const junk = fc.oneof(nasty, fc.jsonValue({ maxDepth: 4 }), fc.string({ unit: 'binary', maxLength: 40 }));

const moment = fc
  .date({ min: new Date('0000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
  .map((date) => date.toISOString());

/** Values that a JSON schema describes, or nearly. */
function described(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => described(choice, depth)));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => described({ ...schema, type }, depth)));
  switch (schema.type) {
    case 'string': {
      if (schema.format === 'date-time') return moment;
      const maxLength = Math.min(schema.maxLength ?? 60, 60);
      return fc.string({ unit: 'grapheme', minLength: Math.min(schema.minLength ?? 0, maxLength), maxLength });
    }
    case 'integer':
      return fc.integer({ min: clamp(schema.minimum ?? -1_000), max: clamp(schema.maximum ?? 1_000) });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const most = Math.min(schema.maxItems ?? 5, 5);
      return fc.array(described(schema.items ?? {}, depth + 1), {
        minLength: Math.min(schema.minItems ?? 0, most),
        maxLength: most,
      });
    }
    case 'object': {
      const fields = Object.entries(schema.properties ?? {});
      const rest = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {};
      if (fields.length === 0)
        return fc.dictionary(fc.string({ maxLength: 20 }), described(rest, depth + 1), { maxKeys: 5 });
      return fc.record(Object.fromEntries(fields.map(([name, part]) => [name, described(part, depth + 1)])), {
        requiredKeys: schema.required ?? [],
      });
    }
    default:
      return depth > 3 ? fc.constant('x') : fc.jsonValue({ maxDepth: 2 });
  }
}

const clamp = (bound: number) => Math.max(-2_147_483_648, Math.min(2_147_483_647, bound));

/** Every place inside a value, as a path. */
function places(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, part]) => places(part, [...path, key]))];
}

/** An input that works, spoilt in one to three places. */
const spoilt = (example: Record<string, unknown>) =>
  fc.array(fc.tuple(fc.nat(), junk), { minLength: 1, maxLength: 3 }).map((changes) => {
    let input: unknown = example;
    for (const [which, value] of changes) {
      const within = places(input);
      input = replaced(input, within[which % within.length]!, value);
    }
    return input;
  });

/** Some fields of an input that works. */
const partOf = (example: Record<string, unknown>) =>
  fc.subarray(Object.entries(example)).map((fields) => Object.fromEntries(fields) as unknown);

/** An input that works, with some of its fields as the schema would also take them; its ids stay as they are. */
const varied = (schema: Schema, example: Record<string, unknown>, ids: ReadonlySet<string>) =>
  fc.tuple(described(schema), fc.array(fc.nat(4), { minLength: 40, maxLength: 40 })).map(([made, dice]) => {
    // Of the fields that the example leaves out a few: each has rules of its own, and an input has to keep all of them.
    const fields = Object.entries(made as object).filter(
      ([field], index) => !ids.has(field) && (field in example || dice[39 - index] === 0),
    );
    const kept = Object.entries(example).filter(([field], index) => ids.has(field) || dice[index]! > 1);
    return Object.fromEntries([...fields, ...kept]) as unknown;
  });

/** Generated inputs of a tool: spoilt, varied and partial ones of an example that works, described ones, and junk. */
export function anyInput(tool: ToolMeta, example: Record<string, unknown>): fc.Arbitrary<unknown> {
  const schema = z.toJSONSchema(tool.input, { io: 'input' }) as Schema;
  const ids = new Set(idFields(tool).map(({ path }) => path[0]!));
  return fc.oneof(
    { arbitrary: spoilt(example), weight: 4 },
    { arbitrary: varied(schema, example, ids), weight: 4 },
    { arbitrary: partOf(example), weight: 1 },
    { arbitrary: described(schema), weight: 1 },
    { arbitrary: junk, weight: 1 },
  );
}
