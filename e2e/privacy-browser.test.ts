import { readFile } from 'node:fs/promises';
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
import { barriersOnPhone, PHONE, stands, tabTo } from './harness/panel.ts';
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
    await dialog.getByText('is not your current password').waitFor();
    await picture('privacy-erase');
    expect(await barriersDayAndNight(page)).toEqual([]);
    await dialog.getByLabel('Current password', { exact: true }).fill(person.password);
    await dialog.getByRole('button', { name: 'Erase for ever' }).click();
    await page.getByText('Person erased').waitFor();
    // What an entry is about is named, and never by its id.
    await window.open('/activity');
    const acts = await page.getByRole('table', { name: 'Events' }).innerText();
    expect(acts).toContain('Person erased');
    expect(acts).not.toMatch(/\b[a-z]{2,5}_[0-9a-z]{26}\b/);
    await window.open('/privacy');
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

  test('an export is restored into an empty workspace, by keyboard and on a phone', async () => {
    const [from, to] = await Promise.all([newPerson(app), newPerson(app)]);
    await from.rest('gtm_crm_write', { entity: 'account', facts: { name: 'Acme', domain: 'acme.example' } });
    const exporting = await openWindow(browser, app);
    await signIn(exporting, from);
    await exporting.open('/privacy');
    const download = exporting.page.waitForEvent('download');
    await exporting.page.getByRole('link', { name: 'Download all data' }).click();
    const buffer = await readFile(await (await download).path());
    const file = { name: 'workspace.json', mimeType: 'application/json', buffer };
    await exporting.context.close();

    const window = await openWindow(browser, app, PHONE);
    const { page } = window;
    await signIn(window, to);
    await window.open('/privacy');
    await settled(page);
    expect(await barriersDayAndNight(page)).toEqual([]);
    const chosen = page.waitForEvent('filechooser');
    await tabTo(page, page.getByRole('button', { name: 'Choose a file' }));
    await page.keyboard.press('Enter');
    await (await chosen).setFiles({ name: 'broken.json', mimeType: 'application/json', buffer: Buffer.from('[1,2]') });
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Current password', { exact: true }).fill(to.password);
    await tabTo(page, dialog.getByRole('button', { name: 'Restore', exact: true }));
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('is not the export of a workspace', { exact: false }).waitFor();

    await window.open('/privacy');
    await page.locator('input[type=file]').setInputFiles(file);
    await dialog.getByLabel('Current password', { exact: true }).fill(to.password);
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
    await stands(page, 'Done').waitFor();
    await page.getByRole('table', { name: 'Left out' }).waitFor();
    await settled(page);
    if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/restored.png`, fullPage: true });
    expect(await barriersDayAndNight(page)).toEqual([]);
    const width = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(width).toBeLessThanOrEqual(0);
    await window.open('/accounts');
    await page.getByRole('link', { name: 'Acme' }).waitFor();

    await window.open('/privacy');
    await page.locator('input[type=file]').setInputFiles(file);
    await dialog.getByLabel('Current password', { exact: true }).fill(to.password);
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
    await dialog.getByText('The workspace is not empty', { exact: false }).waitFor();
    // What a browser writes by itself of the refused request.
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
      expect(await barriersDayAndNight(page)).toEqual([]);
      expect(await barriersOnPhone(page)).toEqual([]);
      await tabTo(page, page.getByLabel('E-mail'));
      await page.keyboard.type(person.email);
      await page.keyboard.press('Enter');
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
      expect(await barriersOnPhone(page)).toEqual([]);
      await tabTo(page, page.getByRole('button', { name: 'Set password' }));
      await page.keyboard.press('Enter');
      await page.getByText('Your password is changed.').waitFor();
      await context.close();
    } finally {
      Object.assign(config, { PUBLIC_URL: undefined });
    }
  });
});
