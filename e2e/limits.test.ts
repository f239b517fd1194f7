import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'redis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GRACE_MS, RedisLimiterClient } from '../server/gate/redis.ts';
import { COMMAND_MS } from '../server/gate/redis-time-limit.ts';
import { createLog } from '../server/log.ts';
import { type Child, startChild } from './harness/child.ts';
import { type Answer, callTool, TRANSPORTS } from './harness/transports.ts';
import { createStore, type AppContext, provisioner, startTestApp, type Store, type Tenant } from './harness/app.ts';
import { DatabaseProxy } from './harness/database-proxy.ts';
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

/** What `/readyz` says of a process. */
const statusOf = async (baseUrl: string) =>
  ((await (await fetch(`${baseUrl}/readyz`)).json()) as { status: string }).status;

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
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      callTool(
        'rest',
        'log_capture',
        { source: 'test', text: `counted ${index}` },
        { baseUrl: app.baseUrl, key: who.key },
      ),
    ),
  );
  expectExactly(7, answers);
  expect(new Set(answers.flatMap(({ result }) => result?.['capture_id'] ?? [])).size).toBe(7);
});

test('far beyond its limit a key is refused without a look-up, and one row a second counts its calls', async () => {
  const who = await app.newTenant({ rateLimit: 3 });
  const flood = Array.from({ length: 120 }, (_, n) => () => verify(app.baseUrl, who.key, TRANSPORTS[n % 3]));
  const began = Date.now();
  const answers = await Promise.all(flood.map((call) => call()));
  expectExactly(3, answers);
  // The key is remembered: whether it is still there is not asked again.
  await app.operator.keys.revoke.mutate({ key_id: who.keyId });
  const late = await Promise.all(TRANSPORTS.map((transport) => verify(app.baseUrl, who.key, transport)));
  for (const { status, error, headers } of late) {
    expect([status, error?.code, headers.get('retry-after')]).toEqual([429, 'rate_limited', '60']);
    expect(headers.get('ratelimit-policy')).toBe('3;w=60');
  }
  const counted = async () => (await app.auditOf(who)).filter(({ tool }) => tool === '*');
  const sum = (rows: { count: number }[]) => rows.reduce((all, { count }) => all + count, 0);
  const rows = await until(counted, (found) => sum(found) === 120 + late.length - 30);
  expect(rows.length).toBeLessThanOrEqual(Math.ceil((Date.now() - began) / 1_000) + 1);
  for (const row of rows) expect(row).toMatchObject({ outcome: 'denied', error_code: 'rate_limited', run_ref: null });
  // Within ten times the limit each call has its own row.
  const own = (await app.auditOf(who)).filter(({ tool }) => tool !== '*');
  expect(own).toHaveLength(30);
  expect(new Set(own.map(({ count, tool }) => `${tool} ${count}`))).toEqual(new Set(['verify_session 1']));
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
      for (const { baseUrl } of children)
        await until(
          () => statusOf(baseUrl),
          (status) => status === 'ready',
        );
      const processes = children.map(({ baseUrl }) => baseUrl);
      const alone = async () => {
        const texts = await Promise.all(processes.map(async (url) => (await fetch(`${url}/metrics`)).text()));
        return texts.map((text) => /^sat_calls_counted_alone_total (\d+)$/m.exec(text)![1]);
      };
      const round = async () => {
        const before = await alone();
        const who = await provisioner(processes[0]!).newTenant({ rateLimit: 60 });
        const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => verify(processes[n % 2]!, who.key)));
        return { answers, isShared: String(await alone()) === String(before) };
      };
      // A busy machine may let Redis wait for more than 50 ms: then each process counts for itself.
      const { answers } = await until(round, ({ isShared }) => isShared);
      expectExactly(60, answers);
    } finally {
      await Promise.all(children.map((child) => child.end('SIGKILL')));
      await store?.remove();
    }
  });

  describe('when it is lost', () => {
    let redis: RedisServer;
    let proxy: DatabaseProxy;
    let own: AppContext;
    let who: Tenant;

    beforeAll(async () => {
      redis = await RedisServer.start();
      proxy = await DatabaseProxy.start(redis.url);
      own = await startTestApp({ REDIS_URL: proxy.url });
    });

    afterAll(async () => {
      await own.stop();
      await proxy.close();
      await redis.kill();
    });

    const readyz = async () => {
      const response = await fetch(`${own.baseUrl}/readyz`);
      const said = (await response.json()) as { status: string; redis: string; database: string };
      return { ...said, http: response.status };
    };
    const calls = (count: number) => Promise.all(Array.from({ length: count }, () => verify(own.baseUrl, who.key)));
    /** What Redis itself has counted of a key. */
    const countedInRedis = async ({ keyId }: Tenant) => {
      const client = await createClient({ url: redis.url }).connect();
      try {
        return await client.get(`sat:rate:${keyId}`);
      } finally {
        client.destroy();
      }
    };

    const LOSSES = {
      killed: { lose: () => redis.kill(), giveBack: () => redis.start() },
      frozen: { lose: async () => redis.freeze(), giveBack: async () => redis.thaw() },
      'black-holed': { lose: async () => proxy.silence(), giveBack: async () => proxy.speak() },
    };

    test.each(['killed', 'frozen', 'black-holed'] as const)(
      '%s: ready but degraded, each process counts for itself, and shares again after',
      async (how) => {
        await until(readyz, ({ status }) => status === 'ready');
        who = await own.newTenant({ rateLimit: 10 });
        expectExactly(10, await calls(15));
        const begun = await own.newTenant({ rateLimit: 20 });
        for (let n = 0; n < 5; n += 1) await verify(own.baseUrl, begun.key);

        await LOSSES[how].lose();
        // What was counted before still counts, and what comes now is counted here.
        who = begun;
        const began = Date.now();
        expect((await calls(12)).map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
        expect(Date.now() - began).toBeLessThan(withinReach(1) * 1_000);
        const lost = await until(readyz, ({ redis: state }) => state !== 'ok');
        expect(lost).toMatchObject({ http: 200, status: 'degraded', database: 'ok' });
        expect(lost.redis).toContain('each process counts rate limits for itself');
        who = await own.newTenant({ rateLimit: 10 });
        expectExactly(10, await calls(30));

        await sleep(GRACE_MS + COMMAND_MS);
        await LOSSES[how].giveBack();
        await until(readyz, ({ status }) => status === 'ready');
        // What was sent to it meanwhile is not counted after all: no key within its limit is refused.
        expect(await countedInRedis(begun)).toBe(how === 'killed' ? null : '5');
        const next = await verify(own.baseUrl, begun.key);
        expect(next.status).toBe(200);
        expect(Number(next.headers.get('ratelimit-remaining'))).toBeGreaterThanOrEqual(20 - 18);
        who = await own.newTenant({ rateLimit: 10 });
        expectExactly(10, await calls(15));
      },
    );
  });

  describe('its connection', () => {
    let redis: RedisServer;
    let client: RedisLimiterClient;

    beforeAll(async () => {
      redis = await RedisServer.start();
      client = await RedisLimiterClient.connect(redis.url, createLog('silent'));
    });

    afterAll(async () => {
      await client.close();
      await redis.kill();
    });

    const timedCount = async () => {
      const began = performance.now();
      const [counted] = await client.countCalls(['one'], 60_000, began + COMMAND_MS);
      return { counted, ms: performance.now() - began };
    };

    test('is waited for 50 ms three times, then not at all, and never counts what came too late', async () => {
      expect((await timedCount()).counted?.calls).toBe(1);
      redis.freeze();
      const waits = [];
      for (let n = 0; n < 6; n += 1) waits.push(await timedCount());
      await sleep(GRACE_MS + COMMAND_MS);
      redis.thaw();
      expect(waits.map(({ counted }) => counted)).toEqual(waits.map(() => undefined));
      for (const { ms } of waits.slice(0, 3)) expect(ms).toBeLessThan(withinReach(0.1) * 1_000);
      for (const { ms } of waits.slice(3)) expect(ms).toBeLessThan(withinReach(0.01) * 1_000);
      await until(() => client.answers(), Boolean);
      expect((await timedCount()).counted?.calls).toBe(2);
    });
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
        () => statusOf(own.baseUrl),
        (status) => status === 'ready',
      );
    } finally {
      await own.stop();
      await redis.kill();
    }
  });
});
