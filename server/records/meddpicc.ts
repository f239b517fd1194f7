import { DIMENSIONS } from '../../db/open-deals.ts';

export { DIMENSIONS };

export type Dimension = (typeof DIMENSIONS)[number];

/** A deal's known dimensions and gaps. */
export type Evidence = { meddpicc: Record<Dimension, string | null>; gaps: Dimension[]; completeness: number };

/** Reads a deal's stored evidence: dimensions without text are gaps. `completeness` counts the others, 0 to 8. */
export function evidenceOf(kept: Partial<Record<string, unknown>>): Evidence {
  const meddpicc = Object.fromEntries(DIMENSIONS.map((name) => [name, kept[name] ?? null])) as Evidence['meddpicc'];
  const gaps = DIMENSIONS.filter((name) => meddpicc[name] === null);
  return { meddpicc, gaps, completeness: DIMENSIONS.length - gaps.length };
}
