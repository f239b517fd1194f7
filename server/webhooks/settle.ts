import type { Logger } from 'pino';
import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/orm.ts';
import { type Settled, settleDeliveries, stopDeliveries, type Taken } from '../../db/statements/webhooks.ts';
import { ROLES } from '../../db/roles.ts';
import { retryAfterMs } from '../http/retry-after.ts';
import type { Posted } from './post.ts';
import { waitAfter } from './schedule.ts';

/** How long attempts that could not be settled are kept from being made again, in milliseconds. */
const UNSETTLED_MS = 20_000;

/** How an attempt ended, with the wait before the next one. @param random 0 to 1, for the jitter */
export function settledOf(taken: Taken, posted: Posted, now = new Date(), random = Math.random()): Settled {
  const { workspace_id, webhook_id, event_id, attempts, replayed } = taken;
  const { status, error, response, durationMs, retryAfter } = posted;
  const eased = status === 429 || error === 'timeout' || error === 'connect_timeout';
  const wait = waitAfter(attempts + 1, { retryAfter: retryAfterMs(retryAfter, now.getTime()), eased, random });
  return {
    workspace_id,
    webhook_id,
    event_id,
    attempt_id: newId('attempt'),
    attempts,
    duration_ms: durationMs,
    status,
    error,
    response,
    ok: error === null,
    replay: replayed,
    wait_ms: replayed ? null : (wait ?? null),
    gone: status === 410,
  };
}

/** An endpoint that attempts have changed. */
type Changed = { workspace_id: string; webhook_id: string; enabled: boolean };

type Parts = {
  db: Database;
  log: Logger;
  /** Called with deliveries that may be taken again, if they are still due. */
  onSettled(rows: readonly Settled[]): void;
  /** Called with an endpoint that these attempts disabled. */
  onDisabled(webhookId: string): void;
};

/** Stores how attempts ended; those that end while a statement runs share the next one. */
export class Settler {
  readonly #parts: Parts;
  #ended: Settled[] = [];
  #settling: Promise<void> | undefined;
  #stopping = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get isIdle(): boolean {
    return this.#settling === undefined;
  }

  add(row: Settled): void {
    this.#ended.push(row);
    this.#settling ??= this.#settleAll();
  }

  /** From now on attempts that cannot be settled are not kept. */
  stop(): void {
    this.#stopping = true;
  }

  async #settleAll(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#ended.length > 0) {
      const rows = this.#ended;
      this.#ended = [];
      try {
        const changed = await this.#store(rows);
        this.#parts.onSettled(rows);
        for (const each of changed) if (!each.enabled) await this.#disable(each);
      } catch (error) {
        // Delivered at least once: they are attempted again, but not at once.
        this.#parts.log.warn({ reason: (error as Error).message }, 'Webhook attempts could not be settled');
        setTimeout(() => this.#parts.onSettled(rows), this.#stopping ? 0 : UNSETTLED_MS).unref();
      }
    }
    this.#settling = undefined;
  }

  #store(rows: readonly Settled[]): Promise<Changed[]> {
    return this.#parts.db.as(ROLES.delivery, settleDeliveries, [JSON.stringify(rows)]);
  }

  async #disable({ workspace_id, webhook_id }: Changed): Promise<void> {
    const { db, log, onDisabled } = this.#parts;
    onDisabled(webhook_id);
    log.warn({ webhook_id }, 'A webhook endpoint was disabled');
    try {
      await db.as(ROLES.delivery, stopDeliveries, [workspace_id, webhook_id]);
    } catch (error) {
      // Nothing is taken for a disabled endpoint, and enabling it stops them too.
      log.warn({ webhook_id, reason: (error as Error).message }, 'Deliveries of an endpoint could not be stopped');
    }
  }
}
