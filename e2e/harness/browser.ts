import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { newId } from '../../db/ids.ts';
import type { House, Tenant, TenantOptions } from './house.ts';

const EXECUTABLE = '/usr/bin/chromium';

/** Why the browser tests cannot run here; undefined when they can. */
export const missingBrowser: string | undefined = existsSync(EXECUTABLE)
  ? undefined
  : `${EXECUTABLE} is not installed (apt-get install chromium; CI does)`;

/** The panel as `npm ci` builds it. */
const PANEL = join(import.meta.dirname, '../../web/dist/index.html');

/** How long a page may take for anything: as long as the busiest machine needs. */
const PATIENCE_MS = 60_000;

export function launchBrowser(): Promise<Browser> {
  if (!existsSync(PANEL)) throw new Error('The panel is not built; run: npm run build');
  return chromium.launch({
    executablePath: EXECUTABLE,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** A person with a login of the panel, and their agent's key. */
export type Person = Tenant & { email: string; password: string; name: string };

/** A new user who can sign in, with a workspace and a key without limit. */
export async function newPerson(
  house: House,
  { name = 'Robin Vale', ...options }: TenantOptions & { name?: string } = {},
) {
  const email = `${newId('user')}@example.com`;
  const password = `pass-${newId('request')}`;
  const { user_id } = await house.operator.users.create.mutate({ email, name, password });
  const entitlement =
    options.entitlement === undefined ? { kind: 'suite' as const, slug: 'everything' } : options.entitlement;
  if (entitlement !== null) await house.operator.entitlements.grant.mutate({ user_id, ...entitlement });
  const tenant = await house.newKey(user_id, options);
  return { ...tenant, email, password, name } satisfies Person;
}

/** A window of a browser of its own, and whatever its console complained of. */
export type Window = { context: BrowserContext; page: Page; complaints: string[]; open(path: string): Promise<void> };

/** Opens a window; `complaints` collects errors, warnings and what the content security policy refused. */
export async function openWindow(browser: Browser, house: House, options: BrowserContextOptions = {}): Promise<Window> {
  const context = await browser.newContext({
    baseURL: house.baseUrl,
    viewport: { width: 1_366, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    ...options,
  });
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
  return { context, page, complaints, open };
}

/** Waits until a page shows what it has to show, and not the places kept for it. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1:visible').first().waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"], .mantine-Skeleton-root') === null);
}

/** Signs a person in, as people do. */
export async function signIn({ page }: Window, { email, password }: Person): Promise<void> {
  await page.goto('/app/sign-in');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(({ pathname }) => pathname !== '/app/sign-in');
  await settled(page);
}

/** What keeps people from using a page: axe's findings that are serious or worse, each with where it is. */
export async function barriers(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .options({ resultTypes: ['violations'] })
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
    );
}
