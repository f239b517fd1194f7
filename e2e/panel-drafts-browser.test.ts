import { describe, expect, test } from 'vitest';
import { barriers, barriersDayAndNight, missingBrowser, newPerson, settled } from './harness/browser.ts';
import type { AppContext } from './harness/app.ts';
import { barriersOnPhone, furnish, stands, tabTo, usePanel } from './harness/panel.ts';

describe.skipIf(missingBrowser !== undefined)('drafts and accounts in the panel', { timeout: 600_000 }, () => {
  let app: AppContext;
  const { enter } = usePanel((panel) => ({ app } = panel));

  test('a draft staged by an agent is held, edited and approved in the browser, and known as such to the agent', async () => {
    const person = await newPerson(app);
    const { body: staged } = await person.rest('studio_stage_draft', {
      channel: 'manual',
      title: 'Note for Dana',
      body: 'Congratulations on the plant opening.',
      product: 'deal-desk',
      skill: 'notes',
    });
    const { context, page, open, complaints } = await enter(person);
    await open('/drafts');
    await page.keyboard.press('j');
    await page.waitForURL(({ pathname }) => pathname.endsWith(staged.draft_id));
    await page.getByLabel('Text of the draft').waitFor();
    await page.keyboard.press('h');
    const hold = page.getByRole('dialog', { name: 'Hold this draft' });
    await hold.getByLabel('Note (optional)').fill('Name the plant.');
    expect(await barriersDayAndNight(page, '[role="dialog"]')).toEqual([]);
    await hold.getByRole('button', { name: 'Hold' }).click();
    await stands(page, 'Held').waitFor();
    await page.keyboard.press('e');
    const text = page.getByRole('textbox', { name: 'Text' });
    await text.fill('A line.\n'.repeat(120));
    // However long the text, the page around it scrolls, and not the text in it.
    const scrolls = await text.evaluate((field) => {
      const around: Element[] = [];
      for (let one: Element | null = field; one !== null; one = one.parentElement) {
        if (/auto|scroll/.test(getComputedStyle(one).overflowY) && one.scrollHeight > one.clientHeight)
          around.push(one);
      }
      return around.length;
    });
    expect(scrolls).toBe(1);
    await text.fill('Congratulations on the opening of the second plant.');
    await page.getByRole('button', { name: 'Save version 2' }).click();
    await page.getByText('Version 2', { exact: true }).waitFor();
    await text.waitFor({ state: 'detached' });
    await page.getByLabel('Text of the draft').getByText('second plant').waitFor();
    await page.keyboard.press('a');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Approve this draft?').waitFor();
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Mark as sent' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'I have sent it' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await stands(page, 'Published').waitFor();
    const { body } = await person.rest('studio_list_drafts', { draft_id: staged.draft_id });
    expect(body.drafts[0]).toMatchObject({
      status: 'published',
      version: 2,
      body: 'Congratulations on the opening of the second plant.',
      approval: { version: 2, user_id: person.userId, key_id: null },
    });
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('what was typed is not lost without a question: by a link, by Cancel, by Escape or by closing the window', async () => {
    const person = await newPerson(app);
    await person.rest('studio_stage_draft', { channel: 'manual', body: 'Congratulations.' });
    const { context, page, open, complaints } = await enter(person);
    await open('/drafts');
    await page.getByRole('link', { name: /^Congratulations/ }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    const choose = async (name: string) => {
      await question.getByRole('button', { name }).click();
      await question.waitFor({ state: 'detached' });
    };
    await page.getByRole('button', { name: 'Edit' }).click();
    const text = page.getByRole('textbox', { name: 'Text' });
    await text.fill('Congratulations on the opening.');
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await question.waitFor();
    expect(await barriers(page)).toEqual([]);
    await choose('Stay');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await choose('Stay');
    expect(await text.inputValue()).toBe('Congratulations on the opening.');
    // Chromium asks about a window that is closed only once somebody used the page, as here.
    const asked = page.waitForEvent('dialog');
    const closing = page.close({ runBeforeUnload: true });
    const beforeUnload = await asked;
    expect(beforeUnload.type()).toBe('beforeunload');
    await beforeUnload.dismiss();
    await closing;
    await page.getByRole('button', { name: 'Cancel' }).click();
    await choose('Leave');
    await text.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Reject' }).click();
    const reject = page.getByRole('dialog', { name: 'Reject this draft' });
    await reject.getByLabel('Reason').fill('Name the plant.');
    await page.keyboard.press('Escape');
    await choose('Stay');
    expect(await reject.getByLabel('Reason').inputValue()).toBe('Name the plant.');
    await page.goBack();
    await question.waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await reject.getByRole('button', { name: 'Reject' }).click();
    await stands(page, 'Rejected').waitFor();
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await page.waitForURL(({ pathname }) => pathname.endsWith('/runs'));
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a draft for a channel that is not connected says so, fails, and is counted until someone decides', async () => {
    const person = await newPerson(app);
    const { body: staged } = await person.rest('studio_stage_draft', { channel: 'linkedin', body: 'Three lessons.' });
    const { context, page, open, complaints } = await enter(person);
    await open('/integrations');
    await page
      .getByRole('article', { name: 'LinkedIn', exact: true })
      .getByText('Drafts approved for it fail')
      .waitFor();
    await open(`/drafts/${staged.draft_id}`);
    await page.getByText('The channel is not connected. Approved before that is put right, it fails.').waitFor();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Approve|Publish)/ })
      .click();
    await stands(page, 'Failed').waitFor();
    await open('/');
    await page.getByRole('link', { name: 'Failed drafts' }).waitFor();
    await page.getByRole('img', { name: '1 drafts waiting or failed' }).waitFor();
    await page.getByRole('link', { name: 'Failed drafts' }).click();
    await page.getByRole('link', { name: 'Failed 1' }).waitFor();
    await page.getByRole('link', { name: /^Three lessons/ }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('characters that nobody sees are marked by name and counted before a draft is approved', async () => {
    const person = await newPerson(app);
    const { body: staged } = await person.rest('studio_stage_draft', {
      channel: 'manual',
      body: 'Pay to \u202E1234\u202C now\u200B.',
      destination: { note: 'By\u200B post' },
    });
    const { context, page, open } = await enter(person);
    await open(`/drafts/${staged.draft_id}`);
    await page.getByRole('alert').filter({ hasText: '4 invisible characters' }).waitFor();
    const text = page.getByLabel('Text of the draft');
    expect(await text.textContent()).toBe('Pay to [U+202E]1234[U+202C] now[U+200B].');
    await page.getByRole('heading', { level: 1, name: 'Pay to [U+202E]1234[U+202C] now[U+200B].' }).waitFor();
    expect(await barriersDayAndNight(page)).toEqual([]);
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('4 invisible characters').waitFor();
    await dialog.getByText('By[U+200B] post').waitFor();
    await context.close();
  });

  test('a draft somebody else changes meanwhile cannot be approved unseen', async () => {
    const person = await newPerson(app);
    const stage = (extra: object) =>
      person.rest('studio_stage_draft', { channel: 'manual', title: 'Offer', body: 'We offer 10 % off.', ...extra });
    const { body: staged } = await stage({});
    const { context, page, open } = await enter(person);
    await open(`/drafts/${staged.draft_id}`);
    await page.getByLabel('Text of the draft').getByText('10 % off').waitFor();
    await stage({ draft_id: staged.draft_id, version: 1, body: 'We offer 60 % off.' });
    const news = page.getByRole('alert').filter({ hasText: 'Changed while you were reading' });
    await news.waitFor();
    expect(await page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);
    await page.keyboard.press('a');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await news.textContent()).toContain('60 % off');
    await news.getByRole('button', { name: 'Show version 2' }).click();
    await page.getByLabel('Text of the draft').getByText('60 % off').waitFor();
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    await context.close();
  });

  test('where a draft goes is edited with it, and who changes that alone is seen, too', async () => {
    const person = await newPerson(app);
    const stage = (extra: object) =>
      person.rest('studio_stage_draft', { channel: 'manual', title: 'Offer', body: 'We offer 10 % off.', ...extra });
    const { body: staged } = await stage({
      destination: { to: ['dana@example.com', 'lee@example.com'], note: 'By post' },
    });
    const { draft_id } = staged;
    const { context, page, open } = await enter(person);
    await open(`/drafts/${draft_id}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('To', { exact: true }).fill('robin@example.com, lee@example.com');
    await page.getByLabel('Note', { exact: true }).fill('');
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save version 2' }).click();
    await page.getByText('robin@example.com, lee@example.com', { exact: true }).waitFor();
    const [draft] = (await person.rest('studio_list_drafts', { draft_id })).body.drafts;
    expect(draft).toMatchObject({ version: 2, title: 'Offer', body: 'We offer 10 % off.' });
    expect(draft.destination).toEqual({ to: ['robin@example.com', 'lee@example.com'] });
    await stage({ draft_id, version: 2, destination: { to: ['mallory@example.com'] } });
    const news = page.getByRole('alert').filter({ hasText: 'Changed while you were reading' });
    await news.waitFor();
    expect(await news.textContent()).toContain('+ To: mallory@example.com');
    await context.close();
  });

  test('several drafts are decided at once, each shown whole, and one that changed is left out', async () => {
    const person = await newPerson(app);
    const stage = async (title: string, extra: object = {}) =>
      (await person.rest('studio_stage_draft', { channel: 'manual', title, body: `The text of ${title}.`, ...extra }))
        .body.draft_id as string;
    const [first, second] = [await stage('First'), await stage('Second')];
    const { context, page, open } = await enter(person);
    await open('/drafts');
    await page.getByRole('checkbox', { name: 'Select First' }).check();
    await page.getByRole('checkbox', { name: 'Select Second' }).check();
    await page.getByRole('button', { name: 'Review 2' }).click();
    const dialog = page.getByRole('dialog');
    for (const title of ['First', 'Second']) await dialog.getByText(`The text of ${title}.`).waitFor();
    expect(await barriersDayAndNight(page, '[role="dialog"]')).toEqual([]);
    await stage('Second', { draft_id: second, version: 1, body: 'Something else.' });
    await dialog.getByRole('button', { name: 'Approve all' }).click();
    await dialog.getByRole('button', { name: 'Approve 2' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'version 2' }).waitFor();
    const statusOf = async (id: string) =>
      (await person.rest('studio_list_drafts', { draft_id: id })).body.drafts[0].status as string;
    expect(await statusOf(first)).toBe('approved');
    expect(await statusOf(second)).toBe('pending');
    await context.close();
  });

  test('a rejection wants a reason and opens the next draft; its page, a call’s and the search have no barrier', async () => {
    const person = await newPerson(app);
    const { runRef } = await furnish(app, person, 'Birch');
    for (const title of ['First', 'Second']) {
      await person.rest('studio_stage_draft', {
        channel: 'manual',
        title,
        body: `Hi {{name}}, ${title}.`,
        assignee: 'Lee',
      });
    }
    const { context, page, open, complaints } = await enter(person);
    await open('/drafts');
    const tabs = page.getByRole('group', { name: 'Which drafts' });
    for (const tab of ['Held', 'All', 'Waiting']) {
      await tabs.getByRole('link', { name: tab, exact: true }).click();
      await tabs.locator('[aria-current]', { hasText: tab }).waitFor();
      expect(await tabs.locator('[aria-current]').allTextContents()).toEqual([tab]);
    }
    await page.getByRole('link', { name: /^Second/ }).click();
    await page.getByRole('alert').filter({ hasText: '{{name}} would be sent' }).waitFor();
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog', { name: 'Reject this draft' });
    await dialog.getByLabel('Reason').waitFor();
    expect(await dialog.getByRole('button', { name: 'Reject' }).isDisabled()).toBe(true);
    expect(await barriersDayAndNight(page)).toEqual([]);
    await dialog.getByLabel('Reason').fill('No name.');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await page.getByRole('heading', { name: 'First', exact: true }).waitFor();
    const { body } = await person.rest('studio_list_drafts', { status: 'rejected' });
    expect(body.drafts).toMatchObject([{ title: 'Second', decision: { note: 'No name.', by_person: true } }]);

    await open(`/runs/${runRef}`);
    await page.getByRole('list', { name: 'Facts of the call' }).first().waitFor();
    // Each count has room, chosen or not.
    const kinds = page.getByRole('group', { name: 'Kinds' });
    await kinds.getByText(/^Facts \d/).click();
    const boxes = await kinds.locator('label').evaluateAll((labels) =>
      labels.map((label) => {
        const { left, right, top } = label.getBoundingClientRect();
        return { left, right, top, cut: label.scrollWidth > label.clientWidth };
      }),
    );
    for (const [place, { left, top, cut }] of boxes.entries()) {
      expect(cut).toBe(false);
      const before = boxes[place - 1];
      if (before?.top === top) expect(left).toBeGreaterThanOrEqual(before.right);
    }
    await kinds.getByText(/^Facts \d/).click();
    await page.getByRole('link', { name: 'View call', exact: true }).first().click();
    await page.getByText('Answer size').waitFor();
    await settled(page);
    expect(await barriersDayAndNight(page)).toEqual([]);
    expect(await barriersOnPhone(page)).toEqual([]);

    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill('birch');
    await page.getByRole('option', { name: /Deal/ }).first().waitFor();
    await page
      .getByRole('option', { name: /Contact/ })
      .first()
      .waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('combobox', { name: 'Search' }).press('Enter');
    await page.waitForURL(({ pathname }) => pathname.startsWith('/app/accounts/'));
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('an agent’s tier proposal is accepted, and a question about the account answered', async () => {
    const person = await newPerson(app);
    const { accountId } = await furnish(app, person, 'Alder');
    const { context, page, open } = await enter(person);
    await open(`/accounts/${accountId}`);
    await page.getByLabel('Question about this account').fill('Who is the champion?');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    // Whoever stated it is named: the agent's key, not the person who asks.
    await page.getByRole('region', { name: 'Ask about this account' }).getByText('test with set_meddpicc').waitFor();
    await page
      .getByRole('region', { name: 'Ask about this account' })
      .getByText('Stated by the agent')
      .first()
      .waitFor();
    await page.getByLabel('Question about this account').fill('anyone there on our side?');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByRole('region', { name: 'What is recorded about this' }).getByText('Champion of').first().waitFor();
    await page.getByLabel('Question about this account').fill('Which deals have no economic buyer?');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    const answered = page.getByRole('region', { name: 'Ask about this account' });
    await answered.getByText('missing economic buyer').waitFor();
    await answered.getByRole('link', { name: 'Deals' }).waitFor();
    await page.getByRole('button', { name: 'Accept Alder' }).click();
    await page.getByText('Tier Alder', { exact: true }).waitFor();
    const { body } = await person.rest('read_account', { id: accountId });
    expect(body.account.tier).toBe('Alder');
    await context.close();
  });

  test('a CSV file is seen first, its bad rows named, and imported without them', async () => {
    const person = await newPerson(app);
    const { context, page, open, complaints } = await enter(person);
    await open('/imports');
    await page
      .getByLabel('CSV or JSON', { exact: true })
      .fill('Company,Website,Employees\nAcme,acme.example,420\nBad,not a domain,12\n,,\n');
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    const preview = page.getByRole('table', { name: 'Preview of the import' });
    await preview.getByText('Not importable').first().waitFor();
    await page.getByText('Rows with errors are left out').waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Import accounts' }).click();
    await page.getByText('3 of 3 rows').waitFor();
    await page.getByText('has no name and no domain').waitFor();
    expect(await barriersDayAndNight(page)).toEqual([]);
    expect(await barriersOnPhone(page)).toEqual([]);
    await tabTo(page, page.getByRole('link', { name: 'Undo import' }));
    await open('/accounts');
    await page.getByRole('link', { name: 'Acme' }).waitFor();
    await open('/imports');
    const rows = ['Company', 'Acme', ...Array.from({ length: 60 }, (_, n) => `Company ${n}`)].join('\n');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'crm-accounts.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) });
    await page.getByText('crm-accounts.csv', { exact: true }).waitFor();
    await page.getByText('1 row has the name of an account you have').waitFor();
    await preview.getByRole('link', { name: 'An account has this name' }).waitFor();
    const act = page.getByRole('button', { name: 'Import accounts' });
    expect((await act.boundingBox())!.y).toBeLessThan((await preview.boundingBox())!.y);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
