import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, errorOf } from '../client/index.ts';
import { newId } from '../db/ids.ts';
import { readConfig } from '../server/config.ts';
import { type Service, startService } from '../server/process.ts';
import { createStore, type Store } from './harness/app.ts';
import { environment, OPERATOR_TOKEN } from './harness/environment.ts';

/** With OPERATOR_PORT the operator's interface and the metrics answer on that port only. */

let store: Store;
let service: Service;
let operatorUrl: string;

beforeAll(async () => {
  store = await createStore();
  service = await startService(readConfig(environment({ ...store.env, OPERATOR_PORT: '0', WORKERS: 'off' })));
  operatorUrl = `http://127.0.0.1:${service.operatorPort}`;
});

afterAll(async () => {
  await service.stop();
  await store.remove();
});

const operatorAt = (url: string) => createClient({ url, apiKey: OPERATOR_TOKEN }).operator;
const statusOf = async (url: string, init?: RequestInit) => (await fetch(url, init)).status;

test('the operator answers on its own port, and nowhere else', async () => {
  const person = { email: `${newId('user')}@example.com`, name: 'Dana' };
  const refused = await operatorAt(service.baseUrl)
    .users.create.mutate(person)
    .then(
      () => undefined,
      (error: unknown) => errorOf(error),
    );
  expect(refused).toMatchObject({ code: 'not_found', hint: expect.stringContaining('OPERATOR_PORT') });
  const { user_id } = await operatorAt(operatorUrl).users.create.mutate(person);
  const made = await operatorAt(operatorUrl).keys.create.mutate({ user_id, name: 'k', scopes: 'all' });
  const tools = (url: string) => createClient({ url, apiKey: made.key }).tools;
  expect((await tools(service.baseUrl).verify_session.query({})).account.name).toBe('Dana');
  await expect(tools(operatorUrl).verify_session.query({})).rejects.toThrow();
});

test('metrics answer there only, health on both, and nothing else there', async () => {
  expect(await statusOf(`${service.baseUrl}/metrics`)).toBe(404);
  expect(await statusOf(`${operatorUrl}/metrics`)).toBe(200);
  for (const url of [service.baseUrl, operatorUrl]) expect(await statusOf(`${url}/readyz`)).toBe(200);
  for (const path of ['/', '/app', '/api/v1/tools/verify_session', '/openapi.json', '/trpc/panel.session.get']) {
    expect([path, await statusOf(`${operatorUrl}${path}`)]).toEqual([path, 404]);
  }
});
