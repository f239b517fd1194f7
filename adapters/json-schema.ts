import { z } from 'zod';
import type { ToolMeta } from '../routers/tool.ts';

/** A JSON Schema of draft 2020-12, as OpenAPI 3.1 and MCP carry it. */
export type JsonSchema = { [keyword: string]: unknown };

/** What a schema describes: what a caller may send, or what it can count on getting. */
export type Side = 'input' | 'output';

const SCHEMA_MAPS = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);
const SCHEMA_LISTS = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const SCHEMAS = new Set(['items', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else', 'contains']);

export const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What zod writes that tells a reader nothing, or (`additionalProperties: false` on outputs) would forbid new fields. */
function isNoise(keyword: string, value: unknown, schema: JsonSchema, side: Side): boolean {
  switch (keyword) {
    case '$schema':
      return true;
    case 'additionalProperties':
      return value === false && side === 'output';
    case 'pattern':
      return 'format' in schema;
    case 'minimum':
      return value === Number.MIN_SAFE_INTEGER;
    case 'maximum':
      return value === Number.MAX_SAFE_INTEGER;
    case 'propertyNames':
      return isSchema(value) && value['type'] === 'string' && Object.keys(value).length === 1;
    default:
      return false;
  }
}

/** `anyOf: [{ type: 'string' }, { type: 'null' }]` as `type: ['string', 'null']`, which says the same in fewer words. */
function withNullInType(schema: JsonSchema): JsonSchema {
  const { anyOf, ...outer } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [inner, none] = anyOf as [JsonSchema, JsonSchema];
  if (none['type'] !== 'null' || Object.keys(none).length > 1) return schema;
  if (typeof inner['type'] !== 'string' || 'const' in inner) return schema;
  const values = inner['enum'];
  return {
    ...inner,
    type: [inner['type'], 'null'],
    ...(Array.isArray(values) ? { enum: [...(values as unknown[]), null] } : {}),
    ...outer,
  };
}

/** The same schema without the keywords that `drops` names, at every level; the given one is not changed. */
export function without(
  schema: JsonSchema,
  drops: (keyword: string, value: unknown, schema: JsonSchema) => boolean,
): JsonSchema {
  const below = (value: unknown) => (isSchema(value) ? without(value, drops) : value);
  const result: JsonSchema = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (drops(keyword, value, schema)) continue;
    if (SCHEMAS.has(keyword)) result[keyword] = below(value);
    else if (SCHEMA_LISTS.has(keyword) && Array.isArray(value)) result[keyword] = value.map(below);
    else if (SCHEMA_MAPS.has(keyword) && isSchema(value)) {
      result[keyword] = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, below(part)]));
    } else result[keyword] = value;
  }
  return withNullInType(result);
}

/**
 * The same schema for readers: without zod's noise, and on outputs open to fields a later version adds
 * (docs/versioning.md). The given schema is not changed.
 */
export function cleaned(schema: JsonSchema, side: Side): JsonSchema {
  return without(schema, (keyword, value, around) => isNoise(keyword, value, around, side));
}

/** What a tool takes, as JSON Schema. */
export function inputSchemaOf(tool: ToolMeta): JsonSchema {
  return cleaned(z.toJSONSchema(tool.input, { io: 'input' }), 'input');
}

/** What a tool answers, as JSON Schema. */
export function outputSchemaOf(tool: ToolMeta): JsonSchema {
  return cleaned(z.toJSONSchema(tool.output, { io: 'output' }), 'output');
}
