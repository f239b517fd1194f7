import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { verifyWebhook } from '../client/index.ts';
import { execute } from '../db/orm.ts';
import { statement } from '../db/statement.ts';
import { ROLES } from '../db/roles.ts';
import { decideTier, type DecideTierInput, type TierDecision } from '../server/outreach/tiers.ts';
import { startDnsServer, type Zone } from '../server/enrichment/test/dns-server.ts';
import {
  disableWebhook,
  enableWebhook,
  listDeliveries,
  listWebhooks,
  replay,
  sendTestEvent,
} from '../server/webhooks/endpoints.ts';
import { type AppContext, startTestApp, type Tenant } from './harness/app.ts';
import { onPostgres } from './harness/databases.ts';
import { type Certificate, makeCertificate, type Receiver, startReceiver } from './harness/receiver.ts';
import { until } from './harness/until.ts';
import { usedHeap } from './harness/used-heap.ts';

let certificate: Certificate;
let app: AppContext;
const receivers: Receiver[] = [];

beforeAll(async () => {
  certificate = makeCertificate();
  app = await startTestApp({ WEBHOOK_CA_FILE: certificate.file, WEBHOOK_ALLOWED_CIDRS: '127.0.0.1/32' });
});

afterEach(() => Promise.all(receivers.splice(0).map((each) => each.close())));

afterAll(async () => {
  await app.stop();
  certificate.remove();
});

async function receiver(...args: Parameters<typeof startReceiver> extends [any, ...infer Rest] ? Rest : never) {
  const made = await startReceiver(certificate, ...args);
  receivers.push(made);
  return made;
}

const services = () => app.service.app.services;

const subscribe = (tenant: Tenant, url: string, types?: 'draft.ready'[]) =>
  app.operator.webhooks.create.mutate({ user_id: tenant.userId, url, ...(types === undefined ? {} : { types }) });

let staged = 0;

/** A draft like no other: one that is the same as a pending one would be that one. */
const stage = async (tenant: Tenant, extra: Record<string, unknown> = {}) => {
  const { status, body } = await tenant.rest('studio_stage_draft', {
    channel: 'linkedin',
    body: `Hello ${(staged += 1)}`,
    product: 'Sequencer',
    skill: 'outreach',
    ...extra,
  });
  expect(status).toBe(200);
  return body as { draft_id: string };
};

const arrived = (at: Receiver, count = 1) =>
  until(
    async () => at.received.length,
    (length) => length >= count,
  );

const deliveriesOf = async (tenant: Tenant, webhookId: string) =>
  (await listDeliveries(services(), tenant.workspaceId, { webhook_id: webhookId, limit: 50 })).deliveries as any[];

const settled = (tenant: Tenant, webhookId: string, count = 1) =>
  until(
    () => deliveriesOf(tenant, webhookId),
    (found) => found.filter(({ attempts }) => attempts.length > 0).length >= count,
    30_000,
  );

const hasten = statement(
  'test_hasten_deliveries',
  `UPDATE webhook_deliveries SET due_at = now() WHERE webhook_id = $1 AND due_at IS NOT NULL RETURNING event_id`,
);
const age = statement(
  'test_age_endpoint',
  `UPDATE webhooks SET failures = 9, failing_since = now() - interval '6 days' WHERE id = $1 RETURNING id`,
);

const ageDeliveries = statement(
  'test_age_deliveries',
  `UPDATE webhook_deliveries SET created_at = now() - interval '2 days' WHERE webhook_id = $1 RETURNING event_id`,
);

const lease = statement(
  'test_lease_endpoint',
  `UPDATE webhooks SET leased_by = 'another worker', leased_until = now() + $2::int * interval '1 second' WHERE id = $1 RETURNING id`,
);

const waiting = statement(
  'test_waiting_deliveries',
  `SELECT count(*)::int AS count FROM webhook_deliveries WHERE workspace_id = $1 AND due_at IS NOT NULL`,
);

test('an event is delivered with its exact fields, signed, and logged', async () => {
  const tenant = await app.newTenant();
  const at = await receiver();
  const { webhook_id, secret } = await subscribe(tenant, ` ${at.url}\n`);
  expect(secret).toMatch(/^whsec_[\w-]{43}$/);
  const { draft_id } = await stage(tenant, { account_ref: 'Northwind' });
  await arrived(at);
  const [{ headers, body, url }] = at.received as [Receiver['received'][0]];
  expect(url).toBe('/hook?token=path-secret');
  expect(headers['content-type']).toBe('application/json');
  const event = verifyWebhook(body, headers, secret);
  expect(Object.keys(event)).toEqual(['id', 'type', 'created_at', 'data']);
  expect(event).toMatchObject({ id: headers['webhook-id'], type: 'draft.ready' });
  expect(event.data).toEqual({
    draft_id,
    product: 'Sequencer',
    skill: 'outreach',
    account_ref: 'Northwind',
    created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/),
  });
  const signature = createHmac('sha256', secret).update(`${headers['webhook-timestamp']}.${body}`).digest('hex');
  expect(headers['webhook-signature']).toBe(`v1=${signature}`);
  const [delivery] = await settled(tenant, webhook_id);
  expect(delivery).toMatchObject({ state: 'delivered', attempts: [{ status: 200, response: 'ok', error: null }] });
  const log = JSON.stringify(await deliveriesOf(tenant, webhook_id));
  expect(log).not.toContain(secret);
});

test('replies are told, a proposed tier is not, nor a draft without product and skill', async () => {
  const tenant = await app.newTenant();
  const at = await receiver();
  await subscribe(tenant, at.url);
  const { body: account } = await tenant.rest('gtm_crm_write', { entity: 'account', facts: { name: 'Acme' } });
  await tenant.client.hosted.propose_tier.mutate({ account_id: account.id, tier: 'A' });
  await stage(tenant, { product: undefined, skill: undefined });
  const { send_id } = await tenant.client.hosted.record_send.mutate({ channel: 'email', account_id: account.id });
  await tenant.client.hosted.record_reply.mutate({
    send_id,
    text: 'Yes, call me on +1 555 0100 or at jane@acme.example, password hunter2',
  });
  await arrived(at);
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(at.received.map(({ body }) => JSON.parse(body).type)).toEqual(['reply.received']);
  expect(JSON.parse(at.received[0]!.body).data).toEqual({
    send_id,
    draft_id: null,
    account_id: account.id,
    intent: 'interested',
    received_at: expect.any(String),
  });
});

test('a tier is told when a person accepts or overrides it and it moves, and only then', async () => {
  const tenant = await app.newTenant();
  const at = await receiver();
  const { webhook_id } = await subscribe(tenant, at.url);
  const decided: TierDecision[] = [];
  const decide = async (
    now: string,
    proposed: string,
    decision: { decision: 'accept' | 'override'; tier?: string },
  ) => {
    const facts = { name: `Acme ${now}`, tier: now };
    const { body: account } = await tenant.rest('gtm_crm_write', { entity: 'account', facts });
    const proposal = { account_id: account.id, tier: proposed };
    const { proposal_id } = await tenant.client.hosted.propose_tier.mutate(proposal);
    const { db } = services();
    const made = await db.fork(tenant.workspaceId).transactional((em) => {
      const call = {
        workspaceId: tenant.workspaceId,
        now: new Date(),
        principal: { user: { id: tenant.userId } },
        query: (query: any, values: any) => execute<any>(em, query, values),
        recordFact: () => {},
      };
      return decideTier(call as never, { proposal_id, ...decision } as DecideTierInput);
    });
    decided.push(made);
  };
  await decide('C', 'A', { decision: 'accept' });
  await decide('C', 'A', { decision: 'override', tier: 'B' });
  await decide('C', 'A', { decision: 'override', tier: 'C' });
  await decide('B', 'B', { decision: 'accept' });
  await settled(tenant, webhook_id, 2);
  const told = at.received.map(({ body }) => JSON.parse(body));
  expect(told.map(({ type }) => type)).toEqual(['account.tier_changed', 'account.tier_changed']);
  const moved = decided.filter((each) => each.moved).map(({ moved: _moved, ...data }) => data);
  expect(moved).toHaveLength(2);
  expect(told.map(({ data }) => data)).toEqual(expect.arrayContaining(moved));
  expect(moved.map(({ from_tier, to_tier, source }) => [from_tier, to_tier, source])).toEqual([
    ['C', 'A', 'accepted'],
    ['C', 'B', 'overridden'],
  ]);
  expect(Object.keys(told[0].data)).toEqual(['account_id', 'from_tier', 'to_tier', 'source', 'changed_at']);
  // Whatever else was to be told would have been queued with them.
  expect(await deliveriesOf(tenant, webhook_id)).toHaveLength(2);
});

test('a rolled-back change has no event', async () => {
  const tenant = await app.newTenant();
  const { emit } = await import('../server/webhooks/events.ts');
  const at = await receiver();
  const { webhook_id } = await subscribe(tenant, at.url);
  const { db } = services();
  const data = { account_id: 'acc_x', from_tier: 'B', to_tier: 'A', source: 'accepted', changed_at: 'now' };
  const run = (fails: boolean) =>
    db.fork(tenant.workspaceId, ROLES.publisher).transactional(async (em) => {
      const where = {
        workspaceId: tenant.workspaceId,
        query: (query: any, values: any) => execute<any>(em, query, values),
      };
      await emit(where, 'account.tier_changed', { ...data, note: 'not told' } as typeof data);
      if (fails) throw new Error('rolled back');
    });
  await expect(run(true)).rejects.toThrow('rolled back');
  await run(false);
  await settled(tenant, webhook_id);
  expect(at.received).toHaveLength(1);
  expect(JSON.parse(at.received[0]!.body).data).toEqual(data);
});

test('nothing private is in any payload', async () => {
  const tenant = await app.newTenant();
  const at = await receiver();
  const { secret } = await subscribe(tenant, at.url);
  const planted = ['victim@corp.example', 'PLANTED-BODY', 'PLANTED-TITLE', 'PLANTED-NOTE', tenant.key, secret];
  await stage(tenant, {
    channel: 'email',
    title: 'PLANTED-TITLE',
    body: `PLANTED-BODY ${tenant.key} victim@corp.example`,
    destination: { to: ['victim@corp.example'] },
    account_ref: `Corp victim@corp.example ${tenant.key} ${secret}`,
    product: 'For victim@corp.example',
  });
  const { send_id } = await tenant.client.hosted.record_send.mutate({
    channel: 'email',
    provider: 'victim@corp.example',
    message_ref: '<victim@corp.example>',
  });
  await tenant.client.hosted.record_reply.mutate({ send_id, subject: 'PLANTED-TITLE', text: 'PLANTED-BODY no thanks' });
  await arrived(at, 2);
  const all = JSON.stringify(at.received.map(({ headers, body }) => [headers, body]));
  for (const each of planted) expect(all).not.toContain(each);
  expect(all).toContain('Corp [removed]');
});

test('an endpoint gets the types it chose and no other workspace’s events', async () => {
  const [tenant, other] = [await app.newTenant(), await app.newTenant()];
  const [chosen, foreign] = [await receiver(), await receiver()];
  await subscribe(tenant, chosen.url, ['draft.ready']);
  await subscribe(other, foreign.url);
  const { send_id } = await tenant.client.hosted.record_send.mutate({ channel: 'email' });
  await tenant.client.hosted.record_reply.mutate({ send_id, intent: 'later' });
  await stage(tenant);
  await arrived(chosen);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(chosen.received.map(({ body }) => JSON.parse(body).type)).toEqual(['draft.ready']);
  expect(foreign.received).toEqual([]);
});

test('ten endpoints and no more, however they rush', async () => {
  const tenant = await app.newTenant();
  const made = await Promise.allSettled(
    Array.from({ length: 16 }, () => subscribe(tenant, 'https://127.0.0.1:4443/hook')),
  );
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  const stored = await listWebhooks(services(), tenant.workspaceId);
  expect(stored).toHaveLength(10);
  expect(stored[0]!.url).toBe('https://127.0.0.1:4443/hook');
});

test.each(['https://10.0.0.1/x', 'https://localhost/x', 'http://127.0.0.1:4443/', 'https://127.0.0.2:4443/'])(
  'the destination %s is refused when it is registered',
  async (url) => {
    const tenant = await app.newTenant();
    await expect(subscribe(tenant, url)).rejects.toThrow();
  },
);

test('a retry has the same id and bytes, a fresh signature, and the newest secret', async () => {
  const tenant = await app.newTenant();
  let fails = true;
  const at = await receiver((_req, res) => {
    res.statusCode = fails ? 503 : 204;
    res.end('busy');
  });
  const { webhook_id, secret } = await subscribe(tenant, at.url);
  await stage(tenant);
  const [delivery] = await settled(tenant, webhook_id);
  expect(delivery).toMatchObject({ state: 'pending', attempts: [{ status: 503, error: 'status', response: 'busy' }] });
  const waits = Date.parse(delivery.next_attempt_at) - Date.now();
  expect(waits).toBeGreaterThan(0);
  expect(waits).toBeLessThan(6_100);
  fails = false;
  const { secret: rotated } = await app.operator.webhooks.rotate.mutate({ webhook_id });
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await services().db.as(ROLES.delivery, hasten, [webhook_id]);
  await arrived(at, 2);
  const [first, second] = at.received as [Receiver['received'][0], Receiver['received'][0]];
  expect(second.body).toBe(first.body);
  expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
  expect(second.headers['webhook-timestamp']).not.toBe(first.headers['webhook-timestamp']);
  verifyWebhook(first.body, first.headers, secret);
  verifyWebhook(second.body, second.headers, rotated);
  expect(() => verifyWebhook(second.body, second.headers, secret)).toThrow();
});

test('redirects are not followed and count as failure', async () => {
  const tenant = await app.newTenant();
  const target = await receiver();
  const at = await receiver((_req, res) => res.writeHead(307, { location: target.url }).end());
  const { webhook_id } = await subscribe(tenant, at.url);
  await stage(tenant);
  expect((await settled(tenant, webhook_id))[0]).toMatchObject({ state: 'pending', attempts: [{ status: 307 }] });
  expect(target.connections()).toBe(0);
});

test('410 switches off at once, pending deliveries stop, a person switches on and replays', async () => {
  const tenant = await app.newTenant();
  let status = 500;
  const at = await receiver((_req, res) => {
    res.statusCode = status;
    res.end();
  });
  const { webhook_id } = await subscribe(tenant, at.url);
  await stage(tenant);
  await settled(tenant, webhook_id);
  status = 410;
  await stage(tenant);
  const [endpoint] = await until(
    () => listWebhooks(services(), tenant.workspaceId),
    ([found]) => !found!.enabled,
  );
  expect(endpoint!.disabled_reason).toContain('410');
  await until(
    () => deliveriesOf(tenant, webhook_id),
    (all) => all.every(({ next_attempt_at }) => next_attempt_at === null),
  );
  await expect(sendTestEvent(services(), tenant.workspaceId, webhook_id)).rejects.toThrow('switched off');
  status = 200;
  await enableWebhook(services(), tenant.workspaceId, webhook_id);
  const before = at.received.length;
  const { replayed } = await replay(services(), tenant.workspaceId, {
    webhook_id,
    failed_since: '2020-01-01T00:00:00Z',
  });
  expect(replayed).toBe(2);
  await arrived(at, before + 2);
  await until(
    () => deliveriesOf(tenant, webhook_id),
    (all) => all.every(({ state }) => state === 'delivered'),
  );
});

test('ten failures over five days without a success switch off; a success forgives', async () => {
  const tenant = await app.newTenant();
  let status = 200;
  const at = await receiver((_req, res) => {
    res.statusCode = status;
    res.end();
  });
  const { webhook_id } = await subscribe(tenant, at.url);
  await services().db.as(ROLES.delivery, age, [webhook_id]);
  await stage(tenant);
  const [forgiven] = await until(
    () => listWebhooks(services(), tenant.workspaceId),
    ([found]) => found!.failures === 0,
  );
  expect(forgiven).toMatchObject({ enabled: true, failing_since: null });
  status = 500;
  await services().db.as(ROLES.delivery, age, [webhook_id]);
  await stage(tenant);
  const [off] = await until(
    () => listWebhooks(services(), tenant.workspaceId),
    ([found]) => !found!.enabled,
  );
  expect(off!.disabled_reason).toContain('5 days');
});

test('what failed since a time is what was tried in vain since, however old the event is', async () => {
  const tenant = await app.newTenant();
  const at = await receiver((_req, res) => {
    res.statusCode = 500;
    res.end();
  });
  const { webhook_id } = await subscribe(tenant, at.url);
  await sendTestEvent(services(), tenant.workspaceId, webhook_id);
  await settled(tenant, webhook_id);
  await services().db.as(ROLES.delivery, ageDeliveries, [webhook_id]);
  const since = (ms: number) => ({ webhook_id, failed_since: new Date(Date.now() + ms).toISOString() });
  expect(await replay(services(), tenant.workspaceId, since(-3_600_000))).toEqual({ replayed: 1 });
  expect(await replay(services(), tenant.workspaceId, since(3_600_000))).toEqual({ replayed: 0 });
});

test('a test event and a replay are one attempt each, beside the schedule', async () => {
  const tenant = await app.newTenant();
  let status = 500;
  const at = await receiver((_req, res) => {
    res.statusCode = status;
    res.end();
  });
  const { webhook_id, secret } = await subscribe(tenant, at.url);
  const { event_id } = await sendTestEvent(services(), tenant.workspaceId, webhook_id);
  const [failed] = await settled(tenant, webhook_id);
  expect(failed).toMatchObject({ event_id, type: 'webhook.test', state: 'failed', next_attempt_at: null });
  status = 200;
  await replay(services(), tenant.workspaceId, { webhook_id, event_id });
  await arrived(at, 2);
  expect(verifyWebhook(at.received[1]!.body, at.received[1]!.headers, secret).id).toBe(event_id);
  await until(
    () => deliveriesOf(tenant, webhook_id),
    ([one]) => one.state === 'delivered',
  );
});

describe('a change of an endpoint with deliveries in hand', () => {
  /** An endpoint that takes its time, so that a worker has many deliveries of it in hand. */
  async function busy() {
    const tenant = await app.newTenant();
    const at = await receiver((_req, res) => void setTimeout(() => res.end(), 100));
    const { webhook_id, secret } = await subscribe(tenant, at.url);
    await Promise.all(Array.from({ length: 60 }, () => stage(tenant)));
    await arrived(at, 12);
    return { tenant, at, webhook_id, secret };
  }
  // What waits longer than the attempts that were under way.
  const meanwhile = () => new Promise((resolve) => setTimeout(resolve, 1_500));

  test('once a secret is rotated, nothing is sent with the old one', async () => {
    const { at, webhook_id, secret: old } = await busy();
    const { secret } = await app.operator.webhooks.rotate.mutate({ webhook_id });
    const before = at.received.length;
    await arrived(at, 60);
    const isSigned = ({ body, headers }: Receiver['received'][0], by: string) => {
      try {
        return verifyWebhook(body, headers, by) !== undefined;
      } catch {
        return false;
      }
    };
    expect(at.received.slice(0, 12).every((each) => isSigned(each, old))).toBe(true);
    expect(at.received.slice(before).filter((each) => !isSigned(each, secret))).toEqual([]);
    expect(new Set(at.received.map(({ headers }) => headers['webhook-id'])).size).toBe(60);
  });

  test('once it is deleted, nothing is sent', async () => {
    const { at, webhook_id } = await busy();
    await app.operator.webhooks.delete.mutate({ webhook_id });
    const before = at.received.length;
    expect(before).toBeLessThan(60);
    await meanwhile();
    expect(at.received).toHaveLength(before);
  });

  test('once it is switched off, nothing is sent; what was stopped can be replayed', async () => {
    const { tenant, at, webhook_id } = await busy();
    await disableWebhook(services(), tenant.workspaceId, webhook_id);
    const before = at.received.length;
    expect(before).toBeLessThan(60);
    await meanwhile();
    expect(at.received).toHaveLength(before);
    await enableWebhook(services(), tenant.workspaceId, webhook_id);
    await replay(services(), tenant.workspaceId, { webhook_id, failed_since: '2020-01-01T00:00:00Z' });
    await until(
      async () => new Set(at.received.map(({ headers }) => headers['webhook-id'])).size,
      (came) => came === 60,
    );
  });
});

test('a deleted endpoint gets nothing more', async () => {
  const tenant = await app.newTenant();
  const at = await receiver((_req, res) => {
    res.statusCode = 500;
    res.end();
  });
  const { webhook_id } = await subscribe(tenant, at.url);
  await stage(tenant);
  await settled(tenant, webhook_id);
  await app.operator.webhooks.delete.mutate({ webhook_id });
  await expect(app.operator.webhooks.rotate.mutate({ webhook_id })).rejects.toThrow('No webhook');
  await stage(tenant);
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(at.received).toHaveLength(1);
});

describe('faults of receivers', () => {
  test.runIf(onPostgres)(
    'bad certificate, reset, too much and endless answers are failures or cut short, and delay nobody',
    async () => {
      const tenant = await app.newTenant();
      const [good, reset, large, endless] = [
        await receiver(),
        await receiver((req) => req.socket.destroy()),
        await receiver((_req, res) => res.end('x'.repeat(200_000))),
        await receiver((_req, res) => {
          const write = () => {
            while (!res.destroyed && res.write('y'.repeat(4_096)));
            if (!res.destroyed) res.once('drain', write);
          };
          write();
        }),
      ];
      const stranger = makeCertificate();
      const bad = await startReceiver(stranger);
      receivers.push(bad);
      // One that accepts and never answers.
      const hanging = await receiver(() => {});
      const hooks = new Map<string, string>();
      for (const each of [good, reset, large, endless, bad, hanging]) {
        hooks.set(each.url, (await subscribe(tenant, each.url)).webhook_id);
      }
      await stage(tenant);
      const of = async (each: Receiver) =>
        (await settled(tenant, hooks.get(each.url)!)).find(({ attempts }) => attempts.length > 0);
      expect(await of(good)).toMatchObject({ state: 'delivered' });
      expect((await of(reset)).attempts[0]).toMatchObject({ status: null, error: 'connection' });
      expect((await of(bad)).attempts[0]).toMatchObject({ status: null, error: 'tls' });
      for (const each of [large, endless]) {
        const { state, attempts } = await of(each);
        expect(state).toBe('delivered');
        expect(attempts[0].response).toHaveLength(4_096);
      }
      // Meanwhile the hanging one holds its attempt; another event reaches the good one.
      await stage(tenant);
      await arrived(good, 2);
      expect(await deliveriesOf(tenant, hooks.get(hanging.url)!)).not.toContainEqual(
        expect.objectContaining({ state: 'delivered' }),
      );
      const hung = (await of(hanging)).attempts[0];
      expect(hung).toMatchObject({ status: null, error: 'timeout' });
      expect(hung.duration_ms).toBeGreaterThan(14_000);
      stranger.remove();
    },
  );

  test.runIf(onPostgres)(
    'deliveries that fail leave nothing behind in memory',
    async () => {
      const tenant = await app.newTenant();
      const stranger = makeCertificate();
      const [reset, large, closing, bad] = [
        await receiver((req) => req.socket.destroy()),
        await receiver((_req, res) => res.end('x'.repeat(200_000))),
        await receiver((_req, res) => res.writeHead(500, { connection: 'close' }).end('no')),
        await startReceiver(stranger),
      ];
      const failing = [reset, large, closing, bad];
      receivers.push(bad);
      const hooks = await Promise.all(failing.map(({ url }) => subscribe(tenant, url)));
      const send = async (each: number) => {
        const workspaceId = tenant.workspaceId;
        for (let n = 0; n < each; n += 1) {
          await Promise.all(hooks.map(({ webhook_id }) => sendTestEvent(services(), workspaceId, webhook_id)));
        }
        await until(
          () => services().db.as<{ count: number }>(ROLES.delivery, waiting, [workspaceId]),
          ([found]) => found!.count === 0,
          120_000,
        );
        for (const at of failing) at.received.length = 0;
        return usedHeap();
      };
      await send(20);
      const before = await send(20);
      const after = await send(90);
      // A connection with its request is over 20 KB, of which 360 more were made.
      expect(after - before).toBeLessThan(360 * 5_000);
      stranger.remove();
    },
    300_000,
  );

  test('a clock that jumps by an hour makes no storm: what is due then comes one at a time, and once', async () => {
    const tenant = await app.newTenant();
    let open = 0;
    let most = 0;
    const at = await receiver((_req, res) => {
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
        res.writeHead(503).end();
      }, 20);
    });
    const { webhook_id } = await subscribe(tenant, at.url);
    await Promise.all(Array.from({ length: 12 }, () => stage(tenant)));
    await settled(tenant, webhook_id, 12);
    expect(most).toBeLessThanOrEqual(4);
    most = 0;
    // As if an hour had passed at once: every retry that waits is due.
    await services().db.as(ROLES.delivery, hasten, [webhook_id]);
    await until(
      () => deliveriesOf(tenant, webhook_id),
      (all) => all.every(({ attempts }) => attempts.length === 2),
      30_000,
    );
    expect(most).toBe(1);
    for (const { state, next_attempt_at } of await deliveriesOf(tenant, webhook_id)) {
      expect(state).toBe('pending');
      expect(Date.parse(next_attempt_at) - Date.now()).toBeGreaterThan(120_000);
    }
    expect(at.received).toHaveLength(24);
  });

  test('an endpoint another worker has is left to it; once it has it no more, or a clock was set back, it is taken over', async () => {
    const tenant = await app.newTenant();
    const at = await receiver();
    const { webhook_id } = await subscribe(tenant, at.url);
    await services().db.as(ROLES.delivery, lease, [webhook_id, 8]);
    await stage(tenant);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(at.received).toEqual([]);
    await services().db.as(ROLES.delivery, lease, [webhook_id, -1]);
    await arrived(at);
    await settled(tenant, webhook_id);
    await services().db.as(ROLES.delivery, lease, [webhook_id, 3_600]);
    await stage(tenant);
    await arrived(at, 2);
  });

  test('an endpoint whose name is gone fails by itself', async () => {
    const zone: Zone = { 'good.test': { a: ['127.0.0.1'] } };
    const dns = await startDnsServer(zone);
    const other = await startTestApp({
      WEBHOOK_CA_FILE: certificate.file,
      WEBHOOK_ALLOWED_CIDRS: '127.0.0.1/32',
      DNS_SERVERS: dns.server,
    });
    try {
      const tenant = await other.newTenant();
      const at = await receiver();
      const create = (host: string) =>
        other.operator.webhooks.create.mutate({ user_id: tenant.userId, url: `https://${host}:${at.port}/hook` });
      const [named, literal] = [await create('good.test'), await create('127.0.0.1')];
      delete zone['good.test'];
      await stage(tenant);
      await arrived(at);
      const found = (webhook_id: string) =>
        until(
          async () =>
            (await listDeliveries(other.service.app.services, tenant.workspaceId, { webhook_id, limit: 5 })).deliveries,
          ([one]) => (one as any)?.attempts.length > 0,
        );
      expect(await found(literal.webhook_id)).toMatchObject([{ state: 'delivered' }]);
      expect(await found(named.webhook_id)).toMatchObject([
        { state: 'pending', attempts: [{ status: null, error: 'dns' }] },
      ]);
      expect(at.received).toHaveLength(1);
    } finally {
      await other.stop();
      dns.close();
    }
  });

  test('at most four deliveries of an endpoint are in flight', async () => {
    const tenant = await app.newTenant();
    let open = 0;
    let most = 0;
    const at = await receiver((_req, res) => {
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
        res.end();
      }, 60);
    });
    await subscribe(tenant, at.url);
    await Promise.all(Array.from({ length: 24 }, () => stage(tenant)));
    await arrived(at, 24);
    expect(most).toBeLessThanOrEqual(4);
    expect(new Set(at.received.map(({ headers }) => headers['webhook-id'])).size).toBe(24);
  });
});
