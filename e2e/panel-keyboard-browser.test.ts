import type { Browser, Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  barriers,
  barriersDayAndNight,
  layoutShift,
  missingBrowser,
  newPerson,
  openWindow,
} from './harness/browser.ts';
import type { AppContext } from './harness/app.ts';
import { barriersOnPhone, furnish, MAX_SHIFT, tabTo, usePanel } from './harness/panel.ts';
import { until } from './harness/until.ts';

/** Every place of the panel by its key: `g` and the key lead there. */
const PLACES = [
  ['o', 'Overview'],
  ['d', 'Drafts'],
  ['f', 'Deals'],
  ['n', 'Contacts'],
  ['q', 'Prospects'],
  ['g', 'Target lists'],
  ['r', 'Runs'],
  ['u', 'Proposed'],
  ['e', 'Corrections'],
  ['m', 'Duplicates'],
  ['k', 'API keys'],
  ['l', 'Audit log'],
  ['v', 'Activity'],
  ['w', 'Webhooks'],
  ['i', 'Integrations'],
  ['c', 'Connected apps'],
  ['t', 'Team'],
  ['b', 'Brain'],
  ['p', 'Plan'],
  ['s', 'Sessions'],
  ['y', 'Data and privacy'],
  ['a', 'Accounts'],
] as const;

/** What a browser writes by itself of an answer of 400 and above; no page can keep it from that. */
const REFUSED_LOGIN = /Failed to load resource: the server responded with a status of 401/;

describe.skipIf(missingBrowser !== undefined)('sessions and the keyboard in the panel', { timeout: 600_000 }, () => {
  let app: AppContext;
  let browser: Browser;
  const { enter } = usePanel((panel) => ({ app, browser } = panel));

  test('sessions: unknown and wrong are refused alike, the way back is kept, and signing out everywhere ends every window', async () => {
    const person = await newPerson(app);
    const stranger = await openWindow(browser, app);
    await stranger.page.goto('/app/keys');
    await stranger.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    expect(await layoutShift(stranger.page)).toBeLessThan(MAX_SHIFT);
    expect(await barriersDayAndNight(stranger.page)).toEqual([]);
    expect(await barriersOnPhone(stranger.page)).toEqual([]);
    expect(stranger.complaints).toEqual([]);
    const tryWith = async (email: string, password: string) => {
      await stranger.page.getByLabel('E-mail').fill(email);
      await stranger.page.getByRole('textbox', { name: 'Password' }).fill(password);
      await stranger.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    };
    await tryWith(person.email, 'not the password');
    const refused = stranger.page.getByRole('alert');
    await refused.waitFor();
    const said = await refused.textContent();
    // A wrong password stays a 401 for whoever watches over sign-ins, which costs one line of the browser's own.
    expect(stranger.complaints.splice(0)).toEqual([expect.stringMatching(REFUSED_LOGIN)]);
    await stranger.page.reload();
    await tryWith('nobody@example.com', 'not the password');
    await refused.waitFor();
    expect(await refused.textContent()).toBe(said);
    expect(stranger.complaints.splice(0)).toEqual([expect.stringMatching(REFUSED_LOGIN)]);
    await tryWith(person.email, person.password);
    await stranger.page.getByRole('heading', { name: 'API keys' }).waitFor();

    const second = await enter(person);
    await second.open('/sessions');
    await second.page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await second.page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await second.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    // A window that is open meanwhile learns it from its next question, and says so.
    await stranger.page.keyboard.press('g');
    await stranger.page.keyboard.press('r');
    await stranger.page.getByText('Your session has ended').waitFor();
    await stranger.page.reload();
    await stranger.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    expect([...stranger.complaints, ...second.complaints]).toEqual([]);

    // The same by keyboard alone.
    const { page: keyed } = stranger;
    await tabTo(keyed, keyed.getByLabel('E-mail'));
    await keyed.keyboard.type(person.email);
    await tabTo(keyed, keyed.getByRole('textbox', { name: 'Password' }));
    await keyed.keyboard.type(person.password);
    await keyed.keyboard.press('Enter');
    await stranger.page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor();
    await stranger.page.getByRole('button', { name: /^Your menu/ }).click();
    await stranger.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await stranger.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    expect(stranger.complaints).toEqual([]);
    await stranger.context.close();
    await second.context.close();
  });

  test('the keyboard leads everywhere: shortcuts, their page, the search and the way past the menu', async () => {
    const person = await newPerson(app);
    await person.rest('gtm_crm_write', {
      entity: 'account',
      facts: { name: 'Borealis Foods', domain: 'borealis.example' },
    });
    const { context, page, complaints } = await enter(person);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => location.hash)).toBe('#main');
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await page.getByRole('heading', { name: 'Accounts', level: 1 }).waitFor();
    for (const [key, name] of PLACES) {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await page.getByRole('heading', { name, level: 1 }).waitFor();
    }
    // On a low screen the menu shows the entry of the page that is open.
    await page.setViewportSize({ width: 1_366, height: 480 });
    for (const [key, name] of [
      ['y', 'Data and privacy'],
      ['o', 'Overview'],
    ] as const) {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      await until(
        () =>
          page.getByRole('navigation', { name: 'Main' }).evaluate((menu) => {
            const [inner, outer] = [menu.querySelector('[aria-current="page"]')!, menu].map((one) =>
              one.getBoundingClientRect(),
            );
            return inner!.top >= outer!.top - 1 && inner!.bottom <= outer!.bottom + 1;
          }),
        Boolean,
      );
    }
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Search everything').waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Search' }).fill('boreal');
    await page.getByRole('option', { name: /Borealis Foods/ }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Borealis Foods' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('the main action of every page is done by keyboard alone', async () => {
    const person = await newPerson(app);
    const { accountId, draftId } = await furnish(app, person, 'Acme');
    const { context, page, open, complaints } = await enter(person);
    const button = (name: string) => page.locator('main').getByRole('button', { name, exact: true }).first();
    const link = (name: string) => page.locator('main').getByRole('link', { name }).first();
    const heading = (name: string) => page.getByRole('heading', { name, exact: true }).first();
    const dialog = page.getByRole('dialog');
    const actions: [path: string, target: Locator, done: Locator | undefined][] = [
      ['/', link('All runs'), heading('Runs')],
      ['/drafts', link('Acme'), page.getByLabel('Text of the draft')],
      [`/drafts/${draftId}`, button('Approve'), dialog],
      ['/accounts', link('Import CSV'), heading('Import')],
      ['/imports', button('Choose a file'), undefined],
      ['/contacts', button('Add contact'), dialog],
      ['/prospects', button('Add prospect'), dialog],
      ['/target-lists', button('Add target company'), dialog],
      [`/accounts/${accountId}`, button('Who signs?'), page.locator('main [aria-live="polite"]')],
      ['/runs', link('Acme'), heading('Timeline')],
      ['/keys', button('Create key'), dialog],
      ['/audit', link('Export as CSV'), undefined],
      ['/activity', link('Export as CSV'), undefined],
      ['/webhooks', button('Add webhook'), dialog],
      ['/integrations', button('Disconnect'), dialog],
      ['/apps', link('How apps connect'), undefined],
      ['/team', button('Change limit'), dialog],
      ['/brain', link('icp-registry'), heading('Versions')],
      ['/brain/icp-registry?version=1', button('Restore'), dialog],
      ['/sessions', button('Sign out everywhere'), dialog],
    ];
    for (const [path, target, done] of actions) {
      await open(path);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await tabTo(page, target);
      if (done === undefined) continue;
      await page.keyboard.press('Enter');
      await done.waitFor();
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
});
