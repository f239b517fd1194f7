import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../db/ids.ts';
import { type AppContext, startTestApp } from './harness/app.ts';
import { type OidcServer, startOidcServer } from './harness/oidc-server.ts';
import { Browser, PASSWORD } from './harness/person.ts';

let app: AppContext;
let oidc: OidcServer;

beforeAll(async () => {
  oidc = await startOidcServer();
  app = await startTestApp({
    PASSWORD_SIGN_IN: 'off',
    OIDC_ISSUER: oidc.issuer,
    OIDC_CLIENT_ID: oidc.clientId,
    OIDC_CLIENT_SECRET: oidc.clientSecret,
  });
});

afterAll(async () => {
  await app.stop();
  await oidc.close();
});

test('with PASSWORD_SIGN_IN=off no password is taken or reset, and the sign-in page says so', async () => {
  const email = `${newId('user')}@example.com`;
  await app.operator.users.create.mutate({ email, name: 'Dana', password: PASSWORD });
  const browser = new Browser(app.baseUrl);
  expect(await browser.panel.sign_in.options.query()).toMatchObject({
    password: false,
    password_reset: false,
    sso: { name: 'single sign-on' },
  });
  for (const [path, body] of [
    ['/app/auth/sign-in/email', { email, password: PASSWORD }],
    ['/app/auth/password/forgot', { email }],
    ['/app/auth/password/reset', { token: 'x', password: PASSWORD }],
  ] as const) {
    const answer = await browser.post(path, body);
    expect([path, answer.status]).toEqual([path, 404]);
    expect(((await answer.json()) as { error: { hint: string } }).error.hint).toContain('single sign-on');
  }
  expect(browser.cookies.size).toBe(0);
  expect((await browser.post('/app/auth/sign-in/social', {})).status).toBe(200);
});
