import type { InHand, Taken, Target } from '../../db/statements/webhooks.ts';
import { targetOf } from './targets.ts';

/** Attempts under way to one endpoint at a time. */
export const LANES = 4;

/**
 * How long after an endpoint was read an attempt may be sent with what was read, in milliseconds. A change of an endpoint
 * is answered only after this time, so that nothing is sent as before the change once it is answered.
 */
export const VIEW_MS = 1_000;

/** Deliveries taken ahead for one endpoint: what it accepts in half a second, so that none waits long in one process. */
const AHEAD_MS = 500;
const MAX_AHEAD = 128;

/** How long nothing is taken for an endpoint whose attempt failed, in milliseconds: new connections slow down the others. */
const RELIEF_MS = 100;

/** Deliveries of one process that are not settled yet. */
const MAX_PENDING = 2_048;

/** Endpoints whose pace is remembered. */
const MAX_KNOWN = 2_000;

/** An endpoint's deliveries in this process: those waiting for a lane, and all that are not settled yet. */
export type Lane = {
  readonly waiting: Taken[];
  readonly unsettled: Set<string>;
  underWay: number;
  /** Milliseconds an attempt takes, as a moving average. */
  pace: number | undefined;
  /** When the last attempt ended, if that failed. */
  failedAt: number;
  /** The endpoint as it was last read, and when that read began, on the process's monotonic clock. */
  target: Target;
  readAt: number;
};

/** How many deliveries of an endpoint to hold, by the milliseconds one attempt takes. */
export const mostAhead = (pace = AHEAD_MS): number =>
  Math.min(MAX_AHEAD, Math.max(LANES, Math.floor((LANES * AHEAD_MS) / Math.max(1, pace))));

export const isRecent = ({ readAt }: Lane, now = performance.now()): boolean => now - readAt < VIEW_MS;

/** What this process holds of each endpoint, so that no endpoint waits for another. Times are `performance.now()`. */
export class Lanes {
  readonly #lanes = new Map<string, Lane>();
  /** Deliveries that are not settled yet. */
  pending = 0;

  get capacity(): number {
    return MAX_PENDING - this.pending;
  }

  /** What is held of each endpoint and how much of it may be, for taking more. */
  demand(now = performance.now()): InHand[] {
    return Array.from(this.#lanes, ([webhook_id, { pace, failedAt, unsettled }]) => ({
      webhook_id,
      most: now - failedAt < RELIEF_MS ? 0 : mostAhead(pace),
      events: [...unsettled],
    }));
  }

  /** Endpoints with deliveries that are not settled yet. */
  busy(): string[] {
    return Array.from(this.#lanes).flatMap(([id, { unsettled }]) => (unsettled.size > 0 ? [id] : []));
  }

  add(taken: Taken, readAt: number): Lane {
    const lane = this.learn(taken, readAt);
    lane.waiting.push(taken);
    lane.unsettled.add(taken.event_id);
    this.pending += 1;
    return lane;
  }

  /** Keeps what a read of an endpoint answered, unless a later read is known. The same secrets keep the same object. */
  learn(read: Target, readAt: number): Lane {
    let lane = this.#lanes.get(read.webhook_id);
    if (lane === undefined) {
      if (this.#lanes.size >= MAX_KNOWN) this.#forgetIdle();
      const empty = { waiting: [], unsettled: new Set<string>(), underWay: 0, pace: undefined };
      lane = { ...empty, failedAt: -Infinity, target: targetOf(read), readAt: -Infinity };
      this.#lanes.set(read.webhook_id, lane);
    }
    if (readAt < lane.readAt) return lane;
    lane.readAt = readAt;
    const { sealed_target, sealed_secret } = lane.target;
    if (read.sealed_target !== sealed_target || read.sealed_secret !== sealed_secret) lane.target = targetOf(read);
    return lane;
  }

  /** The next delivery if a lane is free; what waited too long is dropped, for whichever worker takes it next. */
  next(lane: Lane, now = performance.now()): Taken | undefined {
    if (lane.underWay >= LANES || lane.waiting.length === 0) return undefined;
    if (!isRecent(lane, now)) {
      this.#dropWaiting(lane);
      return undefined;
    }
    lane.underWay += 1;
    return lane.waiting.shift();
  }

  /** Frees a lane. @param posted how the attempt ended, unless nothing was sent */
  free(lane: Lane, posted: { durationMs: number; error: string | null } | undefined, now = performance.now()): void {
    lane.underWay -= 1;
    if (posted === undefined) return;
    lane.pace = lane.pace === undefined ? posted.durationMs : lane.pace * 0.8 + posted.durationMs * 0.2;
    lane.failedAt = posted.error === null ? -Infinity : now;
  }

  /** Forgets a delivery. */
  drop(lane: Lane, eventId: string): void {
    if (lane.unsettled.delete(eventId)) this.pending -= 1;
  }

  /** Forgets a settled delivery; true when its endpoint has too few waiting to keep its lanes busy. */
  settled(webhookId: string, eventId: string): boolean {
    const lane = this.#lanes.get(webhookId);
    if (lane === undefined) return false;
    this.drop(lane, eventId);
    return lane.waiting.length < LANES;
  }

  /** Sends nothing more to an endpoint that is disabled. */
  abandon(webhookId: string): void {
    const lane = this.#lanes.get(webhookId);
    if (lane === undefined) return;
    lane.readAt = -Infinity;
    this.#dropWaiting(lane);
  }

  #dropWaiting(lane: Lane): void {
    for (const { event_id } of lane.waiting.splice(0)) this.drop(lane, event_id);
  }

  dropAllWaiting(): void {
    for (const lane of this.#lanes.values()) this.#dropWaiting(lane);
  }

  #forgetIdle(): void {
    for (const [id, { unsettled }] of this.#lanes) if (unsettled.size === 0) this.#lanes.delete(id);
  }
}
