import { createHmac } from 'node:crypto';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  barriers,
  barriersDayAndNight,
  launchBrowser,
  layoutShift,
  missingBrowser,
  newPerson,
  openWindow,
  type Person,
  settled,
  signIn,
  slowDown,
} from './harness/browser.ts';
import { type AppContext, startTestApp } from './harness/app.ts';
import { Browser as PanelClient } from './harness/person.ts';
import { type Certificate, makeCertificate, startReceiver } from './harness/receiver.ts';
import { until } from './harness/until.ts';

const HOSTILE = '<img src=x onerror="window.owned=1">';

/** Every place of the panel by its key: `g` and the key lead there. */
const PLACES = [
  ['o', 'Overview'],
  ['d', 'Drafts'],
  ['r', 'Runs'],
  ['k', 'API keys'],
  ['l', 'Audit log'],
  ['v', 'Activity'],
  ['w', 'Webhooks'],
  ['i', 'Integrations'],
  ['c', 'Connected apps'],
  ['t', 'Team'],
  ['b', 'Brain'],
  ['p', 'Plan'],
  ['s', 'Sessions'],
  ['a', 'Accounts'],
] as const;

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** Where what opens over a page is put. */
const OPENED = '[data-portal]';

/** What a page may move by itself while it loads: half of what is called good. */
const MAX_SHIFT = 0.05;

/** What a browser writes by itself of an answer of 400 and above; no page can keep it from that. */
const REFUSED_LOGIN = /Failed to load resource: the server responded with a status of 401/;

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** A moment as a clock in the windows' time zone shows it: `22/11/2026, 09:00`. */
const momentInBerlin = (at: string) =>
  new Date(at).toLocaleString('en-GB', { timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'short' });

/** Goes on with the tabulator until something has the focus, and shows that it has. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; !(await hasFocus(target)); presses += 1) {
    if (presses > 100) throw new Error(`The tabulator never reaches ${String(target)}`);
    await page.keyboard.press('Tab');
  }
  expect(await target.evaluate((element) => element.matches(':focus-visible'))).toBe(true);
}

/** The word that says where something stands. */
const stands = (page: Page, word: string) => page.locator('main [data-tone]:visible', { hasText: word }).first();

if (missingBrowser !== undefined) process.stderr.write(`The panel is not looked at: ${missingBrowser}\n`);

describe.skipIf(missingBrowser !== undefined)('the panel in a browser', { timeout: 600_000 }, () => {
  let browser: Browser;
  let certificate: Certificate;
  let app: AppContext;

  beforeAll(async () => {
    certificate = makeCertificate();
    browser = await launchBrowser();
    app = await startTestApp({ WEBHOOK_CA_FILE: certificate.file, WEBHOOK_ALLOWED_CIDRS: '127.0.0.1/32' });
  });

  afterAll(async () => {
    await browser?.close();
    await app?.stop();
    certificate?.remove();
  });

  const enter = async (person: Person, options: Parameters<typeof openWindow>[2] = {}) => {
    const window = await openWindow(browser, app, options);
    await signIn(window, person);
    return window;
  };

  /** Something on every page: an account with deals, people and facts, drafts, runs, brain state, a webhook and a team. */
  async function furnish(person: Person, word: string) {
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
        facts: { name: word, domain: 'acme.example', industry: word, tier: 'B', [word.slice(0, 60)]: word },
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
        linkedin: 'javascript:window.owned=1',
      },
    });
    await call('log_capture', { source: word, text: word, account_id: account.id, tags: [word] }, within);
    await call('mark_meeting_outcome', { account_id: account.id, outcome: word, notes: word, next_step: word });
    await call('add_to_plan', { account_id: account.id, section: word, content: word });
    await call(
      'gtm_score',
      { account_id: account.id, role: 'deal-risk', signals: [{ key: word, value: 0.9 }] },
      within,
    );
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
    return { accountId: account.id, runRef: run_ref, draftId: draft.draft_id, webhookId: webhook_id };
  }

  /** What an answer to a key's call says of it. */
  const statusWith = async (key: string) => {
    const answer = await fetch(`${app.baseUrl}/api/v1/tools/verify_session`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: '{}',
    });
    return answer.status;
  };

  type Furnished = Awaited<ReturnType<typeof furnish>>;

  const everyPage = ({ accountId, runRef, draftId, webhookId }: Furnished, keyId: string) => [
    '/',
    '/drafts',
    `/drafts/${draftId}`,
    '/accounts',
    `/accounts/${accountId}`,
    ...['people', 'activity', 'plan', 'signals', 'facts'].map((tab) => `/accounts/${accountId}?tab=${tab}`),
    '/accounts/import',
    '/runs',
    `/runs/${runRef}`,
    '/keys?show=all',
    `/keys/${keyId}`,
    '/audit',
    '/activity',
    '/webhooks',
    `/webhooks/${webhookId}`,
    '/integrations',
    '/apps',
    '/team',
    '/brain',
    '/brain/icp-registry',
    '/plan',
    '/sessions',
  ];

  test.each([
    { place: 'on a desk', options: {}, word: HOSTILE },
    { place: 'on a phone', options: PHONE, word: 'Acme' },
  ])(
    'every page $place: no complaint, no barrier by day or night, nothing that moves by itself or sticks out; names stay text',
    async ({ options, word }) => {
      const person = await newPerson(app, { name: word });
      const furnished = await furnish(person, word);
      const window = await enter(person, options);
      const { context, page, open, complaints } = window;
      await slowDown(window, 40);
      let showing = 0;
      for (const path of everyPage(furnished, person.keyId)) {
        await open(path);
        expect.soft(await layoutShift(page), `${path} moves`).toBeLessThan(MAX_SHIFT);
        const { wide, here } = await page.evaluate(() => ({
          wide: document.documentElement.scrollWidth,
          here: innerWidth,
        }));
        expect.soft(wide, `${path} is wider than the screen`).toBeLessThanOrEqual(here);
        expect.soft(await barriersDayAndNight(page), path).toEqual([]);
        expect(await page.title(), path).toContain('Sales Agent Tools');
        expect(await page.locator('img[src="x"]').count(), path).toBe(0);
        expect(await page.locator('a[href^="javascript:" i]').count(), path).toBe(0);
        if ((await page.locator('main').textContent())!.includes(word)) showing += 1;
      }
      expect(showing).toBeGreaterThan(15);
      await page.keyboard.press('/');
      await page.getByRole('combobox', { name: 'Search' }).fill(word.slice(0, 4));
      await page.getByRole('option', { name: word }).first().waitFor();
      expect(await page.evaluate(() => 'owned' in globalThis)).toBe(false);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  test('dark is dark from the first paint, and can be chosen against the system', async () => {
    const person = await newPerson(app);
    const { context, page, complaints } = await enter(person, { colorScheme: 'dark' });
    const scheme = () => page.evaluate(() => document.documentElement.dataset['mantineColorScheme']);
    expect(await scheme()).toBe('dark');
    await page.getByRole('button', { name: /^Your menu/ }).click();
    await page.getByText('Light', { exact: true }).click();
    expect(await scheme()).toBe('light');
    await page.goto('/app/', { waitUntil: 'commit' });
    await settled(page);
    expect(await scheme()).toBe('light');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('empty pages teach, and have no barrier either', async () => {
    const person = await newPerson(app);
    const { context, page, open, complaints } = await enter(person);
    for (const path of ['/drafts', '/accounts', '/runs', '/audit', '/webhooks', '/team', '/brain', '/apps']) {
      await open(path);
      expect(await barriers(page), path).toEqual([]);
    }
    await open('/runs');
    await page.getByText('No runs yet').waitFor();
    expect(await page.getByLabel('REST snippet', { exact: true }).textContent()).toContain('/api/v1/tools/start_run');
    await page.getByRole('tab', { name: 'MCP' }).click();
    expect(await page.getByLabel('MCP snippet', { exact: true }).textContent()).toContain('/api/v1/mcp');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a key lives: made in the panel, used over REST, seen in the audit log, revoked, refused', async () => {
    const person = await newPerson(app);
    const { context, page, open, complaints } = await enter(person);
    await open('/keys');
    await page.getByRole('button', { name: 'Create key' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Nightly review');
    await dialog.getByRole('button', { name: /^Read only/ }).click();
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const key = (await dialog.getByTestId('secret').textContent())!;
    expect(key).toMatch(/^sat_\w{40}$/);
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

  test('a rotated key answers to both secrets while the grace lasts', async () => {
    const person = await newPerson(app);
    const { context, page, open } = await enter(person);
    await open(`/keys/${person.keyId}`);
    await page.getByRole('button', { name: 'Rotate' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Rotate key' }).click();
    const fresh = (await dialog.getByTestId('secret').textContent())!;
    await dialog.getByRole('button', { name: 'Done' }).click();
    for (const key of [fresh, person.key]) expect(await statusWith(key)).toBe(200);
    await page.getByText('Old secret until').waitFor();
    await page.getByRole('button', { name: 'Rename' }).click();
    await dialog.getByLabel('Name').fill('Day agent');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('heading', { name: 'Day agent' }).waitFor();
    await page.getByRole('link', { name: 'View activity' }).click();
    const acts = page.getByRole('table', { name: 'Events' });
    await acts.getByText('API key renamed').waitFor();
    expect(await acts.getByRole('row').nth(1).textContent()).toMatch(/From: test · Name: Day agent.*You/);
    expect(await acts.getByRole('row').nth(2).textContent()).toContain('API key rotated');
    await context.close();
  });

  test('a webhook is added, sent a test event, and its delivery shown with the attempt', async () => {
    const receiver = await startReceiver(certificate);
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
      expect(await barriers(page)).toEqual([]);
      await delivery.getByRole('button', { name: 'Send again' }).click();
      await until(
        async () => receiver.received.length,
        (count) => count > 1,
        60_000,
      );
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

  test('a destination that is refused says why, field and all', async () => {
    const person = await newPerson(app);
    const { context, page, open } = await enter(person);
    await open('/webhooks');
    await page.getByRole('button', { name: 'Add webhook' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address').fill('https://10.1.2.3/hook');
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    const problem = dialog.getByRole('alert');
    await problem.waitFor();
    const said = (await problem.textContent())!;
    expect(said).toContain('invalid_input');
    const field = dialog.getByLabel('Address');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    const described = (await field.getAttribute('aria-describedby'))!.split(' ').map((id) => `[id="${id}"]`);
    expect(await page.locator(described.join(', ')).allTextContents()).toContainEqual(
      expect.stringContaining('private'),
    );
    expect(said).toMatch(/req_/);
    await context.close();
  });

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
    await stands(page, 'Held').waitFor();
    await page.keyboard.press('e');
    const text = page.getByRole('textbox', { name: 'Text' });
    await text.fill('Congratulations on the opening of the second plant.');
    await page.getByRole('button', { name: 'Save version 2' }).click();
    await page.getByText('Version 2', { exact: true }).waitFor();
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

  test('an agent’s tier proposal is accepted, and a question about the account answered', async () => {
    const person = await newPerson(app);
    const { accountId } = await furnish(person, 'Alder');
    const { context, page, open } = await enter(person);
    await open(`/accounts/${accountId}`);
    await page.getByLabel('Question about this account').fill('Who is the champion?');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByRole('region', { name: 'Ask about this account' }).getByText('set_meddpicc').first().waitFor();
    await page.getByRole('button', { name: 'Accept Alder' }).click();
    await page.getByText('Tier Alder', { exact: true }).waitFor();
    const { body } = await person.rest('read_account', { id: accountId });
    expect(body.account.tier).toBe('Alder');
    await context.close();
  });

  test('a CSV file is seen first, its bad rows named, and imported without them', async () => {
    const person = await newPerson(app);
    const { context, page, open, complaints } = await enter(person);
    await open('/accounts/import');
    await page
      .getByLabel('CSV', { exact: true })
      .fill('Company,Website,Employees\nAcme,acme.example,420\nBad,not a domain,12\n,,\n');
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    const preview = page.getByRole('table', { name: 'Preview of the import' });
    await preview.getByText('Not importable').first().waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('switch', { name: /^Leave out/ }).check();
    await page.getByRole('button', { name: 'Import 1 account' }).click();
    await page.getByRole('link', { name: 'Acme' }).waitFor();
    expect(complaints).toEqual([]);
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

  test('on a phone the menu is a drawer, and drafts can be decided', async () => {
    const person = await newPerson(app);
    await furnish(person, 'Acme');
    const { context, page, complaints } = await enter(person, PHONE);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const menu = page.getByRole('dialog');
    await menu.getByRole('link', { name: /^Drafts/ }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await menu.getByRole('link', { name: /^Drafts/ }).click();
    await page.getByRole('link', { name: /^Acme/ }).first().click();
    await page.getByRole('button', { name: 'Hold', exact: true }).click();
    await stands(page, 'Held').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('sessions: unknown and wrong are refused alike, the way back is kept, and signing out everywhere ends every window', async () => {
    const person = await newPerson(app);
    const stranger = await openWindow(browser, app);
    await stranger.page.goto('/app/keys');
    await stranger.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    expect(await layoutShift(stranger.page)).toBeLessThan(MAX_SHIFT);
    expect(await barriers(stranger.page)).toEqual([]);
    expect(stranger.complaints).toEqual([]);
    const tryWith = async (email: string, password: string) => {
      await stranger.page.getByLabel('E-mail').fill(email);
      await stranger.page.getByRole('textbox', { name: 'Password' }).fill(password);
      await stranger.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    };
    await tryWith(person.email, 'not the password');
    const refused = stranger.page.getByRole('alert');
    await refused.waitFor();
    const said = await refused.textContent();
    // A wrong password stays a 401 for whoever watches over sign-ins, which costs one line of the browser's own.
    expect(stranger.complaints.splice(0)).toEqual([expect.stringMatching(REFUSED_LOGIN)]);
    await stranger.page.reload();
    await tryWith('nobody@example.com', 'not the password');
    await refused.waitFor();
    expect(await refused.textContent()).toBe(said);
    expect(stranger.complaints.splice(0)).toEqual([expect.stringMatching(REFUSED_LOGIN)]);
    await tryWith(person.email, person.password);
    await stranger.page.getByRole('heading', { name: 'API keys' }).waitFor();

    const second = await enter(person);
    await second.open('/sessions');
    await second.page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await second.page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await second.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    // A window that is open meanwhile learns it from its next question, and says so.
    await stranger.page.keyboard.press('g');
    await stranger.page.keyboard.press('r');
    await stranger.page.getByText('Your session has ended').waitFor();
    await stranger.page.reload();
    await stranger.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    expect([...stranger.complaints, ...second.complaints]).toEqual([]);

    await tryWith(person.email, person.password);
    await stranger.page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor();
    await stranger.page.getByRole('button', { name: /^Your menu/ }).click();
    await stranger.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await stranger.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    expect(stranger.complaints).toEqual([]);
    await stranger.context.close();
    await second.context.close();
  });

  test('the keyboard leads everywhere: shortcuts, their page, the search and the way past the menu', async () => {
    const person = await newPerson(app);
    await person.rest('gtm_crm_write', {
      entity: 'account',
      facts: { name: 'Borealis Foods', domain: 'borealis.example' },
    });
    const { context, page, complaints } = await enter(person);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => location.hash)).toBe('#main');
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await page.getByRole('heading', { name: 'Accounts', level: 1 }).waitFor();
    for (const [key, name] of PLACES) {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await page.getByRole('heading', { name, level: 1 }).waitFor();
    }
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Search everything').waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Search' }).fill('boreal');
    await page.getByRole('option', { name: /Borealis Foods/ }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Borealis Foods' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('the main action of every page is done by keyboard alone', async () => {
    const person = await newPerson(app);
    const { accountId, draftId } = await furnish(person, 'Acme');
    const { context, page, open, complaints } = await enter(person);
    const button = (name: string) => page.locator('main').getByRole('button', { name, exact: true }).first();
    const link = (name: string) => page.locator('main').getByRole('link', { name }).first();
    const heading = (name: string) => page.getByRole('heading', { name, exact: true }).first();
    const dialog = page.getByRole('dialog');
    const actions: [path: string, target: Locator, done: Locator | undefined][] = [
      ['/', link('All runs'), heading('Runs')],
      ['/drafts', link('Acme'), page.getByLabel('Text of the draft')],
      [`/drafts/${draftId}`, button('Approve'), dialog],
      ['/accounts', link('Import CSV'), heading('Import accounts')],
      ['/accounts/import', button('Choose a file'), undefined],
      [`/accounts/${accountId}`, button('Who signs?'), page.locator('main [aria-live="polite"]')],
      ['/runs', link('Acme'), heading('Timeline')],
      ['/keys', button('Create key'), dialog],
      ['/audit', link('Export as CSV'), undefined],
      ['/activity', link('Export as CSV'), undefined],
      ['/webhooks', button('Add webhook'), dialog],
      ['/integrations', button('Disconnect'), dialog],
      ['/apps', link('How apps connect'), undefined],
      ['/team', button('Change limit'), dialog],
      ['/brain', link('icp-registry'), heading('Versions')],
      ['/brain/icp-registry?version=1', button('Restore'), dialog],
      ['/sessions', button('Sign out everywhere'), dialog],
    ];
    for (const [path, target, done] of actions) {
      await open(path);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await tabTo(page, target);
      if (done === undefined) continue;
      await page.keyboard.press('Enter');
      await done.waitFor();
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('what opens over a page has no barrier either: menus, pickers, evidence, forms, on a desk and on a phone', async () => {
    const person = await newPerson(app);
    const { accountId, draftId, webhookId } = await furnish(person, 'Acme');
    const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
    const opened: [path: string, open: (page: Page) => Promise<void>, shows: string][] = [
      [`/webhooks/${webhookId}`, button('More'), '[role="menu"]'],
      [`/drafts/${draftId}`, button('Other ways to approve'), '[role="menu"]'],
      [`/drafts/${draftId}`, button('Approve'), '[role="dialog"]'],
      ['/audit', (page) => page.getByLabel('From').click(), 'button[data-today]'],
      ['/audit', (page) => page.getByRole('combobox', { name: 'Outcome' }).click(), '[role="option"]:visible'],
      [`/accounts/${accountId}`, button(/^Champion: /), '[role="dialog"]'],
      [`/accounts/${accountId}?tab=facts`, button('History'), '[role="dialog"]'],
      ['/keys', button('Create key'), '[role="dialog"] form'],
      ['/webhooks', button('Add webhook'), '[role="dialog"] form'],
      ['/team', (page) => page.getByRole('link', { name: 'Robin Vale' }).click(), '[role="dialog"]'],
    ];
    for (const options of [{}, PHONE]) {
      const { context, page, open, complaints } = await enter(person, options);
      for (const [path, act, shows] of opened) {
        await open(path);
        await act(page);
        await page.locator(shows).first().waitFor();
        await settled(page);
        expect.soft(await barriersDayAndNight(page, OPENED), `${path}: ${shows}`).toEqual([]);
      }
      if (options !== PHONE) {
        await open('/');
        await button(/^Your menu/)(page);
        await page.getByRole('menuitemradio', { name: 'Light' }).waitFor();
        expect.soft(await barriersDayAndNight(page, OPENED), 'one’s own menu').toEqual([]);
      }
      expect(complaints).toEqual([]);
      await context.close();
    }
  });

  test('every dialog that asks is opened, left and confirmed by keyboard; left, it does nothing, and the focus comes back', async () => {
    const receiver = await startReceiver(certificate);
    const person = await newPerson(app);
    const { accountId, draftId } = await furnish(person, 'Acme');
    const { client, keyId } = person;
    const elsewhere = new PanelClient(app.baseUrl);
    await elsewhere.signIn(person.email, person.password);
    const { panel } = elsewhere;
    const { webhook_id } = await app.operator.webhooks.create.mutate({ user_id: person.userId, url: receiver.url });
    const doomed = await app.operator.webhooks.create.mutate({ user_id: person.userId, url: receiver.url });
    const spare = await app.operator.keys.create.mutate({ user_id: person.userId, name: 'Spare', scopes: 'all' });
    const session = (await elsewhere.panel.session.get.query()).session.session_id;

    const window = await enter(person);
    const { context, page, open, complaints } = window;
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
        state: async () => statusWith(secret),
        becomes: 200,
      },
      {
        title: 'Revoke “Reserve”?',
        path: `/keys/${spare.key_id}`,
        opens: { name: 'Revoke' },
        act: 'Revoke key',
        state: () => statusWith(secret),
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

      await open(path);
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

  test('what the panel serves is held to a strict policy, and a script that is not there is no page', async () => {
    const answer = await fetch(`${app.baseUrl}/app/`);
    const policy = answer.headers.get('content-security-policy')!;
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(policy).toContain("frame-ancestors 'none'");
    const page = await answer.text();
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/);
    expect(page).not.toMatch(/\bon\w+=/);
    expect((await fetch(`${app.baseUrl}/app/assets/none.js`)).status).toBe(404);
  });
});
