import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DiffLine, diffLines, hunksOf } from './diff.ts';

const without = (lines: DiffLine[], kind: DiffLine['kind']) =>
  lines
    .filter((line) => line.kind !== kind)
    .map(({ text }) => text)
    .join('\n');

const someLines = fc.array(fc.constantFrom('a', 'b', 'c', '', '  d'), { minLength: 1, maxLength: 30 });

test('a diff holds both texts: less what is added it is the old one, less what is removed the new one', () => {
  fc.assert(
    fc.property(someLines, someLines, (old, fresh) => {
      const lines = diffLines(old.join('\n'), fresh.join('\n'));
      expect(without(lines, 'added')).toBe(old.join('\n'));
      expect(without(lines, 'removed')).toBe(fresh.join('\n'));
    }),
  );
});

test('one changed line among many is one removed and one added', () => {
  const old = Array.from({ length: 50 }, (_, n) => `line ${n}`);
  const fresh = old.with(25, 'another');
  const changed = diffLines(old.join('\n'), fresh.join('\n')).filter(({ kind }) => kind !== 'same');
  expect(changed).toEqual([
    { kind: 'removed', text: 'line 25' },
    { kind: 'added', text: 'another' },
  ]);
});

test('sameness far from any difference is counted, not shown', () => {
  const old = Array.from({ length: 50 }, (_, n) => `line ${n}`);
  const hunks = hunksOf(diffLines(old.join('\n'), old.with(25, 'another').join('\n')));
  expect(hunks.map((hunk) => ('skipped' in hunk ? hunk.skipped : hunk.lines.length))).toEqual([22, 8, 21]);
});
