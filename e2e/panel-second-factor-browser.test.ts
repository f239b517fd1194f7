import { describe, expect, test } from 'vitest';
import { ROLES } from '../db/roles.ts';
import { statement } from '../db/statement.ts';
import type { AppContext } from './harness/app.ts';
import { barriersDayAndNight, missingBrowser, newPerson, settled } from './harness/browser.ts';
import { PHONE, tabTo, usePanel } from './harness/panel.ts';
import { codeOf } from './harness/totp.ts';

const pass = statement(
  'test_time_since_confirmed',
  `UPDATE sessions SET confirmed_at = now() - interval '11 minutes' WHERE user_id = $1`,
);

const DIALOG = '[role="dialog"]';

describe.skipIf(missingBrowser !== undefined)('the second factor in the panel', { timeout: 600_000 }, () => {
  let app: AppContext;
  const { enter } = usePanel((panel) => ({ app } = panel));
  const elevenMinutesLater = ({ userId }: { userId: string }) =>
    app.service.app.services.db.as(ROLES.login, pass, [userId]);

  test('is set up on the Sessions page, asked for at the next sign-in, and confirms who one is', async () => {
    const person = await newPerson(app);
    const { context, page, open, complaints } = await enter(person);
    await open('/sessions');
    await page.getByRole('button', { name: 'Set up a second factor' }).click();
    const dialog = page.getByRole('dialog');
    const secret = (await dialog.getByTestId('totp-secret').textContent())!.replaceAll(' ', '');
    await dialog.getByRole('img', { name: 'QR code of the secret' }).waitFor();
    await dialog.getByLabel('Code that the app shows').fill('000');
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await dialog.getByText('is not what the app shows now').waitFor();
    expect(await barriersDayAndNight(page, DIALOG)).toEqual([]);
    await dialog.getByLabel('Code that the app shows').fill(codeOf(secret, -1));
    await page.keyboard.press('Enter');
    const codes = (await dialog.getByTestId('backup-codes').textContent())!.split('\n');
    expect(codes).toHaveLength(10);
    expect(await barriersDayAndNight(page, DIALOG)).toEqual([]);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText('10 backup codes left').waitFor();
    expect(await barriersDayAndNight(page)).toEqual([]);
    // Refused once, on purpose.
    expect(complaints.filter((line) => !line.includes('400'))).toEqual([]);

    await elevenMinutesLater(person);
    await open('/keys');
    await page.getByRole('button', { name: 'Create key' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('Nightly review');
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await question.getByLabel('Code').fill(codeOf(secret));
    expect(await barriersDayAndNight(page, DIALOG)).toEqual([]);
    await page.keyboard.press('Enter');
    expect(await page.getByTestId('secret').textContent()).toMatch(/^sat_/);
    await page.getByRole('button', { name: 'Done' }).click();

    await page.context().clearCookies();
    await page.goto('/app/sign-in');
    await page.getByLabel('E-mail').fill(person.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
    await page.keyboard.press('Enter');
    const code = page.getByRole('textbox', { name: 'Code' });
    await code.fill('ABCD-EFGH');
    expect(await barriersDayAndNight(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('The code is not right, or was used already.').waitFor();
    await code.fill(codes[0]!);
    await page.keyboard.press('Enter');
    await page.waitForURL(({ pathname }) => pathname !== '/app/sign-in');
    await settled(page);
    await open('/sessions');
    await page.getByText('9 backup codes left').waitFor();
    await tabTo(page, page.getByRole('button', { name: 'New backup codes' }));
    await page.keyboard.press('Enter');
    await dialog.getByRole('heading', { name: 'Make new backup codes?' }).waitFor();
    expect(await barriersDayAndNight(page, DIALOG)).toEqual([]);
    await tabTo(page, dialog.getByRole('button', { name: 'Make new codes' }));
    await page.keyboard.press('Enter');
    await dialog.getByTestId('backup-codes').waitFor();
    // What is shown once is not closed by a key pressed too soon.
    await page.keyboard.press('Escape');
    expect(await dialog.getByTestId('backup-codes').textContent()).not.toContain(codes[1]!);
    await tabTo(page, dialog.getByRole('button', { name: 'Done' }));
    await page.keyboard.press('Enter');
    await page.getByText('10 backup codes left').waitFor();
    await page.getByRole('button', { name: 'Remove second factor' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove second factor' }).click();
    await page.getByRole('button', { name: 'Set up a second factor' }).waitFor();
    await context.close();
  });

  test('cancelling the question leaves the form as it was; the password confirms as well', async () => {
    const person = await newPerson(app);
    const { context, page, open } = await enter(person, PHONE);
    await elevenMinutesLater(person);
    await open('/keys');
    await page.getByRole('button', { name: 'Create key' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('Nightly review');
    const create = page.getByRole('dialog').getByRole('button', { name: 'Create key' });
    await create.click();
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Confirm who you are first.').waitFor();
    expect(await page.getByRole('dialog').getByLabel('Name').inputValue()).toBe('Nightly review');
    await create.click();
    await question.getByLabel('Current password').fill(person.password);
    await question.getByRole('button', { name: 'Confirm' }).click();
    expect(await page.getByTestId('secret').textContent()).toMatch(/^sat_/);
    await context.close();
  });

  test('whoever’s team wants one is led to set it up, and nowhere else', async () => {
    const [owner, member] = [await newPerson(app), await newPerson(app)];
    const { team_id } = await app.operator.teams.create.mutate({ owner_user_id: owner.userId, name: 'Desk' });
    await app.operator.teams.add_member.mutate({ team_id, user_id: member.userId });
    const first = await enter(owner);
    await first.open('/sessions');
    await first.page.getByRole('button', { name: 'Set up a second factor' }).click();
    const secret = (await first.page.getByTestId('totp-secret').textContent())!.replaceAll(' ', '');
    await first.page.getByLabel('Code that the app shows').fill(codeOf(secret));
    await first.page.keyboard.press('Enter');
    await first.page.getByRole('button', { name: 'Done' }).click();
    await first.open('/team');
    const wanted = first.page.getByRole('switch', { name: 'Members need a second factor' });
    await wanted.click();
    await first.page.getByText('The team needs a second factor').waitFor();
    expect(await wanted.isChecked()).toBe(true);
    expect(await barriersDayAndNight(first.page)).toEqual([]);
    await first.context.close();

    const second = await enter(member);
    await second.page.waitForURL(({ pathname }) => pathname === '/app/sessions');
    await second.page.getByText('Your team wants you to have one').waitFor();
    expect(await barriersDayAndNight(second.page)).toEqual([]);
    await second.context.close();
  });
});
