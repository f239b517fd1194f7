import { expect, test } from 'vitest';
import type { Taken } from '../../db/statements/webhooks.ts';
import type { Posted } from './post.ts';
import { settledOf } from './settle.ts';

const NOW = new Date('2026-01-01T00:00:00Z');

const taken: Taken = {
  workspace_id: 'wsp',
  webhook_id: 'whk',
  origin: 'https://example.com',
  sealed_target: 't',
  sealed_secret: 's',
  event_id: 'evt',
  attempts: 0,
  replayed: false,
  body: '{}',
};
const posted: Posted = { status: 200, error: null, response: 'ok', durationMs: 12, retryAfter: undefined };

const settled = (delivery: Partial<Taken>, answer: Partial<Posted>) =>
  settledOf({ ...taken, ...delivery }, { ...posted, ...answer }, NOW, 0.5);

test('a success is settled as such, with what was answered', () => {
  const row = settled({ attempts: 2 }, {});
  expect(row).toMatchObject({ ok: true, attempts: 2, status: 200, duration_ms: 12, response: 'ok', gone: false });
  expect(row.attempt_id).toMatch(/^att_/);
});

test('a failure waits by the schedule, and not at all after the last attempt', () => {
  const failure = { status: 500, error: 'status' } as const;
  expect(settled({}, failure)).toMatchObject({ ok: false, wait_ms: 5_000 });
  expect(settled({ attempts: 7 }, failure).wait_ms).toBeNull();
});

test('429 and timeouts wait a minute at least; Retry-After counts as a date too', () => {
  expect(settled({}, { status: 429, error: 'status' }).wait_ms).toBe(60_000);
  expect(settled({}, { status: null, error: 'timeout' }).wait_ms).toBe(60_000);
  const retryAfter = 'Thu, 01 Jan 2026 00:06:00 GMT';
  expect(settled({ attempts: 1 }, { status: 503, error: 'status', retryAfter }).wait_ms).toBe(360_000);
});

test('a replay leaves the schedule alone; 410 says the endpoint is gone', () => {
  const row = settled({ replayed: true }, { status: 410, error: 'status' });
  expect(row).toMatchObject({ replay: true, wait_ms: null, gone: true });
});
