/** Longest body that is read before its sender is known, in bytes. */
export const SHORT = 65_536;

/** Bytes of bodies in progress at once: of short ones and of long ones in the process, and of one key or address. */
export const BUDGET = { short: 32_000_000, long: 64_000_000, holder: 16_000_000 };

/** A request's part of the budget. */
export type BodyShare = {
  /** Counts bytes that are about to be held; false when there is no room for them. */
  take(bytes: number): boolean;
  release(): void;
};

/**
 * Bounds the bytes of request bodies held at once. Long bodies have room of their own, so that they never keep ordinary
 * calls waiting; one key or address cannot take all of it.
 */
export class BodyBudget {
  readonly #most: typeof BUDGET;
  readonly #held = { short: 0, long: 0 };
  readonly #holders = new Map<string, number>();

  constructor(most: typeof BUDGET = BUDGET) {
    this.#most = most;
  }

  /** @param holder whose body it is: a key or an address */
  share(holder: string, kind: 'short' | 'long'): BodyShare {
    let taken = 0;
    return {
      take: (bytes) => {
        const held = this.#holders.get(holder) ?? 0;
        if (held + bytes > this.#most.holder || this.#held[kind] + bytes > this.#most[kind]) return false;
        taken += bytes;
        this.#held[kind] += bytes;
        this.#holders.set(holder, held + bytes);
        return true;
      },
      release: () => {
        this.#held[kind] -= taken;
        const held = (this.#holders.get(holder) ?? 0) - taken;
        if (held > 0) this.#holders.set(holder, held);
        else this.#holders.delete(holder);
        taken = 0;
      },
    };
  }
}
