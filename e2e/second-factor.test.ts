import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../db/ids.ts';
import { ROLES } from '../db/roles.ts';
import { statement } from '../db/statement.ts';
import { reencryptAll } from '../server/re-encryption.ts';
import { Encryptor } from '../server/encryption.ts';
import { type AppContext, startTestApp } from './harness/app.ts';
import { Browser, newPerson, PASSWORD, type Person } from './harness/person.ts';
import { codeOf } from './harness/totp.ts';

let app: AppContext;

beforeAll(async () => {
  app = await startTestApp({ TRUSTED_PROXIES: '127.0.0.1', WORKERS: 'off', DNS_SERVERS: '127.0.0.1:9' });
});

afterAll(() => app.stop());

const db = () => app.service.app.services.db;

let addresses = 0;
const elsewhere = () => new Browser(app.baseUrl, { 'x-forwarded-for': `198.51.100.${(addresses += 1)}` });

const errorOf = async (answer: Response) =>
  ((await answer.json()) as { error: { code: string; message: string } }).error;

const codeOfFault = (answered: Promise<unknown>): Promise<string> =>
  answered.then(
    () => 'ok',
    (error: { data?: { error?: { code?: string } } }) => error.data?.error?.code ?? 'none',
  );

const later = statement(
  'test_confirmed_before',
  `UPDATE sessions SET confirmed_at = now() - interval '11 minutes' WHERE user_id = $1`,
);
/** Eleven minutes go by for a person's sessions. */
const pass = (person: Person) => db().as(ROLES.login, later, [person.userId]);

const stepsBack = statement('test_steps_back', `UPDATE second_factors SET last_step = 0 WHERE user_id = $1`);
/** What the app shows, after the step of earlier codes has gone by. */
async function nextCode(person: Person, secret: string): Promise<string> {
  await db().as(ROLES.login, stepsBack, [person.userId]);
  return codeOf(secret);
}

async function withSecondFactor(): Promise<{ person: Person; secret: string; backup: string[] }> {
  const person = await newPerson(app);
  const { panel } = person.browser;
  const { secret } = await panel.second_factor.begin.mutate();
  const { backup_codes: backup } = await panel.second_factor.finish.mutate({ code: codeOf(secret, -1) });
  return { person, secret, backup };
}

describe('signing in', () => {
  test('takes password and code; the password alone is told so, and gives no session', async () => {
    const { person, secret } = await withSecondFactor();
    const browser = elsewhere();
    const asked = await browser.signIn(person.email, PASSWORD);
    expect(asked.status).toBe(403);
    expect(asked.headers.getSetCookie()).toEqual([]);
    expect(await errorOf(asked)).toMatchObject({ code: 'second_factor_needed' });
    expect(await codeOfFault(browser.panel.session.get.query())).toBe('not_signed_in');
    expect((await browser.signIn(person.email, PASSWORD, await nextCode(person, secret))).status).toBe(200);
    expect((await browser.panel.session.get.query()).second_factor).toEqual({ on: true, owed: false });
  });

  test('with a wrong password says nothing of a second factor, whatever the code', async () => {
    const { person, secret } = await withSecondFactor();
    for (const code of [undefined, codeOf(secret), '000000']) {
      const answer = await elsewhere().signIn(person.email, 'not the password', code);
      expect(await errorOf(answer)).toMatchObject({ code: 'wrong_login' });
    }
  });

  test('takes a code once, of two at the same time too, and none from before it', async () => {
    const { person, secret } = await withSecondFactor();
    const code = await nextCode(person, secret);
    const both = await Promise.all([1, 2, 3, 4].map(() => elsewhere().signIn(person.email, PASSWORD, code)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403]);
    for (const used of [code, codeOf(secret, -1)]) {
      expect((await elsewhere().signIn(person.email, PASSWORD, used)).status).toBe(403);
    }
    expect((await elsewhere().signIn(person.email, PASSWORD, codeOf(secret, 1))).status).toBe(200);
  });

  test('takes each backup code once, however it is written, and says who used one', async () => {
    const { person, backup } = await withSecondFactor();
    expect(backup).toHaveLength(10);
    expect(new Set(backup).size).toBe(10);
    const [first, second] = backup as [string, string];
    const both = await Promise.all([1, 2, 3].map(() => elsewhere().signIn(person.email, PASSWORD, first)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 403, 403]);
    const typed = ` ${second.toLowerCase().replaceAll('-', ' ')}`;
    expect((await elsewhere().signIn(person.email, PASSWORD, typed)).status).toBe(200);
    const { panel } = person.browser;
    expect((await panel.second_factor.get.query()).backup_codes_left).toBe(8);
    const { items } = await panel.activity.list.query({});
    expect(items.filter(({ act }) => act === 'backup_code.used')).toHaveLength(2);
  });

  test('counts wrong codes as failed sign-ins: after ten, the right one is refused as well', async () => {
    const { person, secret } = await withSecondFactor();
    await person.browser.signIn(person.email, PASSWORD, await nextCode(person, secret));
    const guesses = Array.from({ length: 10 }, (_, guess) => `wrong-${guess}`);
    for (const guess of guesses) {
      expect((await errorOf(await elsewhere().signIn(person.email, PASSWORD, guess))).code).toBe(
        'second_factor_needed',
      );
    }
    const answer = await elsewhere().signIn(person.email, PASSWORD, await nextCode(person, secret));
    expect(answer.status).toBe(429);
    // The browser that signed in before is not locked out by them.
    expect((await person.browser.signIn(person.email, PASSWORD, await nextCode(person, secret))).status).toBe(200);
  });
});

describe('setting it up', () => {
  test('wants a code of the app, and changes nothing before; then other sessions end', async () => {
    const person = await newPerson(app);
    const { panel } = person.browser;
    const second = elsewhere();
    await second.signIn(person.email, PASSWORD);
    const { secret, uri } = await panel.second_factor.begin.mutate();
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    expect(await codeOfFault(panel.second_factor.finish.mutate({ code: '12345' }))).toBe('invalid_input');
    expect((await panel.second_factor.get.query()).on).toBe(false);
    expect((await elsewhere().signIn(person.email, PASSWORD)).status).toBe(200);
    const { backup_codes, ended } = await panel.second_factor.finish.mutate({ code: codeOf(secret) });
    expect(backup_codes[0]).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/);
    expect(ended).toBe(2);
    expect(await codeOfFault(second.panel.session.get.query())).toBe('not_signed_in');
    expect(await panel.second_factor.get.query()).toMatchObject({ on: true, backup_codes_left: 10 });
    expect(await codeOfFault(panel.second_factor.begin.mutate())).toBe('invalid_transition');
  });

  test('keeps neither secret nor codes in the open, and they follow a new encryption key', async () => {
    const { person, secret, backup } = await withSecondFactor();
    const rows = await db().as(
      ROLES.login,
      statement('test_second_factors', `SELECT f.*, b.hash FROM second_factors f JOIN backup_codes b USING (user_id)`),
    );
    const text = JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    for (const told of [secret, ...backup]) expect(text).not.toContain(told);
    const { secrets } = app.service.app.services;
    const older = secrets.encryptionKeys;
    const rotated = new Encryptor([{ id: 'next', key: Buffer.alloc(32, 7) }, ...older]);
    await reencryptAll(db(), rotated);
    const back = new Encryptor([...older, { id: 'next', key: Buffer.alloc(32, 7) }]);
    expect((await reencryptAll(db(), back)).unreadable).toEqual([]);
    expect((await elsewhere().signIn(person.email, PASSWORD, await nextCode(person, secret))).status).toBe(200);
  });

  test('new backup codes end the old ones; removing it, the password alone signs in', async () => {
    const { person, backup } = await withSecondFactor();
    const { panel } = person.browser;
    const { backup_codes } = await panel.second_factor.renew_backup_codes.mutate();
    expect((await elsewhere().signIn(person.email, PASSWORD, backup[0])).status).toBe(403);
    expect((await elsewhere().signIn(person.email, PASSWORD, backup_codes[0])).status).toBe(200);
    await panel.second_factor.remove.mutate();
    expect((await elsewhere().signIn(person.email, PASSWORD)).status).toBe(200);
    expect(await codeOfFault(panel.second_factor.remove.mutate())).toBe('invalid_transition');
  });

  test('the operator removes a person’s, which both logs have', async () => {
    const { person } = await withSecondFactor();
    const user_id = person.userId;
    const listed = async () => (await app.operator.users.list.query({ email: person.email })).items[0]!;
    expect((await listed()).has_second_factor).toBe(true);
    expect(await app.operator.users.remove_second_factor.mutate({ user_id })).toEqual({ user_id, removed: true });
    expect(await app.operator.users.remove_second_factor.mutate({ user_id })).toEqual({ user_id, removed: false });
    expect((await listed()).has_second_factor).toBe(false);
    expect((await elsewhere().signIn(person.email, PASSWORD)).status).toBe(200);
    const { items } = await app.operator.log.list.query({ subject_id: user_id });
    expect(items.map(({ act }) => act)).toEqual(['user.second_factor_removed']);
    const acts = (await person.browser.panel.activity.list.query({})).items;
    expect(acts.filter(({ act }) => act === 'second_factor.removed')).toMatchObject([{ user_id: null }]);
  });
});

describe('confirming who one is', () => {
  test('is wanted before keys, secrets and changes of the second factor, ten minutes after the last time', async () => {
    const person = await newPerson(app);
    const { panel } = person.browser;
    const { key_id } = await panel.keys.create.mutate({ name: 'x', scopes: [] });
    const wanting: (() => Promise<unknown>)[] = [
      () => panel.keys.create.mutate({ name: 'x', scopes: [] }),
      () => panel.keys.rotate.mutate({ key_id }),
      () => panel.webhooks.create.mutate({ url: 'https://hooks.example.com/mine' }),
      () => panel.webhooks.rotate.mutate({ webhook_id: newId('webhook') }),
      () => panel.second_factor.begin.mutate(),
      () => panel.second_factor.finish.mutate({ code: '000000' }),
      () => panel.second_factor.renew_backup_codes.mutate(),
      () => panel.second_factor.remove.mutate(),
    ];
    await pass(person);
    for (const [index, ask] of wanting.entries()) {
      expect(await codeOfFault(ask()), String(index)).toBe('confirmation_needed');
    }
    expect(await codeOfFault(panel.keys.rename.mutate({ key_id, name: 'y' }))).toBe('ok');
    expect(await codeOfFault(panel.session.confirm.mutate({ password: 'not it' }))).toBe('invalid_input');
    expect(await codeOfFault(wanting[0]!())).toBe('confirmation_needed');
    await panel.session.confirm.mutate({ password: PASSWORD });
    expect(await codeOfFault(wanting[0]!())).toBe('ok');
    expect(await codeOfFault(wanting[4]!())).toBe('ok');
  });

  test('takes a code as well, once, and counts wrong ones', async () => {
    const { person, secret } = await withSecondFactor();
    const { panel } = person.browser;
    expect(await panel.session.ways_to_confirm.query()).toEqual({ password: true, code: true });
    await pass(person);
    const code = await nextCode(person, secret);
    await panel.session.confirm.mutate({ code });
    expect(await codeOfFault(panel.keys.create.mutate({ name: 'x', scopes: [] }))).toBe('ok');
    expect(await codeOfFault(panel.session.confirm.mutate({ code }))).toBe('invalid_input');
    for (let guess = 0; guess < 9; guess += 1) {
      expect(await codeOfFault(panel.session.confirm.mutate({ code: `wrong-${guess}` }))).toBe('invalid_input');
    }
    expect(await codeOfFault(panel.session.confirm.mutate({ code: await nextCode(person, secret) }))).toBe(
      'rate_limited',
    );
    expect(await codeOfFault(panel.session.confirm.mutate({ password: PASSWORD }))).toBe('ok');
  });
});

describe('a team that wants a second factor', () => {
  test('lets its people do nothing but set one up; others and their keys are not touched', async () => {
    const { person: owner } = await withSecondFactor();
    const [member, stranger] = [await newPerson(app), await newPerson(app)];
    const { team_id } = await app.operator.teams.create.mutate({ owner_user_id: owner.userId, name: 'Desk' });
    await app.operator.teams.add_member.mutate({ team_id, user_id: member.userId });
    const { panel } = member.browser;
    for (const other of [member, stranger]) {
      const tried = other.browser.panel.team.set_second_factor.mutate({ team_id, required: true });
      expect(await codeOfFault(tried)).not.toBe('ok');
    }
    await owner.browser.panel.team.set_second_factor.mutate({ team_id, required: true });
    const team = await owner.browser.panel.team.get.query({ team_id });
    expect(team.require_second_factor).toBe(true);
    expect(team.members).toMatchObject([{ user_id: member.userId, second_factor: false }]);

    expect((await panel.session.get.query()).second_factor).toEqual({ on: false, owed: true });
    expect(await codeOfFault(panel.accounts.list.query({}))).toBe('second_factor_needed');
    expect(await codeOfFault(panel.keys.create.mutate({ name: 'x', scopes: [] }))).toBe('second_factor_needed');
    expect((await member.browser.fetch('/app/audit.csv')).status).toBe(403);
    expect((await member.rest('verify_session')).status).toBe(200);
    expect(await codeOfFault(stranger.browser.panel.accounts.list.query({}))).toBe('ok');

    const { secret } = await panel.second_factor.begin.mutate();
    await panel.second_factor.finish.mutate({ code: codeOf(secret) });
    expect(await codeOfFault(panel.accounts.list.query({}))).toBe('ok');
    await panel.second_factor.remove.mutate();
    expect(await codeOfFault(panel.accounts.list.query({}))).toBe('second_factor_needed');
    await owner.browser.panel.team.set_second_factor.mutate({ team_id, required: false });
    expect(await codeOfFault(panel.accounts.list.query({}))).toBe('ok');
  });

  test('is one whose owner has a second factor', async () => {
    const owner = await newPerson(app);
    const { team_id } = await app.operator.teams.create.mutate({ owner_user_id: owner.userId, name: 'Desk' });
    const asked = owner.browser.panel.team.set_second_factor.mutate({ team_id, required: true });
    expect(await codeOfFault(asked)).toBe('invalid_transition');
  });
});
