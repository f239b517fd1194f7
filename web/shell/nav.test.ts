import { expect, test } from 'vitest';
import { PLACES } from './nav.tsx';

test('every page has a key of its own', () => {
  const keys = PLACES.flatMap(({ places }) => places.map(({ key }) => key));
  expect(keys.length).toBeGreaterThan(20);
  expect(new Set(keys).size).toBe(keys.length);
});
