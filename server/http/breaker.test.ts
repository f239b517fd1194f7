import { expect, test } from 'vitest';
import { createBreaker } from './breaker.ts';

test('three failures in a row open it; after the rest one failure opens it again, one success does not', () => {
  let now = 0;
  const breaker = createBreaker({ now: () => now, restMs: 1_000 });
  const fail = (times: number) => {
    for (let n = 0; n < times; n += 1) breaker.failed('a');
    return breaker.resting('a');
  };
  expect([fail(2), fail(1), breaker.resting('b')]).toEqual([false, true, false]);
  now = 1_000;
  expect([breaker.resting('a'), fail(1)]).toEqual([false, true]);
  now = 2_000;
  breaker.succeeded('a');
  expect([fail(2), fail(1)]).toEqual([false, true]);
});
