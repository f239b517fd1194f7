import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createStore, provisioner, type Tenant } from './harness/app.ts';
import { inherited, ROOT } from './harness/child-environment.ts';
import { type Child, startChild } from './harness/child.ts';
import { callTool, TRANSPORTS } from './harness/transports.ts';

const TOOL = 'list_stale_opportunities';

/** What the guide's tool is made in: a copy of the sources, with the installed packages and the built panel of this tree. */
const COPIED = ['adapters', 'bench', 'checks', 'client', 'db', 'docs', 'e2e', 'routers', 'server'];
const FILES = ['.oxlintrc.json', '.oxfmtrc.json', 'openapi.json', 'package.json', 'tsconfig.json', 'vitest.config.ts'];
const LINKED = ['node_modules', 'web'];

/** What a tool is typed with. */
const TYPED = ['adapters', 'client', 'db', 'e2e/harness', 'routers', 'server'];

const guide = readFileSync(join(ROOT, 'docs/contributing/adding-a-tool.md'), 'utf8');

/** The files the guide writes: fenced blocks that name theirs. */
const written = Array.from(guide.matchAll(/^```ts (\S+)\n(.*?)^```$/gms), ([, path, code]) => ({
  path: path!,
  code: code!,
}));

let tree: string;

function run(...[script, ...args]: [string, ...string[]]) {
  const { TEST_DATABASE_URL, TEST_REDIS_URL } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd: tree,
    encoding: 'utf8',
    env: {
      ...inherited(tree),
      TEST_TEMPLATE: inject('template'),
      ...(TEST_DATABASE_URL === undefined ? {} : { TEST_DATABASE_URL }),
      ...(TEST_REDIS_URL === undefined ? {} : { TEST_REDIS_URL }),
    },
  });
  return { status, output: stdout + stderr };
}

const runs = (...command: [string, ...string[]]) => {
  const { status, output } = run(...command);
  expect(status, output).toBe(0);
};

const vitest = 'node_modules/vitest/vitest.mjs';

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'sat-guide-'));
  for (const name of COPIED) {
    cpSync(join(ROOT, name), join(tree, name), {
      recursive: true,
      filter: (path) => !/\/(dist|node_modules)$/.test(path),
    });
  }
  for (const name of FILES) cpSync(join(ROOT, name), join(tree, name));
  // Of the installed packages it holds for.
  const compiled = inherited()['NODE_COMPILE_CACHE']!;
  if (existsSync(compiled)) cpSync(compiled, inherited(tree)['NODE_COMPILE_CACHE']!, { recursive: true });
  for (const name of LINKED) symlinkSync(join(ROOT, name), join(tree, name));
});

afterAll(() => rmSync(tree, { recursive: true, force: true }));

test('the guide makes a tool of one file and its test, and everything else follows', { timeout: 480_000 }, async () => {
  expect(written.map(({ path }) => path)).toEqual([
    'routers/deals/list-stale-opportunities.ts',
    'routers/deals/list-stale-opportunities.test.ts',
  ]);
  for (const { path, code } of written) writeFileSync(join(tree, path), code);

  const stale = run('routers/generate-tools.ts', '--check');
  expect([stale.status, stale.output]).toEqual([1, expect.stringContaining('Run: npm run tools')]);
  runs('routers/generate-tools.ts');
  runs('routers/generate-tools.ts', '--check');
  runs('db/describe/main.ts');
  runs('adapters/openapi-file.ts');
  // Neither the other tests nor the benches name it.
  writeFileSync(join(tree, 'tsconfig.tool.json'), JSON.stringify({ extends: './tsconfig.json', include: TYPED }));
  // Several threads would each check half of it again.
  runs('node_modules/typescript/bin/tsc', '-p', 'tsconfig.tool.json', '--singleThreaded');
  runs('node_modules/oxlint/bin/oxlint', '--deny-warnings', 'routers');
  runs(vitest, 'run', '--project', 'e2e', 'routers/deals/list-stale-opportunities.test.ts');

  const openapi = JSON.parse(readFileSync(join(tree, 'openapi.json'), 'utf8'));
  expect(openapi.paths).toHaveProperty([`/api/v1/tools/${TOOL}`]);

  const store = await createStore();
  let child: Child | undefined;
  try {
    child = await startChild(store.env, undefined, { cwd: tree });
    await expectServed(child.baseUrl, await provisioner(child.baseUrl).newTenant());
  } finally {
    await child?.end('SIGTERM');
    await store.remove();
  }
  for (const { path } of written) expect(existsSync(join(ROOT, path))).toBe(false);
});

async function expectServed(baseUrl: string, tenant: Tenant) {
  for (const transport of TRANSPORTS) {
    const answer = await callTool(transport, TOOL, { days: 7 }, { baseUrl, key: tenant.key });
    expect(answer.result, answer.text).toEqual({ opportunities: [] });
  }
  const { body } = await tenant.mcp('tools/list');
  expect(body.result.tools.map(({ name }: { name: string }) => name)).toContain(TOOL);
  const document = (await (await fetch(`${baseUrl}/openapi.json`)).json()) as { paths: object };
  expect(document.paths).toHaveProperty([`/api/v1/tools/${TOOL}`]);
  const page = await fetch(`${baseUrl}/docs/tools/${TOOL}`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('List stale opportunities')]);
}
