import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { inputSchemaOf, outputSchemaOf } from '../adapters/json-schema.ts';
import type { OpenApiDocument } from '../adapters/openapi-document.ts';
import { registry, served as servedTools } from '../routers/index.ts';
import type { ToolMeta } from '../routers/tool-declaration.ts';
import { type ErrorCode, ERRORS, OAUTH_CODES } from '../server/error-catalogue.ts';
import { newKey } from '../server/gate/key-format.ts';
import { type AppContext, post, type RestAnswer, startTestApp, type Tenant } from './harness/app.ts';
import { useApp } from './harness/shared-app.ts';
import { Records } from './harness/records.ts';

const TOOLS = [...registry.values()];

const schemasOf = () => TOOLS.map((tool) => [z.toJSONSchema(tool.input, { io: 'input' }), z.toJSONSchema(tool.output)]);

const before = JSON.stringify(schemasOf());

let app: AppContext;
/** Entitled, all scopes, a limit too high to meet; the others lack one of these. */
let tenant: Tenant;
let visitor: Tenant;
let unscoped: Tenant;
let exhausted: Tenant;
let served: RestAnswer;
let document: OpenApiDocument & Record<string, any>;
let ajv: Ajv2020;

useApp(async (started) => {
  app = started;
  tenant = await app.newTenant({ rateLimit: 100_000 });
  visitor = await app.newTenant({ entitlement: null, rateLimit: 100_000 });
  unscoped = await app.newKey(tenant.userId, { scopes: [], rateLimit: 100_000 });
  exhausted = await app.newKey(tenant.userId, { rateLimit: 1 });
  await exhausted.rest('verify_session');
  served = await get();
  document = served.body;
  ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'document');
});

async function get(headers: Record<string, string> = {}, method = 'GET'): Promise<RestAnswer> {
  const response = await fetch(`${app.baseUrl}/openapi.json`, { method, headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text), text };
}

const pathOf = (tool: ToolMeta) => `/api/v1/tools/${tool.name}`;

const operationOf = (tool: ToolMeta) => document.paths[pathOf(tool)]!.post;

const pointer = (...parts: string[]) =>
  `document#${parts.map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')}`;

/** What keeps a value from being what the document's schema at the pointer says; undefined when nothing does. */
function problems(schema: string, value: unknown): string | undefined {
  const validate = ajv.getSchema(schema);
  if (validate === undefined) return `no schema at ${schema}`;
  return validate(value) ? undefined : ajv.errorsText(validate.errors);
}

const requestSchema = (tool: ToolMeta) =>
  pointer('paths', pathOf(tool), 'post', 'requestBody', 'content', 'application/json', 'schema');

const resultSchema = (tool: ToolMeta) =>
  pointer('paths', pathOf(tool), 'post', 'responses', '200', 'content', 'application/json', 'schema');

const errorSchema = pointer('components', 'schemas', 'Error');

const resolved = (part: any): any =>
  part?.$ref === undefined
    ? part
    : part.$ref
        .slice(2)
        .split('/')
        .reduce((node: any, key: string) => node[key], document);

/** Every value of a document under a keyword, with the object it stands in. */
function* under(keyword: string, value: unknown): Generator<{ holder: Record<string, unknown>; value: unknown }> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    if (key === keyword) yield { holder: value as Record<string, unknown>, value: part };
    yield* under(keyword, part);
  }
}

describe('the document', () => {
  test('is OpenAPI 3.1 by the official meta-schema', async () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.info).toMatchObject({ version: '1.0.0' });
    const validator = new Validator();
    expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  test('is clean by the strictest recommended lint rules', async () => {
    const config = await createConfig({ extends: ['recommended-strict'] });
    const lint = async (source: string) => {
      const found = await lintFromString({ source, absoluteRef: '/openapi.json', config });
      return found.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`);
    };
    expect(await lint(served.text)).toEqual([]);
    const spoilt = await lint(served.text.replace('"operationId":"log_capture"', '"operationId":"verify_session"'));
    expect(spoilt.join()).toContain('operation-operationId-unique');
  });

  test('has one operation for every tool, by its name, and nothing else', () => {
    expect(Object.keys(document.paths).toSorted()).toEqual(TOOLS.map(pathOf).toSorted());
    for (const item of Object.values(document.paths)) expect(Object.keys(item)).toEqual(['post']);
    const ids = Object.values(document.paths).map(({ post }) => post.operationId);
    expect(ids.toSorted()).toEqual([...registry.keys()].toSorted());
  });

  test('says nothing twice and refers to nothing that is not there', () => {
    const pointers = new Set([...under('$ref', document)].map(({ value }) => value as string));
    expect(pointers.size).toBeGreaterThan(10);
    for (const $ref of pointers) expect(resolved({ $ref }), $ref).toBeTypeOf('object');
    const tags = document.tags.map(({ name }) => name);
    expect(new Set(tags).size).toBe(tags.length);
    const used = new Set(Object.values(document.paths).flatMap(({ post }) => post.tags));
    expect([...used].toSorted()).toEqual(tags.toSorted());
  });

  test('lists every error code with its status, and an example of each that is the envelope', () => {
    expect(document.components['schemas']!['ErrorCode']).toMatchObject({ enum: Object.keys(ERRORS) });
    const shown = new Set<string>();
    for (const [name, response] of Object.entries<any>(document.components['responses']!)) {
      for (const [code, { value }] of Object.entries<any>(response.content['application/json'].examples)) {
        expect(problems(errorSchema, value), `${name} ${code}`).toBeUndefined();
        expect(value.error.code).toBe(code);
        shown.add(code);
      }
    }
    // Which 403s there are is each tool's own affair; of the 401s some are the panel's, and other statuses other transports'.
    const everyTools = Object.entries(ERRORS).filter(
      ([code, { status }]) => [400, 404, 429, 500].includes(status) && !OAUTH_CODES.includes(code as ErrorCode),
    );
    for (const code of ['missing_key', 'invalid_key', ...everyTools.map(([code]) => code)])
      expect(shown).toContain(code);
  });

  test('shows headers and parameters by examples that fit', () => {
    const parts = ['headers', 'parameters'].flatMap((kind) =>
      Object.entries<any>(document.components[kind]!).map(([name, { example }]) => ({ kind, name, example })),
    );
    for (const { kind, name, example } of parts) {
      expect(problems(pointer('components', kind, name, 'schema'), example), name).toBeUndefined();
    }
  });

  test('leaves out what only zod needs', () => {
    for (const { holder } of under('pattern', document)) expect(holder).not.toHaveProperty('format');
    for (const bound of [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]) {
      expect(served.text).not.toContain(String(bound));
    }
    expect(served.text).not.toContain('"$schema"');
  });

  test('leaves the tools as they were: the same schemas, and nothing coerced', () => {
    expect(JSON.stringify(schemasOf())).toBe(before);
    let tried = 0;
    for (const tool of TOOLS) {
      const fields = Object.entries<any>(inputSchemaOf(tool)['properties'] ?? {});
      for (const [field, schema] of fields.filter(([, { type }]) => type === 'integer' || type === 'number')) {
        const value = schema.default ?? schema.minimum ?? 1;
        expect(tool.input.safeParse({ ...tool.example.input, [field]: String(value) }).success).toBe(false);
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(0);
  });
});

describe('the transport', () => {
  test('asks for no key and lets caches keep what they have', async () => {
    expect(served.status).toBe(200);
    expect(served.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(served.headers.get('cache-control')).toBe('public, max-age=300');
    expect(served.headers.get('access-control-allow-origin')).toBe('*');
    expect(served.headers.get('x-request-id')).toMatch(/^req_/);
    const etag = served.headers.get('etag')!;
    expect(etag).toMatch(/^W\/"[\w-]{43}"$/);

    // Without a word of its own, fetch asks for no cached answer.
    const askAgain = { 'cache-control': 'max-age=0' };
    const same = await get({ ...askAgain, 'if-none-match': `"other", ${etag}` });
    expect(same.status).toBe(304);
    expect(same.text).toBe('');
    expect(same.headers.get('etag')).toBe(etag);
    expect((await get({ ...askAgain, 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('answers the same bytes again, zipped or not', async () => {
    const plain = await get({ 'accept-encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(Number(plain.headers.get('content-length'))).toBe(Buffer.byteLength(plain.text));
    const zipped = await get({ 'accept-encoding': 'gzip' });
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(zipped.headers.get('vary')).toBe('Accept-Encoding');
    expect(Number(zipped.headers.get('content-length'))).toBeLessThan(Buffer.byteLength(plain.text) / 3);
    expect(zipped.text).toBe(plain.text);
    expect(served.text).toBe(plain.text);
    const head = await get({ 'accept-encoding': 'identity' }, 'HEAD');
    expect(head.headers.get('content-length')).toBe(plain.headers.get('content-length'));
  });

  test('names the address the service is told it has', async () => {
    expect(document.servers.map(({ url }) => url)).toEqual(['/']);
    const elsewhere = await startTestApp({ PUBLIC_URL: 'https://tools.example.com/' });
    try {
      const { port } = elsewhere.service.server.address() as { port: number };
      const { servers } = (await (await fetch(`http://127.0.0.1:${port}/openapi.json`)).json()) as OpenApiDocument;
      expect(servers.map(({ url }) => url)).toEqual(['https://tools.example.com']);
    } finally {
      await elsewhere.stop();
    }
  });

  test('the program that writes openapi.json gives the same document', async () => {
    const { describeApi } = await import('../adapters/openapi-document.ts');
    expect(JSON.stringify(await describeApi(servedTools))).toBe(served.text);
  });
});

describe.each(TOOLS)('$name', (tool) => {
  test('is told in words: what it does, what it needs, what it takes and gives', () => {
    const operation = operationOf(tool);
    expect(operation.summary).toBe(tool.title);
    expect(operation.description.startsWith(tool.description)).toBe(true);
    for (const needed of [tool.scope, ...tool.refusals]) expect(operation.description).toContain(needed ?? '');
    expect(operation).toMatchObject({
      'x-scope': tool.scope,
      'x-entitlement': tool.entitled,
      'x-effect': tool.effect,
      'x-max-bytes': tool.maxBytes,
    });
    const parameters = operation.parameters.map((parameter) => resolved(parameter).name);
    expect(parameters).toEqual(tool.effect === 'read' ? ['Run-Ref'] : ['Run-Ref', 'Idempotency-Key']);
    expect(operation.requestBody.required).toBe(true);
  });

  test('has its own schemas, the ones MCP lists, open to later fields', () => {
    const operation = operationOf(tool);
    const result = operation.responses[200].content['application/json'].schema;
    expect(operation.requestBody.content['application/json'].schema).toEqual(inputSchemaOf(tool));
    expect(result).toEqual(outputSchemaOf(tool));
    for (const { value } of under('additionalProperties', result)) expect(value).not.toBe(false);
  });

  test('shows a call and its answer that fit', () => {
    const operation = operationOf(tool);
    const input = operation.requestBody.content['application/json'].example;
    const output = operation.responses[200].content['application/json'].example;
    expect(input).toEqual(tool.example.input);
    expect(problems(requestSchema(tool), input)).toBeUndefined();
    expect(problems(resultSchema(tool), output)).toBeUndefined();
  });

  test('answers with the statuses and headers of the spec', () => {
    const { responses } = operationOf(tool);
    const gated = tool.scope !== null || tool.entitled || tool.refusals.some((code) => ERRORS[code].status === 403);
    const statuses = ['200', '400', '401', ...(gated ? ['403'] : []), '404', '429', '500'];
    expect(Object.keys(responses)).toEqual(statuses);
    const rated = ['Limit', 'Remaining', 'Reset', 'Policy'].flatMap((name) => [
      `RateLimit-${name}`,
      `X-RateLimit-${name}`,
    ]);
    for (const status of statuses) {
      const response = resolved(responses[status]);
      const headers = Object.keys(response.headers);
      expect(headers, status).toContain('X-Request-Id');
      if (status !== '401') expect(headers, status).toEqual(expect.arrayContaining(rated));
      if (status === '200') continue;
      expect(response.content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Error' });
    }
    expect(Object.keys(responses[200].headers).includes('Idempotent-Replayed')).toBe(tool.effect !== 'read');
    expect(resolved(responses['429']).headers).toHaveProperty('Retry-After');
    expect(resolved(responses['401']).headers).toHaveProperty('WWW-Authenticate');
  });

  test('answers its example for real as the document says', async () => {
    const input = await new Records(app, tenant).exampleOf(tool);
    expect(problems(requestSchema(tool), input)).toBeUndefined();
    const { status, body, text, headers } = await tenant.rest(tool.name, input);
    expect(status, text).toBe(200);
    expect(problems(resultSchema(tool), body), text).toBeUndefined();
    for (const name of Object.keys(operationOf(tool).responses[200].headers)) {
      if (name !== 'Idempotent-Replayed') expect(headers.get(name), name).not.toBeNull();
    }
  });

  test('refuses for real with statuses, headers and bodies of the document', async () => {
    const { responses } = operationOf(tool);
    const address = `${app.baseUrl}${pathOf(tool)}`;
    const calls: [number, string, Promise<RestAnswer>][] = [
      [401, 'missing_key', post(address, {}, {})],
      [401, 'invalid_key', post(address, {}, { authorization: `Bearer ${newKey()}` })],
      [400, 'invalid_json', tenant.rest(tool.name, '{"half":')],
      [400, 'invalid_json', tenant.rest(tool.name, '[]')],
      [400, 'payload_too_large', tenant.rest(tool.name, `{"x":"${'x'.repeat(tool.maxBytes)}"}`)],
      [400, 'invalid_input', tenant.rest(tool.name, {}, { 'run-ref': 'with spaces' })],
      ...(tool.entitled ? [[403, 'not_entitled', visitor.rest(tool.name)] as never] : []),
      ...(tool.scope === null ? [] : [[403, 'insufficient_scope', unscoped.rest(tool.name)] as never]),
      [429, 'rate_limited', exhausted.rest(tool.name)],
    ];
    for (const [status, code, call] of calls) {
      const answer = await call;
      expect([answer.status, answer.body?.error?.code], answer.text).toEqual([status, code]);
      const response = resolved(responses[status]);
      expect(problems(errorSchema, answer.body)).toBeUndefined();
      expect(Object.keys(response.content['application/json'].examples)).toContain(code);
      const promised = Object.keys(response.headers).filter((name) => name !== 'WWW-Authenticate' || status === 401);
      for (const name of promised) expect(answer.headers.get(name), `${name} of ${status}`).not.toBeNull();
    }
  });
});
