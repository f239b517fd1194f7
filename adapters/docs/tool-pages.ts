import { FAMILIES, type Family } from '../../routers/families.ts';
import type { Registry } from '../../routers/registry.ts';
import type { ToolMeta } from '../../routers/tool-declaration.ts';
import { type ErrorCode, ERRORS } from '../../server/error-catalogue.ts';
import { APP_SCOPES, SCOPES } from '../../server/gate/scopes.ts';
import { inputSchemaOf, outputSchemaOf } from '../json-schema.ts';
import { EFFECTS, oauthScopesOf, sizeOf } from '../tool-words.ts';
import type { Page } from './page.ts';
import { fieldTable } from './schema-table.ts';
import { callFences, fence, json } from './snippets.ts';

export type FamilyOf = ReadonlyMap<string, Family>;

/** Codes any tool may answer with. */
const ANY: readonly ErrorCode[] = ['invalid_json', 'invalid_input', 'payload_too_large', 'missing_key', 'invalid_key'];

/** Every code a tool may answer with, in the catalogue's order. */
export function refusalsOf(tool: ToolMeta): ErrorCode[] {
  const codes = new Set<ErrorCode>([
    ...ANY,
    ...(oauthScopesOf(tool).length === 0 && !tool.scopedByInput ? [] : (['insufficient_scope'] as const)),
    ...(tool.entitled ? (['not_entitled'] as const) : []),
    ...(tool.effect === 'read'
      ? []
      : (['idempotency_conflict', 'idempotency_in_progress', 'outcome_unknown'] as const)),
    ...(tool.grows ? (['quota_exceeded'] as const) : []),
    ...(tool.effect === 'read' || tool.onProbation === 'direct'
      ? []
      : ([tool.onProbation === 'refused' ? 'on_probation' : 'changeset_full'] as const)),
    ...tool.refusals,
    'not_found',
    'rate_limited',
    'workspace_busy',
    'overloaded',
    'internal',
    'unavailable',
  ]);
  return (Object.keys(ERRORS) as ErrorCode[]).filter((code) => codes.has(code));
}

export const toolPath = (name: string) => `/docs/tools/${name}`;
export const errorPath = (code: string) => `/docs/errors/${code}`;

/** The address of a tool in the interactive reference. */
const referencePath = (tool: ToolMeta, family: Family) =>
  `/docs/reference#/${encodeURIComponent(FAMILIES[family].title)}/${tool.name}`;

const lower = (text: string) => text[0]!.toLowerCase() + text.slice(1);

const firstSentence = (text: string) => /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;

/** A deprecation as a notice at the top of the page. */
function notice({ deprecation }: ToolMeta): string[] {
  if (deprecation === undefined) return [];
  const { sunset, advice } = deprecation;
  return [`> **Deprecated.** It answers until ${sunset}. ${advice}`, ''];
}

function toolMarkdown(tool: ToolMeta, family: Family): string {
  const { name, title, description, scope, appScope, effect, entitled, openWorld, maxBytes, example } = tool;
  const codes = refusalsOf(tool);
  return [
    `# ${title}`,
    '',
    `\`POST /api/v1/tools/${name}\``,
    '',
    ...notice(tool),
    description,
    '',
    '| | |',
    '| --- | --- |',
    `| Scope | ${tool.scopedByInput ? 'The one that writing the record needs' : scope === null ? 'None: any valid key' : `\`${scope}\` (${lower(SCOPES[scope])})`} |`,
    ...(appScope === null
      ? []
      : [`| Of an [application](/docs/oauth) | Also \`${appScope}\` (${lower(APP_SCOPES[appScope])}) |`]),
    `| Entitlement | ${entitled ? '[At least one active](/docs/errors/not_entitled)' : 'Not needed'} |`,
    `| Effect | ${EFFECTS[effect]} |`,
    `| Calling it twice | ${repeating(tool)} |`,
    ...(openWorld ? ['| Reaches out | It asks systems outside the service |'] : []),
    `| Body | At most ${sizeOf(maxBytes)} |`,
    `| Over MCP | A tool of the same name at \`/api/v1/mcp\` |`,
    '',
    '## Call it',
    '',
    '`$BASE_URL` and `$API_KEY` are set as the [quickstart](/docs/quickstart) does.',
    '',
    callFences(tool, example.input),
    '',
    'It answers:',
    '',
    fence('json answer', json(example.output)),
    '',
    `Try it in the [API reference](${referencePath(tool, family)}).`,
    '',
    '## Input',
    '',
    fieldTable(inputSchemaOf(tool), 'input'),
    '',
    '## Result',
    '',
    'Later versions may add fields. Over MCP it is `structuredContent`, and the same JSON as text.',
    '',
    fieldTable(outputSchemaOf(tool), 'output'),
    '',
    '## Errors',
    '',
    '| code | HTTP | what happened |',
    '| --- | --- | --- |',
    ...codes.map((code) => `| [\`${code}\`](${errorPath(code)}) | ${ERRORS[code].status} | ${ERRORS[code].message} |`),
    '',
  ].join('\n');
}

function repeating({ effect, idempotent, sameAnswers }: ToolMeta): string {
  if (effect === 'read') return 'Changes nothing: repeat it freely';
  const key = 'send an [`Idempotency-Key`](/docs/retries) to repeat it safely';
  if (sameAnswers !== null) {
    return `The same ${sameAnswers} answers what is there, with \`created: false\`; ${key} at any time`;
  }
  return idempotent ? `Changes nothing more; ${key} and get the first result again` : `Does it twice; ${key}`;
}

/** A page per tool, in the order of the families. */
export function toolPages(registry: Registry, familyOf: FamilyOf): Page[] {
  const families = Object.keys(FAMILIES) as Family[];
  return families.flatMap((family) =>
    Array.from(registry.values())
      .filter(({ name }) => familyOf.get(name) === family)
      .map((tool) => ({
        path: toolPath(tool.name),
        title: tool.name,
        description: `${tool.title}. ${firstSentence(tool.description)}`,
        section: 'tools' as const,
        group: FAMILIES[family].title,
        markdown: toolMarkdown(tool, family),
      })),
  );
}

/** All tools at a glance, by family. */
export function toolsPage(registry: Registry, familyOf: FamilyOf): Page {
  const families = Object.keys(FAMILIES) as Family[];
  const tools = [...registry.values()];
  const tables = families.flatMap((family) => {
    const members = tools.filter(({ name }) => familyOf.get(name) === family);
    if (members.length === 0) return [];
    return [
      `## ${FAMILIES[family].title}`,
      '',
      FAMILIES[family].description,
      '',
      '| tool | effect | scope | what it does |',
      '| --- | --- | --- | --- |',
      ...members.map(
        (tool) =>
          `| [\`${tool.name}\`](${toolPath(tool.name)}) | ${tool.effect} | ${tool.scopedByInput ? 'by the record' : tool.scope === null ? 'none' : `\`${tool.scope}\``} | ${tool.title} |`,
      ),
      '',
    ];
  });
  return {
    path: '/docs/tools',
    title: 'Tools by family',
    description: `All ${tools.length} tools: what each does, the scope it needs, and whether it reads, writes or stages.`,
    section: 'tools',
    markdown: [
      '# Tools by family',
      '',
      `${tools.length} tools, each one operation: its name is the path of its REST endpoint, its name in MCP, its \`operationId\` in [the OpenAPI document](/openapi.json) and its name in your audit log. They take a JSON object and answer one.`,
      '',
      'Every tool has one of three effects. `read` changes nothing. `write` changes records in your workspace. `stage` leaves something for a person to decide on. There is no `send`: [a person approves what goes out](/docs/drafts).',
      '',
      ...tables,
    ].join('\n'),
  };
}
