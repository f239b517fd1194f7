import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { barriersDayAndNight, missingBrowser, newPerson, type Person, settled, turn } from './harness/browser.ts';
import { hasFocus, PHONE, type Panel, tabTo, usePanel } from './harness/panel.ts';
import { succeed } from './harness/tool-test.ts';
import { until } from './harness/until.ts';

/** Where to put pictures of the pages, for looking at them. */
const PICTURES = process.env['PICTURES'];

const picture = async (page: Page, name: string) => {
  await settled(page);
  if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
};

const withoutBarriers = async (page: Page, what: string) => {
  expect.soft(await barriersDayAndNight(page), what).toEqual([]);
  const { wide, here } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, here: innerWidth }));
  expect.soft(wide, `${what} is wider than the screen`).toBeLessThanOrEqual(here);
};

/** Two accounts of one domain, three people of one e-mail, two deals of one name, and a proposal of an agent. */
async function furnished(person: Person) {
  const write = async (entity: string, facts: object) =>
    (await succeed(person, 'gtm_crm_write', { entity, facts })).id as string;
  const name = 'Northlight Energy';
  const kept = await write('account', { name, domain: 'northlight.example', tier: 'B', external_ref: 'crm-1001' });
  const other = await write('account', {
    name: 'Northlight Energy GmbH',
    domain: 'northlight.example',
    tier: 'A',
    industry: 'Energy',
    external_ref: 'erp-77',
    region: 'EMEA',
  });
  for (const [n, account_id] of [kept, other, other].entries()) {
    await write('contact', { account_id, name: `Sigrid Dahl ${n}`, title: 'CFO', email: 'sigrid@northlight.example' });
  }
  for (const stage of ['Proposal', 'Negotiation']) {
    await write('opp', {
      account_id: other,
      name: 'Outage forecasting',
      stage,
      amount: 48_000,
      external_ref: `opp-${stage}`,
    });
  }
  await succeed(person, 'log_capture', { source: 'call', account_id: other, text: 'Sigrid wants a pilot in May.' });
  const south = await write('account', { name: 'Southgate' });
  const gate = await write('account', { name: 'South Gate Holding' });
  const reason = 'Both name the same managing director and address.';
  await succeed(person, 'amend_record', { action: 'propose_merge', id: south, duplicate_id: gate, reason });
  return { kept, other, south, gate };
}

describe.skipIf(missingBrowser !== undefined)('duplicates in a browser', { timeout: 300_000 }, () => {
  let shared: Panel;
  const { enter } = usePanel((panel) => (shared = panel));

  test('a person merges by keyboard with a value chosen, unmerges on the record’s page, and keeps others apart', async () => {
    const person = await newPerson(shared.app);
    const { kept, other, south, gate } = await furnished(person);
    const { page, open, complaints, context } = await enter(person);
    await open('/duplicates');
    const set = page.getByRole('region', { name: 'account Northlight Energy' });
    await set.waitFor();
    const proposal = page.getByRole('region', { name: 'account Southgate' });
    expect(await proposal.textContent()).toContain('the same managing director');
    expect(await page.getByRole('tab', { name: /Contacts 1/ }).count()).toBe(1);
    await picture(page, 'duplicates-day');
    await withoutBarriers(page, 'duplicates');
    await turn(page, 'dark');
    await picture(page, 'duplicates-night');
    await turn(page, 'light');

    const button = page.getByRole('button', { name: 'Merge Northlight Energy' });
    const dialog = page.getByRole('dialog');
    await tabTo(page, button);
    await page.keyboard.press('Enter');
    await dialog.getByRole('table', { name: 'Values of the records' }).waitFor();
    await dialog.getByText(/Goes over with them: .*2 contacts/).waitFor();
    await picture(page, 'merge-day');
    expect.soft(await barriersDayAndNight(page, '[role=dialog]')).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await until(
      () => hasFocus(button),
      (is) => is,
    );
    await page.keyboard.press('Enter');
    const tier = dialog.getByRole('radio', { name: 'Tier: B, of Northlight Energy', exact: true });
    await tabTo(page, tier);
    await page.keyboard.press('ArrowRight');
    await dialog
      .getByRole('radio', { name: 'Tier: A, of Northlight Energy GmbH' })
      .and(page.locator(':checked'))
      .waitFor();
    await tabTo(page, dialog.getByRole('button', { name: 'Merge' }));
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await set.waitFor({ state: 'detached' });
    const merged = await succeed(person, 'read_account', { id: kept });
    expect(merged.account).toMatchObject({ tier: 'A', industry: 'Energy', external_ref: 'crm-1001' });
    expect(merged.opps.items).toHaveLength(2);

    await tabTo(page, page.getByRole('button', { name: 'Decline: Southgate' }));
    await page.keyboard.press('Enter');
    const declining = page.getByRole('dialog', { name: 'Decline this merge' });
    await declining.getByLabel('Reason (optional)').fill('Not before the audit.');
    expect.soft(await barriersDayAndNight(page, '[role=dialog]')).toEqual([]);
    await tabTo(page, declining.getByRole('button', { name: 'Decline' }));
    await page.keyboard.press('Enter');
    await proposal.waitFor({ state: 'detached' });
    const again = { action: 'propose_merge', id: south, duplicate_id: gate, reason: 'One address.' };
    expect((await succeed(person, 'amend_record', again)).warnings).toMatchObject([
      { message: expect.stringMatching(/declined this merge on .*: Not before the audit\./) },
    ]);
    await page.reload();

    await tabTo(page, page.getByRole('button', { name: 'Not duplicates: Southgate' }));
    await page.keyboard.press('Enter');
    const refusing = page.getByRole('dialog', { name: 'Not duplicates' });
    await refusing.getByLabel('Reason (optional)').fill('One is the holding.');
    await withoutBarriers(page, 'not duplicates');
    await tabTo(page, refusing.getByRole('button', { name: 'Not duplicates' }));
    await page.keyboard.press('Enter');
    await proposal.waitFor({ state: 'detached' });
    await page.getByText('No duplicates', { exact: true }).waitFor();

    // The record that stayed: its external ids, what became part of it, and its deals that may be the same.
    await open(`/accounts/${kept}`);
    await page.getByText('External ID crm-1001').waitFor();
    await page.getByText(/Northlight Energy GmbH · erp-77 was merged into it/).waitFor();
    const deals = page.getByRole('table', { name: 'Deals' });
    await deals
      .getByText(/Possible duplicate of Outage forecasting/)
      .first()
      .waitFor();
    expect(await deals.textContent()).toMatch(/opp-Proposal.*opp-Negotiation|opp-Negotiation.*opp-Proposal/s);
    await picture(page, 'merged-account-day');
    await withoutBarriers(page, 'merged account');
    await tabTo(page, page.getByRole('button', { name: 'Unmerge Northlight Energy GmbH' }));
    await page.keyboard.press('Enter');
    await dialog.getByRole('table', { name: 'Values that come back' }).waitFor();
    await picture(page, 'unmerge-day');
    expect.soft(await barriersDayAndNight(page, '[role=dialog]')).toEqual([]);
    await tabTo(page, dialog.getByRole('checkbox', { name: /not duplicates/ }));
    await page.keyboard.press('Space');
    await tabTo(page, dialog.getByRole('button', { name: 'Unmerge' }));
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(/Possible duplicate of Northlight Energy GmbH/).waitFor();
    expect((await succeed(person, 'read_account', { id: other })).account.tier).toBe('A');
    await page.getByRole('button', { name: 'Not a duplicate of Northlight Energy GmbH' }).click();
    await page.getByText(/Possible duplicate of Northlight Energy GmbH/).waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('on a phone: three contacts of one e-mail, one of them left out', async () => {
    const person = await newPerson(shared.app);
    await furnished(person);
    const { page, open, complaints, context } = await enter(person, PHONE);
    await open('/duplicates?kind=contact');
    const set = page.getByRole('region', { name: 'contact Sigrid Dahl 0' });
    await set.waitFor();
    await picture(page, 'duplicates-phone');
    await withoutBarriers(page, 'contacts');
    await set.getByRole('checkbox', { name: /Sigrid Dahl 2/ }).click();
    await page.getByRole('button', { name: 'Merge Sigrid Dahl 0' }).tap();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Merge 2 contacts').waitFor();
    await dialog.getByRole('radio', { name: 'Sigrid Dahl 1', exact: true }).click();
    await dialog.getByRole('radio', { name: 'Name: Sigrid Dahl 0, of Sigrid Dahl 0' }).waitFor();
    await picture(page, 'merge-phone');
    expect.soft(await barriersDayAndNight(page, '[role=dialog]')).toEqual([]);
    await withoutBarriers(page, 'merging');
    await dialog.getByRole('button', { name: 'Merge' }).tap();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'contact Sigrid Dahl 1' }).waitFor();
    expect(await page.getByRole('region', { name: 'contact Sigrid Dahl 1' }).getByRole('listitem').count()).toBe(2);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
