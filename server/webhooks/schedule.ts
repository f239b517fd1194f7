const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Backoff between the 8 attempts, in milliseconds (decisions 13). */
export const WAITS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];

const JITTER = 0.2;

/** Least backoff after a 429 or a timeout, in milliseconds. */
const EASE = MINUTE;

/**
 * Milliseconds until the next attempt; undefined when that was the last.
 * @param made attempts made, 1 to 8
 * @param retryAfter what the receiver asked for, in milliseconds
 * @param eased the receiver answered 429 or not in time
 * @param random 0 to 1
 */
export function waitAfter(
  made: number,
  { retryAfter, eased, random }: { retryAfter?: number | undefined; eased: boolean; random: number },
): number | undefined {
  const step = WAITS[made - 1];
  if (step === undefined) return undefined;
  const wait =
    retryAfter === undefined
      ? step * (1 - JITTER + 2 * JITTER * random)
      : Math.min(Math.max(retryAfter, step), 2 * step);
  return Math.round(eased ? Math.max(wait, EASE) : wait);
}
