import { QUOTED_EVIDENCE, UNSAID } from '../../routers/fields.ts';
import type { Registry } from '../../routers/registry.ts';
import type { ToolMeta } from '../../routers/tool-declaration.ts';
import { describedWithNotice } from '../deprecation.ts';
import { inputSchemaOf, isSchema, type JsonSchema, outputSchemaOf, without } from '../json-schema.ts';

/** Annotations a client may show or decide by. Those with their default value are left out. */
function annotationsOf({ effect, idempotent, openWorld, overwrites }: ToolMeta) {
  if (effect === 'read') return { readOnlyHint: true, openWorldHint: openWorld };
  return {
    readOnlyHint: false,
    destructiveHint: overwrites,
    ...(idempotent ? { idempotentHint: true } : {}),
    openWorldHint: openWorld,
  };
}

/** Left to /openapi.json, and to the refusal that names them; the descriptions say those that matter. */
const BOUNDS = new Set([
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'propertyNames',
  'default',
]);

/** The prefixes of an id: the one pattern that shows an agent which value belongs there. Where references go, too, it is none. */
const ID_PREFIX = /^\^[a-z(|)]+_$/;

function isBound(keyword: string, value: unknown): boolean {
  if (keyword === 'pattern') return !ID_PREFIX.test(String(value));
  if (keyword === 'description') return UNSAID.has(value);
  if (keyword === 'items') return isSchema(value) && value['title'] === QUOTED_EVIDENCE;
  // `false` is said; what an open object's values may be is not.
  if (keyword === 'additionalProperties') return isSchema(value);
  return BOUNDS.has(keyword);
}

/** A tool's input. Lengths and counts are left to /openapi.json, and to the refusal that names them. */
function argumentsOf(tool: ToolMeta): JsonSchema {
  const takesNothing = Object.keys(tool.input.shape).length === 0;
  return takesNothing ? { type: 'object', additionalProperties: false } : without(inputSchemaOf(tool), isBound);
}

/** The type of a schema, without its contents. */
const kindOf = ({ type, anyOf }: JsonSchema): JsonSchema => ({
  type,
  anyOf: Array.isArray(anyOf) ? anyOf.map((part: JsonSchema) => kindOf(part)) : undefined,
});

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

/** Which tools a client asked for in the address: some by name, or only those that change nothing. */
export type Narrowing = { tools?: ReadonlySet<string>; readonly: boolean };

/** Reads `?tools=a,b` and `?readonly` of the endpoint's address. */
export function narrowingOf(query: URLSearchParams): Narrowing {
  const tools = query
    .getAll('tools')
    .flatMap((names) => names.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const readonly = query.get('readonly');
  return {
    ...(query.has('tools') ? { tools: new Set(tools) } : {}),
    readonly: readonly !== null && readonly !== 'false' && readonly !== '0',
  };
}

/** Whether a tool is among those that the address offers. */
export const isOffered = ({ name, effect }: ToolMeta, { tools, readonly }: Narrowing) =>
  (tools === undefined || tools.has(name)) && (!readonly || effect === 'read');

const ALL: Narrowing = { readonly: false };

const DESCRIBED = new WeakMap<ToolMeta, string>();

/** A tool as `tools/list` shows it, as JSON made once. */
function described(tool: ToolMeta): string {
  const made =
    DESCRIBED.get(tool) ??
    JSON.stringify({
      name: tool.name,
      title: tool.title,
      description: describedWithNotice(tool),
      inputSchema: argumentsOf(tool),
      outputSchema: resultOf(tool),
      annotations: annotationsOf(tool),
    });
  DESCRIBED.set(tool, made);
  return made;
}

/** The tools of `tools/list`, in the registry's order: always the same bytes. */
export function toolList(registry: Registry, narrowing = ALL): string {
  const offered = [...registry.values()].filter((tool) => isOffered(tool, narrowing));
  return `[${offered.map(described).join()}]`;
}
