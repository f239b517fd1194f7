import { diffArrays } from 'diff';

export type DiffLine = { kind: 'same' | 'added' | 'removed'; text: string };

/** The most lines that may differ (some 200 ms of work); beyond that both texts are shown whole, one after the other. */
const MOST_EDITS = 1_500;

/** What turns one text into another, line by line. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  const changes = diffArrays(old, fresh, { maxEditLength: MOST_EDITS }) ?? [
    { value: old, added: false, removed: true },
    { value: fresh, added: true, removed: false },
  ];
  return changes.flatMap(({ value, added, removed }) =>
    value.map((text): DiffLine => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text })),
  );
}

export type Hunk = { lines: DiffLine[] } | { skipped: number };

/** A diff with long stretches of sameness left out but for a few lines around what differs. */
export function hunksOf(lines: readonly DiffLine[], around = 3): Hunk[] {
  const near = lines.map((_, index) =>
    lines.slice(Math.max(0, index - around), index + around + 1).some(({ kind }) => kind !== 'same'),
  );
  const hunks: Hunk[] = [];
  lines.forEach((line, index) => {
    const last = hunks.at(-1);
    if (near[index]) {
      if (last !== undefined && 'lines' in last) last.lines.push(line);
      else hunks.push({ lines: [line] });
    } else if (last !== undefined && 'skipped' in last) last.skipped += 1;
    else hunks.push({ skipped: 1 });
  });
  return hunks;
}
