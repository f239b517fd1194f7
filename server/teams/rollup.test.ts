import { expect, test } from 'vitest';
import { rollUp } from './rollup.ts';

const member = (user_id: string) => ({ user_id, name: user_id.toUpperCase() });

const ran = (
  user_id: string,
  plugin: string | null,
  total: number,
  more: { this_week?: number; week_before?: number; error?: number } = {},
) => ({
  user_id,
  plugin,
  total,
  ok: total - (more.error ?? 0),
  error: more.error ?? 0,
  this_week: more.this_week ?? 0,
  week_before: more.week_before ?? 0,
});

const acted = (user_id: string, total: number, this_week = 0, week_before = 0) => ({
  user_id,
  total,
  this_week,
  week_before,
});

test('rank is by runs, then actions, and who is level shares it', () => {
  const { members } = rollUp(
    ['a', 'b', 'c', 'd', 'e'].map(member),
    [ran('a', 'p', 2), ran('b', 'p', 5), ran('c', 'p', 2), ran('d', 'p', 2)],
    [acted('a', 10), acted('b', 1), acted('c', 10), acted('d', 11)],
  );
  expect(members.map(({ user_id, rank, runs, actions }) => [user_id, rank, runs, actions])).toEqual([
    ['b', 1, 5, 1],
    ['d', 2, 2, 11],
    ['a', 3, 2, 10],
    ['c', 3, 2, 10],
    ['e', 5, 0, 0],
  ]);
});

test('a team where nobody did anything shares the first rank', () => {
  const { members, plugins, this_week } = rollUp([member('a'), member('b')], [], []);
  expect(members.map(({ rank }) => rank)).toEqual([1, 1]);
  expect(plugins).toEqual([]);
  expect(this_week).toEqual({ runs: 0, actions: 0 });
});

test('totals add up over members, plugins and weeks', () => {
  const rolled = rollUp(
    [member('a'), member('b')],
    [
      ran('a', 'deal-desk', 4, { error: 1, this_week: 3, week_before: 1 }),
      ran('a', null, 1, { this_week: 1 }),
      ran('b', 'deal-desk', 2, { this_week: 1, week_before: 1 }),
      ran('b', 'old', 0, { week_before: 2 }),
    ],
    [acted('a', 9, 5, 4), acted('b', 3, 0, 3)],
  );
  expect(rolled.plugins).toEqual([
    { plugin: 'deal-desk', runs: 6, ok: 5, error: 1, runs_this_week: 4, runs_week_before: 2 },
    { plugin: 'unknown', runs: 1, ok: 1, error: 0, runs_this_week: 1, runs_week_before: 0 },
    { plugin: 'old', runs: 0, ok: 0, error: 0, runs_this_week: 0, runs_week_before: 2 },
  ]);
  expect(rolled.this_week).toEqual({ runs: 5, actions: 5 });
  expect(rolled.week_before).toEqual({ runs: 4, actions: 7 });
  expect(rolled.members[0]).toMatchObject({
    user_id: 'a',
    runs: 5,
    ok: 4,
    error: 1,
    actions: 9,
    this_week: { runs: 4, actions: 5 },
    week_before: { runs: 1, actions: 4 },
  });
});
