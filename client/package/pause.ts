import type { ToolError } from './tool-error.ts';

const FIRST_PAUSE_MS = 1_000;

/** Codes that stand for a call that may well succeed when it is made again: whatever writes carries an idempotency key. */
const PASSING = new Set(['rate_limited', 'internal', 'unavailable', 'outcome_unknown', 'idempotency_in_progress']);

/**
 * How long to wait before a call is made again, in ms; undefined when that would not help. The service's own word
 * (`Retry-After`, seconds) counts; without one the pauses double from a second, give or take half.
 * @param refusal what the service said; undefined when the connection failed
 */
export function pauseAfter(
  tried: number,
  refusal: Pick<ToolError, 'code'> | undefined,
  retryAfter: string | null,
  random = Math.random,
): number | undefined {
  if (refusal !== undefined && !PASSING.has(refusal.code)) return undefined;
  if (refusal?.code === 'rate_limited' && retryAfter !== null && /^\d{1,6}$/.test(retryAfter)) {
    return Number(retryAfter) * 1_000;
  }
  return FIRST_PAUSE_MS * 2 ** tried * (0.5 + random());
}

/** Waits, unless the signal gives the call up. @throws the signal's reason */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const given = () => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', given);
      resolve();
    }, ms);
    signal?.addEventListener('abort', given, { once: true });
  });
}
