import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, errorOf } from '../client/index.ts';
import { newId } from '../db/ids.ts';
import { type AppContext, startTestApp } from './harness/app.ts';
import { OPERATOR_TOKEN } from './harness/environment.ts';
import { read } from './harness/tool-test.ts';

/** Operators have tokens by name, and what they did stands under it. */

const [OLD, NEW, SSO] = ['old', 'new', 'sso'].map((word) => `${word}-token-of-the-tests-0123456789abcdef`) as [
  string,
  string,
  string,
];

let app: AppContext;

beforeAll(async () => {
  app = await startTestApp({ WORKERS: 'off', OPERATOR_TOKENS: `billing:${OLD},billing:${NEW},sso:${SSO}` });
});

afterAll(() => app.stop());

const operatorWith = (token: string) => createClient({ url: app.baseUrl, apiKey: token }).operator;

const person = () => ({ email: `${newId('user')}@example.com`, name: 'Dana' });

test('each token works, the old and the new of one name too, and what was done stands under the name', async () => {
  const made = new Map<string, string>();
  for (const [token, name] of [
    [OLD, 'billing'],
    [NEW, 'billing'],
    [SSO, 'sso'],
    [OPERATOR_TOKEN, 'operator'],
  ] as const) {
    const { user_id, workspace_id } = await operatorWith(token).users.create.mutate(person());
    made.set(user_id, name);
    const { items } = await app.operator.activity.list.query({ subject_id: user_id });
    expect(items).toEqual([
      expect.objectContaining({
        operator: name,
        procedure: 'operator.users.create',
        error_code: null,
        subjects: [user_id, workspace_id],
      }),
    ]);
    const [act] = await read<{ act: string; subject_id: string }>(app, { workspaceId: workspace_id } as never, {
      name: 'test_acts_of',
      text: `SELECT act, subject_id FROM acts`,
    });
    expect(act).toEqual({ act: 'user.created', subject_id: user_id });
  }
  const billing = await app.operator.activity.list.query({ operator: 'billing' });
  expect(billing.items.map(({ subjects }) => made.get(subjects[0]!))).toEqual(['billing', 'billing']);
});

test('a client’s registration and its withdrawal are there, and a change that failed with its code', async () => {
  const client = { name: 'Notebook', redirect_uris: ['https://notebook.example/back'] };
  const { client_id } = await operatorWith(SSO).oauth_clients.register.mutate(client);
  await operatorWith(NEW).oauth_clients.revoke.mutate({ client_id });
  const { items } = await app.operator.activity.list.query({ subject_id: client_id });
  expect(items.map(({ operator, procedure }) => [operator, procedure])).toEqual([
    ['billing', 'operator.oauth_clients.revoke'],
    ['sso', 'operator.oauth_clients.register'],
  ]);
  const keyId = newId('key');
  await expect(operatorWith(SSO).keys.revoke.mutate({ key_id: keyId })).rejects.toThrow();
  const failed = await app.operator.activity.list.query({ subject_id: keyId });
  expect(failed.items).toEqual([expect.objectContaining({ operator: 'sso', error_code: 'not_found' })]);
});

test('no other token works, and nothing of a token or a password is kept', async () => {
  const refused = await operatorWith(`${OLD}x`)
    .users.create.mutate(person())
    .catch((error: unknown) => errorOf(error)?.code);
  expect(refused).toBe('invalid_key');
  await operatorWith(SSO).users.create.mutate({ ...person(), password: 'correct horse battery' });
  const all = JSON.stringify(await app.operator.activity.list.query({ limit: 200 }));
  expect(all).not.toMatch(/correct horse|-token-of-the-tests|@example\.com/);
});

test('pages go on where the one before ended', async () => {
  const first = await app.operator.activity.list.query({ limit: 2 });
  const second = await app.operator.activity.list.query({ limit: 2, cursor: first.next_cursor! });
  const ids = [...first.items, ...second.items].map(({ call_id }) => call_id);
  expect(new Set(ids).size).toBe(4);
  expect(ids).toEqual([...ids].sort().reverse());
});
