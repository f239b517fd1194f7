import { setTimeout as sleep } from 'node:timers/promises';

/** After each part, work rests so many times as long as the part took, in milliseconds at most. */
const REST = 3;
const MAX_REST_MS = 500;

/**
 * Does one part of periodic work and rests: such work takes a quarter of a processor at most, so that calls come in
 * between.
 */
export async function paced<Result>(part: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  const result = await part();
  await sleep(Math.min(MAX_REST_MS, REST * (performance.now() - began)));
  return result;
}
