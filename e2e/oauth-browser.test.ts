import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  barriers,
  barriersDayAndNight,
  launchBrowser,
  missingBrowser,
  newPerson,
  openWindow,
  settled,
  signIn,
  type Window,
} from './harness/browser.ts';
import { type AppContext, startTestApp, tenantOf } from './harness/app.ts';
import { newProof, queryOf } from './harness/oauth.ts';
import { barriersOnPhone, tabTo } from './harness/panel.ts';

vi.setConfig({ testTimeout: 150_000 });

/** The site of an application, on another name of this machine: to a browser it is another site. */
type Site = { server: Server; origin: string; asked: URL[]; page: string };

async function startSite(): Promise<Site> {
  const server = createServer((req, res) => {
    site.asked.push(new URL(req.url!, site.origin));
    res.setHeader('content-type', 'text/html');
    res.end(req.url!.startsWith('/callback') ? '<h1>Connected</h1>' : site.page);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const site: Site = { server, origin: `http://localhost:${port}`, asked: [], page: '' };
  return site;
}

describe.skipIf(missingBrowser !== undefined)('a person in a browser', () => {
  let app: AppContext;
  let browser: Browser;
  let site: Site;
  let clientId: string;

  beforeAll(async () => {
    app = await startTestApp({ MCP_OAUTH_ENABLED: 'true' });
    browser = await launchBrowser();
    site = await startSite();
    const registered = { name: 'Night agent', redirect_uris: [`${site.origin}/callback`] };
    clientId = (await app.operator.oauth_clients.register.mutate(registered)).client_id;
  });

  afterAll(async () => {
    await browser?.close();
    site?.server.closeAllConnections();
    site?.server.close();
    await app?.stop();
  });

  const authorizeUrl = (challenge: string) => {
    const query = queryOf({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: `${site.origin}/callback`,
      scope: 'capture.write account.read drafts.write integrations.write',
      state: 'a&b=c',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });
    return `${app.baseUrl}/api/v1/oauth/authorize?${query.toString()}`;
  };

  const answerOf = async ({ page }: Window) => {
    await page.getByRole('heading', { name: 'Connected' }).waitFor();
    return site.asked.findLast(({ pathname }) => pathname === '/callback')!.searchParams;
  };

  test('signs in, takes a scope away and lets the application in', async () => {
    const person = await newPerson(app);
    const window = await openWindow(browser, app);
    const { page } = window;
    const { verifier, challenge } = newProof();
    await page.goto(authorizeUrl(challenge));
    await page.getByLabel('E-mail').fill(person.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Allow' }).waitFor();
    await settled(page);
    const text = await page.locator('main').innerText();
    for (const told of [
      'Night agent',
      'Log captures',
      'Stage and edit drafts',
      'integrations.write',
      'It can never approve or schedule a draft',
      new URL(site.origin).host,
      person.email,
    ]) {
      expect(text).toContain(told);
    }
    expect(await barriersDayAndNight(page)).toEqual([]);
    expect(await barriersOnPhone(page)).toEqual([]);
    await page.getByRole('checkbox', { name: 'Log captures' }).uncheck();
    await page.getByRole('checkbox', { name: 'Connect publishing channels' }).uncheck();
    await page.getByRole('button', { name: 'Allow' }).click();
    const answer = await answerOf(window);
    expect([answer.get('state'), answer.get('iss'), answer.get('error')]).toEqual(['a&b=c', app.baseUrl, null]);

    const body = queryOf({
      grant_type: 'authorization_code',
      code: answer.get('code')!,
      client_id: clientId,
      redirect_uri: `${site.origin}/callback`,
      code_verifier: verifier,
    });
    const token = await fetch(`${app.baseUrl}/api/v1/oauth/token`, { method: 'POST', body });
    const granted = (await token.json()) as { access_token: string };
    expect(granted).toMatchObject({ token_type: 'Bearer', scope: 'account.read drafts.write' });
    const application = tenantOf(app.baseUrl, { ...person, key: granted.access_token });
    const connected = await application.rest('connect_integration', { channel: 'reddit', access_token: 'theirs' });
    expect(connected.body.error.code).toBe('insufficient_scope');
    expect((await application.rest('studio_stage_draft', { channel: 'manual', body: 'Hello.' })).status).toBe(200);

    // Its page in the panel says what it holds, and that it never approves.
    const apps = await page.request.get(`${app.baseUrl}/trpc/panel.apps.list`);
    const keyId = (await apps.json()).result.data.items[0].key_id as string;
    const asked = await window.context.newPage();
    await asked.goto(`/app/keys/${keyId}`);
    await asked.getByText('Never: it is an application’s').waitFor();
    const scopes = asked.getByRole('region', { name: 'Scopes' });
    await scopes.getByRole('button', { name: 'Change' }).click();
    const dialog = asked.getByRole('dialog');
    await dialog.getByRole('checkbox').first().waitFor();
    expect(await dialog.getByRole('checkbox').count()).toBe(2);
    await dialog.getByRole('checkbox', { name: 'Stage and edit drafts' }).uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const staged = await application.rest('studio_stage_draft', { channel: 'manual', body: 'Hello.' });
    expect(staged.body.error.code).toBe('insufficient_scope');
    await asked.goto('/app/apps');
    await tabTo(asked, asked.getByRole('button', { name: 'Disconnect' }));
    await asked.keyboard.press('Enter');
    await dialog.getByRole('heading', { name: 'Disconnect Night agent?' }).waitFor();
    expect(await barriersDayAndNight(asked, '[role="dialog"]')).toEqual([]);
    await tabTo(asked, dialog.getByRole('button', { name: 'Disconnect app' }));
    await asked.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect((await application.rest('verify_session')).status).toBe(401);
    await asked.close();

    // Going back shows a request that is over, and nothing to decide.
    await page.goBack();
    await page.getByRole('heading', { name: 'This request is over' }).waitFor();
    await window.context.close();
  });

  test('lets a key approve, sees it wherever the key is shown, and takes it back', async () => {
    const person = await newPerson(app);
    const window = await openWindow(browser, app);
    const { page, open } = window;
    await signIn(window, person);
    const mayApprove = async () => (await person.rest('verify_session')).body.may_approve as boolean;

    await open(`/keys/${person.keyId}`);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Let it approve' }).click();
    await dialog.getByText('goes out in your name').waitFor();
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Let it approve' }).click();
    await page.getByText('May approve drafts', { exact: true }).waitFor();
    expect(await mayApprove()).toBe(true);
    await open('/audit');
    await page.getByTitle('This key may approve and schedule drafts').first().waitFor();
    await open(`/activity?subject_id=${person.keyId}`);
    await page.getByRole('table').getByText('API key’s right to approve drafts changed').waitFor();
    await open(`/keys/${person.keyId}`);
    await page.getByRole('button', { name: 'Take back' }).click();
    await dialog.getByRole('button', { name: 'Take it back' }).click();
    await page.getByText('Only people, in the panel').waitFor();
    expect(await mayApprove()).toBe(false);

    // A new key has the right only when its box was ticked.
    await open('/keys');
    await page.getByRole('button', { name: 'Create key' }).first().click();
    await dialog.getByLabel('Name').fill('Desk');
    const box = dialog.getByRole('checkbox', { name: 'May approve and schedule drafts' });
    expect(await box.isChecked()).toBe(false);
    await box.check();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const key = (await dialog.getByTestId('secret').textContent())!;
    const made = tenantOf(app.baseUrl, { ...person, key });
    expect((await made.rest('verify_session')).body.may_approve).toBe(true);
    await window.context.close();
  });

  test('says no', async () => {
    const person = await newPerson(app);
    const window = await openWindow(browser, app);
    await signIn(window, person);
    await window.page.goto(authorizeUrl(newProof().challenge));
    await tabTo(window.page, window.page.getByRole('button', { name: 'Deny' }));
    await window.page.keyboard.press('Enter');
    const answer = await answerOf(window);
    expect([answer.get('error'), answer.get('state'), answer.get('code')]).toEqual(['access_denied', 'a&b=c', null]);
    await window.context.close();
  });

  test('is not tricked by another site: it can neither frame the page nor answer for the person', async () => {
    const person = await newPerson(app);
    const window = await openWindow(browser, app);
    const { page } = window;
    await signIn(window, person);
    await page.goto(authorizeUrl(newProof().challenge));
    await page.getByRole('button', { name: 'Allow' }).waitFor();
    const consent = page.url();
    const request = new URL(consent).searchParams.get('request')!;

    site.page = `<h1>Win a prize</h1><iframe src="${consent}"></iframe>`;
    await page.goto(site.origin);
    const framed = page.frames().find((frame) => frame !== page.mainFrame());
    expect(await framed?.getByRole('button', { name: 'Allow' }).count()).toBe(0);

    const sent = await page.evaluate(
      async ([url, body]) => {
        const tries: Record<string, string>[] = [
          { 'content-type': 'text/plain' },
          { 'content-type': 'application/x-www-form-urlencoded' },
          { 'content-type': 'application/json' },
        ];
        const send = (headers: Record<string, string>, mode: RequestMode) =>
          fetch(url!, { method: 'POST', credentials: 'include', mode, headers, body: body! }).then(
            ({ status }) => status,
            () => 'refused by the browser',
          );
        return Promise.all([...tries.map((one) => send(one, 'no-cors')), ...tries.map((one) => send(one, 'cors'))]);
      },
      [`${app.baseUrl}/trpc/panel.consent.decide`, JSON.stringify({ request, allow: true })],
    );
    expect(sent).not.toContain(200);
    const form = `<form method="post" enctype="text/plain" action="${app.baseUrl}/trpc/panel.consent.decide"><button>Go</button></form>`;
    await page.setContent(form);
    await page.getByRole('button', { name: 'Go' }).click();
    await page.waitForURL(`${app.baseUrl}/trpc/**`);

    // Still to be decided, by whoever it is for.
    await page.goto(consent);
    await page.getByRole('button', { name: 'Deny' }).click();
    expect((await answerOf(window)).get('error')).toBe('access_denied');
    await window.context.close();
  });
});
