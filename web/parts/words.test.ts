import { expect, test } from 'vitest';
import { bytes, duration } from './words.ts';

test.each([
  [9.96, '10 ms'],
  [9.94, '9.9 ms'],
  [999.6, '1.0 s'],
  [999.4, '999 ms'],
  [59_940, '59.9 s'],
  [59_960, '1 min 0 s'],
  [185_900, '3 min 5 s'],
  [7_800_000, '2 h 10 min'],
])('a duration of %d ms', (ms, text) => expect(duration(ms)).toBe(text));

test.each([
  [999, '999 B'],
  [1_000, '1.0 kB'],
  [999_940, '999.9 kB'],
  [999_960, '1.0 MB'],
  [12_300_000, '12.3 MB'],
])('%d bytes', (value, text) => expect(bytes(value)).toBe(text));
