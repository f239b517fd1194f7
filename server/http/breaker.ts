/** Circuit breakers of what is asked over HTTP, by name. In-process: each process keeps its own state. */
export type Breaker = {
  resting(name: string): boolean;
  succeeded(name: string): void;
  failed(name: string): void;
};

export type BreakerOptions = { now?: () => number; restMs?: number | undefined; failures?: number };

/**
 * Opens for `restMs` (60,000) after `failures` (3) failed attempts in a row. After that every attempt goes through
 * again: the first that fails opens it again, the first that succeeds begins the count anew. `now` is epoch milliseconds.
 */
export function createBreaker({ now = Date.now, restMs = 60_000, failures = 3 }: BreakerOptions = {}): Breaker {
  const states = new Map<string, { failed: number; restsUntil: number }>();
  return {
    resting: (name) => (states.get(name)?.restsUntil ?? 0) > now(),
    succeeded: (name) => void states.delete(name),
    failed: (name) => {
      const failed = (states.get(name)?.failed ?? 0) + 1;
      states.set(name, { failed, restsUntil: failed >= failures ? now() + restMs : 0 });
    },
  };
}
