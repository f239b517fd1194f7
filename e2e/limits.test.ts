import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Child, startChild } from './harness/child.ts';
import { type Answer, callTool, TRANSPORTS } from './harness/transports.ts';
import { createStore, type AppContext, provisioner, startTestApp, type Store, type Tenant } from './harness/app.ts';
import { withinReach } from './harness/machine.ts';
import { RedisServer } from './harness/redis-server.ts';
import { until } from './harness/until.ts';

/** Redis is needed for what is shared between processes, and for losing it. */
const shared = process.env['TEST_DATABASE_URL'] !== undefined && process.env['TEST_REDIS_URL'] !== undefined;

let app: AppContext;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.stop());

const verify = (baseUrl: string, key: string, transport: (typeof TRANSPORTS)[number] = 'rest') =>
  callTool(transport, 'verify_session', {}, { baseUrl, key });

/** Exactly the limit came through; what was left, as the answers told it, went down one by one. */
function expectExactly(limit: number, answers: Answer[]) {
  const passed = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ error }) => error?.code === 'rate_limited');
  expect(passed).toHaveLength(limit);
  expect(refused).toHaveLength(answers.length - limit);
  const remaining = passed.map(({ headers }) => Number(headers.get('ratelimit-remaining'))).sort((a, b) => a - b);
  expect(remaining).toEqual(Array.from({ length: limit }, (_, index) => index));
  for (const { status, headers } of refused) {
    expect(status).toBe(429);
    expect(headers.get('retry-after')).toBe('60');
    expect(headers.get('ratelimit-remaining')).toBe('0');
  }
}

test('of 200 calls at once, through all transports, a limit of 60 lets exactly 60 through', async () => {
  const who = await app.newTenant({ rateLimit: 60 });
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) => verify(app.baseUrl, who.key, TRANSPORTS[index % TRANSPORTS.length])),
  );
  expectExactly(60, answers);
  const rows = await app.auditOf(who);
  expect(rows).toHaveLength(200);
  expect(rows.filter(({ outcome }) => outcome === 'denied')).toHaveLength(140);
});

test('what a limited key is refused is not done', async () => {
  const who = await app.newTenant({ rateLimit: 7 });
  const capture = { source: 'test', text: 'counted' };
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => callTool('rest', 'log_capture', capture, { baseUrl: app.baseUrl, key: who.key })),
  );
  expectExactly(7, answers);
  expect(new Set(answers.flatMap(({ result }) => result?.['capture_id'] ?? [])).size).toBe(7);
});

test('one key’s calls count on no other, not even of the same user', async () => {
  const who = await app.newTenant({ rateLimit: 1 });
  const other = await app.newKey(who.userId, { rateLimit: 1 });
  await verify(app.baseUrl, who.key);
  expect((await verify(app.baseUrl, who.key)).status).toBe(429);
  expect((await verify(app.baseUrl, other.key)).status).toBe(200);
});

test('calls the gate refuses count too: bad input, missing scope, unknown tools', async () => {
  const who = await app.newTenant({ rateLimit: 4, scopes: [] });
  await who.rest('verify_session', 'not json');
  await who.rest('log_capture', { source: 'a', text: 'b' });
  await who.rest('no_such_tool');
  await who.rest('verify_session', '[]');
  expect((await who.rest('verify_session')).status).toBe(429);
});

test('calls without a real key count for nobody', async () => {
  const who = await app.newTenant({ rateLimit: 1 });
  const mistyped = `${who.key.slice(0, -1)}${who.key.endsWith('0') ? '1' : '0'}`;
  await Promise.all(Array.from({ length: 5 }, () => verify(app.baseUrl, mistyped)));
  expect((await verify(app.baseUrl, who.key)).status).toBe(200);
});

test('a raised, lowered and cleared limit holds from the next call on', async () => {
  const who = await app.newTenant({ rateLimit: 2 });
  const set = (limit: number | null) =>
    app.operator.keys.set_rate_limit.mutate({ key_id: who.keyId, rate_limit: limit });
  await verify(app.baseUrl, who.key);
  await verify(app.baseUrl, who.key);
  expect((await verify(app.baseUrl, who.key)).status).toBe(429);
  await set(5);
  const raised = await verify(app.baseUrl, who.key);
  expect(raised.status).toBe(200);
  expect(raised.headers.get('ratelimit-policy')).toBe('5;w=60');
  await set(1);
  expect((await verify(app.baseUrl, who.key)).status).toBe(429);
  await set(null);
  const free = await verify(app.baseUrl, who.key);
  expect(free.status).toBe(200);
  expect(free.headers.get('ratelimit-limit')).toBeNull();
});

test('both secrets of a rotated key share its limit', async () => {
  const who = await app.newTenant({ rateLimit: 2 });
  const { key } = await app.operator.keys.rotate.mutate({ key_id: who.keyId, grace_hours: 1 });
  expect((await verify(app.baseUrl, who.key)).status).toBe(200);
  expect((await verify(app.baseUrl, key)).status).toBe(200);
  expect((await verify(app.baseUrl, key)).status).toBe(429);
  expect((await verify(app.baseUrl, who.key)).status).toBe(429);
});

describe.skipIf(!shared)('shared through Redis (needs TEST_DATABASE_URL and TEST_REDIS_URL)', () => {
  test('of 200 calls at once on two processes, a limit of 60 lets exactly 60 through', async () => {
    let store: Store | undefined;
    let children: Child[] = [];
    try {
      store = await createStore();
      children = await Promise.all([startChild(store.env), startChild(store.env)]);
      const who = await provisioner(children[0]!.baseUrl).newTenant({ rateLimit: 60 });
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, index) => verify(children[index % 2]!.baseUrl, who.key)),
      );
      expectExactly(60, answers);
    } finally {
      await Promise.all(children.map((child) => child.end('SIGKILL')));
      await store?.remove();
    }
  });

  describe('when it is lost', () => {
    let redis: RedisServer;
    let own: AppContext;
    let who: Tenant;

    beforeAll(async () => {
      redis = await RedisServer.start();
      own = await startTestApp({ REDIS_URL: redis.url });
    });

    afterAll(async () => {
      await own.stop();
      await redis.kill();
    });

    const readyz = async () => {
      const response = await fetch(`${own.baseUrl}/readyz`);
      const said = (await response.json()) as { redis: string; database: string };
      return { ...said, status: response.status };
    };
    const calls = (count: number) => Promise.all(Array.from({ length: count }, () => verify(own.baseUrl, who.key)));

    test.each(['killed', 'frozen'])(
      '%s: each process counts for itself and says so, and shares again after',
      async (how) => {
        who = await own.newTenant({ rateLimit: 10 });
        expectExactly(10, await calls(15));
        expect((await readyz()).redis).toBe('ok');

        if (how === 'killed') await redis.kill();
        else redis.freeze();
        const began = Date.now();
        expectExactly(10, await calls(30));
        expect(Date.now() - began).toBeLessThan(withinReach(5) * 1_000);
        const lost = await until(readyz, (answer) => answer.redis !== 'ok');
        expect(lost).toMatchObject({ status: 503, database: 'ok' });
        expect(lost.redis).toContain('each process counts rate limits for itself');

        if (how === 'killed') await redis.start();
        else redis.thaw();
        await until(readyz, (answer) => answer.status === 200);
        who = await own.newTenant({ rateLimit: 10 });
        expectExactly(10, await calls(15));
      },
    );
  });

  test('a process starts, and limits, without it', async () => {
    const redis = await RedisServer.start();
    await redis.kill();
    const own = await startTestApp({ REDIS_URL: redis.url });
    try {
      const who = await own.newTenant({ rateLimit: 3 });
      expectExactly(3, await Promise.all(Array.from({ length: 6 }, () => verify(own.baseUrl, who.key))));
      await redis.start();
      await until(
        () => fetch(`${own.baseUrl}/readyz`),
        (answer) => answer.status === 200,
      );
    } finally {
      await own.stop();
      await redis.kill();
    }
  });
});
