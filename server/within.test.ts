import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { within } from './within.ts';

test('what comes in time is answered, a rejection included; what does not is undefined', async () => {
  expect(await within(1_000, Promise.resolve('now'))).toBe('now');
  await expect(within(1_000, Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await within(1, sleep(200, 'late', { ref: false }))).toBeUndefined();
  expect(await within(-1, sleep(200, 'late', { ref: false }))).toBeUndefined();
});

test('what came while the process was busy counts', async () => {
  const came = sleep(5, 'came');
  const waiting = within(20, came);
  for (const end = performance.now() + 60; performance.now() < end;);
  expect(await waiting).toBe('came');
});
