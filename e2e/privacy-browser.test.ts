import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppContext, startTestApp } from './harness/app.ts';
import {
  barriersDayAndNight,
  launchBrowser,
  missingBrowser,
  newPerson,
  openWindow,
  settled,
  signIn,
} from './harness/browser.ts';
import { type MailServer, startMailServer } from './harness/mail-server.ts';
import { until } from './harness/until.ts';

/** Where to put pictures of the pages, for looking at them. */
const PICTURES = process.env['PICTURES'];

describe.skipIf(missingBrowser !== undefined)('data and privacy in a browser', { timeout: 300_000 }, () => {
  let browser: Browser;
  let app: AppContext;
  let mail: MailServer;

  beforeAll(async () => {
    [browser, mail] = await Promise.all([launchBrowser(), startMailServer()]);
    app = await startTestApp({ SMTP_URL: mail.url });
  });

  afterAll(async () => {
    await browser?.close();
    await app?.stop();
    await mail?.close();
  });

  test('a person is found, exported and erased, and the workspace deleted, each confirmed by password', async () => {
    const person = await newPerson(app);
    const facts = { name: 'Vera Lindqvist', email: 'vera@lind.example', phone: '+46 8 555 012 34' };
    await person.rest('gtm_crm_write', { entity: 'contact', facts });
    await person.rest('log_capture', { source: 'call', text: 'Vera Lindqvist wants a quote. Mail vera@lind.example.' });
    const window = await openWindow(browser, app);
    const { page } = window;
    const picture = async (name: string) => {
      if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
    };
    await signIn(window, person);
    await window.open('/privacy');
    await page.getByLabel('E-mail address, full name or record id').fill('vera lindqvist');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('table', { name: 'Where they are named' }).waitFor();
    await page.getByText('Looked for: vera lindqvist', { exact: false }).waitFor();
    await settled(page);
    await picture('privacy');
    expect(await barriersDayAndNight(page)).toEqual([]);
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    expect((await file).suggestedFilename()).toBe('person.json');

    await page.getByRole('button', { name: 'Erase this person' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Current password', { exact: true }).fill('not the password');
    await dialog.getByRole('button', { name: 'Erase for ever' }).click();
    await dialog.getByText('is not your present password').waitFor();
    await picture('privacy-erase');
    expect(await barriersDayAndNight(page)).toEqual([]);
    await dialog.getByLabel('Current password', { exact: true }).fill(person.password);
    await dialog.getByRole('button', { name: 'Erase for ever' }).click();
    await page.getByText('Person erased').waitFor();
    const workspace_id = await app.service.app.services.provisioning.workspaceOf(person.userId);
    const found = await app.operator.subjects.find.query({ workspace_id, email: facts.email });
    expect(found.rows).toBe(0);

    await page.getByRole('button', { name: 'Delete workspace' }).click();
    await dialog.getByLabel('Current password', { exact: true }).fill(person.password);
    await dialog.getByRole('button', { name: 'Delete for ever' }).click();
    await page.waitForURL('**/app/sign-in');
    // What a browser writes by itself of the refused password.
    expect(window.complaints.filter((each) => !/status of 400/.test(each))).toEqual([]);
    await window.context.close();
  });

  test('a forgotten password is asked for and set with the link', async () => {
    const person = await newPerson(app);
    const { config } = app.service.app.services;
    Object.assign(config, { PUBLIC_URL: app.baseUrl });
    try {
      const { page, open, context } = await openWindow(browser, app);
      await open('/sign-in');
      await page.getByRole('link', { name: 'Forgot your password?' }).click();
      // The page before has such a field as well.
      await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
      await page.getByLabel('E-mail').fill(person.email);
      await page.getByRole('button', { name: 'Send the link' }).click();
      await page.getByRole('status').waitFor();
      const [letter] = await until(
        async () => mail.to(person.email),
        (letters) => letters.length > 0,
      );
      const link = letter!.parsed.text!.split('\n').find((line) => line.includes('#'))!;
      await page.goto(link);
      await page.getByLabel('New password', { exact: true }).fill('a password of my own');
      await page.getByLabel('Repeat new password', { exact: true }).fill('a password of my own');
      if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/reset.png` });
      expect(await barriersDayAndNight(page)).toEqual([]);
      await page.getByRole('button', { name: 'Set password' }).click();
      await page.getByText('Your password is changed.').waitFor();
      await context.close();
    } finally {
      Object.assign(config, { PUBLIC_URL: undefined });
    }
  });
});
