import { expect, test as base } from 'vitest';
import type { Browser, Locator, Page } from 'playwright-core';
import { type AppContext, startTestApp } from './app.ts';
import { barriers, enter, launchBrowser, missingBrowser, openWindow, type Person, type Window } from './browser.ts';
import { type Certificate, makeCertificate } from './receiver.ts';

export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** What a page may move by itself while it loads: half of what is called good. */
export const MAX_SHIFT = 0.05;

if (missingBrowser !== undefined) process.stderr.write(`The panel is not looked at: ${missingBrowser}\n`);

/** A service and a browser; webhooks may go to 127.0.0.1 with the certificate. */
export type Panel = {
  app: AppContext;
  browser: Browser;
  certificate: Certificate;
  /** A window in which a person has signed in. */
  enter(person: Person, options?: Parameters<typeof openWindow>[2]): Promise<Window>;
};

/** One service and one Chromium per worker, which its test files share; each test makes its own person. */
const test = base.extend(
  'panel',
  { scope: 'worker' },
  // oxlint-disable-next-line no-empty-pattern -- Vitest derives from the pattern which fixtures this one needs: none.
  async ({}, { onCleanup }): Promise<Panel> => {
    const certificate = makeCertificate();
    const [browser, app] = await Promise.all([
      launchBrowser(),
      startTestApp({ WEBHOOK_CA_FILE: certificate.file, WEBHOOK_ALLOWED_CIDRS: '127.0.0.1/32' }),
    ]);
    onCleanup(async () => {
      await browser.close();
      await app.stop();
      certificate.remove();
    });
    return {
      app,
      browser,
      certificate,
      async enter(person, options = {}) {
        const window = await openWindow(browser, app, options);
        await enter(window, app, person);
        return window;
      },
    };
  },
);

/**
 * Gives the tests of a file, or of a `describe`, the worker's panel.
 * @param started called with it before the first test
 * @returns a function that opens a window in which a person has signed in
 */
export function usePanel(started: (panel: Panel) => void): Pick<Panel, 'enter'> {
  let shared: Panel;
  test.beforeAll(({ panel }) => {
    shared = panel;
    started(panel);
  });
  return { enter: (...window) => shared.enter(...window) };
}

/** The word that says where something stands. */
export const stands = (page: Page, word: string): Locator =>
  page.locator('main [data-tone]:visible', { hasText: word }).first();

export const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

/** Goes on with the tabulator until something has the focus, and shows that it has. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  // The element is asked, not the locator: to find it again takes as long as three frames, and it may be drawn anew.
  let element = await target.elementHandle();
  const look = () =>
    element!.evaluate((one) => ({
      hasFocus: one === document.activeElement,
      showsIt: one.matches(':focus-visible'),
      isThere: one.isConnected,
    }));
  let now = await look();
  for (let presses = 0; !now.hasFocus; presses += 1, now = await look()) {
    if (presses > 100) throw new Error(`The tabulator never reaches ${String(target)}`);
    if (now.isThere) await page.keyboard.press('Tab');
    else element = await target.elementHandle();
  }
  expect(now.showsIt, String(target)).toBe(true);
}

/** What stands in the way on an open page once it is as narrow as a phone; it is as wide as before then. */
export async function barriersOnPhone(page: Page): Promise<string[]> {
  const before = page.viewportSize()!;
  await page.setViewportSize(PHONE.viewport);
  const found = await barriers(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  await page.setViewportSize(before);
  return wide > PHONE.viewport.width ? [...found, `It is ${wide} px wide.`] : found;
}

/** Something on every page: an account with deals, people and facts, drafts, runs, brain state, a webhook and a team. */
export async function furnish(app: AppContext, person: Person, word: string) {
  const call = async (tool: string, input: unknown, headers: Record<string, string> = {}) => {
    const { status, body, text } = await person.rest(tool, input, headers);
    expect(status, `${tool}: ${text}`).toBe(200);
    return body;
  };
  const { run_ref } = await call('start_run', { plugin: 'deal-desk', skill: word });
  const within = { 'run-ref': run_ref };
  const account = await call(
    'gtm_crm_write',
    {
      entity: 'account',
      facts: {
        name: word,
        domain: 'acme.example',
        industry: word,
        tier: 'B',
        renews: '2027-03-01T09:00:00.000Z',
        [word.slice(0, 60)]: word,
      },
    },
    within,
  );
  const opp = await call('gtm_crm_write', {
    entity: 'opp',
    facts: { account_id: account.id, name: word, stage: word, amount: 48_000, currency: 'EUR', owner: word },
  });
  await call('set_meddpicc', { opp_id: opp.id, champion: word, metrics: word }, within);
  await call('gtm_crm_write', {
    entity: 'contact',
    facts: {
      account_id: account.id,
      name: word,
      title: word,
      email: 'dana@acme.example',
      linkedin: 'in/dana',
    },
  });
  await call('log_capture', { source: word, text: word, account_id: account.id, tags: [word] }, within);
  await call('mark_meeting_outcome', { account_id: account.id, outcome: word, notes: word, next_step: word });
  await call('add_to_plan', { account_id: account.id, section: word, content: word });
  await call('gtm_score', { account_id: account.id, role: 'deal-risk', signals: [{ key: word, value: 0.9 }] }, within);
  const draft = await call(
    'studio_stage_draft',
    {
      channel: 'manual',
      title: word,
      body: `${word}\n[[missing: date]]`,
      destination: { note: word },
      product: word,
      skill: word,
      account_id: account.id,
      account_ref: word,
    },
    within,
  );
  await call('sync_brain', { scope: 'icp-registry', payload: { says: word } }, within);
  await call('sync_brain', { scope: 'icp-registry', payload: { says: `${word} again` } }, within);
  await call('connect_integration', {
    channel: 'linkedin',
    access_token: 'token',
    account_label: word,
    scopes: [word],
  });
  await call('emit_telemetry', {
    plugin: 'deal-desk',
    skill: word,
    run_id: run_ref,
    outcome: word,
    error_code: 'provider',
    error_detail: word,
    account_ref: word,
    counts: { accounts_read: 3 },
  });
  await person.client.hosted.propose_tier.mutate({
    account_id: account.id,
    tier: word,
    reason: word,
    evidence: [word],
  });
  const { webhook_id } = await app.operator.webhooks.create.mutate({
    user_id: person.userId,
    url: `https://127.0.0.1:9443/${encodeURIComponent(word)}`,
  });
  const { team_id } = await app.operator.teams.create.mutate({ owner_user_id: person.userId, name: word });
  await app.operator.teams.add_member.mutate({ team_id, user_id: person.userId });
  await app.operator.teams.add_seat_pack.mutate({ team_id, plugin: 'deal-desk', seats: 3 });
  await app.operator.keys.create.mutate({ user_id: person.userId, team_id, name: word, scopes: 'all' });
  return {
    accountId: account.id,
    oppId: opp.id as string,
    runRef: run_ref,
    draftId: draft.draft_id,
    webhookId: webhook_id,
  };
}

/** What an answer to a key's call says of it. */
export const statusWith = async (app: AppContext, key: string): Promise<number> => {
  const answer = await fetch(`${app.baseUrl}/api/v1/tools/verify_session`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{}',
  });
  return answer.status;
};
