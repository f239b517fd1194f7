import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { layoutShift, newPerson, slowDown } from './browser.ts';
import { furnish, MAX_SHIFT, type Panel } from './panel.ts';

type Furnished = Awaited<ReturnType<typeof furnish>>;

const everyPage = ({ accountId, oppId, runRef, draftId, webhookId }: Furnished, keyId: string) => [
  '/',
  '/drafts',
  `/drafts/${draftId}`,
  '/accounts',
  `/accounts/${accountId}`,
  ...['people', 'activity', 'plan', 'signals', 'facts'].map((tab) => `/accounts/${accountId}?tab=${tab}`),
  '/deals',
  `/records/${oppId}`,
  '/contacts',
  '/prospects',
  '/target-lists',
  '/imports',
  '/duplicates',
  '/duplicates?kind=contact',
  '/runs',
  `/runs/${runRef}`,
  `/undo?run_ref=${runRef}`,
  `/undo?key_id=${keyId}`,
  '/keys?show=all',
  `/keys/${keyId}`,
  '/audit',
  '/activity',
  '/webhooks',
  `/webhooks/${webhookId}`,
  '/integrations',
  '/apps',
  '/team',
  '/brain',
  '/brain/icp-registry',
  '/plan',
  '/sessions',
];

/**
 * Opens every page of a full workspace: no complaint, no barrier, nothing that moves by itself or sticks out; names stay
 * text. What surrounds all pages is checked for barriers with the first.
 * @param word what everything in the workspace is called
 * @param by how each page is reached
 * @param barriersOf what looks for barriers
 */
export async function everyPageHolds(
  panel: Panel,
  options: BrowserContextOptions,
  word: string,
  by: 'open' | 'visit',
  barriersOf: (page: Page, within?: string) => Promise<string[]>,
): Promise<void> {
  const person = await newPerson(panel.app, { name: word });
  const furnished = await furnish(panel.app, person, word);
  const window = await panel.enter(person, options);
  const { context, page, complaints } = window;
  await slowDown(window, 40);
  let showing = 0;
  for (const path of everyPage(furnished, person.keyId)) {
    const before = by === 'visit' ? await layoutShift(page) : 0;
    await window[by](path);
    expect.soft((await layoutShift(page)) - before, `${path} moves`).toBeLessThan(MAX_SHIFT);
    const { wide, here } = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth,
      here: innerWidth,
    }));
    expect.soft(wide, `${path} is wider than the screen`).toBeLessThanOrEqual(here);
    expect.soft(await barriersOf(page, path === '/' ? undefined : 'main'), path).toEqual([]);
    expect(await page.title(), path).toContain('Sales Agent Tools');
    expect(await page.locator('img[src="x"]').count(), path).toBe(0);
    expect(await page.locator('a[href^="javascript:" i]').count(), path).toBe(0);
    const main = page.locator('main');
    if ((await main.textContent())!.includes(word)) showing += 1;
    // What was sent is shown as it was sent, in code; elsewhere moments are in the reader's time zone.
    const shown = await main.evaluate((element) => {
      const copy = element.cloneNode(true) as Element;
      for (const code of copy.querySelectorAll('pre, code')) code.remove();
      return copy.textContent;
    });
    expect.soft(shown.match(/.{0,40}\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.{0,20}/)?.[0], path).toBeUndefined();
  }
  expect(showing).toBeGreaterThan(15);
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Search' }).fill(word.slice(0, 4));
  await page.getByRole('option', { name: word }).first().waitFor();
  expect(await page.evaluate(() => 'owned' in globalThis)).toBe(false);
  expect(complaints).toEqual([]);
  await context.close();
}
