import { createHook } from 'node:async_hooks';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newId } from '../db/ids.ts';
import { ROLES } from '../db/roles.ts';
import { statement } from '../db/statement.ts';
import { type AppContext, startTestApp } from './harness/app.ts';
import { Browser, newPerson, PASSWORD } from './harness/person.ts';

let app: AppContext;

beforeAll(async () => {
  app = await startTestApp({ TRUSTED_PROXIES: '127.0.0.1' });
});

afterAll(() => app.stop());

const db = () => app.service.app.services.db;
const aged = statement(
  'test_age_session',
  `UPDATE sessions SET seen_at = seen_at - $2::interval, created_at = created_at - $3::interval, expires_at = expires_at - $3::interval
   WHERE user_id = $1 RETURNING id`,
);
const age = (userId: string, silence: string, life = '0') => db().as(ROLES.login, aged, [userId, silence, life]);
const windowsOver = statement('test_windows_over', `UPDATE sign_in_attempts SET ends_at = now() - interval '1 second'`);

let addresses = 0;
/** A browser somewhere nobody has signed in from: the proxy in front says where. */
const elsewhere = (at = `198.51.100.${(addresses += 1)}`) => new Browser(app.baseUrl, { 'x-forwarded-for': at });

const errorOf = async (answer: Response) =>
  ((await answer.json()) as { error: { code: string; message: string } }).error;

const statusOf = async (answered: Promise<unknown>): Promise<number> =>
  answered.then(
    () => 200,
    (error: { data?: { httpStatus?: number } }) => error.data?.httpStatus ?? 0,
  );

describe('signing in', () => {
  test('gives a session of its own, in a cookie that scripts and other sites never see', async () => {
    const person = await newPerson(app, { signedIn: false });
    const browser = elsewhere();
    const answer = await browser.signIn(person.email.toUpperCase(), PASSWORD);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const text = await answer.text();
    expect(JSON.parse(text)).toEqual({ user: { id: person.userId, name: 'Test Person', email: person.email } });
    const cookie = browser.lastCookies.find((each) => each.startsWith('sat_session='))!;
    expect(cookie.split('; ').slice(1).toSorted()).toEqual(['HttpOnly', 'Max-Age=43200', 'Path=/', 'SameSite=Lax']);
    expect(text).not.toContain(decodeURIComponent(cookie.split(/[=.]/)[1]!));

    const { user, workspace, session } = await browser.panel.session.get.query();
    expect({ user: user.id, workspace: workspace.id }).toEqual({ user: person.userId, workspace: person.workspaceId });
    const life = Date.parse(session.expires_at) - Date.parse(session.created_at);
    expect(Math.abs(life - 12 * 3_600_000)).toBeLessThan(5_000);
    expect(Date.parse(session.idle_ends_at)).toBeLessThanOrEqual(Date.now() + 30 * 60_000 + 1_000);
    const { items } = await browser.panel.sessions.list.query();
    expect(items).toMatchObject([{ session_id: session.session_id, current: true, ip_address: '198.51.100.1' }]);
  });

  test('again, from a browser that has a session, ends that one', async () => {
    const { browser } = await newPerson(app);
    const before = new Browser(app.baseUrl);
    for (const [name, value] of browser.cookies) before.cookies.set(name, value);
    const first = await browser.panel.session.get.query();
    await browser.signIn(first.user.email, PASSWORD);
    const second = await browser.panel.session.get.query();
    expect(second.session.session_id).not.toBe(first.session.session_id);
    expect(await statusOf(before.panel.session.get.query())).toBe(401);
    expect((await browser.panel.sessions.list.query()).items).toHaveLength(1);
  });

  test('fails alike for an unknown user, a wrong password and a user without one: same words, same work', async () => {
    const known = await newPerson(app, { signedIn: false });
    const email = `${newId('user')}@example.com`;
    await app.operator.users.create.mutate({ email, name: 'Nobody signs in as me' });
    let hashes = 0;
    const as = vi.spyOn(db(), 'as');
    const hook = createHook({ init: (_id, type) => void (hashes += type === 'SCRYPTREQUEST' ? 1 : 0) }).enable();
    const seen = [];
    for (const who of [known.email, email, 'unknown@example.com']) {
      hashes = 0;
      as.mockClear();
      const answer = await elsewhere().signIn(who, 'a wrong password');
      const { request_id: _id, ...error } = (await errorOf(answer)) as { code: string; request_id?: string };
      const headers = Object.fromEntries(
        [...answer.headers].filter(([name]) => !['date', 'x-request-id'].includes(name)),
      );
      seen.push({
        status: answer.status,
        error,
        headers,
        hashes,
        queries: as.mock.calls.filter(([role]) => role === ROLES.login).map(([, { name }]) => name),
      });
    }
    hook.disable();
    as.mockRestore();
    expect(seen[0]).toMatchObject({ status: 401, error: { code: 'wrong_login' }, hashes: 1 });
    expect(seen[0]!.queries).toHaveLength(3);
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
  });

  test('wants an address and a password, as JSON of an object', async () => {
    for (const body of [{}, { email: 'no address', password: 'x' }, { email: 'a@b.example', password: '' }, []]) {
      expect((await elsewhere().post('/app/auth/sign-in/email', body)).status).toBe(400);
    }
  });

  test('offers nothing else of the library that does it', async () => {
    const { browser } = await newPerson(app);
    for (const path of [
      'sign-up/email',
      'update-user',
      'delete-user',
      'change-email',
      'list-sessions',
      'get-session',
    ]) {
      for (const method of ['GET', 'POST']) {
        const body = method === 'POST' ? '{}' : null;
        const answer = await browser.fetch(`/app/auth/${path}`, {
          method,
          body,
          headers: { 'content-type': 'application/json' },
        });
        expect(answer.status, path).toBe(404);
      }
    }
  });
});

describe('a session', () => {
  test('ends after 30 minutes of silence, and every request breaks the silence', async () => {
    const { browser, userId } = await newPerson(app);
    await age(userId, '29 minutes');
    expect(await statusOf(browser.panel.session.get.query())).toBe(200);
    await age(userId, '29 minutes');
    expect(await statusOf(browser.panel.session.get.query())).toBe(200);
    await age(userId, '31 minutes');
    expect(await statusOf(browser.panel.session.get.query())).toBe(401);
    expect((await browser.fetch('/app/audit.csv')).status).toBe(401);
  });

  test('ends after 12 hours, however much is done in it', async () => {
    const { browser, userId } = await newPerson(app);
    await age(userId, '0', '11 hours 50 minutes');
    const { session } = await browser.panel.session.get.query();
    expect(session.idle_ends_at).toBe(session.expires_at);
    await age(userId, '0', '11 minutes');
    expect(await statusOf(browser.panel.session.get.query())).toBe(401);
  });

  test('is over on the next request once it is signed out of, or ended from another', async () => {
    const person = await newPerson(app);
    const other = elsewhere();
    await other.signIn(person.email, PASSWORD);
    const copy = new Browser(app.baseUrl);
    for (const [name, value] of other.cookies) copy.cookies.set(name, value);
    expect((await other.signOut()).status).toBe(200);
    expect(other.cookies.has('sat_session')).toBe(false);
    expect(await statusOf(copy.panel.session.get.query())).toBe(401);

    await other.signIn(person.email, PASSWORD);
    const { items } = await person.browser.panel.sessions.list.query();
    expect(items).toHaveLength(2);
    const { session_id } = items.find(({ current }) => !current)!;
    await person.browser.panel.sessions.revoke.mutate({ session_id });
    expect(await statusOf(other.panel.session.get.query())).toBe(401);
    expect(await statusOf(person.browser.panel.sessions.revoke.mutate({ session_id }))).toBe(404);
  });

  test('signs out everywhere', async () => {
    const person = await newPerson(app);
    const others = [elsewhere(), elsewhere()];
    for (const other of others) await other.signIn(person.email, PASSWORD);
    expect(await person.browser.panel.sessions.revoke_others.mutate()).toEqual({ ended: 2 });
    for (const other of others) expect(await statusOf(other.panel.session.get.query())).toBe(401);
    expect(await statusOf(person.browser.panel.session.get.query())).toBe(200);
    expect(await person.browser.panel.sessions.revoke_all.mutate()).toEqual({ ended: 1 });
    expect(await statusOf(person.browser.panel.session.get.query())).toBe(401);
  });

  test('costs one look-up a request, however many calls it holds', async () => {
    const { browser } = await newPerson(app);
    const as = vi.spyOn(db(), 'as');
    const lookUps = () => as.mock.calls.filter(([, { name }]) => name === 'find_session').length;
    const { panel } = browser;
    await Promise.all([
      panel.plan.get.query(),
      panel.runs.list.query({}),
      panel.webhooks.list.query(),
      panel.tiers.open.query({}),
    ]);
    expect(lookUps()).toBe(1);
    await panel.runs.list.query({});
    expect(lookUps()).toBe(2);
    as.mockRestore();
  });

  test('cannot be made up, nor opened with a key', async () => {
    const { browser, key } = await newPerson(app);
    const [token, signature] = decodeURIComponent(browser.cookies.get('sat_session')!).split(/\.(?=[^.]+$)/);
    const forged = [
      token!,
      `${token}.`,
      `${token}.${Buffer.alloc(32).toString('base64')}`,
      `${token!.slice(0, -1)}${token!.endsWith('x') ? 'y' : 'x'}.${signature}`,
      '%E0%A4%A',
      '',
    ];
    for (const value of forged) {
      const thief = new Browser(app.baseUrl);
      thief.cookies.set('sat_session', value.startsWith('%') ? value : encodeURIComponent(value));
      expect(await statusOf(thief.panel.session.get.query()), value).toBe(401);
    }
    const withKey = new Browser(app.baseUrl, { authorization: `Bearer ${key}` });
    expect(await statusOf(withKey.panel.session.get.query())).toBe(401);
    expect(await statusOf(withKey.panel.keys.create.mutate({ name: 'x', scopes: 'all' }))).toBe(401);
  });
});

describe('a password', () => {
  test('is changed by who knows the present one; sessions elsewhere end, and the old one opens nothing', async () => {
    const person = await newPerson(app);
    const other = elsewhere();
    await other.signIn(person.email, PASSWORD);
    const { panel } = person.browser;
    expect(await statusOf(panel.password.change.mutate({ current: 'wrong one', next: 'another long one' }))).toBe(400);
    expect(await statusOf(panel.password.change.mutate({ current: PASSWORD, next: 'short' }))).toBe(400);
    expect(await panel.password.change.mutate({ current: PASSWORD, next: 'another long one' })).toEqual({
      changed: true,
      ended: 1,
    });
    expect(await statusOf(other.panel.session.get.query())).toBe(401);
    expect(await statusOf(panel.session.get.query())).toBe(200);
    expect((await elsewhere().signIn(person.email, PASSWORD)).status).toBe(401);
    expect((await elsewhere().signIn(person.email, 'another long one')).status).toBe(200);
  });

  test('cannot be guessed at through its change', async () => {
    const { browser } = await newPerson(app);
    const guess = () =>
      statusOf(browser.panel.password.change.mutate({ current: 'wrong one', next: 'another long one' }));
    for (let n = 0; n < 10; n += 1) expect(await guess()).toBe(400);
    expect(await guess()).toBe(429);
  });
});

describe('failed sign-ins', () => {
  const guess = async (browser: Browser, email: string) => (await browser.signIn(email, 'a wrong password')).status;

  test('are ten for an account, from wherever; then the right password waits too, but not its own browser', async () => {
    const person = await newPerson(app, { signedIn: false });
    await person.browser.signIn(person.email, PASSWORD);
    await person.browser.signOut();
    for (let n = 0; n < 10; n += 1) expect(await guess(elsewhere(), person.email)).toBe(401);
    expect(await guess(elsewhere(), person.email)).toBe(429);
    const refused = await elsewhere().signIn(person.email, PASSWORD);
    expect(refused.status).toBe(429);
    expect(await errorOf(refused)).toMatchObject({ code: 'rate_limited' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(900);
    // Where the owner has signed in before, nobody else's guesses count.
    expect((await person.browser.signIn(person.email, PASSWORD)).status).toBe(200);
    // Nobody is told apart by it: an account that does not exist is throttled alike.
    for (let n = 0; n < 10; n += 1) expect(await guess(elsewhere(), 'nobody@example.com')).toBe(401);
    expect(await guess(elsewhere(), 'nobody@example.com')).toBe(429);
    // Knocking on meanwhile makes the wait no longer.
    await db().as(ROLES.login, windowsOver);
    expect((await elsewhere().signIn(person.email, PASSWORD)).status).toBe(200);
  });

  test('are ten for an address, at whichever accounts', async () => {
    const from = '203.0.113.77';
    for (let n = 0; n < 10; n += 1) expect(await guess(elsewhere(from), `someone-${n}@example.com`)).toBe(401);
    expect(await guess(elsewhere(from), 'someone-else@example.com')).toBe(429);
    expect(await guess(elsewhere(), 'someone-else@example.com')).toBe(401);
  });

  test('from an address that many share do not keep out who has signed in from there before', async () => {
    const office = '203.0.113.78';
    const [person, colleague] = [await newPerson(app, { signedIn: false }), await newPerson(app, { signedIn: false })];
    const shared = elsewhere(office);
    expect((await shared.signIn(person.email, PASSWORD)).status).toBe(200);
    // One browser, two people: it stays known for both.
    expect((await shared.signIn(colleague.email, PASSWORD)).status).toBe(200);
    const tenTimes = (once: (n: number) => Promise<number>) =>
      Promise.all(Array.from({ length: 10 }, (_, n) => once(n)));
    const wrong = Array.from({ length: 10 }, () => 401);
    expect(await tenTimes((n) => guess(elsewhere(office), `office-${n}@example.com`))).toEqual(wrong);
    expect(await guess(elsewhere(office), person.email)).toBe(429);
    for (const { email } of [person, colleague]) expect((await shared.signIn(email, PASSWORD)).status).toBe(200);
    // What it is known for is these accounts, not others, and it has ten guesses too.
    expect(await guess(shared, 'office-else@example.com')).toBe(429);
    expect(await tenTimes(() => guess(shared, person.email))).toEqual(wrong);
    expect(await guess(shared, person.email)).toBe(429);
    expect((await shared.signIn(colleague.email, PASSWORD)).status).toBe(200);
  });

  test('are ten for a network of IPv6, which one subscriber has', async () => {
    for (let n = 0; n < 10; n += 1)
      expect(await guess(elsewhere(`2001:db8:1:2::${n}`), `six-${n}@example.com`)).toBe(401);
    expect(await guess(elsewhere('2001:db8:1:2:ffff::1'), 'six-else@example.com')).toBe(429);
    expect(await guess(elsewhere('2001:db8:1:3::1'), 'six-else@example.com')).toBe(401);
  });

  test('are ten of fifty at once', async () => {
    const { email } = await newPerson(app, { signedIn: false });
    const statuses = await Promise.all(Array.from({ length: 50 }, () => guess(elsewhere(), email)));
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(40);
  });

  test('do not count once one is right', async () => {
    const { email } = await newPerson(app, { signedIn: false });
    for (let n = 0; n < 9; n += 1) await guess(elsewhere(), email);
    for (let n = 0; n < 3; n += 1) expect((await elsewhere().signIn(email, PASSWORD)).status).toBe(200);
    expect(await guess(elsewhere(), email)).toBe(401);
    expect(await guess(elsewhere(), email)).toBe(429);
  });
});
