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

test('what Redis does not count is counted here, once, going on from its last count', async () => {
  let isLost = false;
  let inRedis = 7;
  const redis = {
    async countCalls(keyIds: string[], _windowMs: number, _until: number, missed: (keyId: string) => void) {
      if (isLost) keyIds.forEach(missed);
      return keyIds.map(() => (isLost ? undefined : { calls: (inRedis += 1), resetMs: 60_000 }));
    },
  } as unknown as RedisLimiterClient;
  const counter = new SharedRateCounter(redis);
  const countOf = async (keyId: string) => (await counter.count(keyId)).calls;
  expect(await countOf('a')).toBe(8);
  isLost = true;
  expect(await Promise.all(['a', 'a', 'a', 'b'].map(countOf))).toEqual([9, 10, 11, 1]);
  isLost = false;
  // Redis has 9 of them, and three came to this process alone.
  expect(await countOf('a')).toBe(12);
  vi.advanceTimersByTime(60_000);
  inRedis = 0;
  expect(await countOf('a')).toBe(1);
});
