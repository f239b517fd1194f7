import fc from 'fast-check';
import { expect, test } from 'vitest';
import { labelEvery, ticksUpTo } from './scale.ts';

test('an axis is marked with round numbers that reach the most', () => {
  expect(ticksUpTo(0)).toEqual([0, 1]);
  expect(ticksUpTo(3)).toEqual([0, 1, 2, 3]);
  expect(ticksUpTo(72)).toEqual([0, 20, 40, 60, 80]);
  expect(ticksUpTo(1_900)).toEqual([0, 500, 1_000, 1_500, 2_000]);
});

test('whatever the most is, there are few marks, evenly apart, and the last is not far above it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (most) => {
      const ticks = ticksUpTo(most);
      const step = ticks[1]!;
      expect(ticks.length).toBeLessThanOrEqual(6);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
      expect(ticks.at(-1)! - most).toBeLessThanOrEqual(Math.max(1, step));
      expect(ticks).toEqual(ticks.map((_, index) => index * step));
    }),
  );
});

test('labels are left out until they fit', () => {
  expect(labelEvery(60, 1_200, 60)).toBe(3);
  expect(labelEvery(7, 1_200, 60)).toBe(1);
  expect(labelEvery(60, 300, 60)).toBe(12);
});
