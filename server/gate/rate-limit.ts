import { Batch } from './batch.ts';
import type { Counted, RedisLimiterClient } from './redis.ts';
import { COMMAND_MS } from './redis-time-limit.ts';

/** The window of every limit, in seconds (decisions 4). */
export const WINDOW_SECONDS = 60;

/** A key's count in its current window; null limits have no state. */
export type RateState = { limit: number; remaining: number; resetSeconds: number; exceeded: boolean };

/** Counts a call of a key; answers the window's count, this call included, and when the window ends. */
export interface RateCounter {
  count(keyId: string): Promise<Counted>;
}

/** `apart` of its calls were counted here only, in a window that ends at `apartUntil`. */
type Window = { calls: number; endsAt: number; apart: number; apartUntil: number };

/** Exact within one process: fixed windows that begin with a key's first call. */
export class LocalRateCounter implements RateCounter {
  readonly #windows = new Map<string, Window>();
  #sweepAt = 0;

  count(keyId: string): Promise<Counted> {
    return Promise.resolve(this.countNow(keyId));
  }

  countNow(keyId: string): Counted {
    const now = performance.now();
    const window = this.#windowOf(keyId, now);
    window.calls += 1;
    return { calls: window.calls, resetMs: window.endsAt - now };
  }

  /** A call counted here is counted nowhere else. */
  keepApart(keyId: string): void {
    const now = performance.now();
    const window = this.#windowOf(keyId, now);
    if (window.apartUntil <= now) Object.assign(window, { apart: 0, apartUntil: window.endsAt });
    window.apart += 1;
  }

  /** Takes over the count made elsewhere and adds the calls that were counted here only. */
  learn(keyId: string, { calls, resetMs }: Counted): Counted {
    const now = performance.now();
    const window = this.#windowOf(keyId, now);
    window.calls = calls + (window.apartUntil > now ? window.apart : 0);
    window.endsAt = now + resetMs;
    return { calls: window.calls, resetMs };
  }

  #windowOf(keyId: string, now: number): Window {
    if (now >= this.#sweepAt) this.#sweep(now);
    let window = this.#windows.get(keyId);
    if (window === undefined || window.endsAt <= now) {
      window = { calls: 0, endsAt: now + WINDOW_SECONDS * 1000, apart: 0, apartUntil: 0 };
      this.#windows.set(keyId, window);
    }
    return window;
  }

  #sweep(now: number): void {
    for (const [keyId, window] of this.#windows) if (window.endsAt <= now) this.#windows.delete(keyId);
    this.#sweepAt = now + WINDOW_SECONDS * 1000;
  }
}

type Asked = { keyId: string; until: number };

/**
 * Exact across processes through Redis. A call that Redis does not count in time is counted by the process, which goes
 * on from the last count it learned (decisions 4). Counts waiting for the same round trip are written together.
 */
export class SharedRateCounter implements RateCounter {
  /** Calls so far that were not answered with the shared count. */
  alone = 0;
  readonly #local = new LocalRateCounter();
  readonly #batch: Batch<Asked, Counted>;

  constructor(redis: RedisLimiterClient) {
    const missed = (keyId: string) => this.#local.keepApart(keyId);
    const run = async (asked: Asked[]) => {
      const keyIds = asked.map(({ keyId }) => keyId);
      // The first of them has waited longest.
      const counted = await redis.countCalls(keyIds, WINDOW_SECONDS * 1000, asked[0]!.until, missed);
      return counted.map((count, index) => {
        const keyId = keyIds[index]!;
        if (count !== undefined) return this.#local.learn(keyId, count);
        this.alone += 1;
        return this.#local.countNow(keyId);
      });
    };
    this.#batch = new Batch(run, { reachOf: () => 'queue' });
  }

  count(keyId: string): Promise<Counted> {
    return this.#batch.add({ keyId, until: performance.now() + COMMAND_MS });
  }
}

export function rateState(limit: number, window: Counted): RateState {
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
