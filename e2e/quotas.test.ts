import { afterAll, beforeAll, expect, test } from 'vitest';
import { countUsage, recount, SETTLED_MS } from '../server/quotas/count-usage.ts';
import { type AppContext, startTestApp, type Tenant } from './harness/app.ts';
import { callTool, TRANSPORTS } from './harness/transports.ts';

let app: AppContext;
let tenant: Tenant;

beforeAll(async () => {
  app = await startTestApp({ QUOTA_KEYS: '3' });
  tenant = await app.newTenant();
});

afterAll(() => app.stop());

const services = () => app.service.app.services;
const quotas = () => app.operator.quotas;
const usage = ({ workspaceId }: Tenant) => quotas().get.query({ workspace_id: workspaceId });

/** A moment at which what was written until now counts. */
const soon = () => new Date(Date.now() + SETTLED_MS + 1);

const counted = (who: Tenant) => recount(services(), who.workspaceId, soon());

let told = 0;

const capture = (who: Tenant, text = `Budget ${(told += 1)} is approved.`) =>
  who.rest('log_capture', { source: 'test', text });

test('what a workspace holds is counted: rows and bytes by a job, keys at once; another workspace counts by itself', async () => {
  const other = await app.newTenant();
  const account = await tenant.rest('gtm_crm_write', { entity: 'account', facts: { name: 'Acme' } });
  await tenant.rest('log_capture', { source: 'test', text: 'a'.repeat(20_000), account_id: account.body.id });
  // An account, its name's fact, a capture and the capture's fact.
  await counted(tenant);
  const held = await usage(tenant);
  expect(held.rows).toEqual({ limit: 5_000_000, used: 4, by_default: true });
  expect(held.bytes.used).toBeGreaterThan(500);
  expect(held.keys).toEqual({ limit: 3, used: 1, by_default: true });
  expect(held.counted_at).not.toBeNull();
  expect((await usage(other)).rows.used).toBe(0);
});

test('the job adds what is new to the count, and leaves alone what had no call since', async () => {
  const who = await app.newTenant();
  await capture(who);
  await countUsage(services(), soon());
  const before = await usage(who);
  expect(before.rows.used).toBe(1);
  await capture(who);
  expect(await countUsage(services(), soon())).toBe(1);
  const after = await usage(who);
  expect(after.rows.used).toBe(2);
  expect(after.bytes.used).toBeGreaterThan(before.bytes.used);
  expect(await countUsage(services(), soon())).toBe(0);
});

test('over a quota, adding is refused on every transport and says which, how much and who; reading and deciding go on', async () => {
  const who = await app.newTenant({ mayApprove: true });
  const draft = await who.rest('studio_stage_draft', { channel: 'manual', body: 'Hello' });
  const { run_ref } = (await who.rest('start_run', { plugin: 'deal-desk', skill: 'prep' })).body;
  await counted(who);
  const { used } = (await usage(who)).rows;
  await quotas().set.mutate({ workspace_id: who.workspaceId, rows: used });
  for (const transport of TRANSPORTS) {
    const refused = await callTool(
      transport,
      'log_capture',
      { source: 'test', text: 'x' },
      { baseUrl: app.baseUrl, key: who.key },
    );
    expect(refused.error).toMatchObject({ code: 'quota_exceeded' });
    expect(refused.error!.message).toContain(`quota of rows: ${used} of ${used}`);
    expect(refused.error!.hint).toContain(`operator.quotas.set with workspace_id ${who.workspaceId}`);
  }
  const rows = await app.auditOf(who);
  expect(rows.filter(({ error_code }) => error_code === 'quota_exceeded')).toMatchObject(
    TRANSPORTS.map(() => ({ tool: 'log_capture', outcome: 'denied' })),
  );
  const { draft_id, version } = draft.body;
  const goesOn = [
    await who.rest('pull_brief'),
    await who.rest('studio_review_draft', { draft_id, version, action: 'hold' }),
    await who.rest('run_heartbeat', { run_ref }),
  ];
  expect(goesOn.map(({ status, text }) => (status === 200 ? 'ok' : text))).toEqual(['ok', 'ok', 'ok']);
  await quotas().set.mutate({ workspace_id: who.workspaceId, rows: null });
  expect((await capture(who)).status).toBe(200);
});

test('the quota of bytes holds alike', async () => {
  const who = await app.newTenant();
  await capture(who);
  await counted(who);
  await quotas().set.mutate({ workspace_id: who.workspaceId, bytes: 1 });
  const refused = await capture(who);
  expect(refused.status).toBe(403);
  expect(refused.body.error.message).toContain('quota of bytes');
});

test('keys: no more than the quota, however many are made at once; a revoked one makes room', async () => {
  const who = await app.newTenant();
  const made = await Promise.allSettled(Array.from({ length: 6 }, () => app.newKey(who.userId)));
  const keys = made.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  expect(keys).toHaveLength(2);
  const refused = made.find((each) => each.status === 'rejected') as PromiseRejectedResult;
  expect(String(refused.reason)).toContain('quota of API keys: 3 of 3');
  await app.operator.keys.revoke.mutate({ key_id: keys[0]!.keyId });
  await app.newKey(who.userId);
  await quotas().set.mutate({ workspace_id: who.workspaceId, keys: 4 });
  await app.newKey(who.userId);
  await expect(app.newKey(who.userId)).rejects.toThrow('4 of 4');
});

test('an unknown workspace is not found', async () => {
  const workspace_id = 'ws_01kaj6w6qk5x3v0c8m9n2p4r7t';
  await expect(quotas().get.query({ workspace_id })).rejects.toThrow('There is no workspace with that id.');
  await expect(quotas().set.mutate({ workspace_id, rows: 1 })).rejects.toThrow('There is no workspace with that id.');
});
