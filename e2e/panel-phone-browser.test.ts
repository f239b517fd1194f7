import { describe, expect, test } from 'vitest';
import { barriers, missingBrowser, newPerson } from './harness/browser.ts';
import type { AppContext } from './harness/app.ts';
import { furnish, PHONE, type Panel, stands, usePanel } from './harness/panel.ts';
import { everyPageHolds } from './harness/panel-pages.ts';

describe.skipIf(missingBrowser !== undefined)('the panel on a phone', { timeout: 600_000 }, () => {
  let panel: Panel;
  let app: AppContext;
  const { enter } = usePanel((started) => ({ app } = panel = started));

  // Colours by night do not depend on the size of the screen: they are checked on a desk. Here each page is the first.
  test('every page: no complaint, no barrier, nothing that moves by itself or sticks out; names stay text', () =>
    everyPageHolds(panel, PHONE, 'Acme', 'open', (page, within) => barriers(page, { within })));

  test('on a phone the menu is a drawer, and drafts can be decided', async () => {
    const person = await newPerson(app);
    await furnish(app, person, 'Acme');
    const { context, page, complaints } = await enter(person, PHONE);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const menu = page.getByRole('dialog');
    await menu.getByRole('link', { name: /^Drafts/ }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await menu.getByRole('link', { name: /^Drafts/ }).click();
    await page.getByRole('link', { name: /^Acme/ }).first().click();
    await page.getByRole('button', { name: 'Hold', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Hold', exact: true }).click();
    await stands(page, 'Held').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
