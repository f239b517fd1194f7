import type { ToolError } from './tool-error.ts';

const FIRST_PAUSE_MS = 1_000;

/** Codes of calls that may succeed when retried: every write carries an idempotency key. */
const RETRYABLE = new Set([
  'rate_limited',
  'workspace_busy',
  'overloaded',
  'internal',
  'unavailable',
  'outcome_unknown',
  'idempotency_in_progress',
]);

/** Codes whose `Retry-After` is obeyed. */
const TIMED = new Set(['rate_limited', 'workspace_busy', 'overloaded']);

/**
 * How long to wait before a call is retried, in ms; undefined when a retry would not help. `Retry-After` takes
 * precedence (seconds); without one the waits double from a second, give or take half.
 * @param refusal the service's error; undefined when the connection failed
 */
export function pauseAfter(
  tried: number,
  refusal: Pick<ToolError, 'code'> | undefined,
  retryAfter: string | null,
  random = Math.random,
): number | undefined {
  if (refusal !== undefined && !RETRYABLE.has(refusal.code)) return undefined;
  if (refusal !== undefined && TIMED.has(refusal.code) && retryAfter !== null && /^\d{1,6}$/.test(retryAfter)) {
    return Number(retryAfter) * 1_000;
  }
  return FIRST_PAUSE_MS * 2 ** tried * (0.5 + random());
}

/** Waits, unless the signal aborts. @throws the signal's reason */
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
