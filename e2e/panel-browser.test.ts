import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  barriers,
  launchBrowser,
  missingBrowser,
  newPerson,
  openWindow,
  type Person,
  settled,
  signIn,
} from './harness/browser.ts';
import { type House, startHouse } from './harness/house.ts';
import { type Certificate, makeCertificate, startReceiver } from './harness/receiver.ts';
import { until } from './harness/until.ts';

const HOSTILE = '<img src=x onerror="window.owned=1">';

/** The word that says where something stands. */
const stands = (page: Page, word: string) => page.locator('main [data-tone]:visible', { hasText: word }).first();

if (missingBrowser !== undefined) process.stderr.write(`The panel is not looked at: ${missingBrowser}\n`);

describe.skipIf(missingBrowser !== undefined)('the panel in a browser', { timeout: 600_000 }, () => {
  let browser: Browser;
  let certificate: Certificate;
  let house: House;

  beforeAll(async () => {
    certificate = makeCertificate();
    browser = await launchBrowser();
    house = await startHouse({ WEBHOOK_CA_FILE: certificate.file, WEBHOOK_ALLOWED_CIDRS: '127.0.0.1/32' });
  });

  afterAll(async () => {
    await browser?.close();
    await house?.stop();
    certificate?.remove();
  });

  const enter = async (person: Person, options: Parameters<typeof openWindow>[2] = {}) => {
    const window = await openWindow(browser, house, options);
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
    const { webhook_id } = await house.operator.webhooks.create.mutate({
      user_id: person.userId,
      url: `https://127.0.0.1:9443/${encodeURIComponent(word)}`,
    });
    const { team_id } = await house.operator.teams.create.mutate({ owner_user_id: person.userId, name: word });
    await house.operator.teams.add_member.mutate({ team_id, user_id: person.userId });
    await house.operator.teams.add_seat_pack.mutate({ team_id, plugin: 'deal-desk', seats: 3 });
    await house.operator.keys.create.mutate({ user_id: person.userId, team_id, name: word, scopes: 'all' });
    return { accountId: account.id, runRef: run_ref, draftId: draft.draft_id, webhookId: webhook_id };
  }

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

  test('every page opens without a complaint of the console and without a barrier; hostile names stay text', async () => {
    const person = await newPerson(house, { name: HOSTILE });
    const furnished = await furnish(person, HOSTILE);
    const { context, page, open, complaints } = await enter(person);
    let showing = 0;
    for (const path of everyPage(furnished, person.keyId)) {
      await open(path);
      expect.soft(await barriers(page), path).toEqual([]);
      expect(await page.title(), path).toContain('Sales Agent Tools');
      expect(await page.locator('img[src="x"]').count(), path).toBe(0);
      expect(await page.locator('a[href^="javascript:" i]').count(), path).toBe(0);
      if ((await page.locator('main').textContent())!.includes(HOSTILE)) showing += 1;
    }
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Search' }).fill('img');
    await page.getByRole('option', { name: HOSTILE }).first().waitFor();
    expect(showing).toBeGreaterThan(15);
    expect(await page.evaluate(() => 'owned' in globalThis)).toBe(false);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('dark is dark from the first paint, without a barrier, and can be chosen against the system', async () => {
    const person = await newPerson(house);
    const { accountId, draftId, runRef, webhookId } = await furnish(person, 'Acme');
    const { context, page, open, complaints } = await enter(person, { colorScheme: 'dark' });
    const scheme = () => page.evaluate(() => document.documentElement.dataset['mantineColorScheme']);
    const pages = [
      '/',
      `/drafts/${draftId}`,
      `/accounts/${accountId}`,
      `/runs/${runRef}`,
      '/audit',
      `/webhooks/${webhookId}`,
    ];
    for (const path of pages) {
      await open(path);
      expect.soft(await barriers(page), path).toEqual([]);
    }
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
    const person = await newPerson(house);
    const { context, page, open, complaints } = await enter(person);
    for (const path of ['/drafts', '/accounts', '/runs', '/audit', '/webhooks', '/team', '/brain', '/apps']) {
      await open(path);
      expect(await barriers(page), path).toEqual([]);
    }
    await open('/runs');
    await page.getByText('No run yet').waitFor();
    expect(await page.getByLabel('REST snippet', { exact: true }).textContent()).toContain('/api/v1/tools/start_run');
    await page.getByRole('tab', { name: 'MCP' }).click();
    expect(await page.getByLabel('MCP snippet', { exact: true }).textContent()).toContain('/api/v1/mcp');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a key lives: made in the panel, used over REST, seen in the audit log, revoked, refused', async () => {
    const person = await newPerson(house);
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
      mcpServers: { 'sales-agent-tools': { url: `${house.baseUrl}/api/v1/mcp` } },
    });
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(key);

    const call = (tool: string) =>
      fetch(`${house.baseUrl}/api/v1/tools/${tool}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: '{}',
      });
    expect((await call('pull_brief')).status).toBe(200);
    expect((await call('update_prospect')).status).toBe(403);

    await page.getByRole('link', { name: 'Nightly review' }).click();
    await page.getByRole('link', { name: 'Its calls in the audit log' }).click();
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
    const person = await newPerson(house);
    const { context, page, open } = await enter(person);
    await open(`/keys/${person.keyId}`);
    await page.getByRole('button', { name: 'Rotate' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Rotate key' }).click();
    const fresh = (await dialog.getByTestId('secret').textContent())!;
    await dialog.getByRole('button', { name: 'Done' }).click();
    for (const key of [fresh, person.key]) {
      const { status } = await fetch(`${house.baseUrl}/api/v1/tools/verify_session`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: '{}',
      });
      expect(status).toBe(200);
    }
    await page.getByText('Old secret until').waitFor();
    await page.getByRole('button', { name: 'Rename' }).click();
    await dialog.getByLabel('Name').fill('Day agent');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('heading', { name: 'Day agent' }).waitFor();
    await page.getByRole('link', { name: 'What was done to it' }).click();
    const acts = page.getByRole('table', { name: 'Acts' });
    await acts.getByText('API key renamed').waitFor();
    expect(await acts.getByRole('row').nth(1).textContent()).toMatch(/From: test · Name: Day agent.*You/);
    expect(await acts.getByRole('row').nth(2).textContent()).toContain('API key rotated');
    await context.close();
  });

  test('a webhook is added, sent a test event, and its delivery shown with the attempt', async () => {
    const receiver = await startReceiver(certificate);
    try {
      const person = await newPerson(house);
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
    const person = await newPerson(house);
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
    expect(said).toContain('url');
    expect(said).toMatch(/req_/);
    await context.close();
  });

  test('a draft staged by an agent is held, edited and approved in the browser, and known as such to the agent', async () => {
    const person = await newPerson(house);
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
    const person = await newPerson(house);
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
    const person = await newPerson(house);
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
    const person = await newPerson(house);
    const stage = async (title: string, extra: object = {}) =>
      (await person.rest('studio_stage_draft', { channel: 'manual', title, body: `The text of ${title}.`, ...extra }))
        .body.draft_id as string;
    const [first, second] = [await stage('First'), await stage('Second')];
    const { context, page, open } = await enter(person);
    await open('/drafts');
    await page.getByRole('checkbox', { name: 'Choose First' }).check();
    await page.getByRole('checkbox', { name: 'Choose Second' }).check();
    await page.getByRole('button', { name: 'Decide them' }).click();
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
    const person = await newPerson(house);
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
    const person = await newPerson(house);
    const { context, page, open, complaints } = await enter(person);
    await open('/accounts/import');
    await page
      .getByLabel('CSV', { exact: true })
      .fill('Company,Website,Employees\nAcme,acme.example,420\nBad,not a domain,12\n,,\n');
    await page.getByRole('button', { name: 'Preview what is pasted' }).click();
    const preview = page.getByRole('table', { name: 'Preview of the import' });
    await preview.getByText('Cannot be taken').first().waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('switch', { name: /^Leave out/ }).check();
    await page.getByRole('button', { name: 'Import 1 account' }).click();
    await page.getByRole('link', { name: 'Acme' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a team owner sees members by rank and raises a limit; whoever owns no team is told what one is', async () => {
    const owner = await newPerson(house);
    const member = await newPerson(house, { name: 'Sam Ode', rateLimit: 60 });
    const { team_id } = await house.operator.teams.create.mutate({ owner_user_id: owner.userId, name: 'Mid-market' });
    for (const { userId } of [owner, member])
      await house.operator.teams.add_member.mutate({ team_id, user_id: userId });
    await house.operator.teams.add_seat_pack.mutate({ team_id, plugin: 'deal-desk', seats: 5 });
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
    await page.getByRole('dialog').getByLabel('Calls a minute', { exact: true }).fill('500');
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

  test('on a phone the menu is a drawer, nothing is wider than the screen, and drafts can be decided', async () => {
    const person = await newPerson(house);
    const furnished = await furnish(person, 'Acme');
    const { context, page, open, complaints } = await enter(person, {
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
    });
    for (const path of everyPage(furnished, person.keyId)) {
      await open(path);
      const { wide, here } = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth,
        here: innerWidth,
      }));
      expect(wide, path).toBeLessThanOrEqual(here);
    }
    await open('/');
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /^Drafts/ })
      .click();
    await page.getByRole('link', { name: /^Acme/ }).first().click();
    await page.getByRole('button', { name: 'Hold', exact: true }).click();
    await stands(page, 'Held').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('sessions: unknown and wrong are refused alike, the way back is kept, and signing out everywhere ends every window', async () => {
    const person = await newPerson(house);
    const stranger = await openWindow(browser, house);
    await stranger.page.goto('/app/keys');
    await stranger.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    expect(await barriers(stranger.page)).toEqual([]);
    const tryWith = async (email: string, password: string) => {
      await stranger.page.getByLabel('E-mail').fill(email);
      await stranger.page.getByRole('textbox', { name: 'Password' }).fill(password);
      await stranger.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    };
    await tryWith(person.email, 'not the password');
    const refused = stranger.page.getByRole('alert');
    await refused.waitFor();
    const said = await refused.textContent();
    await stranger.page.reload();
    await tryWith('nobody@example.com', 'not the password');
    await refused.waitFor();
    expect(await refused.textContent()).toBe(said);
    await tryWith(person.email, person.password);
    await stranger.page.getByRole('heading', { name: 'API keys' }).waitFor();

    const second = await enter(person);
    await second.open('/sessions');
    await second.page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await second.page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await second.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await stranger.page.reload();
    await stranger.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await stranger.context.close();
    await second.context.close();
  });

  test('the keyboard leads everywhere: shortcuts, their page, the search and the way past the menu', async () => {
    const person = await newPerson(house);
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

  test('what the panel serves is held to a strict policy, and a script that is not there is no page', async () => {
    const answer = await fetch(`${house.baseUrl}/app/`);
    const policy = answer.headers.get('content-security-policy')!;
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(policy).toContain("frame-ancestors 'none'");
    const page = await answer.text();
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/);
    expect(page).not.toMatch(/\bon\w+=/);
    expect((await fetch(`${house.baseUrl}/app/assets/none.js`)).status).toBe(404);
  });
});
