import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { post, type RestAnswer } from './app.ts';

/** The revisions of MCP the endpoint speaks. */
export const REVISIONS = ['2025-06-18', '2025-11-25', '2026-07-28'] as const;
export type Revision = (typeof REVISIONS)[number];

export const HANDSHAKE_REVISIONS = ['2025-06-18', '2025-11-25'] as const;
export const MODERN: Revision = '2026-07-28';

const PREFIX = 'io.modelcontextprotocol/';

/** The `_meta` of a request of the 2026-07-28 revision. */
export const MODERN_META = {
  [`${PREFIX}protocolVersion`]: MODERN,
  [`${PREFIX}clientInfo`]: { name: 'test', version: '1.0.0' },
  [`${PREFIX}clientCapabilities`]: {},
};

const ROOTS: Record<Revision, string> = {
  '2025-06-18': '#/definitions/',
  '2025-11-25': '#/$defs/',
  '2026-07-28': '#/$defs/',
};

const validators = new Map<string, ValidateFunction>();

function validatorOf(revision: Revision, name: string): ValidateFunction {
  const key = `${revision} ${name}`;
  let validate = validators.get(key);
  if (validate === undefined) {
    const file = new URL(`../mcp-schemas/schema-${revision}.json`, import.meta.url);
    const schema = JSON.parse(readFileSync(file, 'utf8')) as object;
    const options = { strict: false, allErrors: true, validateFormats: true } as const;
    const ajv = revision === '2025-06-18' ? new Ajv(options) : new Ajv2020(options);
    addFormats.default(ajv as never);
    ajv.addSchema(schema, revision);
    validate = ajv.compile({ $ref: `${revision}${ROOTS[revision]}${name}` });
    validators.set(key, validate);
  }
  return validate;
}

/** Validation errors of a value by a definition of a revision's own JSON schema; empty when it is valid. */
export function mcpProblems(revision: Revision, name: string, value: unknown): string[] {
  const validate = validatorOf(revision, name);
  return validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${name}${instancePath} ${message}`);
}

const RESULTS: Record<string, string> = {
  initialize: 'InitializeResult',
  'tools/list': 'ListToolsResult',
  'tools/call': 'CallToolResult',
  'server/discover': 'DiscoverResult',
  ping: 'EmptyResult',
};

/** Validation errors of a whole answer to a request of a revision, error answers included. */
export function answerProblems(revision: Revision, method: string, body: any): string[] {
  if ('error' in body) {
    // The older schemas have no error for a message whose id could not be read.
    const named = revision === '2025-06-18' ? 'JSONRPCError' : 'JSONRPCErrorResponse';
    return body.id === undefined
      ? mcpProblems('2025-11-25', 'JSONRPCErrorResponse', body)
      : mcpProblems(revision, named, body);
  }
  const whole = revision === '2025-06-18' ? 'JSONRPCResponse' : 'JSONRPCResultResponse';
  return [...mcpProblems(revision, whole, body), ...mcpProblems(revision, RESULTS[method] ?? 'Result', body.result)];
}

/** Validation errors of a value by a schema as `tools/list` has it; the schema itself must be valid. */
export function schemaProblems(schema: object, value: unknown): string[] {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false });
  addFormats.default(ajv);
  const validate = ajv.compile(schema);
  return validate(value) ? [] : [ajv.errorsText(validate.errors)];
}

export type McpOptions = {
  /** Sent as `Authorization: Bearer`; omitted when absent. */
  key?: string | undefined;
  /** Headers added to or replacing the revision's; undefined leaves one out. */
  headers?: Record<string, string | undefined>;
  /** Members of `_meta` added to or replacing the revision's; undefined leaves one out. */
  meta?: Record<string, unknown>;
  id?: string | number;
  /** Appended to the endpoint's address. */
  query?: string;
};

function headersOf(revision: Revision, method: string, params: Record<string, unknown>): Record<string, string> {
  const common = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': revision };
  if (revision !== MODERN) return common;
  return {
    ...common,
    'mcp-method': method,
    ...(method === 'tools/call' ? { 'mcp-name': String(params['name']) } : {}),
  };
}

const present = <Value>(object: Record<string, Value | undefined>) =>
  Object.fromEntries(Object.entries(object).filter((entry): entry is [string, Value] => entry[1] !== undefined));

/** Sends one request as a client of the revision does. */
export function mcpRequest(
  baseUrl: string,
  revision: Revision,
  method: string,
  params: Record<string, unknown> = {},
  { key, headers = {}, meta = {}, id = 1, query = '' }: McpOptions = {},
): Promise<RestAnswer> {
  const _meta = present({ ...(revision === MODERN ? MODERN_META : {}), ...meta });
  const sent = Object.keys(_meta).length === 0 ? params : { ...params, _meta };
  return post(
    `${baseUrl}/api/v1/mcp${query}`,
    { jsonrpc: '2.0', id, method, params: sent },
    present({
      ...headersOf(revision, method, params),
      authorization: key === undefined ? undefined : `Bearer ${key}`,
      ...headers,
    }),
  );
}
