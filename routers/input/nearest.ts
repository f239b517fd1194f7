import { spellingOf } from '../../server/records/spelling.ts';

/** Longest name that is compared: the work grows with the product of two lengths. */
const MAX_COMPARED = 64;

/** Insertions, deletions, replacements and swaps of neighbours that turn one text into the other. */
function distanceOf(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const changed = one[i - 1] === other[j - 1] ? 0 : 1;
      let least = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + changed);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        least = Math.min(least, rows[i - 2]![j - 2]! + 1);
      }
      row.push(least);
    }
    rows.push(row);
  }
  return rows[one.length]![other.length]!;
}

const wordsOf = (name: string) =>
  name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** How alike two names are, 0 to 1: by their letters, or by the words they share. */
function likenessOf(name: string, known: string): number {
  const [one, other] = [spellingOf(name), spellingOf(known)];
  const byLetters = 1 - distanceOf(one, other) / Math.max(one.length, other.length, 1);
  const [given, wanted] = [wordsOf(name), wordsOf(known)];
  const shared = given.filter((word) => wanted.includes(word)).length;
  return Math.max(byLetters, shared === 0 ? 0 : (0.25 + shared) / Math.max(given.length, wanted.length));
}

const ALIKE = 0.55;

/** The known names most like one that is not known, the nearest first; none when nothing is like it. */
export function nearestTo(name: string, known: Iterable<string>, most = 1): string[] {
  const compared = name.slice(0, MAX_COMPARED);
  return Array.from(known, (each) => ({ each, likeness: likenessOf(compared, each) }))
    .filter(({ likeness }) => likeness >= ALIKE)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, most)
    .map(({ each }) => each);
}
