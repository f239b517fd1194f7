import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorOf } from '../client/index.ts';
import { ROLES } from '../db/roles.ts';
import { statement } from '../db/statement.ts';
import { type AppContext, startTestApp } from './harness/app.ts';
import { type MailServer, startMailServer } from './harness/mail-server.ts';
import { Browser, newPerson, PASSWORD, type Person } from './harness/person.ts';
import { stage } from './harness/drafts.ts';
import { until } from './harness/until.ts';

const HOME = 'https://sales.example.com';

let app: AppContext;
let mail: MailServer;

beforeAll(async () => {
  mail = await startMailServer();
  app = await startTestApp({ SMTP_URL: mail.url, TRUSTED_PROXIES: '127.0.0.1' });
  // Links are made from it; the tests' own requests go on without TLS, whose cookies another host name would want.
  Object.assign(app.service.app.services.config, { PUBLIC_URL: undefined });
});

afterAll(async () => {
  await app.stop();
  await mail.close();
});

const services = () => app.service.app.services;

let addresses = 0;
const elsewhere = () => new Browser(app.baseUrl, { 'x-forwarded-for': `198.51.100.${(addresses += 1)}` });

const refusalOf = async (asked: Promise<unknown>) =>
  asked.then(
    () => expect.fail('nothing was refused'),
    (error: unknown) => errorOf(error)!,
  );

const bodyOf = async (answer: Response) => (await answer.json()) as { error: { code: string; message: string } };

describe('a disabled user', () => {
  test('is out at once: sessions, keys and tokens, and no way in until they are enabled', async () => {
    const person = await newPerson(app);
    const draft = await stage(person);
    const { key } = await app.operator.keys.create.mutate({ user_id: person.userId, name: 'Second', scopes: [] });
    const disabled = await app.operator.users.disable.mutate({ user_id: person.userId });
    expect(disabled).toMatchObject({ user_id: person.userId, sessions_ended: 1, keys_revoked: 0 });
    expect((await refusalOf(person.browser.panel.session.get.query())).code).toBe('not_signed_in');
    for (const token of [person.key, key]) {
      const answer = await fetch(`${app.baseUrl}/api/v1/tools/verify_session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: '{}',
      });
      expect(answer.status).toBe(401);
      expect((await bodyOf(answer)).error).toMatchObject({
        code: 'invalid_key',
        message: expect.stringContaining('disabled'),
      });
    }
    const refused = await elsewhere().signIn(person.email, PASSWORD);
    expect(refused.status).toBe(401);
    expect((await bodyOf(refused)).error).toMatchObject({ code: 'wrong_login', message: 'This account was disabled.' });
    expect((await bodyOf(await elsewhere().signIn(person.email, 'a wrong one'))).error.message).not.toContain(
      'disabled',
    );
    const making = { user_id: person.userId, name: 'Third', scopes: [] };
    expect((await refusalOf(app.operator.keys.create.mutate(making))).code).toBe('invalid_transition');
    await app.operator.users.disable.mutate({ user_id: person.userId });

    await app.operator.users.enable.mutate({ user_id: person.userId });
    expect((await person.rest('verify_session')).status).toBe(200);
    const { drafts } = (await person.rest('studio_list_drafts', { draft_id: draft.draft_id })).body;
    expect(drafts).toMatchObject([{ status: 'pending' }]);
    const browser = elsewhere();
    expect((await browser.signIn(person.email, PASSWORD)).status).toBe(200);
    const { items } = await browser.panel.activity.list.query({});
    expect(items.map(({ act }) => act)).toEqual(
      expect.arrayContaining(['person.disabled', 'person.enabled', 'session.ended']),
    );
    const log = await app.operator.log.list.query({ subject_id: person.userId });
    expect(log.items.map(({ act }) => act)).toEqual(['user.enabled', 'user.disabled', 'user.disabled']);
  });

  test('keeps revoked what was revoked with them', async () => {
    const person = await newPerson(app, { signedIn: false });
    const { keys_revoked } = await app.operator.users.disable.mutate({ user_id: person.userId, revoke_keys: true });
    expect(keys_revoked).toBe(1);
    await app.operator.users.enable.mutate({ user_id: person.userId });
    expect((await person.rest('verify_session')).status).toBe(401);
  });

  test('who is not there is told so', async () => {
    const user_id = 'usr_01k00000000000000000000000';
    for (const asked of [
      () => app.operator.users.disable.mutate({ user_id }),
      () => app.operator.users.enable.mutate({ user_id }),
      () => app.operator.users.end_sessions.mutate({ user_id }),
      () => app.operator.users.set_password.mutate({ user_id, password: PASSWORD }),
      () => app.operator.users.set_password.mutate({ user_id }),
    ]) {
      expect((await refusalOf(asked())).code).toBe('not_found');
    }
  });
});

test('users are listed newest first, page by page, by workspace and by address', async () => {
  const people = [await newPerson(app), await newPerson(app, { signedIn: false })];
  const [first] = people as [Person, Person];
  const { items } = await app.operator.users.list.query({ workspace_id: first.workspaceId });
  expect(items).toMatchObject([
    { user_id: first.userId, email: first.email, disabled_at: null, has_password: true, sessions: 1, keys: 1 },
  ]);
  expect((await app.operator.users.list.query({ email: first.email.toUpperCase() })).items).toHaveLength(1);
  const page = await app.operator.users.list.query({ limit: 1 });
  expect(page.items).toMatchObject([{ user_id: people[1]!.userId, sessions: 0 }]);
  const next = await app.operator.users.list.query({ limit: 1, cursor: page.next_cursor! });
  expect(next.items).toMatchObject([{ user_id: first.userId }]);
});

test('the operator ends sessions everywhere, and sets a password', async () => {
  const person = await newPerson(app);
  const other = elsewhere();
  await other.signIn(person.email, PASSWORD);
  expect(await app.operator.users.end_sessions.mutate({ user_id: person.userId })).toMatchObject({ sessions_ended: 2 });
  expect((await refusalOf(other.panel.session.get.query())).code).toBe('not_signed_in');
  expect((await person.rest('verify_session')).status).toBe(200);
  await other.signIn(person.email, PASSWORD);
  const set = await app.operator.users.set_password.mutate({ user_id: person.userId, password: 'a new password' });
  expect(set).toMatchObject({ sessions_ended: 1 });
  expect((await elsewhere().signIn(person.email, PASSWORD)).status).toBe(401);
  expect((await elsewhere().signIn(person.email, 'a new password')).status).toBe(200);
});

describe('a forgotten password', () => {
  const forget = (email: string, browser = elsewhere()) => browser.post('/app/auth/password/forgot', { email });
  const reset = (token: string, password: string, browser = elsewhere()) =>
    browser.post('/app/auth/password/reset', { token, password });
  const tokenIn = (text: string | undefined) => /\/app\/reset-password#([\w-]{43})/.exec(text ?? '')?.[1];

  const withAddress = async (run: () => Promise<void>) => {
    Object.assign(services().config, { PUBLIC_URL: HOME });
    try {
      await run();
    } finally {
      Object.assign(services().config, { PUBLIC_URL: undefined });
    }
  };

  test('is not reset by mail where the service has no address of its own to link to', async () => {
    expect((await forget('nobody@example.com')).status).toBe(404);
    expect((await elsewhere().panel.sign_in.options.query()).password_reset).toBe(false);
  });

  test('is reset by a link that comes by mail, works once and ends every session', async () => {
    const person = await newPerson(app);
    let chosen = '';
    await withAddress(async () => {
      expect((await elsewhere().panel.sign_in.options.query()).password_reset).toBe(true);
      const asked = await forget(person.email.toUpperCase());
      expect([asked.status, await asked.json()]).toEqual([200, { asked: true }]);
      const [letter] = await until(
        async () => mail.to(person.email),
        (found) => found.length > 0,
        20_000,
      );
      const token = tokenIn(letter!.parsed.text)!;
      expect(letter!.parsed.text).toContain(`${HOME}/app/reset-password#`);
      expect(letter!.from).toBe('no-reply@sales.example.com');
      const kept = await services().db.as<{ row: string }>(
        ROLES.login,
        statement('test_reset_tokens', 'SELECT v::text AS row FROM verifications v'),
      );
      expect(JSON.stringify(kept)).not.toContain(token);

      expect((await bodyOf(await reset(token, 'short'))).error.code).toBe('invalid_input');
      const all = await Promise.all(
        ['one password', 'two passwords', 'three passwords'].map((next) => reset(token, next)),
      );
      expect(all.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
      chosen = ['one password', 'two passwords', 'three passwords'][all.findIndex(({ status }) => status === 200)]!;
    });
    expect((await refusalOf(person.browser.panel.session.get.query())).code).toBe('not_signed_in');
    expect((await elsewhere().signIn(person.email, PASSWORD)).status).toBe(401);
    const browser = elsewhere();
    expect((await browser.signIn(person.email, chosen)).status).toBe(200);
    const { items } = await browser.panel.activity.list.query({ act: 'password.reset' });
    expect(items).toMatchObject([{ user_id: person.userId, subject_id: person.userId }]);
  });

  test('is answered alike whether anybody has the address, and nobody without a password gets a link', async () => {
    const passwordless = 'sso@example.org';
    const { user_id } = await app.operator.users.create.mutate({ email: passwordless, name: 'By single sign-on' });
    const disabled = await newPerson(app, { signedIn: false });
    await app.operator.users.disable.mutate({ user_id: disabled.userId });
    const known = await newPerson(app, { signedIn: false });
    await withAddress(async () => {
      const answers = [];
      for (const email of ['unknown@example.org', passwordless, disabled.email, known.email]) {
        const answer = await forget(email);
        const headers = Object.fromEntries(
          [...answer.headers].filter(([name]) => !['date', 'x-request-id'].includes(name)),
        );
        answers.push({ status: answer.status, headers, text: await answer.text() });
      }
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      // Jobs run in their order, so the last mail comes after those that were not sent.
      await until(
        async () => mail.to(known.email),
        (found) => found.length > 0,
        20_000,
      );
      for (const email of ['unknown@example.org', passwordless, disabled.email]) expect(mail.to(email)).toEqual([]);
    });
    expect((await refusalOf(app.operator.users.set_password.mutate({ user_id: disabled.userId }))).code).toBe(
      'invalid_transition',
    );
    const link = await app.operator.users.set_password.mutate({ user_id });
    expect(link).toMatchObject({ reset_url: null, reset_path: expect.stringMatching(/^\/app\/reset-password#/) });
    const token = tokenIn((link as { reset_path: string }).reset_path)!;
    expect((await reset(token, 'chosen by them')).status).toBe(200);
    expect((await elsewhere().signIn(passwordless, 'chosen by them')).status).toBe(200);
  });

  test('is not reset with a link that expired, or was replaced', async () => {
    const person = await newPerson(app, { signedIn: false });
    const linkOf = async () =>
      tokenIn(
        ((await app.operator.users.set_password.mutate({ user_id: person.userId })) as { reset_path: string })
          .reset_path,
      )!;
    const first = await linkOf();
    const second = await linkOf();
    expect((await bodyOf(await reset(first, 'a new password'))).error.code).toBe('invalid_input');
    await services().db.as(
      ROLES.login,
      statement(
        'test_expire_reset',
        `UPDATE verifications SET expires_at = now() - interval '1 s' WHERE identifier LIKE 'reset:%'`,
      ),
    );
    expect((await reset(second, 'a new password')).status).toBe(400);
    expect((await elsewhere().signIn(person.email, PASSWORD)).status).toBe(200);
  });

  test('is asked for, and guessed at, no oftener than may be', async () => {
    await withAddress(async () => {
      const asked = [];
      for (let n = 0; n < 4; n += 1) asked.push((await forget('often@example.org')).status);
      expect(asked).toEqual([200, 200, 200, 429]);
    });
    const browser = elsewhere();
    const guessed = [];
    for (let n = 0; n < 11; n += 1) guessed.push((await reset('x'.repeat(43), 'a new password', browser)).status);
    expect(guessed).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
    expect(
      (
        await new Browser(app.baseUrl, { origin: 'https://elsewhere.example' }).post('/app/auth/password/forgot', {
          email: 'a@b.example',
        })
      ).status,
    ).toBe(403);
  });
});

describe('what cannot be undone', () => {
  test('wants the password again, and then is done in one’s own workspace only', async () => {
    const person = await newPerson(app);
    const { panel } = person.browser;
    expect(await panel.privacy.confirmation.query()).toEqual({ password: true });
    for (const password of [undefined, 'not the password']) {
      const refused = await refusalOf(
        panel.privacy.delete_workspace.mutate(password === undefined ? {} : { password }),
      );
      expect(refused).toMatchObject({ code: 'invalid_input', issues: [{ path: 'password' }] });
    }
    const { body } = await person.rest('gtm_crm_write', {
      entity: 'contact',
      facts: { name: 'Vera Lindqvist', email: 'vera@lind.example' },
    });
    const found = await panel.privacy.find_subject.query({ name: 'vera lindqvist' });
    expect(found.person.records).toMatchObject([{ record_id: body.id }]);
    const exported = await panel.privacy.export_subject.query({ record_id: body.id });
    expect(exported.items.some(({ table, own }) => table === 'contacts' && own)).toBe(true);
    const file = await person.browser.fetch('/app/workspace.json');
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="workspace-\d{4}-\d\d-\d\d\.json"$/);
    const whole = (await file.json()) as {
      workspace: { workspace_id: string };
      rows: { table: string; fields: { id?: string } }[];
    };
    expect(whole.workspace.workspace_id).toBe(person.workspaceId);
    expect(whole.rows.some(({ table, fields }) => table === 'contacts' && fields.id === body.id)).toBe(true);
    expect((await new Browser(app.baseUrl).fetch('/app/workspace.json')).status).toBe(401);
    const erased = await panel.privacy.erase_subject.mutate({ record_id: body.id, password: PASSWORD });
    expect(erased).toMatchObject({ records: [body.id], deleted: { contacts: 1 } });
    const { items } = await panel.activity.list.query({ act: 'subject.erased' });
    expect(items).toMatchObject([{ user_id: person.userId, subject_id: body.id }]);
    await panel.privacy.delete_workspace.mutate({ password: PASSWORD });
    expect((await refusalOf(panel.session.get.query())).code).toBe('not_signed_in');
    const users = async () => (await app.operator.users.list.query({ email: person.email })).items;
    await until(users, (found) => found.length === 0, 20_000);
  });

  test('wants a fresh sign-in of somebody without a password', async () => {
    const person = await newPerson(app);
    const { db } = services();
    await db.as(ROLES.login, statement('test_no_password', 'DELETE FROM logins WHERE user_id = $1'), [person.userId]);
    const { panel } = person.browser;
    expect(await panel.privacy.confirmation.query()).toEqual({ password: false });
    await panel.privacy.erase_subject.mutate({ email: 'nobody@lind.example' });
    await db.as(
      ROLES.login,
      statement(
        'test_old_session',
        `UPDATE sessions SET created_at = now() - interval '11 minutes' WHERE user_id = $1`,
      ),
      [person.userId],
    );
    const refused = await refusalOf(panel.privacy.erase_subject.mutate({ email: 'nobody@lind.example' }));
    expect(refused.code).toBe('invalid_transition');
  });
});
