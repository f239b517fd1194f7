import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FairSlots, readsOf } from './fair-slots.ts';

/** Work that ends when it is told to, and the order in which such work began. */
function works() {
  const begun: string[] = [];
  const begin = (slots: FairSlots, workspace: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const ended = slots.run(workspace, () => {
      begun.push(workspace);
      return promise;
    });
    return { end: resolve, ended };
  };
  return { begun, begin };
}

test('workspaces take turns, however many calls one of them has waiting', async () => {
  const slots = new FairSlots({ slots: 1, perWorkspace: 1, slow: 1 });
  const { begun, begin } = works();
  const all = ['a', 'a', 'a', 'a', 'b', 'c', 'b'].map((workspace) => begin(slots, workspace));
  for (const { end } of all) end();
  await Promise.all(all.map(({ ended }) => ended));
  expect(begun).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a']);
  expect(slots.depth).toBe(0);
});

test('one workspace has no more than its part, and the rest is free for another at once', async () => {
  const slots = new FairSlots({ slots: 4, perWorkspace: 3, slow: 2 });
  const { begun, begin } = works();
  await slots.run('many', () => Promise.resolve());
  const many = Array.from({ length: 1_000 }, () => begin(slots, 'many'));
  const one = begin(slots, 'one');
  expect(begun).toEqual(['many', 'many', 'many', 'one']);
  for (const { end } of [...many, one]) end();
  await Promise.all(many.map(({ ended }) => ended));
  expect(begun).toHaveLength(1_001);
});

test('a workspace of which nothing is known begins with few', async () => {
  const slots = new FairSlots({ slots: 10, perWorkspace: 7, slow: 5 });
  const { begun, begin } = works();
  const all = Array.from({ length: 10 }, () => begin(slots, 'a'));
  expect(begun).toHaveLength(2);
  all[0]!.end();
  await all[0]!.ended;
  expect(begun).toHaveLength(4);
  for (const { end } of all) end();
  await Promise.all(all.map(({ ended }) => ended));
});

test('reads have four in ten connections, a workspace of which nothing is known one, and no pool has none', async () => {
  const begunOf = (connections: number) => {
    const { begun, begin } = works();
    const reads = readsOf({ connections, embedded: false });
    const all = ['a', 'a', 'b', 'c', 'd', 'e'].map((workspace) => begin(reads, workspace));
    const atOnce = [...begun];
    for (const { end } of all) end();
    return { atOnce, ended: Promise.all(all.map(({ ended }) => ended)) };
  };
  const [ten, two] = [begunOf(10), begunOf(2)];
  expect(ten.atOnce).toEqual(['a', 'b', 'c', 'd']);
  expect(two.atOnce).toEqual(['a']);
  await Promise.all([ten.ended, two.ended]);
});

test('slow workspaces together leave slots for the others', async () => {
  const slots = new FairSlots({ slots: 4, perWorkspace: 2, slow: 2 });
  const { begun, begin } = works();
  const first = ['s1', 's2'].map((workspace) => begin(slots, workspace));
  await sleep(550);
  for (const { end } of first) end();
  await Promise.all(first.map(({ ended }) => ended));
  const slow = ['s1', 's2', 's1', 's2'].map((workspace) => begin(slots, workspace));
  const quick = ['q1', 'q2'].map((workspace) => begin(slots, workspace));
  expect(begun.slice(2)).toEqual(['s1', 's2', 'q1', 'q2']);
  for (const { end } of [...slow, ...quick]) end();
  await Promise.all(slow.map(({ ended }) => ended));
  expect(begun.slice(6)).toEqual(['s1', 's2']);
});

test('too many waiting, and waiting too long, are refused before they began', async () => {
  const slots = new FairSlots({ slots: 1, perWorkspace: 1, slow: 1, waitMs: 30, mostWaiting: 2 });
  const { begun, begin } = works();
  const running = begin(slots, 'a');
  const waiting = [begin(slots, 'a'), begin(slots, 'a')];
  const refused = { code: 'workspace_busy', headers: { 'Retry-After': '1' } };
  await expect(begin(slots, 'a').ended).rejects.toMatchObject(refused);
  const other = begin(slots, 'b');
  for (const { ended } of [...waiting, other]) await expect(ended).rejects.toMatchObject(refused);
  running.end();
  await running.ended;
  expect(begun).toEqual(['a']);
  expect(slots.depth).toBe(0);
});

test('who has waited before is refused sooner, but not at once', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const slots = new FairSlots({ slots: 1, perWorkspace: 1, slow: 1, waitMs: 2_400 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const running = slots.run('a', () => promise);
  const refusedAfter: Record<string, number> = {};
  const now = performance.now();
  for (const [name, until] of Object.entries({ fresh: undefined, soon: now + 1_500, late: now - 10 })) {
    slots.run(name, () => Promise.resolve(), until).catch(() => (refusedAfter[name] = performance.now() - now));
  }
  await vi.advanceTimersByTimeAsync(3_000);
  expect(refusedAfter).toEqual({ fresh: 2_400, soon: 1_500, late: 900 });
  resolve();
  await running;
});

test('work that fails gives its slot back', async () => {
  const slots = new FairSlots({ slots: 1, perWorkspace: 1, slow: 1 });
  await expect(slots.run('a', () => Promise.reject(new Error('bad')))).rejects.toThrow('bad');
  expect(await slots.run('b', () => Promise.resolve(1))).toBe(1);
});

test('a slot rests after its work where other work waits, and only there', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const slots = new FairSlots({ slots: 1, perWorkspace: 1, slow: 1, restMs: (tookMs) => 2 * tookMs });
  const { begun, begin } = works();
  const first = begin(slots, 'a');
  const second = begin(slots, 'b');
  await vi.advanceTimersByTimeAsync(100);
  first.end();
  await first.ended;
  await vi.advanceTimersByTimeAsync(199);
  expect(begun).toEqual(['a']);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun).toEqual(['a', 'b']);
  await vi.advanceTimersByTimeAsync(100);
  second.end();
  await second.ended;
  expect(slots.depth).toBe(0);
});

test('a slot at rest makes no workspace a slow one', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const restMs = (tookMs: number) => (tookMs < 500 ? 2_000 : 0);
  const slots = new FairSlots({ slots: 2, perWorkspace: 2, slow: 1, restMs });
  const { begun, begin } = works();
  const [quick, long, waiting] = ['quick', 'long', 'quick'].map((workspace) => begin(slots, workspace));
  await vi.advanceTimersByTimeAsync(100);
  quick!.end();
  await vi.advanceTimersByTimeAsync(600);
  long!.end();
  await long!.ended;
  expect(begun).toEqual(['quick', 'long', 'quick']);
  waiting!.end();
  await waiting!.ended;
});
