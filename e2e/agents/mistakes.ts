import { type Mistake, rowsOf } from './mistake.ts';
import { MISTAKES_WITH_PLAYS } from './mistakes-with-plays.ts';
import { MISTAKES_WITH_RECORDS } from './mistakes-with-records.ts';

/** Mistakes over all tools. */
export const MISTAKES: readonly Mistake[] = Object.entries({
  ...MISTAKES_WITH_RECORDS,
  ...MISTAKES_WITH_PLAYS,
}).flatMap(([tool, mistakes]) => rowsOf(tool, mistakes));
