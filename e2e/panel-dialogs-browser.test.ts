import { createHmac } from 'node:crypto';
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { barriers, barriersDayAndNight, missingBrowser, newPerson } from './harness/browser.ts';
import type { AppContext } from './harness/app.ts';
import { furnish, statusWith, tabTo, hasFocus, usePanel } from './harness/panel.ts';
import { Browser as PanelClient } from './harness/person.ts';
import { type Certificate, startReceiver } from './harness/receiver.ts';
import { until } from './harness/until.ts';

/** A moment as a clock in the windows' time zone shows it: `22/11/2026, 09:00`. */
const momentInBerlin = (at: string) =>
  new Date(at).toLocaleString('en-GB', { timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'short' });

describe.skipIf(missingBrowser !== undefined)('dialogs of the panel', { timeout: 600_000 }, () => {
  let app: AppContext;
  let certificate: Certificate;
  const { enter } = usePanel((panel) => ({ app, certificate } = panel));

  test('every dialog that asks is opened, left and confirmed by keyboard; left, it does nothing, and the focus comes back', async () => {
    const receiver = await startReceiver(certificate);
    const person = await newPerson(app);
    const { accountId, draftId } = await furnish(app, person, 'Acme');
    const { client, keyId } = person;
    const elsewhere = new PanelClient(app.baseUrl);
    await elsewhere.signIn(person.email, person.password);
    const { panel } = elsewhere;
    const { webhook_id } = await app.operator.webhooks.create.mutate({ user_id: person.userId, url: receiver.url });
    const doomed = await app.operator.webhooks.create.mutate({ user_id: person.userId, url: receiver.url });
    const spare = await app.operator.keys.create.mutate({ user_id: person.userId, name: 'Spare', scopes: 'all' });
    const session = (await elsewhere.panel.session.get.query()).session.session_id;

    const window = await enter(person);
    const { context, page, visit, complaints } = window;
    const dialog = page.getByRole('dialog');
    let secret = '';
    const tomorrow = new Date();
    tomorrow.setDate(tomorrow.getDate() + 1);

    const cases: {
      title: string;
      path: string;
      /** What opens it: a button, and what is chosen from its menu. */
      opens: { within?: Locator; name: string; item?: string };
      act: string;
      before?(): Promise<void>;
      /** Once confirmed, before what was shown is closed. */
      shown?(): Promise<void>;
      /** What it changes, asked through a transport. */
      state(): Promise<unknown>;
      becomes: unknown;
    }[] = [
      {
        title: 'Schedule this version',
        path: `/drafts/${draftId}`,
        opens: { name: 'Other ways to approve', item: 'Schedule…' },
        act: 'Schedule',
        async before() {
          const says = (await dialog.textContent())!;
          expect(says).toContain('In your time zone, Europe/Berlin');
          expect(says).toMatch(/09:00 (CET|CEST|GMT\+\d)/);
          expect(says).toMatch(/0[78]:00 UTC/);
        },
        async state() {
          const { drafts } = await client.tools.studio_list_drafts.query({ draft_id: draftId });
          return drafts[0]!.status === 'scheduled' ? momentInBerlin(drafts[0]!.scheduled_for!) : drafts[0]!.status;
        },
        becomes: expect.stringMatching(/, 09:00$/),
      },
      {
        title: 'Create a new signing secret?',
        path: `/webhooks/${webhook_id}`,
        opens: { name: 'More', item: 'New signing secret…' },
        act: 'Create secret',
        async shown() {
          secret = (await dialog.getByTestId('secret').textContent())!;
          expect(await barriers(page)).toEqual([]);
          await tabTo(page, dialog.getByRole('button', { name: 'Done' }));
          await page.keyboard.press('Enter');
        },
        // The next event is signed with what was shown, and with nothing else.
        async state() {
          const had = receiver.received.length;
          await panel.webhooks.test.mutate({ webhook_id });
          await until(
            async () => receiver.received.length,
            (count) => count > had,
            60_000,
          );
          const { headers, body } = receiver.received.at(-1)!;
          const signed = `${headers['webhook-timestamp'] as string}.${body}`;
          return headers['webhook-signature'] === `v1=${createHmac('sha256', secret).update(signed).digest('hex')}`;
        },
        becomes: true,
      },
      {
        title: 'Edit the webhook',
        path: `/webhooks/${webhook_id}`,
        opens: { name: 'More', item: 'Edit address and events…' },
        act: 'Save',
        async before() {
          await dialog.getByRole('checkbox', { name: 'send.approved' }).uncheck();
          expect(await barriers(page)).toEqual([]);
        },
        async state() {
          const { items } = await panel.webhooks.list.query();
          return items.find((each) => each.webhook_id === webhook_id)!.types?.toSorted() ?? null;
        },
        becomes: ['account.tier_changed', 'draft.ready', 'reply.received'],
      },
      {
        title: 'Send failed events again',
        path: `/webhooks/${webhook_id}`,
        opens: { name: 'More', item: 'Send failed events again…' },
        act: 'Send again',
        state: async () => page.getByText('No failed events').isVisible(),
        becomes: true,
      },
      {
        title: 'Switch this webhook off?',
        path: `/webhooks/${doomed.webhook_id}`,
        opens: { name: 'More', item: 'Switch off…' },
        act: 'Switch off',
        state: async () =>
          (await panel.webhooks.list.query()).items.find((each) => each.webhook_id === doomed.webhook_id)!.enabled,
        becomes: false,
      },
      {
        title: 'Delete this webhook?',
        path: `/webhooks/${doomed.webhook_id}`,
        opens: { name: 'More', item: 'Delete…' },
        act: 'Delete webhook',
        state: async () =>
          (await panel.webhooks.list.query()).items.some((each) => each.webhook_id === doomed.webhook_id),
        becomes: false,
      },
      {
        title: 'Disconnect LinkedIn?',
        path: '/integrations',
        opens: { name: 'Disconnect' },
        act: 'Disconnect',
        state: async () =>
          (await panel.integrations.list.query()).channels.find(({ channel }) => channel === 'linkedin')!.connection,
        becomes: null,
      },
      {
        title: 'Restore version 1?',
        path: '/brain/icp-registry?version=1',
        opens: { name: 'Restore' },
        act: 'Restore',
        state: async () =>
          (await panel.brain.list.query()).items.find(({ scope }) => scope === 'icp-registry')!.version,
        becomes: 3,
      },
      {
        title: 'Choose another tier',
        path: `/accounts/${accountId}`,
        opens: { name: 'Choose another' },
        act: 'Save tier',
        async before() {
          await dialog.getByLabel('Tier').fill('A');
        },
        state: async () => (await client.tools.read_account.query({ id: accountId })).account.tier,
        becomes: 'A',
      },
      {
        title: 'Change the scopes',
        path: `/keys/${keyId}`,
        opens: { within: page.getByRole('region', { name: 'Scopes' }), name: 'Change' },
        act: 'Save',
        async before() {
          await tabTo(page, dialog.getByRole('button', { name: /^Read only/ }));
          await page.keyboard.press('Enter');
        },
        state: async () => (await client.tools.verify_session.query({})).scopes.toSorted(),
        becomes: ['account.read', 'brief.read'],
      },
      {
        title: 'Limit of “test”',
        path: `/keys/${keyId}`,
        opens: { within: page.getByRole('region', { name: 'About' }), name: 'Change' },
        act: 'Save',
        async before() {
          await tabTo(page, dialog.getByRole('switch'));
          await page.keyboard.press('Space');
          await dialog.getByLabel('Calls per minute', { exact: true }).fill('7000');
        },
        state: async () => (await person.rest('verify_session')).headers.get('ratelimit-limit'),
        becomes: '7000',
      },
      {
        title: 'Rename the key',
        path: `/keys/${spare.key_id}`,
        opens: { name: 'Rename' },
        act: 'Rename',
        async before() {
          await dialog.getByLabel('Name').fill('Reserve');
        },
        state: async () => (await panel.keys.get.query({ key_id: spare.key_id })).name,
        becomes: 'Reserve',
      },
      {
        title: 'Rotate the key',
        path: `/keys/${spare.key_id}`,
        opens: { name: 'Rotate' },
        act: 'Rotate key',
        async shown() {
          secret = (await dialog.getByTestId('secret').textContent())!;
          expect(await barriers(page)).toEqual([]);
          await tabTo(page, dialog.getByRole('button', { name: 'Done' }));
          await page.keyboard.press('Enter');
        },
        state: async () => statusWith(app, secret),
        becomes: 200,
      },
      {
        title: 'Revoke “Reserve”?',
        path: `/keys/${spare.key_id}`,
        opens: { name: 'Revoke' },
        act: 'Revoke key',
        state: () => statusWith(app, secret),
        becomes: 401,
      },
      {
        title: 'Sign out this session?',
        path: '/sessions',
        opens: { within: page.getByRole('table', { name: 'Sessions' }), name: 'Sign out' },
        act: 'Sign out session',
        state: () =>
          panel.session.get.query().then(
            (own) => own.session.session_id === session,
            () => 'signed out',
          ),
        becomes: 'signed out',
      },
    ];

    for (const { title, path, opens, act, before, shown, state, becomes } of cases) {
      const opener = (opens.within ?? page.locator('main')).getByRole('button', { name: opens.name, exact: true });
      const openIt = async () => {
        await tabTo(page, opener);
        await page.keyboard.press('Enter');
        if (opens.item !== undefined) {
          const item = page.getByRole('menuitem', { name: opens.item });
          // A page that is just being drawn anew takes no key.
          await until(
            async () => {
              const isShown = await item.waitFor({ timeout: 3_000 }).then(
                () => true,
                () => false,
              );
              if (!isShown) await tabTo(page, opener).then(() => page.keyboard.press('Enter'));
              return isShown;
            },
            Boolean,
            30_000,
          );
          for (let presses = 0; presses < 6 && !(await hasFocus(item)); presses += 1) {
            await page.keyboard.press('ArrowDown');
          }
          expect(await hasFocus(item), opens.item).toBe(true);
          await page.keyboard.press('Enter');
          await page.getByRole('menu').waitFor({ state: 'detached' });
        }
        await dialog.getByRole('heading', { name: title }).waitFor();
      };
      const comesBack = async () => {
        await dialog.waitFor({ state: 'detached' });
        await until(
          () => page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200)),
          (focused) => focused?.startsWith('<body') === false,
        ).catch((cause: unknown) => {
          throw new Error(`${title}: the focus is lost`, { cause });
        });
      };

      await visit(path);
      const was = await state();
      expect(was, `${title} changes something`).not.toEqual(becomes);
      await openIt();
      expect.soft(await barriersDayAndNight(page, '[aria-modal="true"]'), title).toEqual([]);
      await page.keyboard.press('Escape');
      await comesBack();
      expect(await hasFocus(opener), `${title}: the focus after Escape`).toBe(true);
      await openIt();
      await tabTo(page, dialog.getByRole('button', { name: 'Cancel' }));
      await page.keyboard.press('Enter');
      await comesBack();
      expect(await hasFocus(opener), `${title}: the focus after Cancel`).toBe(true);
      expect(await state(), `${title}, left`).toEqual(was);

      await openIt();
      await before?.();
      await tabTo(page, dialog.getByRole('button', { name: act, exact: true }));
      await page.keyboard.press('Enter');
      if (shown === undefined) await dialog.waitFor({ state: 'detached' });
      else await shown();
      await comesBack();
      expect(await state(), title).toEqual(becomes);
    }
    expect(complaints).toEqual([]);
    await context.close();
    await receiver.close();
  });
});
