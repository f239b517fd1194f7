import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { OutcomeUnknown } from '../../db/outcome.ts';
import { Batch, type ReachOf } from './batch.ts';

const alone = () => 'item' as const;

/** A batch that doubles numbers, records what it was called with, and fails on any group that holds a `bad` one. */
function doubling(
  options: {
    hold?: Promise<void>;
    bad?: number[];
    failure?: Error;
    most?: number;
    lanes?: number;
    reachOf?: ReachOf;
  } = {},
) {
  const groups: number[][] = [];
  const batch = new Batch<number, number>(
    async (items) => {
      groups.push(items);
      await (options.hold ?? sleep(1));
      const bad = items.filter((item) => options.bad?.includes(item));
      if (bad.length > 0) throw options.failure ?? new Error(`bad: ${bad.join(', ')}`);
      return items.map((item) => item * 2);
    },
    {
      reachOf: options.reachOf ?? alone,
      ...(options.most ? { most: options.most } : {}),
      ...(options.lanes ? { lanes: options.lanes } : {}),
    },
  );
  return { batch, groups };
}

test('what comes in one turn of the event loop leaves together, and so does what comes while it is away', async () => {
  const { promise: hold, resolve: letGo } = Promise.withResolvers<void>();
  const { batch, groups } = doubling({ hold });
  const first = [1, 2].map((item) => batch.add(item));
  await turn();
  const meanwhile = [3, 4, 5].map((item) => batch.add(item));
  await turn();
  const later = [6].map((item) => batch.add(item));
  letGo();
  expect(await Promise.all([...first, ...meanwhile, ...later])).toEqual([2, 4, 6, 8, 10, 12]);
  expect(groups).toEqual([
    [1, 2],
    [3, 4, 5, 6],
  ]);
});

test('each gets its own answer, in groups no larger than allowed', async () => {
  const { batch, groups } = doubling({ most: 10 });
  const items = Array.from({ length: 95 }, (_, index) => index);
  expect(await Promise.all(items.map((item) => batch.add(item)))).toEqual(items.map((item) => item * 2));
  expect(Math.max(...groups.map((group) => group.length))).toBe(10);
});

test('one that fails fails alone', async () => {
  const bad = [7, 23, 24];
  const { batch } = doubling({ bad });
  const items = Array.from({ length: 40 }, (_, index) => index);
  const settled = await Promise.allSettled(items.map((item) => batch.add(item)));
  expect(settled.flatMap((one, index) => (one.status === 'rejected' ? [index] : []))).toEqual(bad);
  settled.forEach((one, index) => {
    if (one.status === 'fulfilled') expect(one.value).toBe(index * 2);
    else expect(String(one.reason)).toBe(`Error: bad: ${index}`);
  });
});

test('after a fatal error nothing is tried again, and what waits fails with it', async () => {
  const { promise: hold, resolve: letGo } = Promise.withResolvers<void>();
  const { batch, groups } = doubling({ hold, bad: [0], reachOf: () => 'queue' });
  const fatal = batch.add(0);
  await turn();
  const behind = [1, 2, 3].map((item) => batch.add(item));
  letGo();
  const settled = await Promise.allSettled([fatal, ...behind]);
  expect(settled.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
  expect(groups).toEqual([[0]]);
  expect(await batch.add(5)).toBe(10);
});

test('an error that reaches the batch fails all of it at once, and nothing behind it', async () => {
  const { promise: hold, resolve: letGo } = Promise.withResolvers<void>();
  const { batch, groups } = doubling({ hold, bad: [0], reachOf: () => 'batch' });
  const failing = [0, 1].map((item) => batch.add(item));
  await turn();
  const behind = [2, 3].map((item) => batch.add(item));
  letGo();
  const settled = await Promise.allSettled([...failing, ...behind]);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled', 'fulfilled']);
  expect(groups).toEqual([
    [0, 1],
    [2, 3],
  ]);
});

test('of what was never sent, the outcome is known', async () => {
  const { promise: hold, resolve: letGo } = Promise.withResolvers<void>();
  const lost = new Error('connection terminated');
  const failure = new OutcomeUnknown(lost);
  const { batch } = doubling({ hold, bad: [0], failure, reachOf: () => 'queue' });
  const sent = batch.add(0);
  await turn();
  const waiting = batch.add(1);
  letGo();
  await expect(sent).rejects.toBe(failure);
  await expect(waiting).rejects.toBe(lost);
});

test('it knows how many are on their way, and when none is', async () => {
  const { batch } = doubling();
  const all = Promise.all([1, 2, 3].map((item) => batch.add(item)));
  expect(batch.depth).toBeGreaterThan(0);
  await batch.drain();
  expect(batch.depth).toBe(0);
  await all;
});
