import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type AppContext, startTestApp, type Tenant } from './harness/app.ts';
import { everyBarrier, launchBrowser, missingBrowser } from './harness/browser.ts';

/** The documents as a browser shows them, on a desk and on a phone, light and dark. */

vi.setConfig({ testTimeout: 150_000 });

/** Bounds for a machine that is busy with everything else. */
const PATIENCE = { timeout: 60_000 };

const missing = missingBrowser !== undefined;

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

let app: AppContext;
let tenant: Tenant;
let browser: Browser;
let context: BrowserContext;
let outside: string[];
let complaints: string[];

beforeAll(async () => {
  if (missing) return;
  app = await startTestApp();
  tenant = await app.newTenant();
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

async function open(path: string, viewport = DESK, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  context = await browser.newContext({ viewport, colorScheme });
  context.setDefaultTimeout(PATIENCE.timeout);
  outside = [];
  complaints = [];
  const page = await context.newPage();
  // A page behind another is not drawn, and what is not drawn is not clicked.
  await page.bringToFront();
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(app.baseUrl) && !url.startsWith('data:')) outside.push(url);
  });
  page.on('console', (message) => {
    // Swagger UI says this of any operation whose name has an underscore.
    const known = message.text().startsWith('Deprecated: escaping deep link whitespace');
    if (message.type() === 'error' && !known) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(app.baseUrl + path);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return page;
}

afterEach(async () => {
  if (missing) return;
  await context?.close();
  expect(outside).toEqual([]);
  expect(complaints).toEqual([]);
});

describe.skipIf(missing).each([
  { where: 'a desk', viewport: DESK, scheme: 'light' as const, pages: ['/', '/docs/tools/gtm_enrich'] },
  { where: 'a phone', viewport: PHONE, scheme: 'dark' as const, pages: ['/', '/docs/mcp', '/docs/errors'] },
])('on $where, $scheme', ({ viewport, scheme, pages }) => {
  test.each(pages)('%s is accessible, fits, and loads nothing from outside', async (path) => {
    const page = await open(path, viewport, scheme);
    expect(await everyBarrier(page)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    expect(await page.evaluate(() => document.fonts.check('1rem "Geist Variable"'))).toBe(true);
  });
});

test.skipIf(missing)('tabs show one language, remembered on the next page', async () => {
  const page = await open('/docs/tools/log_capture');
  const shown = () => page.locator('.tabs pre:visible').innerText();
  expect(await shown()).toContain('curl -s');
  await page.getByText('TypeScript', { exact: true }).first().click();
  expect(await shown()).toContain('tools.log_capture.mutate(');
  await page.goto(`${app.baseUrl}/docs/tools/read_account`);
  expect(await shown()).toContain('tools.read_account.query(');
});

test.skipIf(missing)('without a script the pages are whole, tabs included', async () => {
  context = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE });
  const page = await context.newPage();
  await page.goto(`${app.baseUrl}/docs/tools/log_capture`);
  await page.getByText('MCP', { exact: true }).first().click();
  expect(await page.locator('.tabs pre:visible').innerText()).toContain('"tools/call"');
  await page.getByText('All pages').click();
  await page.locator('.menu').getByRole('link', { name: 'Quickstart' }).click();
  expect(await page.locator('h1').innerText()).toBe('Quickstart');
  await page.goto(`${app.baseUrl}/docs/reference`);
  expect(await page.locator('noscript').innerText()).toContain('needs JavaScript');
});

describe.skipIf(missing)('the API reference', () => {
  test('calls a tool with a key that is stored nowhere', async () => {
    const page = await open('/docs/reference#/Control%20plane/verify_session');
    await page.getByRole('button', { name: 'Authorize', exact: true }).click();
    await page.locator('.modal-ux input').fill(tenant.key);
    await page.locator('.modal-ux').getByRole('button', { name: 'Apply credentials' }).click();
    await page.locator('.modal-ux').getByRole('button', { name: 'Close' }).first().click();
    const operation = page.locator('#operations-Control_plane-verify_session');
    // A header's example is not a value to send.
    expect(await operation.getByPlaceholder('Run-Ref').inputValue()).toBe('');
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/v1/tools/verify_session'));
    await operation.getByRole('button', { name: 'Execute' }).click();
    expect((await answered).status()).toBe(200);
    const answer = operation.locator('.live-responses-table');
    await expect.poll(() => answer.innerText(), PATIENCE).toContain(tenant.userId);

    const kept = await page.evaluate(async () =>
      JSON.stringify([
        Object.entries(localStorage),
        Object.entries(sessionStorage),
        document.cookie,
        (await indexedDB.databases()).map(({ name }) => name),
        await caches.keys(),
      ]),
    );
    expect(kept).toBe('[[],[],"",[],[]]');
    await page.reload();
    const refused = page.waitForResponse((response) => response.url().endsWith('/api/v1/tools/verify_session'));
    await page.locator('#operations-Control_plane-verify_session').getByRole('button', { name: 'Execute' }).click();
    expect((await refused).status()).toBe(401);
    complaints = complaints.filter((text) => !text.includes('401'));
  });

  test('shows every operation on a phone and fits', async () => {
    const page = await open('/docs/reference', PHONE, 'dark');
    const { paths } = (await (await fetch(`${app.baseUrl}/openapi.json`)).json()) as { paths: object };
    await expect.poll(() => page.locator('.opblock').count(), PATIENCE).toBe(Object.keys(paths).length);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});
