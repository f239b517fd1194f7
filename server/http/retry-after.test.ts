import { expect, test } from 'vitest';
import { retryAfterMs } from './retry-after.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');

test.each([
  ['0', 0],
  [' 120 ', 120_000],
  ['Thu, 01 Jan 2026 00:02:00 GMT', 120_000],
  ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
  ['-1', undefined],
  ['soon', undefined],
  ['1e9', undefined],
  ['2026', 2_026_000],
  ['2026-01-01', undefined],
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
])('Retry-After %j', (value, ms) => {
  expect(retryAfterMs(value, NOW)).toBe(ms);
});
