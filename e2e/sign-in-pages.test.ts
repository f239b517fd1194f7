import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../db/ids.ts';
import { ROLES } from '../db/roles.ts';
import { statement } from '../db/statement.ts';
import { type AppContext, startTestApp } from './harness/app.ts';
import { type OidcServer, startOidcServer } from './harness/oidc-server.ts';
import { Browser, newPerson, PASSWORD } from './harness/person.ts';

/** What browsers and other sites see of signing in. */

let app: AppContext;
let oidc: OidcServer;

beforeAll(async () => {
  oidc = await startOidcServer();
  app = await startTestApp({
    TRUSTED_PROXIES: '127.0.0.1',
    OIDC_ISSUER: oidc.issuer,
    OIDC_CLIENT_ID: oidc.clientId,
    OIDC_CLIENT_SECRET: oidc.clientSecret,
    OIDC_NAME: 'AppContext ID',
  });
});

afterAll(async () => {
  await app?.stop();
  await oidc?.close();
});

let addresses = 0;
/** A browser somewhere nobody has signed in from: the proxy in front says where. */
const elsewhere = () => new Browser(app.baseUrl, { 'x-forwarded-for': `198.51.100.${(addresses += 1)}` });

const statusOf = async (answered: Promise<unknown>): Promise<number> =>
  answered.then(
    () => 200,
    (error: { data?: { httpStatus?: number } }) => error.data?.httpStatus ?? 0,
  );

describe('under HTTPS', () => {
  test('every cookie is held to the host and to encryption', async () => {
    const secure = await startTestApp({ PUBLIC_URL: 'https://sales.example.com' });
    try {
      const { operator } = secure;
      const email = `${newId('user')}@example.com`;
      // The public address is not reached from here; the service is.
      const { port } = secure.service.server.address() as { port: number };
      const local = `http://127.0.0.1:${port}`;
      const create = await fetch(`${local}/trpc/operator.users.create`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${secure.service.secrets.operatorToken}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ email, name: 'Test', password: PASSWORD }),
      });
      expect(create.status).toBe(200);
      expect(operator).toBeDefined();
      const browser = new Browser(local, { origin: 'https://sales.example.com' });
      expect((await browser.signIn(email, PASSWORD)).status).toBe(200);
      expect(browser.lastCookies).toHaveLength(2);
      for (const cookie of browser.lastCookies) {
        expect(cookie).toMatch(/^__Host-sat_(session|device)=/);
        expect(cookie.split('; ').slice(1)).toEqual(
          expect.arrayContaining(['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure']),
        );
        expect(cookie).not.toMatch(/domain=/i);
      }
      expect((await browser.panel.session.get.query()).user.email).toBe(email);
    } finally {
      await secure.stop();
    }
  });
});

describe('a page of another site', () => {
  const FOREIGN: [string, Record<string, string>][] = [
    ['says so itself', { 'sec-fetch-site': 'cross-site' }],
    ['is a subdomain’s', { 'sec-fetch-site': 'same-site' }],
    ['has another origin', { origin: 'https://evil.example' }],
    ['has none to show', { origin: 'null' }],
  ];

  test.each(FOREIGN)('that %s changes nothing, reads nothing, signs nobody in or out', async (_, headers) => {
    const person = await newPerson(app);
    const { browser } = person;
    const own = browser.headers;
    browser.headers = { ...own, ...headers };
    expect(await statusOf(browser.panel.keys.create.mutate({ name: 'forged', scopes: 'all' }))).toBe(403);
    expect(await statusOf(browser.panel.keys.list.query({}))).toBe(403);
    expect((await browser.signOut()).status).toBe(403);
    expect((await browser.signIn(person.email, PASSWORD)).status).toBe(403);
    expect((await browser.fetch('/app/audit.csv')).status).toBe(403);
    browser.headers = own;
    const { items } = await browser.panel.keys.list.query({});
    expect(items.map(({ name }) => name)).toEqual(['test']);
  });

  test('is what a change must prove not to be', async () => {
    const { browser } = await newPerson(app);
    browser.headers = {};
    expect(await statusOf(browser.panel.keys.create.mutate({ name: 'forged', scopes: 'all' }))).toBe(403);
    expect((await browser.signOut()).status).toBe(403);
    const read = await browser.fetch('/trpc/panel.session.get');
    expect(read.status).toBe(200);
    const write = await browser.fetch('/trpc/panel.sessions.revoke_all', { method: 'POST' });
    expect(write.status).toBe(403);
    // A change is no question: it cannot be asked by an address alone.
    expect((await browser.fetch('/trpc/panel.sessions.revoke_all')).status).toBe(404);
  });
});

describe('single sign-on', () => {
  const who = (email: string, more: { email_verified?: boolean; sub?: string } = {}) => ({
    sub: more.sub ?? newId('user'),
    email,
    email_verified: more.email_verified ?? true,
    name: 'Somebody There',
  });

  const begin = async (browser: Browser, callbackURL = '/app/drafts') => {
    const answer = await browser.post('/app/auth/sign-in/social', { callbackURL, errorCallbackURL: '/app/sign-in' });
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { url: string }).url;
  };

  const signIn = async (browser: Browser, subject: ReturnType<typeof who>) => {
    const back = oidc.visit(await begin(browser), subject);
    expect(back.pathname).toBe('/app/auth/callback/sso');
    return browser.fetch(back.pathname + back.search);
  };

  test('is offered by its name', async () => {
    const answer = await elsewhere().panel.sign_in.options.query();
    expect(answer).toEqual({ password: true, password_reset: false, sso: { name: 'AppContext ID' } });
  });

  test('signs in whom the provider vouches for, and brings the browser where it wanted to go', async () => {
    const person = await newPerson(app, { signedIn: false });
    const browser = elsewhere();
    const subject = who(person.email);
    const answer = await signIn(browser, subject);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/app/drafts']);
    expect((await browser.panel.session.get.query()).user.id).toBe(person.userId);
    // From now on the account there is the person here, whatever address it has.
    const again = elsewhere();
    await signIn(again, { ...subject, email: 'renamed@example.com' });
    expect((await again.panel.session.get.query()).user.id).toBe(person.userId);
    const rows = await app.service.app.services.db.as<Record<string, unknown>>(
      ROLES.login,
      statement('test_sso_login', `SELECT * FROM logins WHERE user_id = $1 AND provider_id = 'sso'`),
      [person.userId],
    );
    expect(rows).toMatchObject([{ access_token: null, refresh_token: null, id_token: null, password: null }]);
  });

  test.each([
    ['somebody we do not know', async () => who(`${newId('user')}@example.com`)],
    [
      'an address the provider has not verified',
      async () => who((await newPerson(app, { signedIn: false })).email, { email_verified: false }),
    ],
  ])('refuses %s', async (_, subject) => {
    const browser = elsewhere();
    const answer = await signIn(browser, await subject());
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toMatch(/^\/app\/sign-in\?error=/);
    expect(browser.cookies.has('sat_session')).toBe(false);
  });

  test('refuses what another browser began, what was used, and what was made up', async () => {
    const person = await newPerson(app, { signedIn: false });
    const [mine, theirs] = [elsewhere(), elsewhere()];
    const back = oidc.visit(await begin(theirs), who(person.email));
    for (const browser of [mine, elsewhere()]) {
      await browser.fetch(back.pathname + back.search);
      expect(browser.cookies.has('sat_session')).toBe(false);
    }
    const made = await mine.fetch('/app/auth/callback/sso?code=made-up&state=made-up');
    expect(made.status).toBeGreaterThanOrEqual(300);
    expect(mine.cookies.has('sat_session')).toBe(false);
  });

  test('leads nowhere but into the panel', async () => {
    for (const callbackURL of ['https://evil.example', '//evil.example', '/\\evil.example', '/other', '/app\\@evil']) {
      const answer = await elsewhere().post('/app/auth/sign-in/social', { callbackURL });
      expect(answer.status, callbackURL).toBe(400);
    }
  });
});
