import { describe, expect, test } from 'vitest';
import { barriers, barriersDayAndNight, missingBrowser, newPerson } from './harness/browser.ts';
import type { AppContext } from './harness/app.ts';
import { hasFocus, stands, statusWith, tabTo, usePanel } from './harness/panel.ts';
import { type Certificate, startReceiver } from './harness/receiver.ts';
import { until } from './harness/until.ts';

describe.skipIf(missingBrowser !== undefined)('keys, webhooks and teams in the panel', { timeout: 600_000 }, () => {
  let app: AppContext;
  let certificate: Certificate;
  const { enter } = usePanel((panel) => ({ app, certificate } = panel));

  test('a key lives: made in the panel, used over REST, seen in the audit log, revoked, refused', async () => {
    const person = await newPerson(app);
    const { context, page, open, complaints } = await enter(person);
    await open('/keys');
    await page.getByRole('button', { name: 'Create key' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Nightly review');
    // A preset says all that a key may do: none of them approves.
    const approves = dialog.getByRole('checkbox', { name: 'May approve and schedule drafts' });
    await approves.check();
    await dialog.getByRole('button', { name: /^Read only/ }).click();
    expect(await approves.isChecked()).toBe(false);
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const key = (await dialog.getByTestId('secret').textContent())!;
    expect(key).toMatch(/^sat_\w{40}$/);
    await page.keyboard.press('Escape');
    expect(await dialog.getByLabel('REST snippet', { exact: true }).textContent()).toContain(`Bearer ${key}`);
    await dialog.getByRole('tab', { name: 'MCP client' }).click();
    expect(JSON.parse((await dialog.getByLabel('MCP client snippet', { exact: true }).textContent())!)).toMatchObject({
      mcpServers: { 'sales-agent-tools': { url: `${app.baseUrl}/api/v1/mcp` } },
    });
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(key);

    const call = (tool: string) =>
      fetch(`${app.baseUrl}/api/v1/tools/${tool}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: '{}',
      });
    expect((await call('pull_brief')).status).toBe(200);
    expect((await call('update_prospect')).status).toBe(403);
    expect(await (await call('verify_session')).json()).toMatchObject({ may_approve: false });

    await page.getByRole('link', { name: 'Nightly review' }).click();
    await page.getByRole('link', { name: 'View calls' }).click();
    const calls = page.getByRole('table', { name: 'Calls' });
    await calls.getByText('pull_brief').waitFor();
    await calls.getByText('insufficient_scope').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /as CSV/ }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString()).toContain('pull_brief');

    await page.getByRole('link', { name: 'Nightly review' }).first().click();
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await stands(page, 'Revoked').waitFor();
    expect((await call('pull_brief')).status).toBe(401);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a limit out of range is refused where it is typed, and never taken as another', async () => {
    const person = await newPerson(app);
    const { context, page, open } = await enter(person);
    await open('/keys');
    await page.getByRole('button', { name: 'Create key' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Day agent');
    const limit = dialog.getByLabel('Calls per minute');
    for (const typed of ['0', '999', '1.5', '-3', '']) {
      await limit.fill(typed);
      await dialog.getByRole('button', { name: 'Create key' }).click();
      await dialog.getByText('Enter a whole number from 1 to 60').waitFor();
      expect(await limit.inputValue()).toBe(typed);
    }
    await limit.fill('30');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByTestId('secret').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'Day agent' }).click();
    await page.getByRole('button', { name: 'Change', exact: true }).first().click();
    await limit.fill('61');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Enter a whole number from 1 to 60').waitFor();
    await limit.fill('60');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await context.close();
  });

  test('a rotated key answers to both secrets while the grace lasts', async () => {
    const person = await newPerson(app);
    const { context, page, open } = await enter(person);
    await open(`/keys/${person.keyId}`);
    await page.getByRole('button', { name: 'Rotate' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Rotate key' }).click();
    const fresh = (await dialog.getByTestId('secret').textContent())!;
    await dialog.getByRole('button', { name: 'Done' }).click();
    for (const key of [fresh, person.key]) expect(await statusWith(app, key)).toBe(200);
    await page.getByText('Old secret until').waitFor();
    await page.getByRole('button', { name: 'Rename' }).click();
    await dialog.getByLabel('Name').fill('Day agent');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('heading', { name: 'Day agent' }).waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Change expiry or addresses' }));
    await page.keyboard.press('Enter');
    const addresses = dialog.getByLabel('Allowed addresses');
    await addresses.fill('nowhere');
    await tabTo(page, dialog.getByRole('button', { name: 'Save' }));
    await page.keyboard.press('Enter');
    await until(() => hasFocus(addresses), Boolean);
    expect(await addresses.getAttribute('aria-invalid')).toBe('true');
    expect(await barriersDayAndNight(page, '[role="dialog"]')).toEqual([]);
    await addresses.fill('203.0.113.0/24');
    await tabTo(page, dialog.getByRole('button', { name: 'Save' }));
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await statusWith(app, fresh)).toBe(403);
    await page.getByRole('link', { name: 'View activity' }).click();
    const acts = page.getByRole('table', { name: 'Events' });
    await acts.getByText('API key renamed').waitFor();
    expect(await acts.getByRole('row').nth(1).textContent()).toContain('API key’s addresses changed');
    expect(await acts.getByRole('row').nth(2).textContent()).toMatch(/From: test · Name: Day agent.*You.*This session/);
    expect(await acts.getByRole('row').nth(3).textContent()).toContain('API key rotated');
    await context.close();
  });

  test('a webhook is added, sent a test event, and its delivery shown with the attempt', async () => {
    let status = 200;
    const receiver = await startReceiver(certificate, (_req, res) => res.writeHead(status).end());
    try {
      const person = await newPerson(app);
      const { context, page, open, complaints } = await enter(person);
      await open('/webhooks');
      await page.getByRole('button', { name: 'Add webhook' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Address').fill(receiver.url);
      await dialog.getByRole('button', { name: 'Add webhook' }).click();
      const secret = (await dialog.getByTestId('secret').textContent())!;
      expect(secret.length).toBeGreaterThan(20);
      await page.keyboard.press('Escape');
      await dialog.getByText('It is stored encrypted and cannot be shown again.').waitFor();
      await dialog.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('link', { name: receiver.url }).click();
      await page.getByRole('button', { name: 'Send test event' }).click();
      await until(
        async () => receiver.received.length,
        (count) => count > 0,
        60_000,
      );
      expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({ type: 'webhook.test' });
      const delivery = page.locator('details', { hasText: 'webhook.test' });
      await delivery.getByText('Delivered').waitFor();
      await delivery.locator('summary').click();
      await delivery.getByText('HTTP 200').waitFor();
      expect(await delivery.getByText('Sent again', { exact: true }).count()).toBe(0);
      expect(await barriers(page)).toEqual([]);
      status = 500;
      await delivery.getByRole('button', { name: 'Send again' }).click();
      await until(
        async () => receiver.received.length,
        (count) => count > 1,
        60_000,
      );
      await delivery.getByText('HTTP 500').waitFor();
      expect(await delivery.getByText('Sent again', { exact: true }).count()).toBe(1);
      // That the status refused it is said by the status.
      expect(await delivery.getByRole('listitem').first().textContent()).not.toContain('status');
      expect(receiver.received[1]!.headers['webhook-id']).toBe(receiver.received[0]!.headers['webhook-id']);
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Switch off…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
      await page.getByText('It was switched off in the panel.').waitFor();
      await page.getByRole('button', { name: 'Switch on' }).click();
      await page.getByText('It was switched off in the panel.').waitFor({ state: 'detached' });
      expect(complaints).toEqual([]);
      await context.close();
    } finally {
      await receiver.close();
    }
  });

  test('a destination that is refused says why at its field, which has the focus', async () => {
    const person = await newPerson(app);
    const { context, page, open } = await enter(person);
    await open('/webhooks');
    await page.getByRole('button', { name: 'Add webhook' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address').fill('https://10.1.2.3/hook');
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    await dialog.getByText('private').waitFor();
    const field = dialog.getByLabel('Address');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    const described = (await field.getAttribute('aria-describedby'))!.split(' ').map((id) => `[id="${id}"]`);
    expect(await page.locator(described.join(', ')).allTextContents()).toContainEqual(
      expect.stringContaining('private'),
    );
    await until(
      () => field.evaluate((input) => input === document.activeElement),
      (focused) => focused,
    );
    // The field says it all: the same is not said again beneath.
    expect(await dialog.getByRole('alert').count()).toBe(0);
    await context.close();
  });

  test('a team owner sees members by rank and raises a limit; whoever owns no team is told what one is', async () => {
    const owner = await newPerson(app);
    const member = await newPerson(app, { name: 'Sam Ode', rateLimit: 60 });
    const { team_id } = await app.operator.teams.create.mutate({ owner_user_id: owner.userId, name: 'Mid-market' });
    for (const { userId } of [owner, member]) await app.operator.teams.add_member.mutate({ team_id, user_id: userId });
    await app.operator.teams.add_seat_pack.mutate({ team_id, plugin: 'deal-desk', seats: 5 });
    for (const skill of ['one', 'two']) await member.rest('start_run', { plugin: 'deal-desk', skill });
    const { context, page, open, complaints } = await enter(owner);
    await open('/team');
    await page.getByRole('heading', { name: 'Mid-market' }).waitFor();
    const members = page.getByRole('table', { name: 'Members' });
    const first = members.getByRole('row').nth(1);
    await first.getByText('Sam Ode').waitFor();
    await first.getByText(/@example\.com$/).waitFor();
    expect(await first.getByRole('cell').nth(1).textContent()).toBe('2');
    await members.getByRole('link', { name: 'Sam Ode' }).click();
    await page.getByRole('dialog').getByText('two', { exact: true }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    const row = page.getByRole('table', { name: 'Keys of the team' }).getByRole('row').filter({ hasText: 'Sam Ode' });
    await row.getByRole('button', { name: 'Change limit' }).click();
    await page.getByRole('dialog').getByLabel('Calls per minute', { exact: true }).fill('500');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await row.getByText('500/min').waitFor();
    const { headers } = await member.rest('verify_session');
    expect(headers.get('ratelimit-limit')).toBe('500');
    expect(complaints).toEqual([]);
    await context.close();

    const other = await enter(member);
    await other.open('/team');
    await other.page.getByText('You own no team').waitFor();
    await other.context.close();
  });
});
