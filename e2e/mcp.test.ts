import { describe, expect, test } from 'vitest';
import { registry } from '../routers/index.ts';
import { newKey } from '../server/gate/key-format.ts';
import { type AppContext, post, type RestAnswer, type Tenant } from './harness/app.ts';
import { useApp } from './harness/shared-app.ts';
import {
  answerProblems,
  HANDSHAKE_REVISIONS,
  type McpOptions,
  mcpRequest,
  MODERN,
  MODERN_META,
  REVISIONS,
  type Revision,
  schemaProblems,
} from './harness/mcp.ts';
import { envelopeProblems } from './harness/schemas.ts';

const SERVER_INFO = 'io.modelcontextprotocol/serverInfo';
const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

let app: AppContext;
let tenant: Tenant;

useApp(async (started) => {
  app = started;
  tenant = await app.newTenant({ rateLimit: 100_000 });
});

/** A request and its answer, which is checked against the revision's own schema whenever it is JSON-RPC. */
async function ask(
  revision: Revision,
  method: string,
  params: Record<string, unknown> = {},
  options: McpOptions = {},
): Promise<RestAnswer> {
  const answer = await mcpRequest(app.baseUrl, revision, method, params, { key: tenant.key, ...options });
  if (answer.body?.jsonrpc !== undefined) expect(answerProblems(revision, method, answer.body)).toEqual([]);
  else expect(envelopeProblems(answer.body)).toEqual([]);
  return answer;
}

const call = (revision: Revision, name: string, input: unknown = {}, options: McpOptions = {}) =>
  ask(revision, 'tools/call', { name, arguments: input }, options);

/** Bytes sent as they are, with the headers of the newest handshake revision. */
const send = (body: string, headers: Record<string, string> = {}) =>
  post(`${app.baseUrl}/api/v1/mcp`, body, { authorization: `Bearer ${tenant.key}`, ...headers });

function expectError(answer: RestAnswer, status: number, code: number) {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.body.error, answer.text).toBeDefined();
  expect(answer.body.error.code, answer.text).toBe(code);
}

/** The envelope in a refused call's text block. */
function refusalOf(answer: RestAnswer) {
  expect(answer.status, answer.text).toBe(200);
  const { result } = answer.body;
  expect(result.isError, answer.text).toBe(true);
  expect(result).not.toHaveProperty('structuredContent');
  const envelope = JSON.parse(result.content[0].text);
  expect(envelopeProblems(envelope)).toEqual([]);
  return envelope.error;
}

const auditOf = async (who: Tenant, answer: RestAnswer) =>
  (await app.auditOf(who)).filter((row) => row.request_id === answer.headers.get('x-request-id'));

describe.each(HANDSHAKE_REVISIONS)('the handshake of %s', (revision) => {
  const hello = (protocolVersion: unknown) => ({
    protocolVersion,
    capabilities: {},
    clientInfo: { name: 'test', version: '1.0.0' },
  });

  test('initialize answers the version asked for, says what it can do, and makes no session', async () => {
    const answer = await ask(revision, 'initialize', hello(revision), {
      headers: { 'mcp-protocol-version': undefined },
    });
    expect(answer.status).toBe(200);
    const { result } = answer.body;
    expect(result.protocolVersion).toBe(revision);
    expect(result.capabilities).toEqual({ tools: {} });
    expect(result.serverInfo).toMatchObject({ name: 'sales-agent-tools', version: '1.0.0' });
    expect(result.instructions).toMatch(/verify_session/);
    expect(answer.headers.get('mcp-session-id')).toBeNull();
    expect(answer.headers.get('ratelimit-limit')).toBe('100000');
  });

  test.each(['2024-11-05', '2025-03-26', MODERN, 'tomorrow'])(
    'initialize answers the newest of the era to a client of %s',
    async (asked) => {
      const { body } = await ask(revision, 'initialize', hello(asked));
      expect(body.result.protocolVersion).toBe('2025-11-25');
    },
  );

  test('initialize without a version is refused', async () => {
    expectError(await ask(revision, 'initialize', hello(undefined)), 200, -32602);
  });

  test('notifications are accepted without a body', async () => {
    for (const method of ['notifications/initialized', 'notifications/cancelled', 'notifications/unheard_of']) {
      const answer = await send(JSON.stringify({ jsonrpc: '2.0', method }), { 'mcp-protocol-version': revision });
      expect(answer.status).toBe(202);
      expect(answer.text).toBe('');
      expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
      expect(answer.headers.get('ratelimit-limit')).toBe('100000');
    }
  });

  test('ping answers an empty result', async () => {
    const { body } = await ask(revision, 'ping');
    expect(body.result).toEqual({});
  });

  test('a version header that is none of the era is refused', async () => {
    for (const version of ['2025-03-26', '2099-01-01', 'nonsense']) {
      const answer = await ask(revision, 'tools/list', {}, { headers: { 'mcp-protocol-version': version } });
      expectError(answer, 400, -32600);
    }
  });

  test('a client that sends no version header and no Accept is served', async () => {
    const headers = { 'mcp-protocol-version': undefined, accept: undefined };
    const { status, body } = await ask(revision, 'tools/list', {}, { headers });
    expect(status).toBe(200);
    expect(body.result.tools).toHaveLength(registry.size);
    expect((await ask(revision, 'ping', {}, { headers: { accept: '*/*' } })).status).toBe(200);
  });

  test('methods that are not there are JSON-RPC errors inside 200', async () => {
    for (const method of ['server/discover', 'resources/list', 'prompts/get', 'logging/setLevel', 'constructor']) {
      expectError(await ask(revision, method), 200, -32601);
    }
  });

  test('a session id is ignored', async () => {
    const answer = await ask(revision, 'ping', {}, { headers: { 'mcp-session-id': 'abc' } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('mcp-session-id')).toBeNull();
  });

  test('results carry nothing of the later revision', async () => {
    for (const answer of [await ask(revision, 'tools/list'), await call(revision, 'verify_session')]) {
      expect(answer.body.result).not.toHaveProperty('resultType');
      expect(answer.body.result).not.toHaveProperty('_meta');
    }
  });
});

describe('2026-07-28', () => {
  test('server/discover says what the server speaks and can do', async () => {
    const { status, body } = await ask(MODERN, 'server/discover');
    expect(status).toBe(200);
    expect(body.result).toMatchObject({
      supportedVersions: ['2026-07-28', '2025-11-25', '2025-06-18'],
      capabilities: { tools: {} },
      resultType: 'complete',
      cacheScope: 'public',
      _meta: { [SERVER_INFO]: { name: 'sales-agent-tools', version: '1.0.0' } },
    });
    expect(body.result.ttlMs).toBeGreaterThan(0);
    expect(body.result.instructions).toMatch(/verify_session/);
  });

  test('the list of tools may be cached by anyone, for it is the same for everyone', async () => {
    const visitor = await app.newTenant({ entitlement: null, scopes: [] });
    const [mine, theirs] = [await ask(MODERN, 'tools/list'), await ask(MODERN, 'tools/list', {}, { key: visitor.key })];
    expect(mine.body.result).toMatchObject({ resultType: 'complete', cacheScope: 'public' });
    expect(mine.body.result.ttlMs).toBeGreaterThan(0);
    expect(mine.body.result._meta[SERVER_INFO].name).toBe('sales-agent-tools');
    expect(theirs.text).toBe(mine.text);
  });

  test('results of calls say that they are complete and who made them', async () => {
    const done = await call(MODERN, 'verify_session');
    const refused = await call(MODERN, 'log_capture', {});
    for (const { body } of [done, refused]) {
      expect(body.result.resultType).toBe('complete');
      expect(body.result._meta[SERVER_INFO].name).toBe('sales-agent-tools');
    }
  });

  test.each([
    ['no _meta', { [VERSION]: undefined, [CAPABILITIES]: undefined, 'io.modelcontextprotocol/clientInfo': undefined }],
    ['no version', { [VERSION]: undefined }],
    ['a version that is no string', { [VERSION]: 20260728 }],
    ['no capabilities', { [CAPABILITIES]: undefined }],
    ['capabilities that are no object', { [CAPABILITIES]: 'all' }],
  ])('a request with %s is refused', async (_, meta) => {
    for (const method of ['server/discover', 'tools/list']) {
      expectError(await ask(MODERN, method, {}, { meta }), 400, -32602);
    }
    expectError(await call(MODERN, 'verify_session', {}, { meta }), 400, -32602);
  });

  test('a client need not say who it is', async () => {
    const meta = { 'io.modelcontextprotocol/clientInfo': undefined };
    expect((await ask(MODERN, 'tools/list', {}, { meta })).status).toBe(200);
  });

  test.each([
    ['no MCP-Protocol-Version', { 'mcp-protocol-version': undefined }],
    ['another MCP-Protocol-Version', { 'mcp-protocol-version': '2025-11-25' }],
    ['no Mcp-Method', { 'mcp-method': undefined }],
    ['another Mcp-Method', { 'mcp-method': 'tools/list' }],
    ['an Mcp-Method in other letters', { 'mcp-method': 'TOOLS/CALL' }],
    ['no Mcp-Name', { 'mcp-name': undefined }],
    ['another Mcp-Name', { 'mcp-name': 'log_capture' }],
    ['an Mcp-Name in broken base64', { 'mcp-name': '=?base64?dmVya$?=' }],
    ['an Mcp-Name in base64 of no UTF-8', { 'mcp-name': '=?base64?/////w==?=' }],
  ])('a call with %s is refused and not made', async (_, headers) => {
    const answer = await call(MODERN, 'verify_session', {}, { headers });
    expectError(answer, 400, -32020);
    expect(answer.body.id).toBe(1);
    expect(await auditOf(tenant, answer)).toEqual([]);
    expect(answer.headers.get('ratelimit-limit')).toBe('100000');
  });

  test.each([
    ['in base64', `=?base64?${Buffer.from('verify_session').toString('base64')}?=`],
    ['with space around it', '  verify_session  '],
  ])('an Mcp-Name %s is the same name', async (_, name) => {
    const { body } = await call(MODERN, 'verify_session', {}, { headers: { 'mcp-name': name } });
    expect(body.result.structuredContent.workspace_id).toBe(tenant.workspaceId);
  });

  test.each(['2099-01-01', '2025-11-25', ''])('the version %j is answered with those there are', async (version) => {
    const answer = await ask(
      MODERN,
      'server/discover',
      {},
      { meta: { [VERSION]: version }, headers: { 'mcp-protocol-version': version } },
    );
    expectError(answer, 400, -32022);
    expect(answer.body.error.data).toEqual({
      supported: ['2026-07-28', '2025-11-25', '2025-06-18'],
      requested: version,
    });
  });

  test('methods that are not there, or no longer, are 404', async () => {
    const methods = ['initialize', 'ping', 'logging/setLevel', 'resources/list', 'subscriptions/listen', '__proto__'];
    for (const method of methods) {
      const answer = await ask(MODERN, method, {}, { id: 'seven' });
      expectError(answer, 404, -32601);
      expect(answer.body.id).toBe('seven');
    }
  });

  test('one connection serves both eras in any order', async () => {
    const revisions: Revision[] = [MODERN, '2025-11-25', MODERN, '2025-06-18'];
    for (const revision of revisions) {
      const { body } = await call(revision, 'verify_session');
      expect('resultType' in body.result).toBe(revision === MODERN);
    }
  });
});

describe.each(REVISIONS)('tools over %s', (revision) => {
  test('the list names every tool in the order of the registry, the same bytes every time', async () => {
    const [once, again] = [await ask(revision, 'tools/list'), await ask(revision, 'tools/list')];
    expect(again.text).toBe(once.text);
    const { tools } = once.body.result;
    expect(tools.map(({ name }: { name: string }) => name)).toEqual([...registry.keys()]);
    for (const tool of tools) {
      const { title, description, effect, idempotent, openWorld, overwrites, input } = registry.get(tool.name)!;
      expect(tool).toMatchObject({ title, description });
      expect(tool.outputSchema.type).toBe('object');
      expect(tool.annotations).toEqual(
        effect === 'read'
          ? { readOnlyHint: true, openWorldHint: openWorld }
          : {
              readOnlyHint: false,
              destructiveHint: overwrites,
              ...(idempotent ? { idempotentHint: true } : {}),
              openWorldHint: openWorld,
            },
      );
      if (Object.keys(input.shape).length === 0) {
        expect(tool.inputSchema).toEqual({ type: 'object', additionalProperties: false });
      }
    }
  });

  test('the address narrows what is offered', async () => {
    const narrowed = async (query: string, method: string, params: Record<string, unknown> = {}) => {
      const { body } = await mcpRequest(app.baseUrl, revision, method, params, { key: tenant.key, query });
      return body;
    };
    const listed = async (query: string) =>
      (await narrowed(query, 'tools/list')).result.tools.map(({ name }: { name: string }) => name);
    expect(await listed('?tools=read_account,log_capture')).toEqual(
      [...registry.keys()].filter((name) => ['read_account', 'log_capture'].includes(name)),
    );
    const reading = [...registry.values()].filter(({ effect }) => effect === 'read').map(({ name }) => name);
    expect(await listed('?readonly')).toEqual(reading);
    expect(await listed('?tools=read_account,log_capture&readonly=true')).toEqual(['read_account']);
    expect((await narrowed('?tools=read_acount', 'tools/list')).error).toMatchObject({ code: -32602 });
    const capture = { name: 'log_capture', arguments: { source: 'call', text: 'x' } };
    expect((await narrowed('?readonly', 'tools/call', capture)).error.code).toBe(-32602);
    expect((await narrowed('?readonly=false', 'tools/call', capture)).result.isError).toBeUndefined();
  });

  test('the listed schemas are valid and say nothing that a worked example contradicts', async () => {
    const { tools } = (await ask(revision, 'tools/list')).body.result;
    for (const { name, inputSchema, outputSchema } of tools) {
      const { example } = registry.get(name)!;
      expect(schemaProblems(inputSchema, example.input), name).toEqual([]);
      expect(schemaProblems(outputSchema, example.output), name).toEqual([]);
      const fields = Object.keys(outputSchema.properties);
      expect(fields, name).toEqual(Object.keys(registry.get(name)!.output.shape));
    }
  });

  test('a cursor, which was never given out, is refused', async () => {
    for (const cursor of ['page-2', '', 7]) {
      expectError(await ask(revision, 'tools/list', { cursor }), 200, -32602);
    }
  });

  test('a result is the JSON that REST answers, once as data and the same bytes as text', async () => {
    const text = 'Quotes " and \\ and € and \u2028, a line\nand {"structuredContent":1}';
    const input = { source: 'call', text, tags: ['"}],"structuredContent":{'] };
    const logged = await call(revision, 'log_capture', input, { id: '"id"' });
    expect(logged.body.id).toBe('"id"');
    expect(logged.body.result.structuredContent.tags).toEqual(input.tags);
    const session = await call(revision, 'verify_session');
    const rest = await tenant.rest('verify_session');
    for (const { body, text: bytes } of [logged, session]) {
      const [block] = body.result.content;
      expect(block.type).toBe('text');
      expect(JSON.parse(block.text)).toEqual(body.result.structuredContent);
      expect(bytes).toContain(`,"structuredContent":${block.text}`);
      expect(body.result).not.toHaveProperty('isError');
    }
    expect(session.body.result.content[0].text).toBe(rest.text);
  });

  test('a call without arguments has none', async () => {
    const { body } = await ask(revision, 'tools/call', { name: 'verify_session' });
    expect(body.result.structuredContent.scope).toBe('user');
  });

  test('a call is audited as over REST, under its own transport', async () => {
    const answer = await call(revision, 'verify_session');
    const [row, ...others] = await auditOf(tenant, answer);
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      tool: 'verify_session',
      transport: 'mcp',
      outcome: 'ok',
      error_code: null,
      response_bytes: Buffer.byteLength(answer.body.result.content[0].text),
    });
  });

  test('an unknown tool is a protocol error; it counts and is audited', async () => {
    const who = await app.newKey(tenant.userId, { rateLimit: 10 });
    const answer = await call(revision, 'no_such_tool', {}, { key: who.key });
    expectError(answer, 200, -32602);
    expect(answer.body.error.data.code).toBe('not_found');
    expect(answer.headers.get('ratelimit-remaining')).toBe('9');
    expect(await auditOf(who, answer)).toMatchObject([
      { tool: 'no_such_tool', outcome: 'error', error_code: 'not_found', transport: 'mcp' },
    ]);
  });

  test.each([[[]], ['text'], [7], [null]])('arguments that are no object (%j) are a protocol error', async (input) => {
    const answer = await call(revision, 'log_capture', input);
    expectError(answer, 200, -32602);
    expect(answer.body.error.data.code).toBe('invalid_json');
    expect(await auditOf(tenant, answer)).toMatchObject([{ tool: 'log_capture', error_code: 'invalid_json' }]);
  });

  test('a call that names no tool is a protocol error', async () => {
    for (const params of [{}, { name: 7 }, { name: null, arguments: {} }]) {
      expectError(await ask(revision, 'tools/call', params), 200, -32602);
    }
  });

  test('arguments the schema refuses are told to the model as REST tells them', async () => {
    const input = { source: 'call', text: '', account_id: 'pro_01kaj6w6qk5x3v0c8m9n2p4r7t' };
    const answer = await call(revision, 'log_capture', input);
    const rest = await tenant.rest('log_capture', input);
    const { request_id, ...error } = refusalOf(answer);
    expect(request_id).toBe(answer.headers.get('x-request-id'));
    const { request_id: _, ...same } = rest.body.error;
    expect(error).toEqual(same);
    expect(error.code).toBe('invalid_input');
    expect(await auditOf(tenant, answer)).toMatchObject([{ outcome: 'error', error_code: 'invalid_input' }]);
  });

  test('what cannot be found is told to the model', async () => {
    const answer = await call(revision, 'log_capture', {
      source: 'call',
      text: 'x',
      account_id: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t',
    });
    expect(refusalOf(answer).code).toBe('not_found');
    expect(await auditOf(tenant, answer)).toMatchObject([{ outcome: 'error', error_code: 'not_found' }]);
  });

  test('a missing entitlement is -32003 inside 200, and audited as denied', async () => {
    const visitor = await app.newTenant({ entitlement: null, rateLimit: 10 });
    const answer = await call(revision, 'log_capture', { source: 'call', text: 'x' }, { key: visitor.key });
    expectError(answer, 200, -32003);
    expect(answer.body.error.data).toMatchObject({
      code: 'not_entitled',
      request_id: answer.headers.get('x-request-id'),
    });
    expect(answer.headers.get('ratelimit-remaining')).toBe('9');
    expect(await auditOf(visitor, answer)).toMatchObject([{ outcome: 'denied', error_code: 'not_entitled' }]);
  });

  test('a missing scope is HTTP 403 with a challenge that names it', async () => {
    const others = await app.newKey(tenant.userId, { scopes: ['account.read'], rateLimit: 10 });
    const answer = await call(revision, 'log_capture', { source: 'call', text: 'x' }, { key: others.key });
    expect(answer.status).toBe(403);
    expect(answer.body.error.code).toBe('insufficient_scope');
    expect(answer.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope", scope="capture.write"');
    expect(answer.headers.get('ratelimit-remaining')).toBe('9');
    expect(await auditOf(others, answer)).toMatchObject([{ outcome: 'denied', error_code: 'insufficient_scope' }]);
  });

  test('every request wants a key', async () => {
    for (const [key, code] of [
      [undefined, 'missing_key'],
      [newKey(), 'invalid_key'],
    ] as const) {
      const asked = [
        await ask(revision, 'initialize', {}, { key }),
        await ask(revision, 'tools/list', {}, { key }),
        await ask(revision, 'no/such', {}, { key }),
        await call(revision, 'verify_session', {}, { key }),
        await call(revision, 'no_such_tool', {}, { key }),
      ];
      for (const answer of asked) {
        expect(answer.status, answer.text).toBe(401);
        expect(answer.body.error.code).toBe(code);
        expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
        expect(answer.headers.get('ratelimit-limit')).toBeNull();
      }
    }
  });

  test('every request counts against the limit, refused ones too', async () => {
    const { key } = await app.newKey(tenant.userId, { rateLimit: 5 });
    const answers = [
      await ask(revision, 'tools/list', {}, { key }),
      await send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }), {
        authorization: `Bearer ${key}`,
      }),
      await ask(revision, 'no/such', {}, { key }),
      await call(revision, 'log_capture', {}, { key }),
      await send('[', { authorization: `Bearer ${key}` }),
    ];
    expect(answers.map(({ headers }) => headers.get('ratelimit-remaining'))).toEqual(['4', '3', '2', '1', '0']);
    for (const answer of [
      await ask(revision, 'tools/list', {}, { key }),
      await call(revision, 'verify_session', {}, { key }),
      await call(revision, 'no_such_tool', {}, { key }),
    ]) {
      expect(answer.status).toBe(429);
      expect(answer.body.error.code).toBe('rate_limited');
      expect(answer.headers.get('retry-after')).toBe('60');
      expect(answer.headers.get('x-ratelimit-remaining')).toBe('0');
    }
  });

  test('a run ref comes in _meta or in a header, _meta first', async () => {
    const inMeta = await call(revision, 'verify_session', {}, { meta: { run_ref: 'run-in-meta' } });
    const inHeader = await call(revision, 'verify_session', {}, { headers: { 'run-ref': 'run-in-header' } });
    const inBoth = await call(
      revision,
      'verify_session',
      {},
      { headers: { 'run-ref': 'run-in-header' }, meta: { run_ref: 'run-in-meta' } },
    );
    const refs = await Promise.all(
      [inMeta, inHeader, inBoth].map(async (answer) => (await auditOf(tenant, answer))[0]!.run_ref),
    );
    expect(refs).toEqual(['run-in-meta', 'run-in-header', 'run-in-meta']);
  });

  test('a run ref or an idempotency key that is none is refused', async () => {
    for (const meta of [{ run_ref: 7 }, { run_ref: 'with space' }, { 'idempotency-key': ['a'] }, { run_ref: '' }]) {
      expect(refusalOf(await call(revision, 'verify_session', {}, { meta })).code).toBe('invalid_input');
    }
  });

  test('an idempotency key in _meta makes a repeated write answer the first result', async () => {
    const meta = { 'idempotency-key': `key-of-${revision}` };
    const input = { source: 'call', text: 'once' };
    const first = await call(revision, 'log_capture', input, { meta });
    const second = await call(revision, 'log_capture', input, { meta });
    expect(second.body.result.structuredContent).toEqual(first.body.result.structuredContent);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    const other = await call(revision, 'log_capture', { ...input, text: 'twice' }, { meta });
    expect(refusalOf(other).code).toBe('idempotency_conflict');
    const overRest = await tenant.rest('log_capture', input, { 'idempotency-key': meta['idempotency-key'] });
    expect(overRest.body).toEqual(first.body.result.structuredContent);
  });

  test('more bytes than the tool takes are told to the model', async () => {
    const answer = await call(revision, 'log_capture', { source: 'call', text: 'x'.repeat(1_000_000) });
    expect(refusalOf(answer).code).toBe('payload_too_large');
  });
});

describe('messages', () => {
  const request = (members: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', ...members });

  test('what is no JSON is a parse error without an id', async () => {
    for (const body of ['', '{', '{"jsonrpc":"2.0",}', 'ping', '\u0000']) {
      const answer = await send(body);
      expectError(answer, 400, -32700);
      expect(answer.body).not.toHaveProperty('id');
      expect(answer.body.error.data.code).toBe('invalid_json');
      expect(answerProblems('2025-11-25', 'ping', answer.body)).toEqual([]);
    }
  });

  test('JSON of another type is a parse error; form types are 403 before anything', async () => {
    expectError(await send(request({}), { 'content-type': 'application/xml' }), 400, -32700);
    const form = await send(request({}), { 'content-type': 'text/plain' });
    expect(form.status).toBe(403);
    expect(form.headers.get('content-type')).toMatch(/^text\/plain/);
  });

  test.each([
    ['a batch', JSON.stringify([{ jsonrpc: '2.0', id: 1, method: 'ping' }]), undefined],
    ['an empty batch', '[]', undefined],
    ['a string', '"ping"', undefined],
    ['null', 'null', undefined],
    ['no jsonrpc', request({ jsonrpc: undefined }), 1],
    ['another jsonrpc', request({ jsonrpc: '1.0', id: 'a' }), 'a'],
    ['no method', request({ method: undefined }), 1],
    ['a method that is no string', request({ method: 7 }), 1],
    ['a response', JSON.stringify({ jsonrpc: '2.0', id: 3, result: {} }), 3],
    ['a null id', request({ id: null }), undefined],
    ['an id with a fraction', request({ id: 1.5 }), undefined],
    ['an id that is an object', request({ id: {} }), undefined],
    ['a request without an id', request({ id: undefined }), undefined],
    ['the same key twice', '{"jsonrpc":"2.0","id":4,"method":"ping","method":"ping"}', 4],
  ])('%s is an invalid request', async (_, body, id) => {
    const answer = await send(body);
    expectError(answer, 400, -32600);
    expect(answer.body.id).toBe(id);
    expect(answerProblems('2025-11-25', 'ping', answer.body)).toEqual([]);
  });

  test('params that are no object are refused', async () => {
    for (const params of [[], 'x', 7, null]) expectError(await send(request({ params })), 400, -32602);
  });

  test('a call without an id is not made', async () => {
    const who = await app.newKey(tenant.userId);
    const body = {
      jsonrpc: '2.0',
      method: 'tools/call',
      params: { name: 'log_capture', arguments: { source: 'a', text: 'b' } },
    };
    const answer = await send(JSON.stringify(body), { authorization: `Bearer ${who.key}` });
    expectError(answer, 400, -32600);
    expect(await app.auditOf(who)).toEqual([]);
  });

  test('arguments that cannot be kept are told to the model with the path they have over REST', async () => {
    const calling = (input: string) =>
      send(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"log_capture","arguments":${input}}}`);
    const cases = [
      ['{"source":"call","text":"a\\u0000b"}', 'text'],
      ['{"source":"call","text":"\\ud800"}', 'text'],
      ['{"source":"call","text":"x","tags":["a",1e999]}', 'tags.1'],
      ['{"source":"call","text":"x","text":"y"}', ''],
      ['{"source":"call","text":"x","__proto__":{}}', ''],
      [`{"source":"call","text":"x","deep":${'['.repeat(64)}${']'.repeat(64)}}`, undefined],
    ] as const;
    for (const [input, path] of cases) {
      const answer = await calling(input);
      const error = refusalOf(answer);
      expect(error.code).toBe('invalid_input');
      const rest = await post(`${app.baseUrl}/api/v1/tools/log_capture`, input, {
        authorization: `Bearer ${tenant.key}`,
      });
      expect(error.issues[0].path).toBe(rest.body.error.issues[0].path);
      if (path !== undefined) expect(error.issues[0].path).toBe(path);
      expect(await auditOf(tenant, answer)).toMatchObject([{ tool: 'log_capture', error_code: 'invalid_input' }]);
    }
    const deepest = await calling(`{"source":"call","text":"x","deep":${'['.repeat(63)}${']'.repeat(63)}}`);
    expect(refusalOf(deepest).issues).toEqual([{ path: 'deep', message: expect.stringContaining('is not a field') }]);
  });

  test('a body beyond what is read at all is refused', async () => {
    const answer = await send(request({ params: { text: 'x'.repeat(4_300_000) } }));
    expectError(answer, 400, -32600);
    expect(answer.body.error.data.code).toBe('payload_too_large');
  });
});

describe('HTTP', () => {
  test.each(['GET', 'DELETE', 'PUT', 'OPTIONS'])('%s is 405', async (method) => {
    const response = await fetch(`${app.baseUrl}/api/v1/mcp`, {
      method,
      headers: { authorization: `Bearer ${tenant.key}`, accept: 'text/event-stream' },
    });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
    expect(envelopeProblems(await response.json())).toEqual([]);
  });

  test.each(['http://evil.example.com', 'https://localhost.evil.example.com', 'null', 'http://127.0.0.1.nip.example'])(
    'the origin %s is foreign, whatever Host says',
    async (origin) => {
      for (const revision of REVISIONS) {
        const answer = await call(revision, 'verify_session', {}, { headers: { origin } });
        expect(answer.status).toBe(403);
        expect(answer.body.error.code).toBe('foreign_origin');
        expect(await auditOf(tenant, answer)).toEqual([]);
      }
    },
  );

  test('pages of this machine may call a service on loopback', async () => {
    for (const origin of [app.baseUrl, 'http://localhost:6274', 'http://[::1]:3000']) {
      const answer = await call(MODERN, 'verify_session', {}, { headers: { origin } });
      expect(answer.status, answer.text).toBe(200);
    }
  });
});

test('_meta of the modern revision is that of the specification', () => {
  expect(Object.keys(MODERN_META)).toEqual([VERSION, 'io.modelcontextprotocol/clientInfo', CAPABILITIES]);
});
