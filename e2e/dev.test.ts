import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createStore, provisioner, type Store } from './harness/app.ts';
import { launchBrowser, missingBrowser, openWindow } from './harness/browser.ts';
import { inherited, ROOT } from './harness/child-environment.ts';
import { environment } from './harness/environment.ts';
import { freePort } from './harness/free-port.ts';
import { until } from './harness/until.ts';

/** `npm run dev`, in a copy of the sources that may be edited: all that the bundle is made of, so that it is current. */
const SOURCES = ['server', 'routers', 'adapters', 'db', 'client', 'docs', 'web'];
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json'];

/** How long anything may take on a busy machine, in milliseconds. */
const PATIENCE_MS = 120_000;

let copy: string;
let store: Store;
let dev: ChildProcess;
let baseUrl: string;
let output = '';

const edit = (file: string, from: string, to: string) => {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
};

const answered = (path: string) =>
  fetch(baseUrl + path).then(
    (answer) => answer.text(),
    (error: unknown) => String(error),
  );

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'sat-dev-'));
  for (const source of [...SOURCES, ...FILES]) {
    cpSync(join(ROOT, source), join(copy, source), { recursive: true, filter: (path) => !path.endsWith('/dist') });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  store = await createStore();
  const port = await freePort();
  dev = spawn(process.execPath, ['server/dev.ts'], {
    cwd: copy,
    env: { ...inherited(copy), ...environment(store.env), PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [dev.stdout!, dev.stderr!]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  process.once('exit', () => dev.kill('SIGTERM'));
  baseUrl = `http://127.0.0.1:${port}`;
  await until(
    () => answered('/healthz'),
    (text) => text.includes('"ok"') || dev.exitCode !== null,
    PATIENCE_MS,
  );
  expect(dev.exitCode, output).toBeNull();
}, 2 * PATIENCE_MS);

afterAll(async () => {
  const ended = once(dev, 'exit');
  if (dev.exitCode === null && dev.kill('SIGTERM')) await ended;
  await store.remove();
  rmSync(copy, { recursive: true, force: true });
});

test('one address serves the panel, the documents, the tools and sign-in’s refusals', async () => {
  const page = await fetch(`${baseUrl}/app/accounts`);
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(await page.text()).toContain('/app/@vite/client');
  expect(await answered('/app')).toContain('/app/@vite/client');
  expect(await answered('/llms.txt')).toContain('verify_session');
  const call = await fetch(`${baseUrl}/api/v1/tools/verify_session`, { method: 'POST', body: '{}' });
  expect([401, 403]).toContain(call.status);
  const foreign = await fetch(`${baseUrl}/app/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://elsewhere.example' },
    body: '{}',
  });
  expect(await foreign.json()).toMatchObject({ error: { code: 'foreign_origin' } });
});

describe.skipIf(missingBrowser !== undefined)('in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  }, PATIENCE_MS);
  afterAll(() => browser.close());

  test(
    'a person signs in; a changed page shows without a reload, and changed code of the service answers',
    async () => {
      const { operator } = provisioner(baseUrl);
      const [email, password] = ['robin@example.com', 'correct horse battery staple'];
      const { user_id } = await operator.users.create.mutate({ email, name: 'Robin Vale', password });
      await operator.entitlements.grant.mutate({ user_id, kind: 'suite', slug: 'everything' });
      const { page, complaints, open } = await openWindow(browser, { baseUrl });
      page.setDefaultTimeout(PATIENCE_MS);
      await open('/app');
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('link', { name: 'Drafts' }).first().waitFor();

      await page.evaluate(() => Object.assign(globalThis, { neverReloaded: true }));
      edit('web/shell/nav.tsx', "'Drafts'", "'Drafts as edited'");
      await page.getByRole('link', { name: 'Drafts as edited' }).first().waitFor();
      expect(await page.evaluate(() => 'neverReloaded' in globalThis)).toBe(true);
      expect(complaints).toEqual([]);

      edit('adapters/health.ts', "{ status: 'ok' }", "{ status: 'restarted' }");
      await until(
        () => answered('/healthz'),
        (text) => text.includes('restarted'),
        PATIENCE_MS,
      );
      await page.reload();
      await page.getByRole('link', { name: 'Drafts as edited' }).first().waitFor();
    },
    4 * PATIENCE_MS,
  );
});
