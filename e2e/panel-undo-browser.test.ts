import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { AppContext } from './harness/app.ts';
import { barriersDayAndNight, layoutShift, missingBrowser, newPerson, type Person } from './harness/browser.ts';
import { importCsv } from './harness/imports.ts';
import { hasFocus, MAX_SHIFT, PHONE, tabTo, usePanel } from './harness/panel.ts';
import { Browser as PanelClient } from './harness/person.ts';
import { succeed } from './harness/tool-test.ts';
import { until } from './harness/until.ts';

/** A night's run that wrote what is wrong, and a deal that somebody else went on with since. */
async function wrongNight(app: AppContext, person: Person) {
  const other = await app.newKey(person.userId);
  const crm = async (
    who: Pick<Person, 'rest'>,
    entity: string,
    facts: object,
    of: { id?: string; run_ref?: string } = {},
  ) => {
    const headers: Record<string, string> = of.run_ref === undefined ? {} : { 'run-ref': of.run_ref };
    const id = of.id === undefined ? {} : { id: of.id };
    return (await succeed(who as Person, 'gtm_crm_write', { entity, facts, ...id }, headers)).id as string;
  };
  const account = await crm(other, 'account', { name: 'Acme Corp', tier: 'B', industry: 'Manufacturing' });
  const opp = await crm(other, 'opp', { account_id: account, name: 'Renewal', stage: 'Discovery', amount: 48_000 });
  const { run_ref } = await succeed(person, 'start_run', { plugin: 'deal-desk', skill: 'nightly-review' });
  const within = { 'run-ref': run_ref as string };
  await crm(
    person,
    'account',
    { tier: 'A', industry: 'Aerospace and everything that flies over the mountains at night' },
    { id: account, run_ref },
  );
  await crm(person, 'opp', { stage: 'Closed won', amount: 480_000 }, { id: opp, run_ref });
  await crm(person, 'account', { name: 'Invented Ltd', domain: 'invented.example' }, { run_ref });
  const text = 'Dana says that the budget for next year is gone and that nobody will sign before summer.';
  await succeed(person, 'log_capture', { source: 'call', account_id: account, text }, within);
  await succeed(
    person,
    'studio_stage_draft',
    { channel: 'manual', title: 'Congratulations', body: 'Dear Dana', account_id: account },
    within,
  );
  await succeed(person, 'sync_brain', { scope: 'decision-log', payload: { learned: 'nothing' } }, within);
  await crm(other, 'opp', { stage: 'Negotiation' }, { id: opp });
  return { run_ref: run_ref as string, account, opp };
}

const isUndone = async (person: Person, account: string) =>
  (await succeed(person, 'read_account', { id: account })).account.tier === 'B';

const withoutBarriers = async (page: Page, what: string) => {
  expect.soft(await barriersDayAndNight(page), what).toEqual([]);
  const { wide, here } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, here: innerWidth }));
  expect.soft(wide, `${what} is wider than the screen`).toBeLessThanOrEqual(here);
};

describe.skipIf(missingBrowser !== undefined)('undoing in the panel', { timeout: 600_000 }, () => {
  let app: AppContext;
  const callsOf = async ({ email, password }: Person) => {
    const client = new PanelClient(app.baseUrl);
    await client.signIn(email, password);
    return (await client.panel.audit.list.query({})).items;
  };
  const { enter } = usePanel((panel) => ({ app } = panel));

  test('by keyboard: from a run to its preview, undone, and the undo taken back', async () => {
    const person = await newPerson(app);
    const { run_ref, account } = await wrongNight(app, person);
    const { context, page, open, complaints } = await enter(person);
    await open(`/runs/${run_ref}`);
    await tabTo(page, page.getByRole('link', { name: 'Undo run' }));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Undo the run' }).waitFor();
    const acme = page.getByRole('listitem', { name: 'Account Acme Corp' });
    expect(await acme.textContent()).toMatch(/tier.*Now: A → After the undo: B/i);
    expect(await page.getByRole('listitem', { name: /^Run/ }).count()).toBe(0);
    expect(await page.getByRole('listitem', { name: 'Account Invented Ltd' }).textContent()).toContain(
      'Will be archived',
    );
    expect(await page.getByRole('listitem', { name: 'Draft Congratulations' }).textContent()).toContain('Will be held');
    const stays = page.getByRole('table', { name: 'What stays' });
    expect(await stays.textContent()).toMatch(/Renewal.*stage.*Negotiation.*Changed since/is);
    expect(await layoutShift(page)).toBeLessThan(MAX_SHIFT);
    await withoutBarriers(page, 'preview');

    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    const dialog = page.getByRole('dialog');
    await tabTo(page, undo);
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    expect.soft(await barriersDayAndNight(page, '[role=dialog]')).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await until(
      () => hasFocus(undo),
      (is) => is,
    );
    expect(await isUndone(person, account)).toBe(false);

    await page.keyboard.press('Enter');
    await tabTo(page, dialog.getByRole('button', { name: 'Undo', exact: true }));
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    const takeBack = page.getByRole('button', { name: 'Take back' });
    await takeBack.waitFor();
    expect(await isUndone(person, account)).toBe(true);
    expect(await undo.isDisabled()).toBe(true);
    await withoutBarriers(page, 'undone');

    await tabTo(page, takeBack);
    await page.keyboard.press('Enter');
    await tabTo(page, dialog.getByRole('button', { name: 'Take back' }));
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('taken back by you, in the panel').waitFor();
    expect(await isUndone(person, account)).toBe(false);
    await acme.waitFor();
    await withoutBarriers(page, 'taken back');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a large import is undone by a job, whose progress is shown meanwhile', async () => {
    const person = await newPerson(app);
    const client = new PanelClient(app.baseUrl);
    await client.signIn(person.email, person.password);
    // Just more facts than one transaction undoes.
    const columns = Array.from({ length: 39 }, (_, n) => `field ${n}`);
    const rows = Array.from({ length: 520 }, (_, row) => [`Company ${row}`, ...columns.map((_, n) => `${row} ${n}`)]);
    const csv = [['Name', ...columns], ...rows].map((cells) => cells.join(',')).join('\n');
    const { import_id, created } = await importCsv(client.panel, 'account', csv);
    expect(created).toBe(rows.length);
    const { context, page, open, complaints } = await enter(person);
    await open(`/undo?import_id=${import_id}`);
    await page.getByText('520 records, 20,800 facts').waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByRole('dialog').getByText('part by part').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click();
    const progress = page.getByRole('progressbar', { name: 'records done' });
    const shown = page.locator('main div').filter({ has: progress, hasText: /Undoing: \d+ of 520 records/ });
    await shown.last().waitFor();
    await page.getByRole('button', { name: 'Take back' }).waitFor();
    expect(await progress.count()).toBe(0);
    expect((await client.panel.accounts.list.query({})).items).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('on a phone: one call from its page, and what a key wrote since a time', async () => {
    const person = await newPerson(app);
    const { account } = await wrongNight(app, person);
    const { context, page, open, complaints } = await enter(person, PHONE);
    const capture = (await callsOf(person)).find(({ tool }) => tool === 'log_capture')!;
    await open(`/audit/${capture.call_id}`);
    await page.getByRole('link', { name: 'Undo call' }).click();
    await page.getByRole('heading', { name: 'Undo the call' }).waitFor();
    await page.getByText('Dana says that the budget').waitFor();
    await withoutBarriers(page, 'a call');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByRole('button', { name: 'Take back' }).waitFor();
    expect((await succeed(person, 'read_account', { id: account, include: ['captures'] })).captures.items).toEqual([]);
    expect(await isUndone(person, account)).toBe(false);

    await open(`/keys/${person.keyId}`);
    await page.getByRole('link', { name: 'Undo writes' }).click();
    await page.getByRole('heading', { name: 'Undo the key’s writes' }).waitFor();
    await page.getByText('Last hour').click();
    await page.waitForURL(/since=/);
    await page.getByRole('listitem', { name: 'Account Invented Ltd' }).waitFor();
    await withoutBarriers(page, 'a key');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByRole('button', { name: 'Take back' }).waitFor();
    expect(await isUndone(person, account)).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
