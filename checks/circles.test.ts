import { expect, test } from 'vitest';
import { circlesOf } from './circles.ts';

const graph = (edges: Record<string, string[]>) =>
  new Map(Object.entries(edges).map(([from, to]) => [from, new Set(to)]));

test.each([
  ['a chain', { a: ['b'], b: ['c'], c: [] }, []],
  ['a diamond', { a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }, []],
  ['two of one another', { a: ['b'], b: ['a'] }, [['a', 'b']]],
  ['three, and one that only leads there', { d: ['a'], a: ['b'], b: ['c'], c: ['a'] }, [['a', 'b', 'c']]],
  [
    'two circles',
    { a: ['b'], b: ['a', 'c'], c: ['d'], d: ['c'] },
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['itself', { a: ['a'] }, [['a']]],
  ['a target that is no node', { a: ['elsewhere'] }, []],
])('%s', (_, edges, circles) => {
  expect(circlesOf(graph(edges as Record<string, string[]>))).toEqual(circles);
});
