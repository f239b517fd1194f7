// The first minutes of a new user, in an empty data folder: npm start, the files it leaves, a first call over each
// transport, SIGTERM. Run by .ci/run: node e2e/harness/first-calls.ts
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';

type Json = Record<string, any>;
type FirstRun = { base_url: string; email: string; password: string; api_key: string; operator_token: string };

const folder = mkdtempSync(join(tmpdir(), 'sales-first-calls-'));
let child: ChildProcess | undefined;
let output = '';

const say = (line: string) => process.stdout.write(`${line}\n`);

function expect(what: string, right: boolean, came?: unknown) {
  if (!right) throw new Error(`${what}; came: ${typeof came === 'string' ? came : JSON.stringify(came)}`);
  say(`  ok  ${what}`);
}

function start(dataDir: string, port: number) {
  const { PATH, HOME } = process.env;
  child = spawn('npm', ['start'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { PATH, HOME, DATA_DIR: dataDir, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  output = '';
  child.stdout!.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr!.on('data', (chunk: Buffer) => (output += chunk.toString()));
}

async function untilReady(base: string) {
  for (const giveUp = Date.now() + 60_000; Date.now() < giveUp; await sleep(50)) {
    if (child?.exitCode !== null) throw new Error(`npm start ended with ${child?.exitCode}`);
    const response = await fetch(`${base}/readyz`).catch(() => undefined);
    if (response?.status === 200) return;
  }
  throw new Error('not ready within 60 s');
}

/** SIGTERM to npm, as a supervisor does; its exit code, once none of its processes is left. */
async function stop(base: string): Promise<number | string | null> {
  const exited = new Promise<number | string | null>((resolve) => {
    child!.once('exit', (code, signal) => resolve(code ?? signal));
  });
  child!.kill('SIGTERM');
  const code = await Promise.race([exited, sleep(15_000, 'not gone within 15 s', { ref: false })]);
  const left = await fetch(`${base}/healthz`).then(
    () => true,
    () => false,
  );
  return left ? `${code}, and the service still answers` : code;
}

async function post(url: string, token: string, body: unknown): Promise<{ status: number; json: Json }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, json: text.startsWith('{') ? (JSON.parse(text) as Json) : { text } };
}

async function firstCalls() {
  const dataDir = join(folder, 'data');
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  start(dataDir, port);
  await untilReady(base);
  say('  ok  npm start brings it up in an empty folder');

  const file = join(dataDir, 'first-run.json');
  expect('first-run.json is for its owner only', (statSync(file).mode & 0o777) === 0o600, statSync(file).mode);
  const first = JSON.parse(readFileSync(file, 'utf8')) as FirstRun;
  expect('first-run.json says where the service is', first.base_url === base, first.base_url);
  expect(
    'first-run.json holds the rest',
    !!first.email && !!first.password && !!first.operator_token,
    Object.keys(first),
  );
  expect('the terminal shows the API key once', output.includes(first.api_key), output);

  const session = await post(`${base}/api/v1/tools/verify_session`, first.api_key, {});
  expect('REST: verify_session answers 200', session.status === 200, session);
  expect('REST: verify_session says whose key it is', session.json.scope === 'user', session.json);

  const capture = { source: 'first call', text: 'The README works.' };
  const logged = await post(`${base}/api/v1/tools/log_capture`, first.api_key, capture);
  expect('REST: log_capture answers 200', logged.status === 200, logged);

  const list = await post(`${base}/api/v1/mcp`, first.api_key, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const names = ((list.json.result?.tools ?? []) as { name: string }[]).map(({ name }) => name);
  expect('MCP: tools/list lists log_capture', list.status === 200 && names.includes('log_capture'), list);

  const params = { name: 'verify_session', arguments: {} };
  const called = await post(`${base}/api/v1/mcp`, first.api_key, {
    jsonrpc: '2.0',
    id: 2,
    method: 'tools/call',
    params,
  });
  expect('MCP: tools/call answers', called.json.result?.structuredContent?.scope === 'user', called);

  const typed = await post(`${base}/trpc/tools.log_capture`, first.api_key, capture);
  expect('tRPC: tools.log_capture answers 200', typed.status === 200 && 'result' in typed.json, typed);

  const unknown = await post(`${base}/api/v1/tools/verify_session`, 'sat_nobody', {});
  expect('a wrong key is refused', unknown.status === 401 && unknown.json.error?.code === 'invalid_key', unknown);

  const openapi = (await (await fetch(`${base}/openapi.json`)).json()) as Json;
  expect(
    'openapi.json is 3.1 and lists the tools',
    String(openapi.openapi).startsWith('3.1') && openapi.paths?.['/api/v1/tools/log_capture'],
    openapi.openapi,
  );

  const code = await stop(base);
  expect('SIGTERM ends it with exit status 0', code === 0, code);

  start(dataDir, port);
  await untilReady(base);
  const again = await post(`${base}/api/v1/tools/verify_session`, first.api_key, {});
  expect('a second start knows the key', again.status === 200, again);
  expect('a second start shows no secret', !output.includes(first.api_key) && !output.includes(first.password), output);
  const secondCode = await stop(base);
  expect('SIGTERM ends the second start with exit status 0', secondCode === 0, secondCode);
}

function clear() {
  try {
    if (child?.pid) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The whole group has ended by itself.
  }
  rmSync(folder, { recursive: true, force: true });
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    clear();
    process.exit(1);
  });
}

try {
  await firstCalls();
} catch (error) {
  say(`  FAILED  ${error instanceof Error ? error.message : String(error)}`);
  say(`What npm start printed:\n${output}`);
  process.exitCode = 1;
} finally {
  clear();
}
