import { expect, test } from 'vitest';
import type { Taken } from '../../db/statements/webhooks.ts';
import { Lanes, LANES, mostAhead, VIEW_MS } from './lanes.ts';

const taken = (event_id: string, webhook_id = 'whk_a', sealed_secret = 'secret'): Taken => ({
  workspace_id: 'wsp',
  webhook_id,
  origin: 'https://example.com',
  sealed_target: 'target',
  sealed_secret,
  event_id,
  attempts: 0,
  replayed: false,
  body: '{}',
});

const filled = (count: number) => {
  const lanes = new Lanes();
  for (let n = 0; n < count; n += 1) lanes.add(taken(`evt_${n}`), 0);
  return { lanes, lane: lanes.learn(taken('evt_0'), 0) };
};

test('an endpoint is taken ahead for by its pace: few when it is slow, never less than its lanes', () => {
  expect([1, 20, 100, 10_000].map(mostAhead)).toEqual([128, 100, 20, LANES]);
  expect(mostAhead(undefined)).toBe(LANES);
});

test('at most four attempts at a time go to one endpoint, and another is free meanwhile', () => {
  const { lanes, lane } = filled(6);
  const begun = Array.from({ length: 6 }, () => lanes.next(lane, 0)?.event_id);
  expect(begun).toEqual(['evt_0', 'evt_1', 'evt_2', 'evt_3', undefined, undefined]);
  expect(lanes.next(lanes.add(taken('evt_9', 'whk_b'), 0), 0)?.event_id).toBe('evt_9');
  lanes.free(lane, { durationMs: 10, error: null }, 0);
  expect(lanes.next(lane, 0)?.event_id).toBe('evt_4');
});

test('what waited longer than a read of the endpoint is valid is dropped, for another worker to take', () => {
  const { lanes, lane } = filled(3);
  expect(lanes.next(lane, VIEW_MS)).toBeUndefined();
  expect(lanes.pending).toBe(0);
});

test('a delivery is counted until it is settled, once', () => {
  const { lanes, lane } = filled(2);
  lanes.next(lane, 0);
  lanes.free(lane, { durationMs: 10, error: null }, 0);
  expect(lanes.pending).toBe(2);
  expect(lanes.settled('whk_a', 'evt_0')).toBe(true);
  lanes.settled('whk_a', 'evt_0');
  expect(lanes.pending).toBe(1);
  expect(lanes.busy()).toEqual(['whk_a']);
});

test('nothing is taken for an endpoint right after its attempt failed', () => {
  const { lanes, lane } = filled(1);
  lanes.next(lane, 0);
  lanes.free(lane, { durationMs: 100, error: 'timeout' }, 1_000);
  expect(lanes.demand(1_050)).toEqual([{ webhook_id: 'whk_a', most: 0, events: ['evt_0'] }]);
  expect(lanes.demand(1_200)).toEqual([{ webhook_id: 'whk_a', most: 20, events: ['evt_0'] }]);
});

test('a read that began earlier does not replace a later one; the same secrets keep the same object', () => {
  const { lanes, lane } = filled(1);
  const first = lane.target;
  lanes.learn(taken('evt_0'), 10);
  expect(lane.target).toBe(first);
  lanes.learn(taken('evt_0', 'whk_a', 'rotated'), 20);
  lanes.learn(taken('evt_0'), 15);
  expect(lane.target.sealed_secret).toBe('rotated');
});

test('nothing waits for an endpoint that was disabled', () => {
  const { lanes, lane } = filled(5);
  lanes.next(lane, 0);
  lanes.abandon('whk_a');
  expect([lane.waiting.length, lanes.pending]).toEqual([0, 1]);
});
