import { describe, expect, test } from 'vitest';
import {
  AFTER_EDIT,
  DRAFT_STATES,
  type DraftState,
  movesFrom,
  PUBLISHING,
  REVIEWS,
  reviewsFrom,
} from './draft-states.ts';

/** The whole state machine, written out a second time: state by transition; a dash where it is not allowed. */
const TABLE = `
             approve    schedule    hold   reject     edit      release    claim        publish     fail
pending      approved   scheduled   held   rejected   pending   -          -            -           -
approved     -          -           -      rejected   pending   -          publishing   -           -
scheduled    approved   -           held   rejected   pending   approved   -            -           -
held         approved   scheduled   -      rejected   held      -          -            -           -
rejected     -          -           held   -          pending   -          -            -           -
publishing   -          -           -      -          -         -          -            published   failed
published    -          -           -      -          -         -          -            -           -
failed       approved   -           held   rejected   pending   -          -            -           -
`;

const [moves, ...rows] = TABLE.trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));

const expected = rows.flatMap(([state, ...after]) =>
  after.map((to, index) => ({ state: state as DraftState, move: moves![index]!, to: to === '-' ? undefined : to })),
);

function after(state: DraftState, move: string): string | undefined {
  if (move === 'edit') return (AFTER_EDIT as Partial<Record<DraftState, DraftState>>)[state];
  const found = { ...REVIEWS, ...PUBLISHING }[move as keyof typeof REVIEWS | keyof typeof PUBLISHING];
  return (found.from as readonly DraftState[]).includes(state) ? found.to : undefined;
}

test('the table names every state and every move', () => {
  expect(rows.map(([state]) => state).sort()).toEqual([...DRAFT_STATES].sort());
  expect(moves).toEqual([...Object.keys(REVIEWS), 'edit', ...Object.keys(PUBLISHING)]);
  expect(expected).toHaveLength(DRAFT_STATES.length * 9);
});

test.each(expected)('$state by $move: $to', ({ state, move, to }) => {
  expect(after(state, move)).toBe(to);
});

describe('what is offered', () => {
  test.each(DRAFT_STATES)('from %s is what the table allows', (state) => {
    const allowed = expected.filter((each) => each.state === state && each.to !== undefined).map(({ move }) => move);
    expect(reviewsFrom(state)).toEqual(allowed.filter((move) => move in REVIEWS));
    expect(movesFrom(state)).toEqual(allowed.filter((move) => !(move in PUBLISHING)));
  });
});

test('no review and no edit leads to publishing, published or failed, or out of the first two', () => {
  const publishers = ['publishing', 'published', 'failed'];
  for (const { state, move, to } of expected.filter((each) => !(each.move in PUBLISHING))) {
    if (to === undefined) continue;
    expect(publishers, `${state} by ${move}`).not.toContain(to);
    expect(['publishing', 'published']).not.toContain(state);
  }
});
