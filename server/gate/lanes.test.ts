import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { OutcomeUnknown } from '../../db/outcome.ts';
import type { ReachOf } from './batch.ts';
import { FairSlots } from './fair-slots.ts';
import { Lanes } from './lanes.ts';

type Item = { workspace: string; name: string; bytes?: number };

const LOCKED = new Error('locked');
const LOST = new OutcomeUnknown(new Error('connection lost'));

const reachOf: ReachOf = (error) => (error === LOST ? 'queue' : error === LOCKED ? 'batch' : 'item');

/** Lanes over a store in which a workspace's rows can be locked, names can be bad, and all can be held or lost. */
function lanes(options: { most?: number } = {}) {
  const written: string[] = [];
  const writes: { lane: string; names: string[] }[] = [];
  const state = {
    bad: new Set<string>(),
    locked: new Map<string, Promise<void>>(),
    hold: undefined as Promise<void> | undefined,
    lost: false,
  };
  const made = new Lanes<Item>({
    write: async (items, lane) => {
      writes.push({ lane, names: items.map(({ name }) => name) });
      await state.hold;
      if (state.lost) throw LOST;
      for (const { workspace } of items) {
        const lock = state.locked.get(workspace);
        if (lock !== undefined && lane === 'shared') throw LOCKED;
        await lock;
      }
      const bad = items.filter(({ name }) => state.bad.has(name));
      if (bad.length > 0) throw new Error(`bad: ${bad.map(({ name }) => name).join()}`);
      written.push(...items.map(({ name }) => name));
    },
    workspaceOf: ({ workspace }) => workspace,
    bytesOf: ({ bytes }) => bytes ?? 100,
    reachOf,
    slots: new FairSlots({ slots: 4, perWorkspace: 1, slow: 3 }),
    ...options,
  });
  const add = (workspace: string, name: string, bytes?: number) =>
    made.add({ workspace, name, ...(bytes === undefined ? {} : { bytes }) });
  return { made, add, written, writes, state };
}

test('what comes at once is written in one batch, whoever sent it', async () => {
  const { add, writes, made } = lanes();
  await Promise.all([add('a', 'a1'), add('b', 'b1'), add('a', 'a2')]);
  expect(writes).toEqual([{ lane: 'shared', names: ['a1', 'a2', 'b1'] }]);
  expect(made.depth).toBe(0);
});

test('another batch begins beside one in flight once enough wait, of other workspaces', async () => {
  const { add, writes, state, written } = lanes();
  const { promise, resolve } = Promise.withResolvers<void>();
  state.hold = promise;
  const all = [add('a', 'a1'), add('b', 'b1')];
  const namesAfterTurns = async () => {
    for (let count = 0; count < 3; count += 1) await turn();
    return writes.map(({ names }) => names);
  };
  expect(await namesAfterTurns()).toEqual([['a1', 'b1']]);
  all.push(add('a', 'a2'), add('c', 'c1'), add('d', 'd1'));
  expect(await namesAfterTurns()).toEqual([['a1', 'b1']]);
  all.push(add('e', 'e1'), add('c', 'c2'));
  expect(await namesAfterTurns()).toEqual([
    ['a1', 'b1'],
    ['c1', 'c2', 'd1', 'e1'],
  ]);
  // Two are in flight, so that no third begins.
  all.push(...['f', 'g', 'h', 'i', 'j'].map((workspace) => add(workspace, `${workspace}1`)));
  expect(await namesAfterTurns()).toHaveLength(2);
  resolve();
  await Promise.all(all);
  expect(writes).toHaveLength(3);
  expect(written.toSorted()).toEqual(['a1', 'a2', 'b1', 'c1', 'c2', 'd1', 'e1', 'f1', 'g1', 'h1', 'i1', 'j1']);
});

test('a batch leaves two thirds of many workspaces to the next ones, and nothing of a few', async () => {
  const { add, writes } = lanes();
  const addTo = (workspaces: number, items: number) =>
    Promise.all(Array.from({ length: items }, (_, n) => add(`w${n % workspaces}`, `item${n}`)));
  await addTo(30, 30);
  expect(writes.map(({ names }) => names.length)).toEqual([10, 10, 8, 2]);
  expect(new Set(writes.flatMap(({ names }) => names)).size).toBe(30);
  writes.length = 0;
  // Those of one workspace are never in flight twice at once: they go together.
  await addTo(3, 12);
  expect(writes.map(({ names }) => names.length)).toEqual([12]);
});

test('a lock in one workspace delays only its own calls', async () => {
  const { add, written, state, writes } = lanes();
  const { promise, resolve } = Promise.withResolvers<void>();
  state.locked.set('a', promise);
  const waiting = add('a', 'a1');
  await Promise.all([add('b', 'b1'), add('c', 'c1')]);
  expect(written).toEqual(['b1', 'c1']);
  // It keeps to its own lane, so the others need no second attempt.
  const before = writes.length;
  const behind = add('a', 'a2');
  await Promise.all([add('b', 'b2'), add('c', 'c2')]);
  const sharedLater = writes.slice(before).filter(({ lane }) => lane === 'shared');
  expect(sharedLater).toEqual([{ lane: 'shared', names: ['b2', 'c2'] }]);
  resolve();
  await Promise.all([waiting, behind]);
  expect(written).toEqual(['b1', 'c1', 'b2', 'c2', 'a1', 'a2']);
});

test('a workspace in trouble stays apart until it has had none for 10 s', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const { add, state, writes } = lanes();
    const laneOf = (name: string) => writes.findLast(({ names }) => names.includes(name))!.lane;
    const failed = (name: string) => expect(add('a', name)).rejects.toThrow('bad');
    for (const name of ['a1', 'a2']) state.bad.add(name);
    await failed('a1');
    vi.advanceTimersByTime(8_000);
    await failed('a2');
    vi.advanceTimersByTime(8_000);
    await add('a', 'a3');
    expect(laneOf('a3')).toBe('own');
    vi.advanceTimersByTime(8_000);
    await add('a', 'a4');
    expect(laneOf('a4')).toBe('shared');
  } finally {
    vi.useRealTimers();
  }
});

test('of a batch with one bad item, that item alone is refused, and in its workspace', async () => {
  const { add, written, state } = lanes();
  state.bad.add('a2');
  const settled = await Promise.allSettled([add('a', 'a1'), add('b', 'b1'), add('a', 'a2'), add('c', 'c1')]);
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(written.toSorted()).toEqual(['a1', 'b1', 'c1']);
});

test('a large item goes in a lane of its workspace, while small ones go on', async () => {
  const { add, written, state, writes } = lanes();
  const { promise, resolve } = Promise.withResolvers<void>();
  state.locked.set('a', promise);
  const large = add('a', 'large', 85_000);
  await add('b', 'b1');
  expect(writes.map(({ lane }) => lane).toSorted()).toEqual(['own', 'shared']);
  resolve();
  await large;
  expect(written).toEqual(['b1', 'large']);
});

test('workspaces take turns in a batch that cannot hold all of them', async () => {
  const { add, state, writes } = lanes({ most: 4 });
  const { promise, resolve } = Promise.withResolvers<void>();
  state.hold = promise;
  const first = add('a', 'first');
  await turn();
  await turn();
  const many = Array.from({ length: 7 }, (_, index) => add('a', `a${index}`));
  const few = [add('b', 'b1'), add('c', 'c1')];
  resolve();
  state.hold = undefined;
  await Promise.all([first, ...many, ...few]);
  expect(writes[1]!.names).toEqual(['a0', 'a1', 'b1', 'c1']);
});

test('the database lost: what was sent is unknown, what waited is certain', async () => {
  const { add, state, made } = lanes({ most: 2 });
  state.lost = true;
  const settled = await Promise.allSettled([add('a', 'a1'), add('b', 'b1'), add('a', 'a2'), add('c', 'c1')]);
  expect(settled.map((each) => (each as PromiseRejectedResult).reason)).toEqual([LOST, LOST, LOST.cause, LOST.cause]);
  expect(made.depth).toBe(0);
  state.lost = false;
  await add('a', 'again');
});

test('more than may wait in one workspace is refused at once, and the others are not', async () => {
  const { add, state } = lanes({ most: 2 });
  const { promise, resolve } = Promise.withResolvers<void>();
  state.hold = promise;
  const first = add('b', 'first');
  await turn();
  await turn();
  const many = Array.from({ length: 10 }, (_, index) => add('a', `a${index}`));
  const settling = Promise.allSettled(many);
  const one = add('b', 'b1');
  resolve();
  await Promise.all([first, one]);
  const codes = (await settling).map((each) =>
    each.status === 'fulfilled' ? 'ok' : (each.reason as { code: string }).code,
  );
  expect(codes).toEqual([...Array(4).fill('ok'), ...Array(6).fill('workspace_busy')]);
});
