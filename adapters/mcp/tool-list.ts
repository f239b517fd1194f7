import type { Registry } from '../../routers/registry.ts';
import type { ToolMeta } from '../../routers/tool.ts';
import { describedWithNotice } from '../deprecation.ts';
import { inputSchemaOf, isSchema, type JsonSchema, outputSchemaOf, without } from '../json-schema.ts';

/** Annotations a client may show or decide by. Those with their default value are left out. */
function annotationsOf({ effect, idempotent, openWorld }: ToolMeta) {
  if (effect === 'read') return { readOnlyHint: true, openWorldHint: openWorld };
  return {
    readOnlyHint: false,
    destructiveHint: effect === 'write',
    ...(idempotent ? { idempotentHint: true } : {}),
    openWorldHint: openWorld,
  };
}

const BOUNDS = new Set(['minLength', 'maxLength', 'minItems', 'maxItems', 'propertyNames']);

/** The prefix of an id: the one pattern that shows an agent which value belongs there. */
const ID_PREFIX = /^\^[a-z]+_$/;

function isBound(keyword: string, value: unknown): boolean {
  if (keyword === 'pattern') return !ID_PREFIX.test(String(value));
  if (keyword === 'additionalProperties') return isSchema(value) && Object.keys(value).length === 0;
  return BOUNDS.has(keyword);
}

/** A tool's input. Lengths and counts are left to /openapi.json, and to the refusal that names them. */
function argumentsOf(tool: ToolMeta): JsonSchema {
  const takesNothing = Object.keys(tool.input.shape).length === 0;
  return takesNothing ? { type: 'object', additionalProperties: false } : without(inputSchemaOf(tool), isBound);
}

/** The type of a schema, without its contents. */
function kindOf({ type, anyOf, items }: JsonSchema): JsonSchema {
  return {
    type,
    anyOf: Array.isArray(anyOf) ? anyOf.map((part: JsonSchema) => kindOf(part)) : undefined,
    items: isSchema(items) ? kindOf(items) : undefined,
  };
}

/**
 * A tool's output, in outline: each field and its type. An agent sees the rest in the result; whole schemas would
 * double the size of the list. /openapi.json has them.
 */
function resultOf(tool: ToolMeta): JsonSchema {
  const properties = Object.entries(outputSchemaOf(tool)['properties'] as Record<string, JsonSchema>);
  return {
    type: 'object',
    properties: Object.fromEntries(properties.map(([name, schema]) => [name, kindOf(schema)])),
  };
}

/** The tools of `tools/list`, in the registry's order: always the same bytes. */
export function toolList(registry: Registry): string {
  return JSON.stringify(
    Array.from(registry.values(), (tool) => ({
      name: tool.name,
      title: tool.title,
      description: describedWithNotice(tool),
      inputSchema: argumentsOf(tool),
      outputSchema: resultOf(tool),
      annotations: annotationsOf(tool),
    })),
  );
}
