import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { registry } from '../routers/index.ts';
import { schemaProblems } from '../routers/registry.ts';
import type { ToolMeta } from '../routers/tool-declaration.ts';
import { newKey } from '../server/gate/key-format.ts';
import { ALL_SCOPES } from '../server/gate/scopes.ts';
import { type Answer, callTool, TRANSPORTS } from './harness/transports.ts';
import type { AppContext, Tenant } from './harness/app.ts';
import { useApp } from './harness/shared-app.ts';
import { Records } from './harness/records.ts';
import { envelopeProblems, outputProblems } from './harness/schemas.ts';

/** What every tool owes on every transport, read off the registry: a tool is tested here before anyone writes a test for it. */
const TOOLS = [...registry.values()];

const CASES = TOOLS.flatMap((tool) => TRANSPORTS.map((transport) => ({ name: tool.name, transport, tool })));

const RATE_HEADERS = ['Limit', 'Remaining', 'Reset', 'Policy'];

let app: AppContext;
/** Entitled, all scopes, a limit too high to meet. */
let tenant: Tenant;
/** Has bought nothing. */
let visitor: Tenant;

useApp(async (started) => {
  app = started;
  tenant = await app.newTenant({ rateLimit: 100_000 });
  visitor = await app.newTenant({ entitlement: null, rateLimit: 100_000 });
});

const through = (transport: Answer['transport'], tool: string, input: unknown, key: string | undefined, headers = {}) =>
  callTool(transport, tool, input, { baseUrl: app.baseUrl, key, headers });

const exampleFor = (tool: ToolMeta, who: Tenant) => new Records(app, who).exampleOf(tool);

function expectRequestId(answer: Answer) {
  const id = answer.headers.get('x-request-id');
  expect(id).toMatch(/^req_[0-9a-z]{26}$/);
  if (answer.error !== undefined) expect(answer.error.request_id).toBe(id);
}

function expectRateHeaders({ headers }: Answer, limit: number) {
  for (const prefix of ['', 'x-']) {
    const [most, remaining, reset, policy] = RATE_HEADERS.map((name) => headers.get(`${prefix}ratelimit-${name}`));
    expect(Number(most)).toBe(limit);
    expect(Number(remaining)).toBeGreaterThanOrEqual(0);
    expect(Number(remaining)).toBeLessThan(limit);
    expect(Number(reset)).toBeGreaterThanOrEqual(1);
    expect(Number(reset)).toBeLessThanOrEqual(60);
    expect(policy).toBe(`${limit};w=60`);
  }
}

/** The one audit row of a call, found by its request id. */
async function auditRow(who: Tenant, answer: Answer) {
  const rows = await app.auditOf(who);
  const found = rows.filter((row) => row.request_id === answer.headers.get('x-request-id'));
  expect(found).toHaveLength(1);
  return found[0]!;
}

async function expectAudited(who: Tenant, tool: string, answer: Answer) {
  const row = await auditRow(who, answer);
  const code = answer.error?.code ?? null;
  const counted = tool === 'log_capture' && answer.result ? { ...answer.result, created: true } : answer.result;
  const denied = ['insufficient_scope', 'not_entitled', 'not_team_owner', 'rate_limited'];
  expect(row).toMatchObject({
    tool,
    transport: answer.transport,
    outcome: code === null ? 'ok' : denied.includes(code) ? 'denied' : 'error',
    error_code: code,
    user_id: who.userId,
    workspace_id: who.workspaceId,
    request_bytes: answer.sent,
    // Whether a capture repeats another is known once its row is written: `created` is true in it.
    response_bytes: Buffer.byteLength(JSON.stringify(counted ?? { error: answer.error })),
  });
  expect(Number(row.duration_ms)).toBeGreaterThan(0);
}

function expectRefusal(answer: Answer, code: string, status: number) {
  expect(answer.error, answer.text).toBeDefined();
  expect(answer.error!.code, answer.text).toBe(code);
  expect(answer.status, answer.text).toBe(status);
  expect(envelopeProblems({ error: answer.error })).toEqual([]);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expectRequestId(answer);
}

/** An input that a tool's schema refuses; undefined when it takes any object. */
function refusedInput(tool: ToolMeta): Record<string, unknown> | undefined {
  for (const field of Object.keys(tool.input.shape)) {
    for (const value of [{ nested: { deeply: [1] } }, 'not this', -1.5, [[0]], null, true]) {
      const input = { ...tool.example.input, [field]: value };
      if (!tool.input.safeParse(input).success) return input;
    }
  }
  return undefined;
}

test.each(TOOLS)('$name: its example, its descriptions and its schemas agree', (tool) => {
  expect(schemaProblems(tool)).toEqual([]);
});

test('parts of a tool that disagree are named', () => {
  const [tool] = TOOLS;
  const input = tool!.input.extend({ bare: z.string() });
  const disagreeing = { ...tool!, input, example: { ...tool!.example, input: { ...tool!.example.input, bare: 1 } } };
  expect(schemaProblems(disagreeing)).toEqual([
    expect.stringContaining('an example input its own schema refuses'),
    'has an undescribed input field bare',
  ]);
});

describe.each(CASES)('$name over $transport', ({ tool, transport }) => {
  test('answers its example as its output schema says, with every header and an audit row', async () => {
    const answer = await through(transport, tool.name, await exampleFor(tool, tenant), tenant.key);
    expect(answer.error, answer.text).toBeUndefined();
    expect(answer.status).toBe(200);
    expect(outputProblems(tool, answer.result)).toEqual([]);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expectRequestId(answer);
    expectRateHeaders(answer, 100_000);
    await expectAudited(tenant, tool.name, answer);
  });

  test('refuses no key, and keys that are none, with 401 and a challenge', async () => {
    const real = newKey();
    const mistyped = real.slice(0, 10) + (real[10] === 'x' ? 'y' : 'x') + real.slice(11);
    const attempts = [
      { key: undefined, code: 'missing_key' },
      { key: 'nonsense', code: 'invalid_key' },
      { key: mistyped, code: 'invalid_key' },
      { key: real, code: 'invalid_key' },
    ];
    for (const { key, code } of attempts) {
      const answer = await through(transport, tool.name, tool.example.input, key);
      expectRefusal(answer, code, 401);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
      expect(answer.headers.get('ratelimit-limit')).toBeNull();
    }
  });

  test('refuses an input its schema refuses, names the field, and audits it', async () => {
    const input = refusedInput(tool) ?? [];
    const answer = await through(transport, tool.name, input, tenant.key);
    if (Array.isArray(input) && transport === 'mcp') {
      expect(answer.rpcCode).toBe(-32602);
      return;
    }
    const code = Array.isArray(input) && transport === 'rest' ? 'invalid_json' : 'invalid_input';
    expectRefusal(answer, code, transport === 'mcp' ? 200 : 400);
    if (!Array.isArray(input)) expect(answer.error!.issues!.length).toBeGreaterThan(0);
    expectRateHeaders(answer, 100_000);
    await expectAudited(tenant, tool.name, answer);
  });

  test('refuses the call after its last of the minute with 429', async () => {
    const limited = await app.newKey(tenant.userId, { rateLimit: 1 });
    const input = await exampleFor(tool, tenant);
    const first = await through(transport, tool.name, input, limited.key);
    expect(first.error, first.text).toBeUndefined();
    expect(first.headers.get('ratelimit-remaining')).toBe('0');
    const second = await through(transport, tool.name, input, limited.key);
    expectRefusal(second, 'rate_limited', 429);
    expect(second.headers.get('retry-after')).toBe('60');
    expectRateHeaders(second, 1);
    await expectAudited(limited, tool.name, second);
  });

  test.runIf(tool.scope !== null)('refuses a key with every scope but its own', async () => {
    const others = await app.newKey(tenant.userId, {
      scopes: ALL_SCOPES.filter((scope) => scope !== tool.scope),
      rateLimit: 1_000,
    });
    const answer = await through(transport, tool.name, tool.example.input, others.key);
    expectRefusal(answer, 'insufficient_scope', 403);
    expect(answer.headers.get('www-authenticate')).toBe(`Bearer error="insufficient_scope", scope="${tool.scope}"`);
    expectRateHeaders(answer, 1_000);
    await expectAudited(others, tool.name, answer);
  });

  test.runIf(tool.scope !== null)('asks for no other scope than its own', async () => {
    const only = await app.newKey(tenant.userId, { scopes: [tool.scope!], rateLimit: 1_000 });
    const answer = await through(transport, tool.name, await exampleFor(tool, tenant), only.key);
    expect(answer.error, answer.text).toBeUndefined();
  });

  test.runIf(tool.scope === null && !tool.scopedByInput)('asks for no scope', async () => {
    const none = await app.newKey(tenant.userId, { scopes: [], rateLimit: 1_000 });
    const answer = await through(transport, tool.name, await exampleFor(tool, tenant), none.key);
    expect(answer.error, answer.text).toBeUndefined();
  });

  test.runIf(tool.scopedByInput)('asks for the scope that its record needs', async () => {
    const none = await app.newKey(tenant.userId, { scopes: [], rateLimit: 1_000 });
    const answer = await through(transport, tool.name, await exampleFor(tool, tenant), none.key);
    expect([answer.error?.code, answer.error?.message]).toEqual([
      'insufficient_scope',
      expect.stringContaining('.write'),
    ]);
  });

  test.runIf(tool.entitled)('refuses an account that has bought nothing', async () => {
    const answer = await through(transport, tool.name, tool.example.input, visitor.key);
    expectRefusal(answer, 'not_entitled', transport === 'mcp' ? 200 : 403);
    if (transport === 'mcp') expect(answer.rpcCode).toBe(-32003);
    expectRateHeaders(answer, 100_000);
    await expectAudited(visitor, tool.name, answer);
  });

  test.runIf(!tool.entitled)('works before any purchase', async () => {
    const answer = await through(transport, tool.name, await exampleFor(tool, visitor), visitor.key);
    expect(answer.error, answer.text).toBeUndefined();
    expect(outputProblems(tool, answer.result)).toEqual([]);
  });
});

const isMoment = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);

/** Where two results differ; moments less than two minutes apart are the same moment to two calls in a row. */
function differences(one: unknown, other: unknown, path = ''): string[] {
  if (isMoment(one) && isMoment(other)) {
    return Math.abs(Date.parse(one as string) - Date.parse(other as string)) < 120_000 ? [] : [path];
  }
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return one === other ? [] : [path];
  }
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((key) =>
    differences((one as never)[key], (other as never)[key], `${path}.${key}`),
  );
}

describe.each(TOOLS)('$name', (tool) => {
  test('gives the same result through every transport', async () => {
    const who = await app.newTenant();
    const records = new Records(app, who);
    const results = new Map<string, Record<string, unknown>>();
    for (const transport of ['rest', 'mcp', 'trpc', 'rest again']) {
      // A write is done to records of its own each time: what one transport did is not what the next one finds.
      const own = tool.effect === 'read' ? records : new Records(app, who);
      const answer = await through(
        transport.split(' ', 1)[0] as Answer['transport'],
        tool.name,
        await own.exampleOf(tool),
        who.key,
      );
      expect(answer.error, answer.text).toBeUndefined();
      results.set(transport, answer.result!);
    }
    const first = results.get('rest')!;
    // What one transport alone tells differently from call to call, such as a count of calls, may differ between transports.
    const changing = differences(first, results.get('rest again'));
    for (const transport of ['mcp', 'trpc']) {
      const result = results.get(transport)!;
      // What the first call did may leave the next nothing to warn of.
      const fields = (of: object) => Object.keys(of).filter((name) => name !== 'warnings');
      expect(fields(result)).toEqual(fields(first));
      if (tool.effect === 'read') {
        expect(differences(first, result).filter((path) => !changing.includes(path))).toEqual([]);
      }
    }
  });
});

describe.each(TRANSPORTS)('over %s', (transport) => {
  const unknown = ['no_such_tool', 'constructor', '__proto__', 'hasOwnProperty', 'toString', 'Log_Capture'];

  test.each(unknown)('the unknown tool %s is not found, counted and audited', async (name) => {
    const who = await app.newKey(tenant.userId, { rateLimit: 10 });
    const answer = await through(transport, name, {}, who.key);
    if (transport === 'mcp') {
      expect(answer.rpcCode).toBe(-32602);
      expectRequestId(answer);
    } else {
      expectRefusal(answer, 'not_found', 404);
    }
    expectRateHeaders(answer, 10);
    expect(answer.headers.get('ratelimit-remaining')).toBe('9');
    const row = await auditRow(who, answer);
    expect(row).toMatchObject({ tool: name, transport: transport, outcome: 'error', error_code: 'not_found' });
  });

  test('an unknown tool asks for a key first, and is limited like any other', async () => {
    expectRefusal(await through(transport, 'no_such_tool', {}, undefined), 'missing_key', 401);
    expectRefusal(await through(transport, 'no_such_tool', {}, newKey()), 'invalid_key', 401);
    const limited = await app.newKey(tenant.userId, { rateLimit: 1 });
    await through(transport, 'no_such_tool', {}, limited.key);
    expectRefusal(await through(transport, 'no_such_tool', {}, limited.key), 'rate_limited', 429);
  });

  test('a run ref ties the call to its run', async () => {
    const answer = await through(transport, 'verify_session', {}, tenant.key, { 'run-ref': 'run-of-mine' });
    expect((await auditRow(tenant, answer)).run_ref).toBe('run-of-mine');
  });

  test('a cleared limit sends no rate headers', async () => {
    const free = await app.newKey(tenant.userId, { rateLimit: null });
    const answer = await through(transport, 'verify_session', {}, free.key);
    expect(answer.status).toBe(200);
    for (const name of RATE_HEADERS) {
      expect(answer.headers.get(`ratelimit-${name}`)).toBeNull();
      expect(answer.headers.get(`x-ratelimit-${name}`)).toBeNull();
    }
  });
});
