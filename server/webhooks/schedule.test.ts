import { expect, test } from 'vitest';
import { waitAfter, WAITS } from './schedule.ts';

const plain = { eased: false, random: 0.5 };

test('eight attempts at the schedule, then none', () => {
  expect(WAITS).toEqual([5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 36_000_000]);
  expect([1, 2, 3, 4, 5, 6, 7].map((made) => waitAfter(made, plain))).toEqual(WAITS);
  expect(waitAfter(8, plain)).toBeUndefined();
});

test('jitter stays within 20 % either way', () => {
  for (let made = 1; made <= 7; made += 1) {
    expect(waitAfter(made, { eased: false, random: 0 })).toBe(WAITS[made - 1]! * 0.8);
    expect(waitAfter(made, { eased: false, random: 1 })).toBe(WAITS[made - 1]! * 1.2);
  }
});

test('Retry-After counts between one and two steps', () => {
  const asked = (made: number, retryAfter: number) => waitAfter(made, { ...plain, retryAfter });
  expect(asked(2, 1_000)).toBe(300_000);
  expect(asked(2, 450_000)).toBe(450_000);
  expect(asked(2, 86_400_000)).toBe(600_000);
});

test('after a 429 or a timeout at least a minute', () => {
  expect(waitAfter(1, { eased: true, random: 0 })).toBe(60_000);
  expect(waitAfter(1, { eased: true, random: 0, retryAfter: 8_000 })).toBe(60_000);
  expect(waitAfter(2, { eased: true, random: 0.5 })).toBe(300_000);
});

test('a clock that jumps an hour brings each delivery forward by one attempt, not by many', () => {
  const HOUR = 3_600_000;
  for (let made = 1; made <= 7; made += 1) {
    const due = waitAfter(made, plain)!;
    let now = HOUR;
    let attempts = 0;
    // What is due by then is attempted, and its next time counts from the new clock.
    for (let next = due; next <= now && made + attempts < 8; now += 0) {
      attempts += 1;
      next = now + (waitAfter(made + attempts, plain) ?? Infinity);
    }
    expect(attempts).toBeLessThanOrEqual(1);
  }
});
