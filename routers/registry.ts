import { z } from 'zod';
import { APP_SCOPES, SCOPES } from '../server/gate/scopes.ts';
import { deprecationProblems } from './deprecation.ts';
import { nearestTo } from './input/nearest.ts';
import { endlessLists, shapeOf } from './input/shape.ts';
import type { ToolMeta } from './tool-declaration.ts';

/** Every tool by name, in the order the documents list them. */
export type Registry = ReadonlyMap<string, ToolMeta>;

/** How many names a refusal of an unknown tool offers. */
const MAX_NEAREST = 3;

/** The tools whose names are most like one that is no tool's, the nearest first. */
export const nearestTools = (registry: Registry, name: string): string[] =>
  nearestTo(name, registry.keys(), MAX_NEAREST);

type Procedures = Record<string, { _def: { meta?: unknown; type: string } }>;

/** Tools an application may always call: it has to find out what it may do. */
const ALWAYS_ALLOWED = new Set(['verify_session', 'check_entitlement', 'pull_config']);

const NAME = /^[a-z]+(_[a-z]+)*$/;

function problemsOf(key: string, tool: ToolMeta, type: string): string[] {
  const problems: string[] = [];
  const wants = (right: boolean, what: string) => {
    if (!right) problems.push(what);
  };
  wants(tool.name === key, `is filed under ${key}`);
  wants(NAME.test(tool.name), 'has a name that is not snake_case');
  wants(tool.title.length > 0 && tool.title.length <= 60, 'wants a title of 1 to 60 characters');
  wants(tool.description.length >= 40, 'wants a description an agent can work from');
  wants(tool.scope === null || tool.scope in SCOPES, `names the unknown scope ${tool.scope}`);
  wants(tool.appScope === null || tool.appScope in APP_SCOPES, `names the unknown scope ${tool.appScope}`);
  wants(
    (tool.scope ?? tool.appScope) !== null || tool.scopedByInput || ALWAYS_ALLOWED.has(tool.name),
    'can be called by an application that nobody allowed it to: give it a scope or an appScope',
  );
  wants(tool.scope === null || tool.entitled, 'has a scope but needs no entitlement');
  wants((type === 'query') === (tool.effect === 'read'), `is a ${type} with the effect ${tool.effect}`);
  wants(!tool.overwrites || tool.effect !== 'read', 'overwrites something and only reads');
  wants(tool.maxBytes > 0 && tool.maxBytes <= 4_000_000, 'wants a size of at most 4 MB');
  if (tool.deprecation !== undefined) problems.push(...deprecationProblems(tool.deprecation));
  return problems;
}

/**
 * The errors in a tool's schemas: an example they refuse, fields without a description, types that JSON Schema lacks,
 * lists of any length.
 * `npm run openapi` and the contract tests check for them. A start does not: compiling all schemas takes 5 % of it.
 */
export function schemaProblems(tool: ToolMeta): string[] {
  const problems: string[] = [];
  for (const [side, schema] of [
    ['input', tool.input],
    ['output', tool.output],
  ] as const) {
    const sample = schema.safeParse(tool.example[side]);
    if (!sample.success) problems.push(`has an example ${side} its own schema refuses: ${sample.error.message}`);
    try {
      const { properties = {} } = z.toJSONSchema(schema, { io: side });
      for (const [field, part] of Object.entries(properties)) {
        if ((part as { description?: string }).description === undefined) {
          problems.push(`has an undescribed ${side} field ${field}`);
        }
      }
    } catch (error) {
      problems.push(`has an ${side} schema that JSON Schema cannot say: ${(error as Error).message}`);
    }
  }
  for (const path of endlessLists(shapeOf(tool.input))) problems.push(`takes any number of items in ${path}`);
  return problems;
}

/**
 * Reads the registry off the merged tool router.
 * @throws Error at start, naming every tool with inconsistent parts
 */
export function readRegistry(procedures: Procedures): Registry {
  const tools = new Map<string, ToolMeta>();
  const problems: string[] = [];
  for (const [key, procedure] of Object.entries(procedures)) {
    const meta = procedure._def.meta as ToolMeta | undefined;
    if (meta === undefined) {
      problems.push(`${key} is not a tool`);
      continue;
    }
    problems.push(...problemsOf(key, meta, procedure._def.type).map((problem) => `${key} ${problem}`));
    tools.set(key, meta);
  }
  if (problems.length > 0) throw new Error(`The registry refuses to start:\n  ${problems.join('\n  ')}`);
  return tools;
}
