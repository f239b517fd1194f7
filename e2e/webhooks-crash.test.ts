import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyWebhook } from '../client/index.ts';
import { ROLES } from '../db/roles.ts';
import { takeDeliveries } from '../db/statements/webhooks.ts';
import { Deliverer } from '../server/webhooks/deliverer.ts';
import { Poster } from '../server/webhooks/post.ts';
import { type Child, startChild } from './harness/child.ts';
import { createStore, provisioner, startTestApp, type Tenant, tenantOf } from './harness/app.ts';
import { onPostgres } from './harness/databases.ts';
import { type Certificate, makeCertificate, type Receiver, startReceiver } from './harness/receiver.ts';
import { until } from './harness/until.ts';

let certificate: Certificate;

beforeAll(() => {
  certificate = makeCertificate();
});

afterAll(() => certificate.remove());

let staged = 0;

/** A draft like no other: one that is the same as a pending one would be that one. */
const stage = async (tenant: Tenant) => {
  const draft = { channel: 'linkedin', body: `Hello ${(staged += 1)}`, product: 'Sequencer', skill: 'outreach' };
  const { status, body, text } = await tenant.rest('studio_stage_draft', draft);
  expect(status, text).toBe(200);
  return body.draft_id as string;
};

const draftsIn = (receiver: Receiver) => receiver.received.map(({ body }) => JSON.parse(body).data.draft_id as string);

test('two workers claim every delivery once', async () => {
  const app = await startTestApp({ WEBHOOK_CA_FILE: certificate.file, WEBHOOK_ALLOWED_CIDRS: '127.0.0.1/32' });
  const receivers = [await startReceiver(certificate), await startReceiver(certificate)];
  const { db, log, encryptor, destinations } = app.service.app.services;
  const other = new Deliverer({ db, log, encryptor, poster: new Poster(destinations, certificate.cert) });
  other.start();
  try {
    const tenant = await app.newTenant();
    for (const { url } of receivers) await app.operator.webhooks.create.mutate({ user_id: tenant.userId, url });
    const staged = await Promise.all(Array.from({ length: 40 }, () => stage(tenant)));
    for (const receiver of receivers) {
      await until(
        async () => receiver.received.length,
        (length) => length >= 40,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
    for (const receiver of receivers) expect(draftsIn(receiver).sort()).toEqual([...staged].sort());
  } finally {
    await other.stop();
    await app.stop();
    for (const receiver of receivers) await receiver.close();
  }
});

test.runIf(onPostgres)('a worker that was slow to begin does not take over a lease made meanwhile', async () => {
  const store = await createStore();
  const app = await startTestApp({ ...store.env, WORKERS: 'off', WEBHOOK_ALLOWED_CIDRS: '127.0.0.1/32' });
  const receiver = await startReceiver(certificate);
  const workers = [1, 2].map(() => new pg.Client({ connectionString: store.env['DATABASE_URL'] }));
  const [slow, quick] = workers as [pg.Client, pg.Client];
  const take = async (worker: pg.Client, name: string) =>
    (await worker.query(takeDeliveries.text, [name, 10, '[]', 4, 100])).rowCount;
  try {
    const tenant = await app.newTenant();
    await app.operator.webhooks.create.mutate({ user_id: tenant.userId, url: receiver.url });
    for (let event = 0; event < 4; event += 1) await stage(tenant);
    for (const worker of workers) {
      await worker.connect();
      await worker.query(`SET ROLE ${ROLES.delivery}`);
    }
    await slow.query('BEGIN');
    await slow.query('SELECT 1');
    expect(await take(quick, 'quick')).toBe(4);
    expect(await take(slow, 'slow')).toBe(0);
    await slow.query('COMMIT');
  } finally {
    await Promise.all(workers.map((worker) => worker.end()));
    await receiver.close();
    await app.stop();
    await store.remove();
  }
});

test.runIf(onPostgres)(
  'a secret rotated in one process counts in the one that delivers',
  async () => {
    const store = await createStore();
    const env = { ...store.env, WEBHOOK_CA_FILE: certificate.file, WEBHOOK_ALLOWED_CIDRS: '127.0.0.1/32' };
    // From the 13th on answers wait for the rotation, so that deliveries are left for the new secret.
    const rotated = Promise.withResolvers<void>();
    const receiver = await startReceiver(certificate, (_req, res) => {
      if (receiver.received.length <= 12) res.end();
      else void rotated.promise.then(() => res.end());
    });
    const [serving, delivering] = [await startChild({ ...env, WORKERS: 'off' }), await startChild(env)];
    try {
      const { operator, newTenant } = provisioner(serving.baseUrl);
      const tenant = await newTenant();
      const { webhook_id } = await operator.webhooks.create.mutate({ user_id: tenant.userId, url: receiver.url });
      await Promise.all(Array.from({ length: 60 }, () => stage(tenant)));
      const came = (count: number) =>
        until(
          async () => receiver.received.length,
          (length) => length >= count,
          30_000,
        );
      await came(12);
      const { secret } = await operator.webhooks.rotate.mutate({ webhook_id });
      const before = receiver.received.length;
      rotated.resolve();
      expect(before).toBeLessThan(60);
      await came(60);
      for (const { body, headers } of receiver.received.slice(before)) verifyWebhook(body, headers, secret);
    } finally {
      await Promise.all([serving.end('SIGTERM'), delivering.end('SIGTERM')]);
      await receiver.close();
      await store.remove();
    }
  },
  120_000,
);

test.runIf(onPostgres)(
  'killed again and again, the service loses no event; what comes twice has the same id and bytes',
  async () => {
    const store = await createStore();
    const env = { ...store.env, WEBHOOK_CA_FILE: certificate.file, WEBHOOK_ALLOWED_CIDRS: '127.0.0.1/32' };
    // Slow enough that a kill always finds deliveries in flight.
    const receiver = await startReceiver(certificate, (_req, res) => void setTimeout(() => res.end(), 150));
    let child: Child = await startChild(env);
    try {
      const { operator, newTenant } = provisioner(child.baseUrl);
      const tenant = await newTenant();
      await operator.webhooks.create.mutate({ user_id: tenant.userId, url: receiver.url });
      const staged: string[] = [];
      for (let kill = 0; kill < 2; kill += 1) {
        const at = tenantOf(child.baseUrl, tenant);
        staged.push(...(await Promise.all(Array.from({ length: 20 }, () => stage(at)))));
        await until(
          async () => receiver.received.length,
          (length) => length >= 5 + kill * 10,
          60_000,
        );
        await child.end('SIGKILL');
        child = await startChild(env);
      }
      await until(
        async () => staged.filter((id) => !draftsIn(receiver).includes(id)).length,
        (missing) => missing === 0,
        100_000,
      );
      const bodies = new Map<string, string>();
      for (const { headers, body } of receiver.received) {
        const id = headers['webhook-id'] as string;
        expect(bodies.get(id) ?? body).toBe(body);
        bodies.set(id, body);
      }
      expect(bodies.size).toBe(40);
    } finally {
      await child.end('SIGTERM');
      await receiver.close();
      await store.remove();
    }
  },
  200_000,
);
