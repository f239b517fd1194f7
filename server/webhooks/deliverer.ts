import { createSecretKey, type KeyObject, randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/orm.ts';
import {
  endLeases,
  type InHand,
  pruneAttempts,
  pruneWebhookEvents,
  renewLeases,
  type Settled,
  settleDeliveries,
  stopDeliveries,
  type Taken,
  takeDeliveries,
} from '../../db/queries/webhooks.ts';
import { ROLES } from '../../db/roles.ts';
import type { Sealer } from '../sealing.ts';
import type { Poster, Posted } from './post.ts';
import { parseRetryAfter, waitAfter } from './schedule.ts';
import { signedHeaders } from './signature.ts';

/** Seconds the lease of an endpoint lasts: a dead worker's endpoints are taken over after that. */
const LEASE_SECONDS = 10;

/** How often the leases of what is in hand are renewed, in milliseconds. */
const RENEW_MS = 2_000;

/** How long after it was taken an attempt may begin, in milliseconds: an endpoint may have changed since. */
const BEGIN_MS = 2_000;

/** Attempts under way to one endpoint at a time. */
const LANES = 4;

/** Deliveries of one endpoint in hand: about what it takes in half a second, so that none waits long in one process. */
const AHEAD_MS = 500;
const MOST_AHEAD = 64;

/** Deliveries in hand in one process. */
const MOST_IN_HAND = 1_024;

/** Endpoints of which is remembered how quick they are. */
const MOST_KNOWN = 2_000;

/** How often an idle worker looks, in milliseconds. */
const POLL_MS = 250;

/** How long attempts that could not be settled are kept from being made again, in milliseconds. */
const UNSETTLED_MS = 20_000;

const HOUR_MS = 3_600_000;

/** What a delivery's secrets are sealed for. */
export const sealedFor = (workspaceId: string, webhookId: string, what: 'target' | 'secret') => [
  workspaceId,
  webhookId,
  what,
];

/** What is in hand of an endpoint: deliveries that wait for a lane, and all that are not settled yet. */
type Endpoint = {
  readonly waiting: { taken: Taken; beginBy: number }[];
  readonly unsettled: Set<string>;
  underWay: number;
  /** Milliseconds an attempt takes, lately. */
  pace: number | undefined;
};

/** An endpoint's address and key, opened once for as long as they stay as they are sealed. */
type Opened = { sealed: string; url: string; key: KeyObject };

/**
 * Delivers what is due to the endpoints it has leased: at most four attempts at a time to each, so that none waits for
 * another's. It takes as many deliveries ahead as an endpoint is quick to answer, and settles all that ended meanwhile in
 * one statement, so that a delivery costs a fraction of a round trip.
 */
export class Deliverer {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #sealer: Sealer;
  readonly #poster: Poster;
  readonly #worker = randomUUID();
  readonly #endpoints = new Map<string, Endpoint>();
  readonly #opened = new Map<string, Opened>();
  #inHand = 0;
  #isLow = false;
  #ended: Settled[] = [];
  #settling: Promise<void> | undefined;
  #stopping = false;
  #loop: Promise<void> | undefined;
  #timers: NodeJS.Timeout[] = [];
  #wake: () => void = () => {};

  constructor(parts: { db: Database; log: Logger; sealer: Sealer; poster: Poster }) {
    this.#db = parts.db;
    this.#log = parts.log;
    this.#sealer = parts.sealer;
    this.#poster = parts.poster;
  }

  start(): void {
    this.#loop ??= this.#run();
    this.#timers = [setInterval(() => void this.#prune(), HOUR_MS), setInterval(() => void this.#renew(), RENEW_MS)];
    for (const timer of this.#timers) timer.unref();
  }

  /** Takes no more, and waits for the attempts under way to end and be settled. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#wake();
    await this.#loop;
    for (const endpoint of this.#endpoints.values()) {
      for (const { taken } of endpoint.waiting.splice(0)) this.#letGo(endpoint, taken.event_id);
    }
    while (this.#inHand > 0 || this.#settling !== undefined) await new Promise((resolve) => setTimeout(resolve, 20));
    for (const timer of this.#timers) clearInterval(timer);
    try {
      await this.#db.as(ROLES.delivery, endLeases, [this.#worker]);
    } catch {
      // They run out by themselves.
    }
    this.#poster.close();
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      const beginBy = performance.now() + BEGIN_MS;
      this.#isLow = false;
      let taken: Taken[] = [];
      try {
        taken = await this.#take();
      } catch (error) {
        this.#log.warn({ reason: (error as Error).message }, 'Webhook deliveries could not be taken');
      }
      for (const each of taken) {
        const endpoint = this.#endpointOf(each.webhook_id);
        endpoint.waiting.push({ taken: each, beginBy });
        endpoint.unsettled.add(each.event_id);
        this.#inHand += 1;
        this.#begin(endpoint);
      }
      await this.#pause();
    }
  }

  async #take(): Promise<Taken[]> {
    const room = MOST_IN_HAND - this.#inHand;
    if (room <= 0) return [];
    const inHand = Array.from(this.#endpoints, ([webhook_id, { pace = AHEAD_MS, unsettled }]): InHand => {
      const most = Math.min(MOST_AHEAD, Math.max(LANES, Math.floor((LANES * AHEAD_MS) / Math.max(1, pace))));
      return { webhook_id, most, events: [...unsettled] };
    });
    const values = [this.#worker, LEASE_SECONDS, JSON.stringify(inHand), LANES, room];
    return this.#db.as<Taken>(ROLES.delivery, takeDeliveries, values);
  }

  #endpointOf(webhookId: string): Endpoint {
    let found = this.#endpoints.get(webhookId);
    if (found === undefined) {
      if (this.#endpoints.size >= MOST_KNOWN) this.#forgetIdle();
      found = { waiting: [], unsettled: new Set(), underWay: 0, pace: undefined };
      this.#endpoints.set(webhookId, found);
    }
    return found;
  }

  #forgetIdle(): void {
    for (const [id, { unsettled }] of this.#endpoints) if (unsettled.size === 0) this.#endpoints.delete(id);
    this.#opened.clear();
  }

  /** Until the next poll, or until an endpoint has run low since the last look. */
  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#isLow || this.#stopping ? 0 : POLL_MS);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Begins what waits as long as there are lanes; what waited too long is let go, for whoever takes it next. */
  #begin(endpoint: Endpoint): void {
    while (endpoint.underWay < LANES) {
      const next = endpoint.waiting.shift();
      if (next === undefined) return;
      if (performance.now() > next.beginBy) this.#letGo(endpoint, next.taken.event_id);
      else void this.#deliver(endpoint, next.taken);
    }
  }

  #letGo(endpoint: Endpoint, eventId: string): void {
    endpoint.unsettled.delete(eventId);
    this.#inHand -= 1;
  }

  async #deliver(endpoint: Endpoint, taken: Taken): Promise<void> {
    const { webhook_id, event_id, body } = taken;
    endpoint.underWay += 1;
    let posted: Posted;
    try {
      const { url, key } = this.#open(taken);
      const seconds = Math.floor(Date.now() / 1_000);
      posted = await this.#poster.post(url, signedHeaders(key, event_id, seconds, body), body);
    } catch (error) {
      this.#log.error({ webhook_id, reason: (error as Error).message }, 'A webhook endpoint cannot be opened');
      posted = { status: null, error: 'connection', response: null, durationMs: 0, retryAfter: undefined };
    }
    endpoint.underWay -= 1;
    endpoint.pace = endpoint.pace === undefined ? posted.durationMs : endpoint.pace * 0.8 + posted.durationMs * 0.2;
    this.#ended.push(settledOf(taken, posted));
    this.#begin(endpoint);
    this.#settling ??= this.#settle();
  }

  #open({ workspace_id, webhook_id, origin, sealed_target, sealed_secret }: Taken): Opened {
    const sealed = `${origin} ${sealed_target} ${sealed_secret}`;
    const known = this.#opened.get(webhook_id);
    if (known?.sealed === sealed) return known;
    const target = this.#sealer.open(sealed_target, sealedFor(workspace_id, webhook_id, 'target'));
    const secret = this.#sealer.open(sealed_secret, sealedFor(workspace_id, webhook_id, 'secret'));
    const opened = { sealed, url: origin + target, key: createSecretKey(secret, 'utf8') };
    this.#opened.set(webhook_id, opened);
    return opened;
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
          [JSON.stringify(rows)],
        );
        this.#endAll(rows);
        for (const { workspace_id, webhook_id, enabled } of changed) {
          if (enabled) continue;
          this.#log.warn({ webhook_id }, 'A webhook endpoint is switched off');
          await this.#db.as(ROLES.delivery, stopDeliveries, [workspace_id, webhook_id]);
        }
      } catch (error) {
        // They are attempted again, at least once, but not before a while.
        this.#log.warn({ reason: (error as Error).message }, 'Webhook attempts could not be settled');
        setTimeout(() => this.#endAll(rows), this.#stopping ? 0 : UNSETTLED_MS).unref();
      }
    }
    this.#settling = undefined;
  }

  #endAll(rows: readonly Settled[]): void {
    for (const { webhook_id, event_id } of rows) {
      const endpoint = this.#endpoints.get(webhook_id)!;
      if (endpoint.unsettled.has(event_id)) this.#letGo(endpoint, event_id);
      if (endpoint.waiting.length < LANES) this.#isLow = true;
    }
    if (this.#isLow) this.#wake();
  }

  async #renew(): Promise<void> {
    const inHand = Array.from(this.#endpoints).flatMap(([id, { unsettled }]) => (unsettled.size > 0 ? [id] : []));
    if (inHand.length === 0) return;
    try {
      await this.#db.as(ROLES.delivery, renewLeases, [this.#worker, LEASE_SECONDS, inHand]);
    } catch (error) {
      this.#log.warn({ reason: (error as Error).message }, 'Leases of webhook endpoints could not be renewed');
    }
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

function settledOf({ attempts, replayed, ...ids }: Taken, posted: Posted): Settled {
  const { status, error, response, durationMs, retryAfter } = posted;
  const eased = status === 429 || error === 'timeout' || error === 'connect_timeout';
  const asked = parseRetryAfter(retryAfter, new Date());
  const wait = waitAfter(attempts + 1, { retryAfter: asked, eased, random: Math.random() });
  return {
    workspace_id: ids.workspace_id,
    webhook_id: ids.webhook_id,
    event_id: ids.event_id,
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
