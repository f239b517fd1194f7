import { availableParallelism } from 'node:os';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Leave, Turns } from './turns.ts';

const PROCESSORS = Math.max(2, availableParallelism());

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Begins calls and says how many of them were let in. */
function calls(turns: Turns, workspace: string, count: number, costly = false) {
  const inside: Leave[] = [];
  const refused: unknown[] = [];
  for (let index = 0; index < count; index += 1) {
    turns.enter(workspace, costly).then(
      (leave) => inside.push(leave),
      (error) => refused.push(error),
    );
  }
  return { inside, refused };
}

const pass = async (ms: number) => {
  vi.advanceTimersByTime(ms);
  await turn();
};

test('a workspace alone never waits', async () => {
  const turns = new Turns({ embedded: false });
  calls(turns, 'a', 50);
  await pass(2_000);
  const more = calls(turns, 'a', 50);
  await turn();
  expect(more.inside).toHaveLength(50);
});

test('beside another, the calls of a busy one take turns, and those of the other never wait', async () => {
  const turns = new Turns({ embedded: false });
  calls(turns, 'busy', 50);
  const one = calls(turns, 'one', 1);
  await pass(2_000);
  one.inside[0]!();
  const more = calls(turns, 'busy', 50);
  const other = calls(turns, 'one', 2);
  await turn();
  expect(more.inside).toHaveLength(2);
  expect(other.inside).toHaveLength(2);
  more.inside[0]!();
  await turn();
  expect(more.inside.length).toBeGreaterThan(2);
});

test('beside a calm one, a slot rests as long as its call took; where all are busy, it does not', async () => {
  const restsBeside = async (others: number) => {
    const turns = new Turns({ embedded: false });
    calls(turns, 'busy', 50);
    calls(turns, 'other', others);
    await pass(2_000);
    const more = calls(turns, 'busy', 50);
    await turn();
    const begun = more.inside.length;
    await pass(100);
    more.inside[0]!();
    await turn();
    const rests = more.inside.length === begun;
    await pass(100);
    expect(more.inside.length).toBeGreaterThan(begun);
    return rests;
  };
  expect(await restsBeside(1)).toBe(true);
  expect(await restsBeside(50)).toBe(false);
});

test('a busy one takes turns though another is busier', async () => {
  const turns = new Turns({ embedded: false });
  calls(turns, 'busiest', 50);
  calls(turns, 'busy', 4);
  calls(turns, 'one', 1);
  await pass(2_000);
  const more = calls(turns, 'busy', 5);
  await turn();
  expect(more.inside).toHaveLength(2);
});

test('costly calls take turns, those of calm workspaces too', async () => {
  const turns = new Turns({ embedded: false });
  const alone = calls(turns, 'asking', 3, true);
  await turn();
  expect(alone.inside).toHaveLength(3);
  calls(turns, 'one', 1);
  await pass(100);
  const asking = Array.from({ length: PROCESSORS + 2 }, (_, index) => calls(turns, `asking ${index}`, 1, true));
  const inside = () => asking.flatMap((each) => each.inside);
  await turn();
  expect(inside()).toHaveLength(PROCESSORS);
  for (const leave of inside()) leave();
  await turn();
  expect(inside()).toHaveLength(PROCESSORS + 2);
});

test('many calls at one moment take turns before any average says so', async () => {
  const turns = new Turns({ embedded: false });
  calls(turns, 'one', 1);
  await pass(100);
  const burst = calls(turns, 'bursting', 30);
  await turn();
  expect(burst.inside).toHaveLength(5);
});

test('beside a calm one, fewer calls of busy ones are in progress than among busy ones alone', async () => {
  const inProgress = async (calm: boolean) => {
    const turns = new Turns({ embedded: false });
    const names = Array.from({ length: 30 }, (_, index) => `busy ${index}`);
    for (const name of names) calls(turns, name, 4);
    const one = calm ? calls(turns, 'one', 1) : undefined;
    await pass(2_000);
    const more = names.map((name) => calls(turns, name, 4));
    await turn();
    expect(one?.inside.length ?? 1).toBe(1);
    return more.reduce((sum, { inside }) => sum + inside.length, 0);
  };
  expect(await inProgress(false)).toBe(40);
  // Of 31 active workspaces, every fourth.
  expect(await inProgress(true)).toBe(Math.max(PROCESSORS, 7));
});

test('of costly calls of busy workspaces, one is let in at a time', async () => {
  const turns = new Turns({ embedded: false });
  calls(turns, 'busy', 50);
  calls(turns, 'one', 1);
  await pass(2_000);
  const costly = calls(turns, 'busy', 5, true);
  await turn();
  expect(costly.inside).toHaveLength(1);
  costly.inside[0]!();
  await turn();
  expect(costly.inside).toHaveLength(2);
});

test('after a call with a large answer, the workspace’s calls are costly for a while', async () => {
  const turns = new Turns({ embedded: false });
  const first = calls(turns, 'busy', 50);
  calls(turns, 'one', 1);
  await pass(2_000);
  first.inside[0]!(100_000);
  const next = calls(turns, 'busy', 5);
  await turn();
  expect(next.inside).toHaveLength(1);
});

test('whoever waits too long is told to come again, and nothing of it counts any more', async () => {
  const turns = new Turns({ embedded: false });
  const first = calls(turns, 'busy', 50);
  calls(turns, 'one', 1);
  await pass(2_000);
  const more = calls(turns, 'busy', 10);
  await pass(1_600);
  expect(more.refused).toHaveLength(8);
  expect(more.refused[0]).toMatchObject({ code: 'workspace_busy' });
  for (const leave of [...first.inside, ...more.inside]) leave();
  await pass(10_000);
  const later = calls(turns, 'busy', 4);
  await turn();
  expect(later.inside).toHaveLength(4);
});
