import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { pauseAfter } from '../client/package/pause.ts';
import { registry } from '../routers/index.ts';
import { ERRORS } from '../server/error-catalogue.ts';
import { installClient, typeErrors } from './harness/client-package.ts';
import type { AppContext, Tenant } from './harness/app.ts';
import { useApp } from './harness/shared-app.ts';

type Package = typeof import('../client/package/index.ts');

const folder = mkdtempSync(join(tmpdir(), 'sat-client-'));

let app: AppContext;
let tenant: Tenant;
let project: string;
let tarball: string;
let client: Package;

useApp(async (started) => {
  app = started;
  ({ project, tarball } = installClient(folder));
  client = (await import(
    pathToFileURL(join(project, 'node_modules/@sales-agent-tools/client/index.js')).href
  )) as Package;
  tenant = await app.newTenant();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Sent = { path: string; headers: Headers; status: number };

/** A `fetch` that notes what was sent and what came back, and may change an answer on its way. */
function noting(change: (response: Response) => Response | Promise<Response> = (response) => response) {
  const sent: Sent[] = [];
  const fetching: typeof fetch = async (address, init) => {
    const response = await fetch(address, init);
    sent.push({
      path: new URL(String(address)).pathname,
      headers: new Headers(init?.headers),
      status: response.status,
    });
    return change(response);
  };
  return { sent, fetch: fetching };
}

describe('the package', () => {
  test('is small and stands on nothing', () => {
    expect(readFileSync(tarball).length).toBeLessThan(60_000);
    expect(readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      '@sales-agent-tools',
    ]);
    const installed = join(project, 'node_modules/@sales-agent-tools/client');
    const files = readdirSync(installed).toSorted();
    expect(files).toEqual(
      [
        'README.md',
        'index.d.ts',
        'index.js',
        'package.json',
        'tool-error.d.ts',
        'tools.d.ts',
        'verify-webhook.d.ts',
      ].toSorted(),
    );
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({ name: '@sales-agent-tools/client', version: '1.0.0' });
    expect(manifest.dependencies ?? {}).toEqual({});
    const imported = files
      .filter((name) => /\.(d\.ts|js)$/.test(name))
      .flatMap((name) => [
        ...readFileSync(join(installed, name), 'utf8').matchAll(/^(?:import|export)\b.*?\bfrom\s*['"]([^'"]+)['"]/gm),
      ])
      .map(([, from]) => from!);
    expect(imported.filter((from) => !/^(node:|\.\/)/.test(from))).toEqual([]);
  });

  test('runs in an empty project, type-checked there', async () => {
    const program = `
import { createClient, ToolError } from '@sales-agent-tools/client';
import type { ReadAccountResult } from '@sales-agent-tools/client';

declare const process: { env: Record<string, string | undefined> };

const { tools } = createClient({ url: process.env['BASE_URL']!, apiKey: process.env['API_KEY']! });
const session = await tools.verify_session.query({});
const made = await tools.gtm_crm_write.mutate({ entity: 'account', facts: { name: 'Acme' } });
const account: ReadAccountResult['account'] = (await tools.read_account.query({ id: made.id })).account;
const name: string | null = account.name;
let code = '';
try {
  await tools.log_capture.mutate({ source: 'test', text: '' });
} catch (error) {
  if (error instanceof ToolError && error.code === 'invalid_input') code = error.code + ' ' + error.issues[0]?.path;
}
console.log(JSON.stringify([session.scope, name, code]));
`;
    writeFileSync(join(project, 'main.ts'), program);
    expect(typeErrors(project, ['main.ts'])).toEqual([]);
    // Not `spawnSync`: the service it calls runs in this process.
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ['main.ts'], {
      cwd: project,
      env: { PATH: process.env['PATH'], BASE_URL: app.baseUrl, API_KEY: tenant.key },
      timeout: 30_000,
    });
    expect(JSON.parse(stdout || '[]'), stderr).toEqual(['user', 'Acme', 'invalid_input text']);
  });

  test('its types refuse what the service would', () => {
    const wrong = [
      `tools.log_capture.mutate({ source: 'call' });`,
      `tools.log_capture.mutate({ source: 1, text: 'x' });`,
      `tools.log_capture.query({ source: 'call', text: 'x' });`,
      `tools.verify_session.mutate({});`,
      `tools.no_such_tool.query({});`,
      `tools.gtm_score.query({ role: 'no-such-role', signals: [] });`,
    ];
    const preamble = `import { createClient } from '@sales-agent-tools/client';\nconst { tools } = createClient({ url: '', apiKey: '' });\n`;
    writeFileSync(join(project, 'wrong.ts'), preamble + wrong.map((line) => `void ${line}\n`).join(''));
    const lines = new Set(typeErrors(project, ['wrong.ts']).map((error) => Number(/\((\d+),/.exec(error)![1])));
    expect([...lines]).toEqual(wrong.map((_, at) => at + 3));
  });
});

describe('a client', () => {
  test('knows every tool by name', () => {
    const declared = readFileSync(join(project, 'node_modules/@sales-agent-tools/client/tools.d.ts'), 'utf8');
    for (const { name, effect } of registry.values()) {
      const method = new RegExp(`\\b${name}: \\{\\s*${effect === 'read' ? 'query' : 'mutate'}:`);
      expect(declared).toMatch(method);
    }
    for (const code of Object.keys(ERRORS)) expect(declared).toContain(`'${code}'`);
  });

  test('sends reads made together as one request, each counted for itself', async () => {
    const { sent, fetch } = noting();
    const who = await app.newKey(tenant.userId);
    const { tools } = client.createClient({ url: `${app.baseUrl}/`, apiKey: who.key, fetch });
    const answers = await Promise.all([
      tools.verify_session.query({}),
      tools.pull_config.query({}),
      tools.check_entitlement.query({ plugin: 'deal-desk' }),
    ]);
    expect(answers.map((answer) => answer.plan)).toEqual(['pro', 'pro', 'pro']);
    expect(sent).toHaveLength(1);
    expect(await app.auditOf(who)).toHaveLength(3);
  });

  test('ties calls to the run it is told', async () => {
    let run: string | undefined;
    const who = await app.newKey(tenant.userId);
    const { tools } = client.createClient({ url: app.baseUrl, apiKey: who.key, runRef: () => run });
    await tools.verify_session.query({});
    run = (await tools.start_run.mutate({ plugin: 'deal-desk', skill: 'test' })).run_ref;
    await tools.log_capture.mutate({ source: 'test', text: 'In a run.' });
    expect((await app.auditOf(who)).map((row) => row.run_ref ?? null)).toEqual([null, null, run]);
  });

  test('gives every write a key of its own, and takes yours', async () => {
    const { sent, fetch } = noting();
    const { tools } = client.createClient({ url: app.baseUrl, apiKey: tenant.key, fetch });
    const input = { source: 'test', text: 'Once.' };
    const made = await Promise.all([
      tools.log_capture.mutate(input),
      tools.log_capture.mutate({ ...input, text: 'Twice.' }),
    ]);
    expect(made[0]!.capture_id).not.toBe(made[1]!.capture_id);
    const [one, other] = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(one).toMatch(/^[0-9a-f-]{36}$/);
    expect(other).not.toBe(one);
    const first = await tools.log_capture.mutate(input, { idempotencyKey: 'call-4711' });
    const again = await tools.log_capture.mutate(input, { idempotencyKey: 'call-4711' });
    expect(again).toEqual(first);
    const conflict = tools.log_capture.mutate({ ...input, text: 'Else.' }, { idempotencyKey: 'call-4711' });
    await expect(conflict).rejects.toMatchObject({ name: 'ToolError', code: 'idempotency_conflict', status: 400 });
  });

  test('waits as long as a 429 says, then goes on', async () => {
    const who = await app.newKey(tenant.userId, { rateLimit: 1 });
    const waits: (string | null)[] = [];
    const { sent, fetch } = noting(async (response) => {
      if (response.status !== 429) return response;
      waits.push(response.headers.get('retry-after'));
      await app.operator.keys.set_rate_limit.mutate({ key_id: who.keyId, rate_limit: null });
      const headers = new Headers(response.headers);
      headers.set('retry-after', '1');
      return new Response(await response.text(), { status: response.status, headers });
    });
    const { tools } = client.createClient({ url: app.baseUrl, apiKey: who.key, fetch });
    await tools.verify_session.query({});
    const before = Date.now();
    expect((await tools.verify_session.query({})).scope).toBe('user');
    expect(Date.now() - before).toBeGreaterThanOrEqual(990);
    expect(waits).toEqual(['60']);
    expect(sent.map(({ status }) => status)).toEqual([200, 429, 200]);
  });

  test('without retries a 429 is thrown as it came', async () => {
    const who = await app.newKey(tenant.userId, { rateLimit: 1 });
    const { tools } = client.createClient({ url: app.baseUrl, apiKey: who.key, retries: 0 });
    await tools.verify_session.query({});
    const error = await tools.verify_session.query({}).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(client.ToolError);
    expect(error).toMatchObject({ code: 'rate_limited', status: 429, hint: ERRORS.rate_limited.hint });
    expect((error as InstanceType<Package['ToolError']>).requestId).toMatch(/^req_/);
  });

  test('a write whose answer was lost is made again, and done once', async () => {
    // In front of the service: passes everything on, and breaks the connection once after the service has answered.
    let broken = 0;
    const front = createServer((req, res) => {
      const onward = request(`${app.baseUrl}${req.url}`, { method: req.method, headers: req.headers }, (answer) => {
        if (broken === 0) {
          broken += 1;
          answer.resume().on('end', () => res.destroy());
          return;
        }
        res.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(res);
      });
      req.pipe(onward);
    });
    await new Promise<void>((resolve) => {
      front.listen(0, '127.0.0.1', resolve);
    });
    try {
      const who = await app.newKey(tenant.userId);
      const { port } = front.address() as AddressInfo;
      const { tools } = client.createClient({ url: `http://127.0.0.1:${port}`, apiKey: who.key });
      const { capture_id } = await tools.log_capture.mutate({ source: 'test', text: 'A lost answer.' });
      expect(broken).toBe(1);
      expect(capture_id).toMatch(/^cap_/);
      const brief = await tenant.rest('pull_brief', { scope: 'today' });
      expect(brief.text.split('A lost answer.')).toHaveLength(2);
    } finally {
      front.closeAllConnections();
      await new Promise((resolve) => {
        front.close(resolve);
      });
    }
  });

  test('a call can be given up', async () => {
    const who = await app.newKey(tenant.userId, { rateLimit: 1 });
    const { tools } = client.createClient({ url: app.baseUrl, apiKey: who.key });
    await tools.verify_session.query({});
    const stop = new AbortController();
    const call = tools.verify_session.query({}, { signal: stop.signal });
    setTimeout(() => stop.abort(new Error('enough')), 300);
    await expect(call).rejects.toThrow('enough');
  });

  test('verifies webhooks', () => {
    const body = '{"id":"evt_1","type":"draft.ready","created_at":"2026-01-01T00:00:00.000Z","data":{}}';
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const signature = `v1=${createHmac('sha256', 'whsec_test').update(`${timestamp}.${body}`).digest('hex')}`;
    const headers = { 'webhook-timestamp': timestamp, 'webhook-signature': signature };
    expect(client.verifyWebhook(body, headers, 'whsec_test')).toEqual(JSON.parse(body));
    expect(() => client.verifyWebhook(`${body} `, headers, 'whsec_test')).toThrow(client.InvalidWebhook);
  });
});

test('pauses grow, and end where trying again would not help', () => {
  const middle = () => 0.5;
  expect([0, 1, 2, 3].map((tried) => pauseAfter(tried, undefined, null, middle))).toEqual([1_000, 2_000, 4_000, 8_000]);
  expect(pauseAfter(0, { code: 'rate_limited' }, '60')).toBe(60_000);
  expect(pauseAfter(1, { code: 'rate_limited' }, 'soon', middle)).toBe(2_000);
  expect(pauseAfter(0, { code: 'unavailable' }, null, () => 0)).toBe(500);
  expect(pauseAfter(0, { code: 'idempotency_in_progress' }, null, middle)).toBe(1_000);
  for (const code of ['invalid_input', 'not_entitled', 'invalid_key', 'not_found', 'idempotency_conflict']) {
    expect(pauseAfter(0, { code }, null)).toBeUndefined();
  }
});
