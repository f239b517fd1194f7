import { z } from 'zod';
import type { ToolMeta } from '../routers/tool-declaration.ts';
import { isObject } from '../server/json-value.ts';

/** A JSON Schema of draft 2020-12, as OpenAPI 3.1 and MCP carry it. */
export type JsonSchema = { [keyword: string]: unknown };

/** The direction of a schema: what a caller may send, or what it is guaranteed to get. */
export type Side = 'input' | 'output';

const SCHEMA_MAPS = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);
const SCHEMA_LISTS = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const SCHEMAS = new Set(['items', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else', 'contains']);

export const isSchema: (value: unknown) => value is JsonSchema = isObject;

/** Keywords of zod that inform no reader, or (`additionalProperties: false` on outputs) would forbid new fields. */
function isNoise(keyword: string, value: unknown, schema: JsonSchema, side: Side): boolean {
  switch (keyword) {
    case '$schema':
      return true;
    case 'additionalProperties':
      return value === false && side === 'output';
    case 'description':
      return value === '';
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

/** `anyOf: [{ type: 'string' }, { type: 'null' }]` as the shorter `type: ['string', 'null']`. */
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

/** A copy of the schema without the keywords that `drops` names, at every level. */
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
 * A copy of the schema for readers: without zod's noise, and with outputs open to fields of later versions
 * (docs/versioning.md).
 */
export function cleaned(schema: JsonSchema, side: Side): JsonSchema {
  return without(schema, (keyword, value, around) => isNoise(keyword, value, around, side));
}

/** A tool's input as JSON Schema. An object takes no names but its own, unless it is one of any names. */
export function inputSchemaOf(tool: ToolMeta): JsonSchema {
  const closed: z.core.JSONSchemaGeneratorParams['override'] = ({ zodSchema, jsonSchema }) => {
    const { def } = zodSchema._zod;
    if (def.type === 'object' && (def as z.core.$ZodObjectDef).catchall === undefined)
      jsonSchema.additionalProperties = false;
  };
  return cleaned(z.toJSONSchema(tool.input, { io: 'input', override: closed }), 'input');
}

/** A tool's output as JSON Schema. */
export function outputSchemaOf(tool: ToolMeta): JsonSchema {
  return cleaned(z.toJSONSchema(tool.output, { io: 'output' }), 'output');
}
