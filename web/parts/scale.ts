/** Round numbers from 0 up to at least the most, about `steps` of them: what an axis is marked with. */
export function ticksUpTo(most: number, steps = 4): number[] {
  const rough = Math.max(1, most) / steps;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(
    1,
    [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough)!,
  );
  const count = Math.ceil(Math.max(1, most) / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** Every how many columns of a width a label of a width fits. */
export const labelEvery = (columns: number, width: number, labelWidth: number): number =>
  Math.max(1, Math.ceil(labelWidth / (width / Math.max(1, columns))));
