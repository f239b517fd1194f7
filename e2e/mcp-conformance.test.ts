import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import type { AppContext } from './harness/app.ts';
import { useApp } from './harness/shared-app.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const SUITES = {
  released: here('../node_modules/@modelcontextprotocol/conformance/dist/index.js'),
  next: here('../node_modules/mcp-conformance-next/dist/index.js'),
};

const EXPECTED_FAILURES = readFileSync(here('mcp-conformance.yml'), 'utf8');

/** The expected failures as a suite reads them: the released one knows whole scenarios only, no single checks. */
const expectedFailures = (suite: keyof typeof SUITES) =>
  suite === 'next' ? EXPECTED_FAILURES : EXPECTED_FAILURES.replaceAll(/^( *- [\w-]+):[\w-]+$/gm, '$1');

let app: AppContext;
let proxy: Server;
let url: string;
let results: string;

/** The suites cannot send a key: this adds it, and hands everything else on as it came, Host and Origin included. */
function authorizing(target: URL, key: string): Server {
  return createServer((req, res) => {
    const headers = { ...req.headers, authorization: `Bearer ${key}` };
    const { hostname, port } = target;
    const onward = request({ hostname, port, path: req.url, method: req.method, headers }, (answer) => {
      res.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(res);
    });
    onward.on('error', () => res.destroy());
    req.pipe(onward);
  });
}

useApp(async (started) => {
  app = started;
  const { key } = await app.newTenant();
  proxy = authorizing(new URL(app.baseUrl), key);
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/api/v1/mcp`;
  results = mkdtempSync(join(tmpdir(), 'sat-conformance-'));
});

afterAll(async () => {
  proxy.closeAllConnections();
  await new Promise((resolve) => {
    proxy.close(resolve);
  });
  rmSync(results, { recursive: true, force: true });
});

type Check = { id: string; status: string };

/** Runs a suite and reads what it found: its exit status, what it printed, and the checks of every scenario. */
async function conformance(suite: keyof typeof SUITES, revision: string) {
  const folder = mkdtempSync(join(results, 'run-'));
  const expected = join(folder, 'expected-failures.yml');
  writeFileSync(expected, expectedFailures(suite));
  const args = ['server', '--url', url, '--suite', 'all', '--expected-failures', expected, '-o', folder];
  if (suite === 'next') args.push('--spec-version', revision);
  const child = spawn(process.execPath, [SUITES[suite], ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const scenarios = new Map<string, Check[]>();
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const name = /(?:^|\/)server-(.+?)-\d{4}-\d\d-\d\dT[^/]*\/checks\.json$/.exec(entry)?.[1];
    if (name !== undefined) scenarios.set(name, JSON.parse(readFileSync(join(folder, entry), 'utf8')) as Check[]);
  }
  return { status, output, scenarios };
}

const failed = ({ status }: Check) => status === 'FAILURE' || status === 'WARNING';

const RUNS = [
  {
    suite: 'released',
    revision: 'its default revision',
    passing: ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'],
    partly: {},
  },
  {
    suite: 'next',
    revision: '2025-06-18',
    passing: ['server-initialize', 'ping', 'tools-list'],
    partly: {},
  },
  {
    suite: 'next',
    revision: '2025-11-25',
    passing: ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'],
    partly: {},
  },
  {
    suite: 'next',
    revision: '2026-07-28',
    passing: [
      'tools-list',
      'http-header-validation',
      'dns-rebinding-protection',
      'input-required-result-unsupported-methods',
      'input-required-result-validate-input',
    ],
    partly: { 'server-stateless': 21, caching: 4 },
  },
] as const;

test.each(RUNS)(
  'the $suite suite at $revision finds only what is expected',
  async ({ suite, revision, passing, partly }) => {
    const { status, output, scenarios } = await conformance(suite, revision);
    expect(status, output).toBe(0);
    for (const name of passing) {
      const checks = scenarios.get(name);
      expect(checks, `${name} did not run:\n${output}`).toBeDefined();
      expect(checks!.filter(failed), name).toEqual([]);
      expect(
        checks!.some((check) => check.status === 'SUCCESS'),
        name,
      ).toBe(true);
    }
    for (const [name, least] of Object.entries(partly)) {
      const done = scenarios.get(name)!.filter((check) => check.status === 'SUCCESS');
      expect(done.length, name).toBeGreaterThanOrEqual(least);
    }
    // Whatever a scenario wanted, every message it was answered is a valid one of its revision.
    const judged = [...scenarios].flatMap(([name, checks]) =>
      checks.filter(({ id }) => id === 'wire-schema-valid').map((check) => ({ name, ...check })),
    );
    expect(judged.length > 0).toBe(suite === 'next');
    expect(judged.filter(failed)).toEqual([]);
  },
);
