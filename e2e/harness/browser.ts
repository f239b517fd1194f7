import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AnyRouter } from '@tanstack/react-router';
import type axe from 'axe-core';
import type { AxeResults, RunOptions } from 'axe-core';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import type { AppContext, Tenant, TenantOptions } from './app.ts';
import { newPerson as personOf, newSession } from './person.ts';

/** Chromium without windows of its own takes a fifth less processor time; either one will do. */
const EXECUTABLE = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));

/** Why the browser tests cannot run here; undefined when they can. */
export const missingBrowser: string | undefined =
  EXECUTABLE === undefined ? 'Chromium is not installed (apt-get install chromium-headless-shell; CI does)' : undefined;

/** The panel as `npm ci` builds it. */
const PANEL = join(import.meta.dirname, '../../web/dist/index.html');

/** How long a page may take for anything: as long as the busiest machine needs. */
const PATIENCE_MS = 60_000;

export function launchBrowser(): Promise<Browser> {
  if (!existsSync(PANEL)) throw new Error('The panel is not built; run: npm run build');
  return chromium.launch({
    executablePath: EXECUTABLE!,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // No page lives long enough for the most optimized code to pay for its compilation.
      '--js-flags=--no-opt',
    ],
  });
}

/** A person with a login of the panel, and their agent's key. */
export type Person = Tenant & { email: string; password: string; name: string };

/** A new user who can sign in, with a workspace and a key without limit. */
export async function newPerson(
  app: AppContext,
  { name = 'Robin Vale', ...options }: TenantOptions & { name?: string } = {},
): Promise<Person> {
  const entitlement = { kind: 'suite' as const, slug: 'everything' };
  const { browser: _, ...person } = await personOf(app, { entitlement, ...options, name, signedIn: false });
  return { ...person, name };
}

/** A browser window with its own profile, and its console's complaints. */
export type Window = {
  context: BrowserContext;
  page: Page;
  complaints: string[];
  /** Loads a page of the panel as a document of its own. */
  open(path: string): Promise<void>;
  /** Goes to a page from one that is open, as a link does: a third of the work of loading it, but it may show what it knew. */
  visit(path: string): Promise<void>;
};

/** Sums the layout shift of a page; runs in the page. */
function watchShifts(): void {
  let sum = 0;
  const add = (entries: PerformanceEntryList) => {
    for (const entry of entries as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) sum += entry.value;
    }
  };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  (globalThis as { layoutShift?: () => number }).layoutShift = () => {
    add(observer.takeRecords());
    return sum;
  };
}

/** The layout shift of a page since it was loaded: the sum of what moved without user input. */
export const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { layoutShift: () => number }).layoutShift());

/** Whether the router of the panel has come to where the address says; runs in the page. */
function hasArrived(): boolean {
  const { status, resolvedLocation } = (globalThis as unknown as { __TSR_ROUTER__: AnyRouter }).__TSR_ROUTER__.state;
  return status === 'idle' && resolvedLocation?.publicHref === location.pathname + location.search;
}

/** Delays every answer, so that a page is seen before its data arrives. */
export async function slowDown({ context, page }: Window, latencyMs: number): Promise<void> {
  const session = await context.newCDPSession(page);
  const conditions = { offline: false, latency: latencyMs, downloadThroughput: -1, uploadThroughput: -1 };
  await session.send('Network.emulateNetworkConditions', conditions);
}

/** Switches between the light and dark scheme on a page that follows the system. */
export async function turn(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor();
}

/**
 * Waits until nothing on a page changes by itself any more. Colours change by transitions, however short, and one that
 * ends may start another in what inherits from it: so until two frames in a row show none that will end.
 */
async function still(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const ends = ({ effect }: Animation) => Number.isFinite(Number(effect?.getComputedTiming().endTime));
    for (let calm = 0; calm < 2;) {
      await frame();
      const running = document.getAnimations().filter((each) => each.playState === 'running' && ends(each));
      calm = running.length === 0 ? calm + 1 : 0;
    }
  });
}

/**
 * The accessibility violations of a page, or of a part of it, by day and by night. The page is turned once and stays so:
 * every turn restyles all of it. Once turned, only its colours differ.
 */
export async function barriersDayAndNight(page: Page, within?: string): Promise<string[]> {
  const part = within === undefined ? {} : { within };
  const isDark = (await page.locator('html[data-mantine-color-scheme="dark"]').count()) > 0;
  const [scheme, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  const first = await barriers(page, part);
  await turn(page, other);
  const second = await barriers(page, { ...part, colours: true });
  return [...first.map((one) => `${scheme}: ${one}`), ...second.map((one) => `${other}: ${one}`)];
}

/** Opens a window; `complaints` collects errors, warnings and violations of the content security policy. */
export async function openWindow(
  browser: Browser,
  app: Pick<AppContext, 'baseUrl'>,
  options: BrowserContextOptions = {},
): Promise<Window> {
  const context = await browser.newContext({
    baseURL: app.baseUrl,
    viewport: { width: 1_366, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    ...options,
  });
  await context.addInitScript(watchShifts);
  context.setDefaultTimeout(PATIENCE_MS);
  context.setDefaultNavigationTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.stack ?? error.message}`));
  const open = async (path: string) => {
    await page.goto(`/app${path}`);
    await settled(page);
  };
  const visit = async (path: string) => {
    await page.evaluate((address) => history.pushState(null, '', address), `/app${path}`);
    await page.waitForFunction(hasArrived);
    await settled(page);
  };
  return { context, page, complaints, open, visit };
}

/** Waits until a page shows its content instead of placeholders. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1:visible').first().waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"], .mantine-Skeleton-root') === null);
}

/** Opens the panel as a person who has signed in. */
export async function enter({ context, open }: Window, app: AppContext, { userId }: Person): Promise<void> {
  await context.addCookies([{ ...(await newSession(app, userId)), url: app.baseUrl, httpOnly: true, sameSite: 'Lax' }]);
  await open('/');
}

/** Signs a person in through the form. */
export async function signIn({ page }: Window, { email, password }: Person): Promise<void> {
  await page.goto('/app/sign-in');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(({ pathname }) => pathname !== '/app/sign-in');
  await settled(page);
}

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Pages whose next documents bring axe with them. */
const checked = new WeakSet<Page>();

/**
 * Sees to it that a page has axe: once per document. Its source takes longer to send than most of its rules take to run,
 * so it is sent once for all documents that the page will still load. No page here has frames.
 */
async function bringAxe(page: Page): Promise<void> {
  if (!checked.has(page)) {
    checked.add(page);
    await page.addInitScript({ content: AXE });
  }
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
}

/** What axe finds in a page, or in a part of it. */
async function violationsOf(
  page: Page,
  within: string | undefined,
  options: RunOptions,
): Promise<AxeResults['violations']> {
  await still(page);
  await bringAxe(page);
  return page.evaluate(
    async ([part, how]) =>
      (await (globalThis as unknown as { axe: typeof axe }).axe.run(part ?? document, how)).violations,
    // The rules over style sheets are experimental ones that do not run: they need not be fetched and read.
    [within, { ...options, resultTypes: ['violations'], preload: { assets: ['media'] } } satisfies RunOptions] as const,
  );
}

/** Everything that axe finds in a page, each with its place. */
export async function everyBarrier(page: Page): Promise<string[]> {
  return (await violationsOf(page, undefined, {})).map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/**
 * Accessibility violations of a page: axe's findings that are serious or worse, each with its location.
 * @param within a selector of the part that is checked; the whole page without it
 * @param colours whether only the contrast is checked, where nothing else has changed
 */
export async function barriers(
  page: Page,
  { within, colours = false }: { within?: string | undefined; colours?: boolean } = {},
): Promise<string[]> {
  const violations = await violationsOf(page, within, {
    runOnly: colours ? { type: 'rule', values: ['color-contrast'] } : { type: 'tag', values: WCAG },
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
    );
}
