import type { Logger } from 'pino';
import type { Database } from '../../db/orm.ts';
import type { Settled, Taken } from '../../db/statements/webhooks.ts';
import type { Encryptor } from '../encryption.ts';
import { isRecent, type Lane, Lanes } from './lanes.ts';
import { Leases, RENEW_MS } from './lease.ts';
import type { Headers, Poster, Posted } from './post.ts';
import { settledOf, Settler } from './settle.ts';
import { signedHeaders } from './signature.ts';
import { Targets } from './targets.ts';

/** Poll intervals in milliseconds: idle, and while a delivery was taken within `BRISK_MS`. */
const POLL_MS = 250;
const BRISK_POLL_MS = 50;
const BRISK_MS = 10_000;

/**
 * Delivers due events to the leased endpoints (docs/contributing/decisions.md, "Webhooks have their own engine"):
 * the lease says which endpoints are this worker's, lanes keep one endpoint from waiting for another, and what ended
 * is settled in one statement for many.
 */
export class Deliverer {
  readonly #log: Logger;
  readonly #poster: Poster;
  readonly #targets: Targets;
  readonly #leases: Leases;
  readonly #lanes = new Lanes();
  readonly #settler: Settler;
  #runsLow = false;
  #takenAt = -Infinity;
  #stopping = false;
  #loop: Promise<void> | undefined;
  #renewing: NodeJS.Timeout | undefined;
  #wake: () => void = () => {};

  constructor({ db, log, encryptor, poster }: { db: Database; log: Logger; encryptor: Encryptor; poster: Poster }) {
    this.#log = log;
    this.#poster = poster;
    this.#targets = new Targets(encryptor);
    this.#leases = new Leases(db);
    this.#settler = new Settler({
      db,
      log,
      onSettled: (rows) => this.#forget(rows),
      onDisabled: (webhookId) => this.#lanes.abandon(webhookId),
    });
  }

  start(): void {
    this.#loop ??= this.#run();
    this.#renewing ??= setInterval(() => void this.#renew(), RENEW_MS).unref();
  }

  /** Takes no more, and waits for the attempts under way to end and be settled. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#settler.stop();
    this.#wake();
    await this.#loop;
    this.#lanes.dropAllWaiting();
    while (this.#lanes.pending > 0 || !this.#settler.isIdle) await new Promise((resolve) => setTimeout(resolve, 20));
    clearInterval(this.#renewing);
    await this.#leases.end();
    this.#poster.close();
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      const readAt = performance.now();
      this.#runsLow = false;
      try {
        const taken =
          this.#lanes.capacity > 0 ? await this.#leases.take(this.#lanes.demand(), this.#lanes.capacity) : [];
        for (const each of taken) this.#begin(this.#lanes.add(each, readAt));
        if (taken.length > 0) this.#takenAt = readAt;
      } catch (error) {
        this.#log.warn({ reason: (error as Error).message }, 'Webhook deliveries could not be taken');
      }
      await this.#pause();
    }
  }

  /** Waits until the next poll, or until an endpoint runs low on deliveries. */
  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const ms = performance.now() - this.#takenAt < BRISK_MS ? BRISK_POLL_MS : POLL_MS;
      const timer = setTimeout(resolve, this.#runsLow || this.#stopping ? 0 : ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #begin(lane: Lane): void {
    for (let taken = this.#lanes.next(lane); taken !== undefined; taken = this.#lanes.next(lane)) {
      void this.#attempt(lane, taken);
    }
  }

  async #attempt(lane: Lane, taken: Taken): Promise<void> {
    let posted: Posted | undefined;
    try {
      posted = await this.#poster.post(this.#targets.of(lane).url, taken.body, () => this.#headers(lane, taken));
    } catch (error) {
      const { webhook_id } = taken;
      this.#log.error({ webhook_id, reason: (error as Error).message }, 'A webhook endpoint cannot be decrypted');
      posted = { status: null, error: 'connection', response: null, durationMs: 0, retryAfter: undefined };
    }
    this.#lanes.free(lane, posted);
    if (posted === undefined) this.#lanes.drop(lane, taken.event_id);
    else this.#settler.add(settledOf(taken, posted));
    this.#begin(lane);
  }

  /** Signed with the secret that is valid now; undefined when the endpoint is deleted or disabled. */
  #headers(lane: Lane, taken: Taken): Headers | Promise<Headers> {
    const sign = () => {
      const seconds = Math.floor(Date.now() / 1_000);
      return signedHeaders(this.#targets.of(lane).key, taken.event_id, seconds, taken.body);
    };
    if (isRecent(lane)) return sign();
    return this.#readAgain(taken.webhook_id).then(() => (isRecent(lane) ? sign() : undefined));
  }

  async #readAgain(webhookId: string): Promise<void> {
    try {
      const { targets, readAt } = await this.#leases.read(webhookId);
      for (const target of targets) this.#lanes.learn(target, readAt);
    } catch (error) {
      this.#log.warn({ reason: (error as Error).message }, 'Webhook endpoints could not be read again');
    }
  }

  #forget(rows: readonly Settled[]): void {
    for (const { webhook_id, event_id } of rows) {
      if (this.#lanes.settled(webhook_id, event_id)) this.#runsLow = true;
    }
    if (this.#runsLow) this.#wake();
  }

  async #renew(): Promise<void> {
    try {
      await this.#leases.renew(this.#lanes.busy());
    } catch (error) {
      this.#log.warn({ reason: (error as Error).message }, 'Leases of webhook endpoints could not be renewed');
    }
  }
}
