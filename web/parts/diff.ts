export type DiffLine = { kind: 'same' | 'added' | 'removed'; text: string };

/** The most lines a side may have to be compared line by line; longer ones are shown whole, one after the other. */
const MOST_LINES = 4_000;

/**
 * What turns one text into another, line by line, by their longest common subsequence. Beginning and end that are alike
 * are set aside first, which leaves little in practice.
 */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < fresh.length - start && old.at(-1 - end) === fresh.at(-1 - end)) end += 1;
  const line = (kind: DiffLine['kind']) => (text: string) => ({ kind, text });
  return [
    ...old.slice(0, start).map(line('same')),
    ...middle(old.slice(start, old.length - end), fresh.slice(start, fresh.length - end)),
    ...old.slice(old.length - end).map(line('same')),
  ];
}

function middle(old: readonly string[], fresh: readonly string[]): DiffLine[] {
  const removed = old.map((text): DiffLine => ({ kind: 'removed', text }));
  const added = fresh.map((text): DiffLine => ({ kind: 'added', text }));
  if (old.length === 0 || fresh.length === 0 || old.length > MOST_LINES || fresh.length > MOST_LINES) {
    return [...removed, ...added];
  }
  // common[i][j]: how many lines old from i on and fresh from j on have in common.
  const width = fresh.length + 1;
  const common = new Uint16Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = fresh.length - 1; j >= 0; j -= 1) {
      common[i * width + j] =
        old[i] === fresh[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
    }
  }
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < fresh.length) {
    if (i < old.length && j < fresh.length && old[i] === fresh[j]) {
      lines.push({ kind: 'same', text: old[i]! });
      i += 1;
      j += 1;
    } else if (j >= fresh.length || (i < old.length && common[(i + 1) * width + j]! >= common[i * width + j + 1]!)) {
      lines.push(removed[i]!);
      i += 1;
    } else {
      lines.push(added[j]!);
      j += 1;
    }
  }
  return lines;
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
