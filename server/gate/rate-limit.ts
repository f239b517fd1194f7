import { Batch } from './batch.ts';
import type { RedisLimiterClient } from './redis.ts';

/** The window of every limit, in seconds (decisions 4). */
export const WINDOW_SECONDS = 60;

/** A key's count in its current window; null limits have no state. */
export type RateState = { limit: number; remaining: number; resetSeconds: number; exceeded: boolean };

/** Counts a call of a key; answers the window's count, this call included, and when the window ends. */
export interface RateCounter {
  count(keyId: string): Promise<{ calls: number; resetMs: number }>;
}

/** Exact within one process: fixed windows that begin with a key's first call. */
export class LocalRateCounter implements RateCounter {
  readonly #windows = new Map<string, { calls: number; endsAt: number }>();
  #sweepAt = 0;

  count(keyId: string): Promise<{ calls: number; resetMs: number }> {
    const now = performance.now();
    if (now >= this.#sweepAt) this.#sweep(now);
    let window = this.#windows.get(keyId);
    if (window === undefined || window.endsAt <= now) {
      window = { calls: 0, endsAt: now + WINDOW_SECONDS * 1000 };
      this.#windows.set(keyId, window);
    }
    window.calls += 1;
    return Promise.resolve({ calls: window.calls, resetMs: window.endsAt - now });
  }

  #sweep(now: number): void {
    for (const [keyId, window] of this.#windows) if (window.endsAt <= now) this.#windows.delete(keyId);
    this.#sweepAt = now + WINDOW_SECONDS * 1000;
  }
}

type Counted = { calls: number; resetMs: number };

/**
 * Exact across processes through Redis; while Redis is unreachable each process counts by itself (decisions 4). Counts
 * waiting for the same round trip are written together.
 */
export class SharedRateCounter implements RateCounter {
  readonly #fallback = new LocalRateCounter();
  readonly #batch: Batch<string, Counted>;

  constructor(redis: RedisLimiterClient) {
    const count = async (keyId: string) => {
      try {
        return await redis.countCall(keyId, WINDOW_SECONDS * 1000);
      } catch (error) {
        redis.reportLoss(error);
        return this.#fallback.count(keyId);
      }
    };
    this.#batch = new Batch((keyIds) => Promise.all(keyIds.map(count)), { reachOf: () => 'queue' });
  }

  count(keyId: string): Promise<Counted> {
    return this.#batch.add(keyId);
  }
}

export function rateState(limit: number, window: { calls: number; resetMs: number }): RateState {
  return {
    limit,
    remaining: Math.max(0, limit - window.calls),
    // Rounding may make a new window slightly longer than its length.
    resetSeconds: Math.min(WINDOW_SECONDS, Math.max(1, Math.ceil(window.resetMs / 1000))),
    exceeded: window.calls > limit,
  };
}

/** The eight headers of every authenticated answer (decisions 4). */
export function rateHeaders({ limit, remaining, resetSeconds }: RateState): [string, string][] {
  const pairs: [string, string][] = [
    ['RateLimit-Limit', String(limit)],
    ['RateLimit-Remaining', String(remaining)],
    ['RateLimit-Reset', String(resetSeconds)],
    ['RateLimit-Policy', `${limit};w=${WINDOW_SECONDS}`],
  ];
  return [...pairs, ...pairs.map(([name, value]): [string, string] => [`X-${name}`, value])];
}
