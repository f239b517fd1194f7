import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Child, startChild } from './harness/child.ts';
import { createStore, type Store, tenantOf } from './harness/app.ts';
import { Browser } from './harness/person.ts';
import { until } from './harness/until.ts';

let store: Store;
let child: Child;

beforeAll(async () => {
  store = await createStore();
  child = await startChild({ ...store.env, SEED_DEMO: 'true' });
});

afterAll(async () => {
  await child.end('SIGTERM');
  await store.remove();
});

const firstRun = () => JSON.parse(readFileSync(join(store.env['DATA_DIR']!, 'first-run.json'), 'utf8'));

test('a first start seeds a demo workspace through the tools and keeps its facts in a private file', async () => {
  await until(
    async () => child.output(),
    (output) => output.includes('Try it:'),
    60_000,
  );
  const file = join(store.env['DATA_DIR']!, 'first-run.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const { base_url, email, password, api_key, operator_token } = firstRun();
  expect(base_url).toBe(child.baseUrl);
  for (const fact of [email, password, api_key]) expect(child.output()).toContain(fact);
  expect(operator_token.length).toBeGreaterThan(20);

  const demo = tenantOf(child.baseUrl, { userId: '', workspaceId: '', keyId: '', key: api_key });
  const brief = (await demo.rest('pull_brief', { scope: 'week' })).body;
  expect(brief.counts.active_accounts).toBe(12);
  expect(brief.counts.deals_with_gaps).toBeGreaterThan(5);
  expect(brief.counts.drafts_waiting).toBe(1);
  // Each fact stands under the call that recorded it, and the draft beside what is known of its account.
  const browser = new Browser(base_url);
  await browser.signIn(email, password);
  const { items } = await browser.panel.runs.list.query({ skill: 'demo-seed' });
  const { timeline } = await browser.panel.runs.get.query({ run_ref: items[0]!.run_ref });
  const requests = timeline.flatMap((entry) => (entry.kind === 'call' ? [entry.item.request_id] : []));
  expect(new Set(requests).size).toBe(requests.length);
  expect((await browser.panel.drafts.list.query({})).items).toMatchObject([{ account_name: 'Northlight Energy' }]);
  const account = (await demo.rest('read_account', { id: brief.active_accounts[0].account_id })).body;
  expect(account.account.external_ref).toMatch(/^demo:/);
});

test('a later start says where the facts are, and shows no secret again', async () => {
  const { api_key } = firstRun();
  await child.end('SIGTERM');
  child = await startChild({ ...store.env, SEED_DEMO: 'true' });
  await until(
    async () => child.output(),
    (output) => output.includes('first-run.json'),
  );
  expect(child.output()).not.toContain(api_key);
});
