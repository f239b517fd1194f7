import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { barriersDayAndNight, missingBrowser, newPerson, settled, turn } from './harness/browser.ts';
import { ROOT } from './harness/child-environment.ts';
import { importCsv, upload } from './harness/imports.ts';
import { hasFocus, PHONE, type Panel, tabTo, usePanel } from './harness/panel.ts';
import { Browser as PanelClient } from './harness/person.ts';

/** Where to put pictures of the pages, for looking at them. */
const PICTURES = process.env['PICTURES'];

/** A real export of a CRM, where there is one. */
const EXPORT = process.env['CRM_EXPORT'] ?? join(ROOT, '../shared/data/crm');

/** Rows of an export's file; without one, made ones of its shape. */
function rowsOf(file: string, most: number, made: (n: number) => string[]): string[][] {
  const path = `${EXPORT}/${file}`;
  if (!existsSync(path)) return Array.from({ length: most }, (_, n) => made(n));
  return (parse(readFileSync(path, 'utf8')) as string[][]).slice(1, most + 1);
}

const csv = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n');

describe.skipIf(missingBrowser !== undefined)('lists of records in a browser', { timeout: 600_000 }, () => {
  let shared: Panel;
  const { enter } = usePanel((panel) => (shared = panel));

  /** A workspace with the accounts and the deals of the export, with people and a list. */
  async function furnished(most = 120) {
    const { app } = shared;
    const person = await newPerson(app);
    const elsewhere = new PanelClient(app.baseUrl);
    await elsewhere.signIn(person.email, person.password);
    const { panel } = elsewhere;
    const bring = async (kind: 'account' | 'opp', text: string) => {
      const import_id = await upload(panel, kind, text);
      await panel.imports.start.mutate({ import_id });
      await expect
        .poll(async () => (await panel.imports.get.query({ import_id })).state, { timeout: 60_000 })
        .toBe('done');
    };
    const accounts = rowsOf('accounts.csv', 85, (n) => [`Company ${n}`, 'retail', '2000', '10', String(n)]);
    await bring(
      'account',
      csv([['name', 'industry', 'employee_count'], ...accounts.map((row) => [row[0]!, row[1]!, row[4]!])]),
    );
    const deals = rowsOf('sales_pipeline.csv', most, (n) => [
      `D${n}`,
      `Agent ${n % 9}`,
      'GTX',
      `Company ${n % 85}`,
      ['Won', 'Lost', 'Engaging'][n % 3]!,
      '2017-01-01',
      `2017-03-${String((n % 28) + 1).padStart(2, '0')}`,
      String(n * 10),
    ]).filter((row) => row[3] !== '');
    await bring(
      'opp',
      csv([
        ['name', 'owner', 'account', 'stage', 'close_date', 'amount'],
        ...deals.map((row) => [`${row[2]} ${row[0]}`, row[1]!, row[3]!, row[4]!, row[6]!, row[7]!]),
      ]),
    );
    const write = async (entity: string, facts: unknown): Promise<string> =>
      (await person.rest('gtm_crm_write', { entity, facts })).body.id;
    const account = await write('account', { name: 'Northlight Energy', domain: 'northlight.example', tier: 'B' });
    const opp = await write('opp', {
      account_id: account,
      name: 'Outage forecasting',
      stage: 'Proposal',
      amount: 48_000,
      currency: 'EUR',
      close_date: '2031-05-04',
      owner: 'Sigrid Dahl',
      region: 'Nordics',
    });
    await write('contact', { account_id: account, name: 'Dana Reyes', title: 'CFO', email: 'dana@northlight.example' });
    await write('prospect', { account_id: account, name: 'Jo Ek', title: 'Head of Grid' });
    for (const name of ['Fjord AS', 'Skog AB']) {
      await write('target_account', {
        list_name: 'Nordics',
        name,
        domain: `${name.slice(0, 4)}.example`,
        employee_count: 90,
      });
    }
    return { person, panel, account, opp };
  }

  test('deals are filtered, sorted, added, edited where they stand, archived and brought back, by keyboard too', async () => {
    const { person, panel, opp, account } = await furnished();
    const { page, open, complaints, context } = await enter(person, { viewport: { width: 1440, height: 900 } });
    const picture = async (name: string) => {
      await settled(page);
      if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/${name}.png` });
    };
    const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
    const deal = async () => (await panel.records.get.query({ record_id: opp })).record;

    await open('/deals');
    await row('Outage forecasting').waitFor();
    await picture('deals-day');
    await turn(page, 'dark');
    await picture('deals-night');
    await turn(page, 'light');

    // Sorted by a column's name, narrowed, and kept as a view: all of it is in the address.
    await page.getByRole('button', { name: 'Amount', exact: true }).click();
    await page.getByRole('columnheader', { name: 'Amount' }).and(page.locator('[aria-sort="ascending"]')).waitFor();
    await page.getByRole('button', { name: 'Amount', exact: false }).first().click();
    await expect.poll(() => page.url()).toContain('sort=amount-desc');
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByLabel('Amount from').fill('40000');
    await expect.poll(() => page.url()).toContain('amount_min=40000');
    await page.getByRole('row').nth(2).waitFor({ state: 'detached' });
    expect(await page.getByRole('row').count()).toBe(2);
    await picture('deals-filtered');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save this view…' }).click();
    const saving = page.getByRole('dialog', { name: 'Save this view' });
    await saving.getByLabel('Name').fill('Large deals');
    await saving.getByRole('switch', { name: 'For everybody of this workspace' }).click();
    await picture('view-dialog');
    expect(await barriersDayAndNight(page, '[role="dialog"]')).toEqual([]);
    await saving.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('button', { name: 'Large deals' }).waitFor();
    await open('/deals');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Large deals (shared)' }).click();
    await expect.poll(() => page.url()).toContain('amount_min=40000');
    expect(await page.getByLabel('Amount from').inputValue()).toBe('40000');

    // Edited in its row, by keyboard; what is wrong is said there, and Escape leaves what was.
    const stage = page.getByRole('button', { name: 'Proposal, edit Stage of Outage forecasting' });
    await tabTo(page, stage);
    await page.keyboard.press('Enter');
    const input = page.getByRole('textbox', { name: 'Stage of Outage forecasting' });
    expect(await hasFocus(input)).toBe(true);
    await input.fill('Negotiation');
    await page.keyboard.press('Enter');
    const after = page.getByRole('button', { name: 'Negotiation, edit Stage of Outage forecasting' });
    await after.waitFor();
    await expect.poll(() => hasFocus(after)).toBe(true);
    expect(await deal()).toMatchObject({ stage: 'Negotiation', set_by_people: { stage: {} } });
    await page.getByRole('button', { name: /edit Amount of Outage forecasting/ }).click();
    const amount = page.getByRole('textbox', { name: 'Amount of Outage forecasting' });
    await amount.fill('plenty');
    await page.keyboard.press('Enter');
    await page.getByText('expected a number').waitFor();
    await picture('deals-refused');
    expect(await barriersDayAndNight(page)).toEqual([]);
    await amount.press('Escape');
    await page.getByRole('button', { name: /€48,000, edit Amount of Outage forecasting/ }).waitFor();
    expect((await deal())['amount']).toBe(48_000);

    // Archived from its row, taken back from the notification, archived again, restored from the list of those.
    await row('Outage forecasting').getByRole('button', { name: 'Archive Outage forecasting' }).click();
    await page.getByText('Outage forecasting is archived').waitFor();
    await row('Outage forecasting').waitFor({ state: 'detached' });
    await picture('deals-archived');
    await page.getByRole('button', { name: 'Undo' }).click();
    await row('Outage forecasting').waitFor();
    await row('Outage forecasting').getByRole('button', { name: 'Archive Outage forecasting' }).click();
    await row('Outage forecasting').waitFor({ state: 'detached' });
    await open('/deals?archived=yes');
    await page.getByRole('button', { name: 'Restore Outage forecasting' }).waitFor();
    await picture('deals-archive');
    expect(await barriersDayAndNight(page)).toEqual([]);
    await page.getByRole('button', { name: 'Restore Outage forecasting' }).click();
    await page.getByText('Nothing is archived').waitFor();

    // Chosen by keyboard, a range with Shift; archived at once, and taken back as one.
    await open('/deals');
    const boxes = page.getByRole('table', { name: 'Deals' }).getByRole('checkbox', { name: /^Choose (?!all)/ });
    await tabTo(page, boxes.nth(1));
    await page.keyboard.press('Space');
    await tabTo(page, boxes.nth(4));
    await page.keyboard.press('Shift+Space');
    const bar = page.getByRole('region', { name: 'Chosen rows' });
    await bar.getByText('4 chosen').waitFor();
    await boxes.nth(2).click();
    await boxes.nth(5).click({ modifiers: ['Shift'] });
    await bar.getByText('5 chosen').waitFor();
    await picture('deals-chosen');
    expect(await barriersDayAndNight(page)).toEqual([]);
    await boxes.nth(5).focus();
    await page.keyboard.press('Delete');
    const archiving = page.getByRole('dialog', { name: 'Archive 5 deals?' });
    await archiving.getByText(/gone from every list/).waitFor();
    await picture('deals-archiving');
    expect(await barriersDayAndNight(page, '[role="dialog"]')).toEqual([]);
    await tabTo(page, archiving.getByRole('button', { name: 'Archive 5' }));
    await page.keyboard.press('Enter');
    await page.getByText('5 deals are archived').waitFor();
    expect((await panel.records.archived.query({ kind: 'opp' })).items).toHaveLength(5);
    await page.getByRole('alert').getByRole('button', { name: 'Undo' }).first().click();
    await page.getByText('5 deals are back').waitFor();
    expect((await panel.records.archived.query({ kind: 'opp' })).items).toEqual([]);
    const acts = (await panel.activity.list.query({})).items.map(({ act }) => act);
    expect(acts.slice(0, 2)).toEqual(['records.restored', 'records.archived']);

    // Its own page: edited there, and a value of before stands again.
    await open(`/records/${opp}`);
    await page.getByRole('heading', { name: 'Outage forecasting' }).waitFor();
    await picture('record-day');
    await turn(page, 'dark');
    await picture('record-night');
    await turn(page, 'light');
    await page.getByRole('button', { name: /edit Champion of/ }).click();
    await page.getByRole('textbox', { name: /Champion of/ }).fill('Dana Reyes');
    await page.getByRole('heading', { name: 'MEDDPICC' }).click();
    await page.getByRole('button', { name: /Dana Reyes, edit Champion/ }).waitFor();
    await tabTo(page, page.getByRole('button', { name: 'History of Stage' }));
    await page.keyboard.press('Enter');
    const history = page.getByRole('dialog', { name: 'Stage · Outage forecasting' });
    await history.getByRole('button', { name: 'Restore this value: Proposal' }).waitFor();
    await picture('history');
    expect(await barriersDayAndNight(page, '[role="dialog"]')).toEqual([]);
    await history.getByRole('button', { name: 'Restore this value: Proposal' }).click();
    await page.getByRole('button', { name: 'Proposal, edit Stage of Outage forecasting' }).waitFor();
    expect((await deal())['stage']).toBe('Proposal');

    // Added.
    await open('/deals');
    await page.getByRole('button', { name: 'Add deal' }).click();
    const adding = page.getByRole('dialog', { name: 'Add a deal' });
    await adding.getByLabel('Name').fill('Second phase');
    await adding.getByLabel('Amount').fill('much');
    await adding.getByLabel('Account', { exact: false }).first().fill('north');
    await page.getByRole('option', { name: 'Northlight Energy' }).click();
    await adding.getByRole('button', { name: 'Add deal' }).click();
    await adding.getByText('expected a number').waitFor();
    await picture('add-dialog');
    expect(await barriersDayAndNight(page)).toEqual([]);
    await adding.getByLabel('Amount').fill('9000');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Second phase' }).waitFor();
    expect((await panel.records.list.query({ kind: 'opp', account_id: account })).items).toHaveLength(2);
    expect(complaints.filter((one) => !one.includes('400'))).toEqual([]);
    await context.close();
  });

  test('a deal without a name goes by its id at the host; long names beside it break no word of its row', async () => {
    const person = await newPerson(shared.app);
    const elsewhere = new PanelClient(shared.app.baseUrl);
    await elsewhere.signIn(person.email, person.password);
    const facts = { name: 'Cancity', domain: 'cancity.example' };
    const account_id = (await person.rest('gtm_crm_write', { entity: 'account', facts })).body.id as string;
    const known = 'Cancity,410000,EUR,2031-05-24,Darcel Schlecht';
    const deals = [
      'External ID,Name,Stage,Account name,Amount,Currency,Close date,Owner',
      `1C1I7A6R,,Qualification,${known}`,
      `Z063OYW0,${'Renewal-of-everything-'.repeat(4)},Won,${known}`,
    ].join('\n');
    expect((await importCsv(elsewhere.panel, 'opp', deals)).created).toBe(2);
    const { page, open, complaints, context } = await enter(person);
    await open('/deals');
    await page.getByRole('link', { name: '1C1I7A6R', exact: true }).waitFor();
    const table = page.getByRole('table', { name: 'Deals' });
    expect(await table.evaluate(({ parentElement: around }) => around!.scrollWidth - around!.clientWidth)).toBe(0);
    const heightOf = async (shown: string) =>
      (await table.getByRole('button', { name: shown }).first().boundingBox())!.height;
    const line = await heightOf('Won, edit Stage');
    for (const shown of ['Qualification, edit', '€410,000, edit', '24 May 2031, edit']) {
      expect(await heightOf(shown), shown).toBe(line);
    }
    await open(`/accounts/${account_id}`);
    expect(await page.locator('main').innerText()).not.toMatch(/\bopp_[0-9a-z]{26}/);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('accounts are added, edited and archived with what belongs to them, on their list and on their page', async () => {
    const { person, panel, account } = await furnished(60);
    const { page, open, complaints, context } = await enter(person, { viewport: { width: 1440, height: 900 } });
    const picture = async (name: string) => {
      await settled(page);
      if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/${name}.png` });
    };
    await open('/accounts?sort=largest');
    await page.getByRole('link', { name: 'Northlight Energy' }).waitFor();
    await picture('accounts-day');
    expect(await barriersDayAndNight(page)).toEqual([]);
    await page.getByRole('button', { name: 'B, edit Tier of Northlight Energy' }).click();
    await page.getByRole('textbox', { name: 'Tier of Northlight Energy' }).fill('A');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'A, edit Tier of Northlight Energy' }).waitFor();
    await page.getByRole('button', { name: 'Add account' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Skog AB');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Skog AB' }).waitFor();

    await open(`/accounts/${account}?tab=facts`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const fields = page.getByRole('dialog', { name: 'Fields of this account' });
    await fields.getByRole('button', { name: /edit Industry/ }).click();
    await fields.getByRole('textbox', { name: /Industry of/ }).fill('Energy');
    await page.keyboard.press('Enter');
    await fields.getByRole('button', { name: /Energy, edit Industry/ }).waitFor();
    await picture('account-fields');
    expect(await barriersDayAndNight(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await fields.waitFor({ state: 'detached' });
    await page
      .getByRole('row', { name: /Tier · Northlight Energy/ })
      .getByRole('button', { name: 'History' })
      .click();
    await page.getByRole('button', { name: 'Restore this value: B' }).click();
    await page.getByText('“B” stands again').waitFor();
    expect((await panel.records.get.query({ record_id: account })).record['tier']).toBe('B');
    await page.getByRole('button', { name: 'Archive', exact: true }).click();
    await page.getByText('Northlight Energy is archived').waitFor();
    await expect.poll(() => page.url()).toMatch(/accounts$/);
    await page.getByText('With 3 records of it.').waitFor();
    await open('/accounts?archived=yes');
    await page.getByRole('button', { name: 'Restore Northlight Energy' }).click();
    await page.getByText('Northlight Energy is back').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('on a phone a deal is edited in its row', async () => {
    const { person } = await furnished(60);
    const { page, open, complaints, context } = await enter(person, PHONE);
    await open('/deals');
    await page.getByRole('button', { name: 'Proposal, edit Stage of Outage forecasting' }).tap();
    await page.getByRole('textbox', { name: 'Stage of Outage forecasting' }).fill('Won');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Won, edit Stage of Outage forecasting' }).waitFor();
    await page.getByRole('checkbox', { name: 'Choose Outage forecasting' }).tap();
    await page.getByRole('button', { name: 'Archive 1' }).tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Archive 1' }).tap();
    await page.getByText('1 deal is archived').waitFor();
    await open('/deals?archived=yes');
    await page.getByRole('checkbox', { name: 'Choose Outage forecasting' }).tap();
    await page.getByRole('button', { name: 'Restore 1' }).tap();
    await page.getByText('1 deal is back').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
