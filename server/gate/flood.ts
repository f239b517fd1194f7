import { newId } from '../../db/ids.ts';
import type { CallRow } from '../../db/statements/calls.ts';
import { Fault } from '../errors.ts';
import { remember } from '../remember.ts';
import { callRow, SEVERAL_TOOLS } from './audit-row.ts';
import type { Incoming } from './call.ts';
import type { Principal } from './principal.ts';
import { type RateState, rateState, WINDOW_SECONDS } from './rate-limit.ts';
import type { Counted } from './redis.ts';

/** Beyond so many times its limit in a window, a key's calls are refused before anything is looked up. */
const FLOOD_TIMES = 10;

/** Length of the time whose refusals one row counts, in milliseconds. */
const ROW_MS = 1_000;

/** Keys remembered at most; the longest remembered are forgotten first, and found out again at their next call. */
const MAX_KEYS = 50_000;

/** The refusal of a call over its key's limit. */
export const overLimit = () => new Fault('rate_limited', { retryAfterS: WINDOW_SECONDS });

type Flood = { principal: Principal; limit: number; calls: number; endsAt: number; row: CallRow | undefined };

const INT_MAX = 2_147_483_647;

/**
 * Keys far beyond their limit, by hash, until their window ends. Their refusals cost no look-up and no row each: one row
 * a second counts them (decisions 4).
 */
export class Floods {
  readonly #floods = new Map<string, Flood>();
  readonly #waiting = new Map<Flood, NodeJS.Timeout>();
  readonly #record: (row: CallRow, fault: Fault) => void;

  /** @param record writes the row of a second */
  constructor(record: (row: CallRow, fault: Fault) => void) {
    this.#record = record;
  }

  /** After a call of a known key was counted: remembers the key once it is far beyond its limit. */
  note(hash: string, principal: Principal, { calls, resetMs }: Counted): void {
    const limit = principal.rateLimit;
    if (limit === null || calls < limit * FLOOD_TIMES || this.#floods.has(hash)) return;
    const flood = { principal, limit, calls, endsAt: performance.now() + resetMs, row: undefined };
    remember(this.#floods, hash, flood, MAX_KEYS);
  }

  /** The state of a call's key when the call has to be refused, which counts it; undefined for any other key. */
  refuse(hash: string, incoming: Incoming): RateState | undefined {
    const flood = this.#floods.get(hash);
    if (flood === undefined) return undefined;
    const resetMs = flood.endsAt - performance.now();
    if (resetMs <= 0) {
      this.#floods.delete(hash);
      return undefined;
    }
    this.#count(flood, incoming);
    return rateState(flood.limit, { calls: flood.calls + 1, resetMs });
  }

  /** Writes what was counted so far. */
  flush(): void {
    for (const flood of this.#waiting.keys()) this.#write(flood);
  }

  #count(flood: Flood, incoming: Incoming): void {
    const { row } = flood;
    if (row !== undefined) {
      row.count += 1;
      row.request_bytes = Math.min(INT_MAX, row.request_bytes + incoming.requestBytes);
      return;
    }
    const ended = { incoming, tool: SEVERAL_TOOLS, principal: flood.principal, fault: overLimit(), responseJson: '' };
    flood.row = { ...callRow({ ...ended, id: newId('call') }), run_ref: null };
    this.#waiting.set(
      flood,
      setTimeout(() => this.#write(flood), ROW_MS),
    );
  }

  #write(flood: Flood): void {
    clearTimeout(this.#waiting.get(flood));
    this.#waiting.delete(flood);
    const { row } = flood;
    flood.row = undefined;
    if (row !== undefined) this.#record(row, overLimit());
  }
}
