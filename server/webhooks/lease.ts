import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/orm.ts';
import {
  endLeases,
  type InHand,
  renewLeases,
  type Taken,
  takeDeliveries,
  type Target,
  viewEndpoints,
} from '../../db/statements/webhooks.ts';
import { ROLES } from '../../db/roles.ts';
import { LANES } from './lanes.ts';

/** Seconds a lease of an endpoint lasts: after a worker dies, another takes its endpoints over. */
const LEASE_SECONDS = 10;

/** How often the leases of endpoints with unsettled deliveries are renewed, in milliseconds. */
export const RENEW_MS = 2_000;

/** Endpoints as they are, and when the statement that read them began, as `performance.now()`. */
type Read = { targets: Target[]; readAt: number };

/** A worker's leases in the database: an endpoint is delivered to by one worker at a time. */
export class Leases {
  readonly #db: Database;
  readonly #worker = randomUUID();
  #toRead = new Set<string>();
  #reading: Promise<Read> | undefined;
  #lastRead: Promise<unknown> = Promise.resolve();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Leases endpoints that have due deliveries and answers those deliveries, `most` at most. */
  take(pending: readonly InHand[], most: number): Promise<Taken[]> {
    const values = [this.#worker, LEASE_SECONDS, JSON.stringify(pending), LANES, most] as const;
    return this.#db.as(ROLES.delivery, takeDeliveries, values);
  }

  async renew(webhookIds: readonly string[]): Promise<void> {
    if (webhookIds.length > 0)
      await this.#db.as(ROLES.delivery, renewLeases, [this.#worker, LEASE_SECONDS, webhookIds]);
  }

  /** Gives up all leases; those that cannot be given up expire. */
  async end(): Promise<void> {
    await this.#db.as(ROLES.delivery, endLeases, [this.#worker]).catch(() => {});
  }

  /**
   * Reads an endpoint again, as it is now; one that is deleted, disabled or leased to another worker is not answered.
   * Reads asked for while a statement runs share the next one.
   */
  read(webhookId: string): Promise<Read> {
    this.#toRead.add(webhookId);
    if (this.#reading === undefined) {
      this.#reading = this.#lastRead.then(() => this.#readAll());
      this.#lastRead = this.#reading.catch(() => {});
    }
    return this.#reading;
  }

  async #readAll(): Promise<Read> {
    const ids = [...this.#toRead];
    this.#toRead.clear();
    this.#reading = undefined;
    const readAt = performance.now();
    return { targets: await this.#db.as(ROLES.delivery, viewEndpoints, [this.#worker, ids]), readAt };
  }
}
