import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { barriers, barriersDayAndNight, missingBrowser, newPerson, settled } from './harness/browser.ts';
import type { AppContext } from './harness/app.ts';
import { furnish, PHONE, usePanel } from './harness/panel.ts';

/** Where what opens over a page is put. */
const OPENED = '[data-portal]';

describe.skipIf(missingBrowser !== undefined)('what opens over a page of the panel', { timeout: 600_000 }, () => {
  let app: AppContext;
  const { enter } = usePanel((panel) => ({ app } = panel));

  test('what opens over a page has no barrier either: menus, pickers, evidence, forms, on a desk and on a phone', async () => {
    const person = await newPerson(app);
    const { accountId, draftId, webhookId } = await furnish(app, person, 'Acme');
    const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
    const opened: [path: string, open: (page: Page) => Promise<void>, shows: string][] = [
      [`/webhooks/${webhookId}`, button('More'), '[role="menu"]'],
      [`/drafts/${draftId}`, button('Other ways to approve'), '[role="menu"]'],
      [`/drafts/${draftId}`, button('Approve'), '[role="dialog"]'],
      ['/audit', (page) => page.getByLabel('From').click(), 'button[data-today]'],
      ['/audit', (page) => page.getByRole('combobox', { name: 'Outcome' }).click(), '[role="option"]:visible'],
      [`/accounts/${accountId}`, button(/^Champion: /), '[role="dialog"]'],
      [`/accounts/${accountId}?tab=facts`, button('History'), '[role="dialog"]'],
      ['/keys', button('Create key'), '[role="dialog"] form'],
      ['/webhooks', button('Add webhook'), '[role="dialog"] form'],
      ['/team', (page) => page.getByRole('link', { name: 'Robin Vale' }).click(), '[role="dialog"]'],
    ];
    for (const options of [{}, PHONE]) {
      const { context, page, open, visit, complaints } = await enter(person, options);
      for (const [path, act, shows] of opened) {
        await visit(path);
        await act(page);
        await page.locator(shows).first().waitFor();
        await settled(page);
        // Colours by night do not depend on the size of the screen.
        const found =
          options === PHONE ? await barriers(page, { within: OPENED }) : await barriersDayAndNight(page, OPENED);
        expect.soft(found, `${path}: ${shows}`).toEqual([]);
      }
      if (options !== PHONE) {
        await open('/');
        await button(/^Your menu/)(page);
        await page.getByRole('menuitemradio', { name: 'Light' }).waitFor();
        expect.soft(await barriersDayAndNight(page, OPENED), 'one’s own menu').toEqual([]);
      }
      expect(complaints).toEqual([]);
      await context.close();
    }
  });

  test('the way back leads away from under a dialog, and nothing was decided', async () => {
    const person = await newPerson(app);
    const { draftId } = await furnish(app, person, 'Acme');
    const { context, page, visit, complaints } = await enter(person);
    await visit('/drafts');
    await visit(`/drafts/${draftId}`);
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.goForward();
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('what the panel serves is held to a strict policy, and a script that is not there is no page', async () => {
    const answer = await fetch(`${app.baseUrl}/app/`);
    const policy = answer.headers.get('content-security-policy')!;
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(policy).toContain("frame-ancestors 'none'");
    const page = await answer.text();
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/);
    expect(page).not.toMatch(/\bon\w+=/);
    expect((await fetch(`${app.baseUrl}/app/assets/none.js`)).status).toBe(404);
  });

  test('dark is dark from the first paint, and can be chosen against the system', async () => {
    const person = await newPerson(app);
    const { context, page, complaints } = await enter(person, { colorScheme: 'dark' });
    const scheme = () => page.evaluate(() => document.documentElement.dataset['mantineColorScheme']);
    expect(await scheme()).toBe('dark');
    await page.getByRole('button', { name: /^Your menu/ }).click();
    await page.getByText('Light', { exact: true }).click();
    expect(await scheme()).toBe('light');
    await page.goto('/app/', { waitUntil: 'commit' });
    await settled(page);
    expect(await scheme()).toBe('light');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('empty pages teach, and have no barrier either', async () => {
    const person = await newPerson(app);
    const { context, page, visit, complaints } = await enter(person);
    for (const path of ['/drafts', '/accounts', '/runs', '/audit', '/webhooks', '/team', '/brain', '/apps']) {
      await visit(path);
      expect(await barriers(page, { within: 'main' }), path).toEqual([]);
    }
    await visit('/runs');
    await page.getByText('No runs yet').waitFor();
    expect(await page.getByLabel('REST snippet', { exact: true }).textContent()).toContain('/api/v1/tools/start_run');
    await page.getByRole('tab', { name: 'MCP' }).click();
    expect(await page.getByLabel('MCP snippet', { exact: true }).textContent()).toContain('/api/v1/mcp');
    expect(complaints).toEqual([]);
    await context.close();
  });
});
