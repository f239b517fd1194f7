import { describe, expect, test } from 'vitest';
import { barriersDayAndNight, missingBrowser, newPerson, settled, turn } from './harness/browser.ts';
import { PHONE, type Panel, tabTo, usePanel } from './harness/panel.ts';
import { Browser as PanelClient } from './harness/person.ts';

/** Where to put pictures of the pages, for looking at them. */
const PICTURES = process.env['PICTURES'];

describe.skipIf(missingBrowser !== undefined)('proposed values in a browser', { timeout: 300_000 }, () => {
  let shared: Panel;
  const { enter } = usePanel((panel) => (shared = panel));

  /** An account and its deal with values of a person, for which an agent proposed others in a run. */
  async function furnished() {
    const { app } = shared;
    const person = await newPerson(app);
    const elsewhere = new PanelClient(app.baseUrl);
    await elsewhere.signIn(person.email, person.password);
    const { panel } = elsewhere;
    const write = async (entity: string, facts: unknown, id?: string, headers = {}): Promise<string> =>
      (await person.rest('gtm_crm_write', { entity, id, facts }, headers)).body.id;
    const account = await write('account', { name: 'Northlight Energy', domain: 'northlight.example' });
    const opp = await write('opp', { account_id: account, name: 'Outage forecasting', stage: 'Proposal' });
    const set = (record_id: string, fields: Record<string, unknown>) => panel.values.set.mutate({ record_id, fields });
    await set(account, { tier: 'A', industry: 'Energy' });
    await set(opp, { stage: 'Negotiation', amount: 48_000, champion: 'Sigrid Dahl' });
    const { body: run } = await person.rest('start_run', { plugin: 'deal-desk', skill: 'nightly' });
    const within = { 'run-ref': run.run_ref };
    const capture = await person.rest('log_capture', {
      source: 'call',
      account_id: account,
      text: 'Jonas Berg: I will take this to the board myself.',
    });
    await write('account', { tier: 'C', industry: 'Utilities' }, account, within);
    await write('opp', { stage: 'Closed Lost', amount: null }, opp, within);
    const evidence = [
      { field: 'champion', capture_id: capture.body.capture_id, quote: 'I will take this to the board myself' },
    ];
    await person.rest('set_meddpicc', { opp_id: opp, champion: 'Jonas Berg', evidence }, within);
    const now = async () => {
      const { body } = await person.rest('read_account', { id: account });
      const { stage, amount, meddpicc } = body.opps.items[0];
      return { tier: body.account.tier, industry: body.account.industry, stage, amount, champion: meddpicc.champion };
    };
    return { person, account, opp, set, now, panel, write };
  }

  test('a person accepts, declines, decides all of a record by keyboard, and is shown what changed since', async () => {
    const { person, account, opp, set, now, panel, write } = await furnished();
    const window = await enter(person);
    const { page, open, complaints, context } = window;
    const picture = async (name: string) => {
      if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
    };
    await open('/corrections');
    const of = (name: string) => page.getByRole('region', { name: `Proposed values of ${name}` });
    await of('Outage forecasting').waitFor();
    await page.getByText('5 waiting').waitFor();
    expect(await page.getByRole('img', { name: '5 values proposed' }).count()).toBe(1);
    expect(await of('Outage forecasting').textContent()).toMatch(/Jonas Berg.*\(verified quote\).*run/);
    await settled(page);
    await picture('values-day');
    expect(await barriersDayAndNight(page)).toEqual([]);
    await turn(page, 'dark');
    await picture('values-night');
    await turn(page, 'light');

    // One is accepted and one declined, by keyboard; the focus is kept on the page.
    await tabTo(page, page.getByRole('button', { name: 'Accept Champion of Outage forecasting' }));
    await page.keyboard.press('Enter');
    await page.getByText('1 value accepted').waitFor();
    await page.getByText('4 waiting').waitFor();
    expect((await now()).champion).toBe('Jonas Berg');
    await tabTo(page, page.getByRole('button', { name: 'Decline Amount of Outage forecasting' }));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Decline this value' });
    await dialog.getByLabel('Reason (optional)').fill('The budget is fixed.');
    await settled(page);
    expect(await barriersDayAndNight(page)).toEqual([]);
    await tabTo(page, dialog.getByRole('button', { name: 'Decline', exact: true }));
    await page.keyboard.press('Enter');
    await page.getByText('1 value declined').waitFor();
    const [again] = (await person.rest('gtm_crm_write', { entity: 'opp', id: opp, facts: { amount: null } })).body
      .proposed;
    expect(again).toMatchObject({ status: 'declined', reason: 'The budget is fixed.' });
    await page.getByText('3 waiting').waitFor();
    expect((await now()).amount).toBe(48_000);

    // What changes between looking and accepting is not written, and is shown.
    await set(opp, { stage: 'On hold' });
    await page.getByRole('button', { name: 'Accept Stage of Outage forecasting' }).click();
    await page.getByText('1 value changed meanwhile').waitFor();
    expect((await now()).stage).toBe('On hold');
    const stage = page.getByRole('listitem', { name: 'Stage of Outage forecasting' });
    await stage.getByText('Changed since').waitFor();
    expect(await stage.textContent()).toMatch(/Stands there nowOn hold.*ProposedClosed Lost.*Negotiation stood there/);
    await settled(page);
    await picture('values-moved');
    expect(await barriersDayAndNight(page)).toEqual([]);
    await page.getByRole('button', { name: 'Accept anyway Stage of Outage forecasting' }).click();
    await stage.waitFor({ state: 'detached' });
    expect((await now()).stage).toBe('Closed Lost');

    // All of a record, on the account's own page.
    await open(`/accounts/${account}`);
    await of('Northlight Energy').waitFor();
    await settled(page);
    await picture('values-account');
    expect(await barriersDayAndNight(page)).toEqual([]);
    await of('Northlight Energy').getByRole('button', { name: 'Accept all' }).click();
    await of('Northlight Energy').waitFor({ state: 'detached' });
    expect(await now()).toMatchObject({ tier: 'C', industry: 'Utilities' });
    await page.getByText('Tier C').first().waitFor();
    await write('account', { tier: 'D', industry: 'Mining' }, account);
    await page.reload();
    await of('Northlight Energy').getByRole('button', { name: 'Decline all' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Decline', exact: true }).click();
    await of('Northlight Energy').waitFor({ state: 'detached' });
    expect(await now()).toMatchObject({ tier: 'C', industry: 'Utilities' });

    // The setting.
    await open('/corrections');
    await page.getByText('No proposed values').waitFor();
    const protect = page.getByRole('switch', { name: 'Protect values that people set' });
    await protect.waitFor();
    expect(await protect.isChecked()).toBe(true);
    await tabTo(page, protect);
    await page.keyboard.press('Space');
    await page.getByText('Agents may overwrite what people set').waitFor();
    expect((await panel.values.protection.query()).protect_human_values).toBe(false);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('on a phone nothing sticks out, and it can be decided', async () => {
    const { person, account, now } = await furnished();
    const { page, open, complaints, context } = await enter(person, PHONE);
    for (const path of ['/corrections', `/accounts/${account}`]) {
      await open(path);
      await page.getByRole('region', { name: 'Proposed values of Northlight Energy' }).waitFor();
      await settled(page);
      const name = `values-phone-${path === '/corrections' ? 'list' : 'account'}`;
      if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
      const { wide, here } = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth,
        here: innerWidth,
      }));
      expect(wide, path).toBeLessThanOrEqual(here);
      expect(await barriersDayAndNight(page)).toEqual([]);
    }
    await page.getByRole('button', { name: 'Accept Tier of Northlight Energy' }).tap();
    await page.getByText('1 value accepted').waitFor();
    expect((await now()).tier).toBe('C');
    expect(complaints).toEqual([]);
    await context.close();
  });
});
