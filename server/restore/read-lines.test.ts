import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PartReader, Place } from '../imports/read-rows.ts';
import { type Line, readLines } from './read-lines.ts';

const readerOf =
  (parts: readonly string[]): PartReader =>
  async (from, count) =>
    parts.slice(from, from + count).map((text, at) => ({ place: from + at, text }));

async function allLines(parts: readonly string[], most: number): Promise<Line[]> {
  const all: Line[] = [];
  for (let from: Place = { part: 0, byte: 0, line: 1 }; ;) {
    const lines = await readLines(readerOf(parts), from, most);
    if (lines.length === 0) return all;
    all.push(...lines);
    from = lines.at(-1)!.next;
  }
}

test('lines are those of the file, however it is cut into parts and wherever reading goes on', async () => {
  const words = fc.array(fc.constantFrom('a', 'bc', '\n', 'Zoë', '🙂', '\n\n', '{"x":1}'), { maxLength: 6 });
  const files = fc.array(
    words.map((each) => each.join('')),
    { minLength: 1, maxLength: 14 },
  );
  await fc.assert(
    fc.asyncProperty(files, fc.integer({ min: 1, max: 20 }), async (given, most) => {
      const parts = given.filter((part) => part !== '');
      const expected = parts.join('').split('\n');
      if (expected.at(-1) === '') expected.pop();
      const lines = await allLines(parts, most);
      expect(lines.map(({ text }) => text)).toEqual(expected);
      expect(lines.map(({ line }) => line)).toEqual(expected.map((_, at) => at + 1));
    }),
    { seed: 15 },
  );
});

test('a line that is too long is refused with its number', async () => {
  const parts = ['short\n', ...Array.from({ length: 50 }, () => 'x'.repeat(100_000))];
  await expect(allLines(parts, 1_000_000)).rejects.toMatchObject({
    issues: [{ path: 'file', message: 'has a line, number 2, that is longer than 4 MB' }],
  });
});
