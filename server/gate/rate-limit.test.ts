import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LocalRateCounter, rateHeaders, rateState, SharedRateCounter } from './rate-limit.ts';
import type { RedisLimiterClient } from './redis.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] });
});

afterEach(() => {
  vi.useRealTimers();
});

test('a window begins with a key’s first call and ends 60 s later, whatever comes in between', async () => {
  const counter = new LocalRateCounter();
  expect(await counter.count('a')).toEqual({ calls: 1, resetMs: 60_000 });
  vi.advanceTimersByTime(59_000);
  expect(await counter.count('a')).toEqual({ calls: 2, resetMs: 1_000 });
  expect(await counter.count('b')).toEqual({ calls: 1, resetMs: 60_000 });
  vi.advanceTimersByTime(1_000);
  expect(await counter.count('a')).toEqual({ calls: 1, resetMs: 60_000 });
  expect(await counter.count('b')).toEqual({ calls: 2, resetMs: 59_000 });
});

test('the call after the last of a window is the first one too many', () => {
  expect(rateState(60, { calls: 60, resetMs: 10 })).toEqual({
    limit: 60,
    remaining: 0,
    resetSeconds: 1,
    exceeded: false,
  });
  expect(rateState(60, { calls: 61, resetMs: 60_000.01 })).toEqual({
    limit: 60,
    remaining: 0,
    resetSeconds: 60,
    exceeded: true,
  });
});

test('eight headers say how a key stands', () => {
  const headers = rateHeaders({ limit: 60, remaining: 12, resetSeconds: 34, exceeded: false });
  const four = { Limit: '60', Remaining: '12', Reset: '34', Policy: '60;w=60' };
  expect(Object.fromEntries(headers)).toEqual(
    Object.fromEntries(
      Object.entries(four).flatMap(([name, value]) => [
        [`RateLimit-${name}`, value],
        [`X-RateLimit-${name}`, value],
      ]),
    ),
  );
});

test('while Redis is lost each call is counted here, and counted once', async () => {
  let lost = true;
  let inRedis = 0;
  const losses: unknown[] = [];
  const redis = {
    async countCall() {
      if (lost) throw new Error('lost');
      return { calls: (inRedis += 1), resetMs: 60_000 };
    },
    reportLoss: (error: unknown) => losses.push(error),
  } as unknown as RedisLimiterClient;
  const counter = new SharedRateCounter(redis);
  const counted = await Promise.all(Array.from({ length: 5 }, () => counter.count('a')));
  expect(counted.map(({ calls }) => calls).sort()).toEqual([1, 2, 3, 4, 5]);
  expect(losses).toHaveLength(5);
  lost = false;
  expect((await counter.count('a')).calls).toBe(1);
});
