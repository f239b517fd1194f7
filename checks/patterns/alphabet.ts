/** Characters from `min` to `max`, both included, as code points. */
export type Range = { readonly min: number; readonly max: number };

/** Classes of characters that assertions test: a word character, a line's end, anything else. */
export type CharClass = 'word' | 'line' | 'other';

/** Characters that are all in or all outside every set of a pattern. */
export type Atom = { readonly sort: CharClass; readonly sample: number };

const HIGHEST = 0x10ffff;
const WORD: Range[] = [
  { min: 0x30, max: 0x39 },
  { min: 0x41, max: 0x5a },
  { min: 0x5f, max: 0x5f },
  { min: 0x61, max: 0x7a },
];
const LINE: Range[] = [
  { min: 0x0a, max: 0x0a },
  { min: 0x0d, max: 0x0d },
  { min: 0x2028, max: 0x2029 },
];

/** The start and end of a set, as cuts of the line of all code points. */
const cutsOf = (ranges: readonly Range[]) => ranges.flatMap(({ min, max }) => [min, max + 1]);

/**
 * Parts all characters so that each of the sets is a union of parts.
 * @returns the parts, and for each set the indexes of its parts as the bits of a number
 */
export function atomsOf(sets: readonly (readonly Range[])[]): { atoms: Atom[]; masks: bigint[] } {
  const every = [...sets, WORD, LINE];
  const cuts = [...new Set([0, ...every.flatMap(cutsOf)])].filter((cut) => cut <= HIGHEST).sort((a, b) => a - b);
  const places = every.map(() => 0);
  const atoms: Atom[] = [];
  const byMembership = new Map<string, number>();
  const masks = sets.map(() => 0n);
  for (const cut of cuts) {
    const member = every.map((ranges, set) => {
      while (places[set]! < ranges.length && ranges[places[set]!]!.max < cut) places[set]! += 1;
      const range = ranges[places[set]!];
      return range !== undefined && range.min <= cut;
    });
    const key = member.map(Number).join('');
    if (byMembership.has(key)) continue;
    byMembership.set(key, atoms.length);
    member.slice(0, sets.length).forEach((holds, set) => {
      if (holds) masks[set]! |= 1n << BigInt(atoms.length);
    });
    atoms.push({ sort: member.at(-2) ? 'word' : member.at(-1) ? 'line' : 'other', sample: cut });
  }
  return { atoms, masks };
}
