import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/orm.ts';
import {
  type Claimed,
  claimDeliveries,
  pruneAttempts,
  pruneWebhookEvents,
  type Settled,
  settleDeliveries,
  stopDeliveries,
} from '../../db/queries/webhooks.ts';
import { ROLES } from '../../db/roles.ts';
import type { Sealer } from '../sealing.ts';
import { Poster, type Posted } from './post.ts';
import { parseRetryAfter, waitAfter } from './schedule.ts';
import { signedHeaders } from './signature.ts';

/** Seconds a claim lasts: longer than an attempt can, so that only a dead worker's deliveries are taken over. */
const CLAIM_SECONDS = 20;

/** Deliveries in flight in one process. */
const MOST_IN_FLIGHT = 256;

/** How often an idle worker looks, in milliseconds. */
const POLL_MS = 250;

const HOUR_MS = 3_600_000;

/** What a delivery's secrets are sealed for. */
export const sealedFor = (workspaceId: string, webhookId: string, what: 'target' | 'secret') => [
  workspaceId,
  webhookId,
  what,
];

/**
 * Delivers what is due: claims, posts and settles, each delivery by itself, so that none waits for another. What ends at
 * the same time is settled in one statement.
 */
export class Deliverer {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #sealer: Sealer;
  readonly #poster: Poster;
  readonly #worker = randomUUID();
  #inFlight = 0;
  #ended: Settled[] = [];
  #settling: Promise<void> | undefined;
  #stopping = false;
  #loop: Promise<void> | undefined;
  #pruning: NodeJS.Timeout | undefined;
  #wake: () => void = () => {};

  constructor(parts: { db: Database; log: Logger; sealer: Sealer; poster: Poster }) {
    this.#db = parts.db;
    this.#log = parts.log;
    this.#sealer = parts.sealer;
    this.#poster = parts.poster;
  }

  start(): void {
    this.#loop ??= this.#run();
    this.#pruning = setInterval(() => void this.#prune(), HOUR_MS);
    this.#pruning.unref();
  }

  /** Claims no more, and waits for the attempts in flight to end and be settled. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#pruning);
    this.#wake();
    await this.#loop;
    while (this.#inFlight > 0 || this.#settling !== undefined) await new Promise((resolve) => setTimeout(resolve, 20));
    this.#poster.close();
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      let claimed: Claimed[] = [];
      const room = MOST_IN_FLIGHT - this.#inFlight;
      try {
        if (room > 0) claimed = await this.#db.as(ROLES.delivery, claimDeliveries, [this.#worker, CLAIM_SECONDS, room]);
      } catch (error) {
        this.#log.warn({ reason: (error as Error).message }, 'Webhook deliveries could not be claimed');
      }
      for (const each of claimed) {
        this.#inFlight += 1;
        void this.#deliver(each);
      }
      if (claimed.length === 0) await this.#pause();
    }
  }

  /** Until the next poll, or until an attempt has ended and its endpoint may have more. */
  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, POLL_MS);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #deliver(claimed: Claimed): Promise<void> {
    const { workspace_id, webhook_id, event_id, body } = claimed;
    let posted: Posted;
    try {
      const target = this.#sealer.open(claimed.sealed_target, sealedFor(workspace_id, webhook_id, 'target'));
      const secret = this.#sealer.open(claimed.sealed_secret, sealedFor(workspace_id, webhook_id, 'secret'));
      const seconds = Math.floor(Date.now() / 1_000);
      posted = await this.#poster.post(claimed.origin + target, signedHeaders(secret, event_id, seconds, body), body);
    } catch (error) {
      this.#log.error({ webhook_id, reason: (error as Error).message }, 'A webhook endpoint cannot be opened');
      posted = { status: null, error: 'connection', response: null, durationMs: 0, retryAfter: undefined };
    }
    this.#ended.push(settledOf(claimed, posted));
    this.#settling ??= this.#settle();
  }

  /** Settles what has ended, as long as there is any; what ends meanwhile goes with the next statement. */
  async #settle(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#ended.length > 0) {
      const rows = this.#ended;
      this.#ended = [];
      try {
        const changed = await this.#db.as<{ workspace_id: string; webhook_id: string; enabled: boolean }>(
          ROLES.delivery,
          settleDeliveries,
          [this.#worker, JSON.stringify(rows)],
        );
        for (const { workspace_id, webhook_id, enabled } of changed) {
          if (enabled) continue;
          this.#log.warn({ webhook_id }, 'A webhook endpoint is switched off');
          await this.#db.as(ROLES.delivery, stopDeliveries, [workspace_id, webhook_id]);
        }
      } catch (error) {
        // Their claims run out, and they are attempted again: at least once.
        this.#log.warn({ reason: (error as Error).message }, 'Webhook attempts could not be settled');
      }
      this.#inFlight -= rows.length;
      this.#wake();
    }
    this.#settling = undefined;
  }

  async #prune(): Promise<void> {
    try {
      await this.#db.as(ROLES.delivery, pruneAttempts);
      await this.#db.as(ROLES.delivery, pruneWebhookEvents);
    } catch (error) {
      this.#log.warn({ reason: (error as Error).message }, 'Old webhook events could not be deleted');
    }
  }
}

function settledOf({ attempts, replayed, ...ids }: Claimed, posted: Posted): Settled {
  const { status, error, response, durationMs, retryAfter } = posted;
  const eased = status === 429 || error === 'timeout' || error === 'connect_timeout';
  const asked = parseRetryAfter(retryAfter, new Date());
  const wait = waitAfter(attempts + 1, { retryAfter: asked, eased, random: Math.random() });
  return {
    workspace_id: ids.workspace_id,
    webhook_id: ids.webhook_id,
    event_id: ids.event_id,
    attempt_id: newId('attempt'),
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
