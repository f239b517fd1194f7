import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { AppContext } from './harness/app.ts';
import { barriersDayAndNight, layoutShift, missingBrowser, newPerson, type Person } from './harness/browser.ts';
import { MAX_SHIFT, PHONE, tabTo, usePanel } from './harness/panel.ts';
import { Browser as PanelClient } from './harness/person.ts';
import { succeed } from './harness/tool-test.ts';

/** A folder for pictures of what the test sees, for looking at. */
const PICTURES = process.env['PROPOSED_PICTURES'];

/** A night of an agent on probation. */
async function proposedNight(app: AppContext, person: Person) {
  const agent = await app.newKey(person.userId, { mode: 'propose' });
  const crm = async (who: Pick<Person, 'rest'>, input: object, headers = {}) =>
    (await succeed(who as Person, 'gtm_crm_write', input, headers)).id as string;
  const account = await crm(person, {
    entity: 'account',
    facts: { name: 'Acme Corp', tier: 'B', industry: 'Manufacturing' },
  });
  const opp = await crm(person, {
    entity: 'opp',
    facts: { account_id: account, name: 'Renewal', stage: 'Discovery', amount: 48_000 },
  });
  const { run_ref } = await succeed(agent, 'start_run', { plugin: 'deal-desk', skill: 'nightly-review' });
  const run = { 'run-ref': run_ref as string };
  const text = 'Dana Reyes: we sign in March, and the budget is approved by the board.';
  const { capture_id } = await succeed(agent, 'log_capture', { source: 'call', account_id: account, text }, run);
  const evidence = [{ field: 'stage', capture_id, quote: 'we sign in March' }];
  await crm(agent, { entity: 'opp', id: opp, facts: { stage: 'Negotiation', amount: 52_000 }, evidence }, run);
  await crm(agent, { entity: 'account', id: account, facts: { tier: 'A' } }, run);
  const fresh = await crm(agent, { entity: 'account', facts: { name: 'Borealis', domain: 'borealis.example' } }, run);
  await crm(agent, { entity: 'contact', facts: { account_id: fresh, name: 'Sam Ode', title: 'CFO' } }, run);
  return { agent, account, opp, run_ref: run_ref as string };
}

const withoutBarriers = async (page: Page, what: string) => {
  expect.soft(await barriersDayAndNight(page), what).toEqual([]);
  const { wide, here } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, here: innerWidth }));
  expect.soft(wide, `${what} is wider than the screen`).toBeLessThanOrEqual(here);
  if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/${what}.png`, fullPage: true });
};

const panelOf = async (app: AppContext, { email, password }: Person) => {
  const client = new PanelClient(app.baseUrl);
  await client.signIn(email, password);
  return client.panel;
};

const dealOf = async (person: Person, account_id: string) =>
  (await succeed(person, 'read_account', { account_id })).opps.items[0];

describe.skipIf(missingBrowser !== undefined)('what agents propose', { timeout: 600_000 }, () => {
  let app: AppContext;
  const { enter } = usePanel((panel) => ({ app } = panel));

  test('by keyboard: a run is read, some of it declined, the rest taken', async () => {
    const person = await newPerson(app);
    const { account } = await proposedNight(app, person);
    const { context, page, open, complaints } = await enter(person);
    await open('/');
    await page.getByRole('img', { name: '1 runs wait for you' }).waitFor();
    await open('/proposed');
    expect(await layoutShift(page)).toBeLessThan(MAX_SHIFT);
    await withoutBarriers(page, 'list');
    await tabTo(page, page.getByRole('link', { name: 'nightly-review' }));
    await page.keyboard.press('Enter');
    const deal = page.getByRole('listitem', { name: 'Deal Renewal' });
    await deal.waitFor();
    expect(await deal.textContent()).toMatch(/Stage.*Discovery.*→.*Negotiation.*we sign in March.*Verified/s);
    expect(await layoutShift(page)).toBeLessThan(MAX_SHIFT);
    await withoutBarriers(page, 'run');

    // The contact builds on its account, so it goes with it.
    const borealis = page.getByRole('listitem', { name: 'Account Borealis' }).getByRole('checkbox');
    const sam = page.getByRole('listitem', { name: 'Contact Sam Ode' }).getByRole('checkbox');
    await page.getByRole('button', { name: 'Choose none' }).click();
    await tabTo(page, sam);
    await page.keyboard.press('Space');
    expect(await borealis.isChecked()).toBe(true);
    const dialog = page.getByRole('dialog');
    await tabTo(page, page.getByRole('button', { name: 'Decline 2' }));
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await dialog.getByLabel('Reason (optional)').fill('We do not sell to them.');
    expect.soft(await barriersDayAndNight(page, '[role=dialog]')).toEqual([]);
    await tabTo(page, dialog.getByRole('button', { name: 'Decline' }));
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('table', { name: 'Decided calls' }).getByText('We do not sell to them.').first().waitFor();

    await page.getByRole('button', { name: 'Choose all' }).click();
    await tabTo(page, page.getByRole('button', { name: 'Take 3' }));
    await page.keyboard.press('Enter');
    await tabTo(page, dialog.getByRole('button', { name: 'Take' }));
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('0 calls wait').waitFor();
    expect(await dealOf(person, account)).toMatchObject({ stage: 'Negotiation', amount: 52_000 });
    await withoutBarriers(page, 'decided');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('on a phone: what moved since is not chosen, and shows what stands there now', async () => {
    const person = await newPerson(app);
    const { account, opp } = await proposedNight(app, person);
    await (await panelOf(app, person)).values.set.mutate({ record_id: opp, fields: { stage: 'Proposal' } });
    const { context, page, open, complaints } = await enter(person, PHONE);
    await open('/proposed');
    await page.getByRole('link', { name: 'nightly-review' }).click();
    const deal = page.getByRole('listitem', { name: 'Deal Renewal' });
    await deal.waitFor();
    await page.getByText('Some of it has moved').waitFor();
    expect(await deal.textContent()).toContain('Moved since');
    expect(await deal.getByRole('checkbox').isChecked()).toBe(false);
    await withoutBarriers(page, 'moved');
    await page.getByRole('button', { name: 'Take 4' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await dealOf(person, account)).toMatchObject({ stage: 'Proposal', amount: 48_000 });
    await deal.waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('what moves, goes, comes back or is merged is told in words', async () => {
    const person = await newPerson(app);
    const agent = await app.newKey(person.userId, { mode: 'propose' });
    const crm = async (entity: string, facts: object) => (await succeed(person, 'gtm_crm_write', { entity, facts })).id;
    const [acme, beta] = [await crm('account', { name: 'Acme' }), await crm('account', { name: 'Beta' })];
    const opp = await crm('opp', { account_id: acme, name: 'Renewal' });
    const contact = await crm('contact', { account_id: acme, name: 'Dana' });
    const heard = { source: 'slack', text: 'Dana signs in March.', account_id: acme };
    const { capture_id: id } = await succeed(person, 'log_capture', heard);
    await succeed(agent, 'gtm_crm_write', { entity: 'opp', id: opp, facts: { account_id: beta } });
    await succeed(agent, 'gtm_crm_write', { entity: 'contact', id: contact, facts: { account_id: null } });
    await succeed(agent, 'amend_record', { action: 'withdraw', id, reason: 'Heard of another firm.' });
    await succeed(agent, 'amend_record', { action: 'restore', id });
    await succeed(agent, 'add_to_plan', { account_id: acme, section: 'risks', content: 'Nobody reads.' });
    await succeed(agent, 'amend_record', {
      action: 'propose_merge',
      id: acme,
      duplicate_id: beta,
      reason: 'One firm.',
    });
    const { context, page, open, complaints } = await enter(person);
    await open('/proposed');
    await page.getByRole('link', { name: 'Calls of no run' }).click();
    const words = async (name: string) => {
      const item = page.getByRole('listitem', { name });
      await item.waitFor();
      return item.textContent();
    };
    expect(await words('Deal Renewal')).toMatch(/of Acme.*Account.*Acme → .*Beta/s);
    expect(await words('Contact Dana')).toMatch(/of Acme.*Account.*Acme → .*no account/s);
    const capture = await words('Capture slack');
    expect(capture).toMatch(/of Acme.*Withdrawn.*Dana signs in March\..*Reason.*Heard of another firm/s);
    expect(capture).toMatch(/Restored.*Dana signs in March\..*Was withdrawn because.*Heard of another firm/s);
    expect(await words('Plan entry risks')).toMatch(/of Acme.*New.*Nobody reads/s);
    expect(await words('Merge proposal Acme and Beta')).toMatch(/Kept.*Acme.*Merged into it.*Beta/s);
    expect(await page.getByText('It changes no record.').count()).toBe(0);
    await withoutBarriers(page, 'moves');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a key is made to propose, and let write by itself', async () => {
    const person = await newPerson(app);
    const { context, page, open, complaints } = await enter(person);
    await open('/keys');
    await page.getByRole('button', { name: 'Create key' }).first().click();
    await page.getByLabel('Name').fill('First night');
    await page.getByLabel('Its writes wait for you').check();
    expect.soft(await barriersDayAndNight(page, '[role=dialog]')).toEqual([]);
    await page.getByRole('button', { name: 'Create key' }).last().click();
    await page.getByText('Your new key').waitFor();
    const { keys } = await panelOf(app, person);
    const { items } = await keys.list.query({});
    const made = items.find(({ name }) => name === 'First night')!;
    expect(made.mode).toBe('propose');
    await open(`/keys/${made.key_id}`);
    await page.getByText('Proposes').waitFor();
    await withoutBarriers(page, 'key');
    await page.getByRole('button', { name: 'Let it write' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Let it write' }).click();
    await page.getByText('Count at once').waitFor();
    expect((await keys.get.query({ key_id: made.key_id })).mode).toBe('write');
    expect(complaints).toEqual([]);
    await context.close();
  });
});
