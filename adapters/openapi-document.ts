import { initTRPC } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import { FAMILIES, type Family } from '../routers/families.ts';
import type { ToolSet } from '../routers/index.ts';
import type { Registry } from '../routers/registry.ts';
import type { ToolMeta } from '../routers/tool-declaration.ts';
import { ERRORS } from '../server/error-catalogue.ts';
import { WINDOW_SECONDS } from '../server/gate/rate-limit.ts';
import { DEFAULT_RATE_LIMIT } from '../server/provisioning/key-provisioning.ts';
import { describedWithNotice } from './deprecation.ts';
import { cleaned, inputSchemaOf, type JsonSchema } from './json-schema.ts';
import {
  HEADERS,
  headersOf,
  PARAMETERS,
  responseOf,
  RESPONSES,
  SCHEMAS,
  SECURITY_SCHEMES,
} from './openapi-components.ts';
import { EFFECTS, needsOf, oauthScopesOf, sizeOf } from './tool-words.ts';

/** The version of the public API (docs/versioning.md), not of the program. */
export const API_VERSION = '1.0.0';

type Json<Body> = { content: { 'application/json': Body } };

/** One tool in the document. */
export type Operation = {
  tags: string[];
  operationId: string;
  deprecated?: true;
  summary: string;
  description: string;
  externalDocs?: { description: string; url: string };
  parameters: { $ref: string }[];
  requestBody: { required: true; description: string } & Json<{ schema: JsonSchema; example: unknown }>;
  responses: { 200: { description: string; headers: object } & Json<{ schema: JsonSchema; example: unknown }> } & {
    [status: string]: object;
  };
  'x-scope': string | null;
  'x-oauth-scopes': string[];
  'x-entitlement': boolean;
  'x-effect': string;
  'x-max-bytes': number;
};

/** The answer of `GET /openapi.json`. */
export type OpenApiDocument = {
  openapi: string;
  info: object;
  servers: { url: string; description: string }[];
  security: object[];
  tags: { name: string; description: string }[];
  paths: Record<string, { post: Operation }>;
  components: Record<string, Record<string, object>>;
};

const pathOf = (name: string) => `/api/v1/tools/${name}` as const;

type Schema = Json<{ schema: JsonSchema }>;

type Generated = {
  paths: Record<string, { post: { requestBody: Schema; responses: { 200: Schema } } }>;
  components: { schemas?: Record<string, JsonSchema> };
};

/**
 * The generator's document over a router built only for it: its procedures are never called. The generator is loaded
 * on demand, because it brings web frameworks with it.
 */
async function generate(registry: Registry): Promise<Generated> {
  const { generateOpenApiDocument } = await import('trpc-to-openapi');
  const documents = initTRPC.meta<OpenApiMeta>().create();
  const procedures = Array.from(registry.values(), (tool) => [
    tool.name,
    documents.procedure
      .meta({ openapi: { method: 'POST', path: pathOf(tool.name), errorResponses: [] } })
      .input(tool.input)
      .output(tool.output)
      .mutation(() => ({})),
  ]);
  return generateOpenApiDocument(documents.router(Object.fromEntries(procedures) as never), {
    title: '',
    version: API_VERSION,
    openApiVersion: '3.1.0',
    baseUrl: '/',
  }) as never;
}

function descriptionOf(tool: ToolMeta): string {
  return [
    describedWithNotice(tool),
    '',
    `- **Needs** ${needsOf(tool)}.`,
    `- **Effect** ${EFFECTS[tool.effect]}`,
    `- **Body** at most ${sizeOf(tool.maxBytes)}.`,
    ...tool.refusals.map((code) => `- **May refuse** with \`${code}\`: ${ERRORS[code].message}`),
  ].join('\n');
}

function forbidden({ scope, appScope, entitled, refusals }: ToolMeta) {
  if (refusals.includes('may_not_approve')) return 'ForbiddenToApprove';
  if (refusals.includes('not_team_owner')) return entitled ? 'ForbiddenOrNotTeamOwner' : 'NotTeamOwner';
  return scope !== null || appScope !== null || entitled ? 'Forbidden' : undefined;
}

function operationOf(tool: ToolMeta, family: Family, generated: Generated, docs: string | undefined): Operation {
  const { responses } = generated.paths[pathOf(tool.name)]!.post;
  const writes = tool.effect !== 'read';
  const refused = forbidden(tool);
  return {
    tags: [FAMILIES[family].title],
    operationId: tool.name,
    ...(tool.deprecation === undefined ? {} : { deprecated: true as const }),
    summary: tool.title,
    description: descriptionOf(tool),
    ...(docs === undefined
      ? {}
      : { externalDocs: { description: 'Its page, with calls to copy.', url: `${docs}/tools/${tool.name}` } }),
    parameters: [
      { $ref: '#/components/parameters/RunRef' },
      ...(writes ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    requestBody: {
      required: true,
      description:
        'The input. Fields not listed are refused by name; one that can only mean a listed one is taken as it, which the answer says in `warnings`.',
      content: {
        'application/json': {
          schema: inputSchemaOf(tool),
          example: tool.example.input,
        },
      },
    },
    responses: {
      200: {
        description: 'The result. Later versions may add fields.',
        headers: headersOf(true, ...(writes ? ['Idempotent-Replayed'] : [])),
        content: {
          'application/json': {
            schema: cleaned(responses[200].content['application/json'].schema, 'output'),
            example: tool.example.output,
          },
        },
      },
      400: responseOf('BadRequest'),
      401: responseOf('Unauthorized'),
      ...(refused === undefined ? {} : { 403: responseOf(refused) }),
      404: responseOf('NotFound'),
      429: responseOf('TooManyRequests'),
      500: responseOf('Failed'),
    },
    'x-scope': tool.scope,
    'x-oauth-scopes': oauthScopesOf(tool),
    'x-entitlement': tool.entitled,
    'x-effect': tool.effect,
    'x-max-bytes': tool.maxBytes,
  };
}

const DESCRIPTION = `The tools through which agents read and write a company's sales data: accounts, prospects, meetings, captures, account plans, deal evidence, signals and drafts. Every tool is one operation: \`POST /api/v1/tools/<name>\` with its input as a JSON object, answered with its result as a JSON object. The same tools, keys, scopes, limits and audit log serve MCP at \`POST /api/v1/mcp\`.

## First call

\`\`\`sh
curl -s $BASE_URL/api/v1/tools/verify_session \\
  -H "Authorization: Bearer $API_KEY" -H 'Content-Type: application/json' -d '{}'
\`\`\`

It says who the key acts for, its plan, plugins and scopes. Then call the tool you need; its description says when to use it and what it never does.

## What may call what

A tool with \`x-scope\` needs a key that holds that scope; one with \`x-entitlement: true\` needs an active paid entitlement as well. \`amend_record\` needs the scope that writing its record needs. The rest work with any valid key. An application's token (OAuth) needs every scope in \`x-oauth-scopes\`: what its person allowed, and nothing else. \`x-effect\` is \`read\`, \`write\` or \`stage\`; there is no \`send\`: where something would go out in a person's name, a tool stages a draft and a person approves it. A key approves only when a person in the panel, or the operator, gave it that right (\`may_approve\`); an application's token never does.

## Errors

Every answer that is not a success has the body \`{ "error": { "code", "message", "hint"?, "issues"?, "request_id"? } }\`. Branch on \`code\`; read \`hint\` and \`issues\` to repair the call. A record of another workspace and one that never existed get the same \`not_found\`.

One refusal is not in this form: a POST without a content type, or with a form's (\`application/x-www-form-urlencoded\`, \`multipart/form-data\`, \`text/plain\`), is refused before anything else with **403 and \`text/plain\`**. It has nothing to do with the key: send \`Content-Type: application/json\`.

## Limits

Each key has its own limit, ${DEFAULT_RATE_LIMIT} calls in ${WINDOW_SECONDS} seconds unless its owner set another; every authenticated answer carries the \`RateLimit-*\` headers (a key without a limit gets none). Over the limit: 429, \`rate_limited\`, \`Retry-After\`. A body may have 1 MB unless \`x-max-bytes\` says otherwise, and 64 levels.

## Retrying safely

\`read\` tools can be called again at any time. For the others send an \`Idempotency-Key\`: the first result is kept for 7 days and answered again.

## Conventions

Ids are strings with a type prefix (\`acc_…\`, \`opp_…\`). Timestamps are ISO 8601; answers give them in UTC with milliseconds. A value that is absent is \`null\`. Field names are snake_case. A field a tool does not know is refused by name with the nearest it knows; what can only mean one field (\`accountId\` for \`account_id\`, \`date\` for \`occurred_at\`) is taken as it, and the answer says so in \`warnings\`.

## Versioning

The version is in the path. Within v1 new tools, optional fields, response fields, error codes and headers may appear: tolerate what you do not know. Anything else gets a new prefix, and what is deprecated says so with \`Deprecation\`, \`Sunset\` and \`Link\` headers at least 180 days ahead.`;

/**
 * The OpenAPI 3.1 document of every tool (docs/versioning.md): the generator's schemas, and what it cannot derive.
 * @param serverUrl the service's address for clients; `/`, the answering host, when it is unknown
 */
export async function describeApi(
  { registry, familyOf }: Pick<ToolSet, 'registry' | 'familyOf'>,
  serverUrl = '/',
): Promise<OpenApiDocument> {
  const generated = await generate(registry);
  // Both fields need an absolute address, known only when PUBLIC_URL is set.
  const docs = URL.canParse(serverUrl) ? `${serverUrl}/docs` : undefined;
  const families = Object.keys(FAMILIES) as Family[];
  const tools = Array.from(registry.values(), (tool) => {
    const family = familyOf.get(tool.name);
    if (family === undefined) throw new Error(`The tool ${tool.name} belongs to no family of routers/index.ts`);
    return { family, tool };
  }).sort((a, b) => families.indexOf(a.family) - families.indexOf(b.family));
  const used = new Set(tools.map(({ family }) => family));
  const shared = Object.entries(generated.components.schemas ?? {});
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sales Data and Agent Tools API',
      summary: "The tools through which agents read and write a company's sales data.",
      version: API_VERSION,
      description: DESCRIPTION,
      contact: { name: 'Whoever runs this service', ...(docs === undefined ? {} : { url: docs }) },
      license: { name: 'All rights reserved', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: serverUrl, description: 'This service.' }],
    security: [{ ApiKey: [] }],
    tags: families
      .filter((family) => used.has(family))
      .map((family) => ({ name: FAMILIES[family].title, description: FAMILIES[family].description })),
    paths: Object.fromEntries(
      tools.map(({ tool, family }) => [pathOf(tool.name), { post: operationOf(tool, family, generated, docs) }]),
    ),
    components: {
      schemas: {
        ...SCHEMAS,
        ...Object.fromEntries(shared.map(([name, schema]) => [name, cleaned(schema, 'output')])),
      },
      parameters: PARAMETERS,
      headers: HEADERS,
      responses: RESPONSES,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}
