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
  type Target,
  viewEndpoints,
} from '../../db/statements/webhooks.ts';
import { ROLES } from '../../db/roles.ts';
import type { Encryptor } from '../encryption.ts';
import type { Headers, Poster, Posted } from './post.ts';
import { parseRetryAfter, waitAfter } from './schedule.ts';
import { signedHeaders } from './signature.ts';

/** Seconds the lease of an endpoint lasts: a dead worker's endpoints are taken over after that. */
const LEASE_SECONDS = 10;

/** How often the leases of what is in hand are renewed, in milliseconds. */
const RENEW_MS = 2_000;

/**
 * How long after an endpoint was read an attempt may be sent as it was then, in milliseconds. Whoever changes an endpoint
 * answers when that has passed, so that what was read before sends nothing after the answer.
 */
export const VIEW_MS = 1_000;

/** Attempts under way to one endpoint at a time. */
const LANES = 4;

/** Deliveries of one endpoint in hand: about what it takes in half a second, so that none waits long in one process. */
const AHEAD_MS = 500;
const MOST_AHEAD = 128;

/** How long an endpoint whose attempt failed is left alone, in milliseconds: new connections cost the others' time. */
const RELIEF_MS = 100;

/** Deliveries in hand in one process. */
const MOST_IN_HAND = 2_048;

/** Endpoints of which is remembered how quick they are. */
const MOST_KNOWN = 2_000;

/** How often a worker looks that has nothing in hand, in milliseconds, and while the last delivery is as recent as this. */
const POLL_MS = 250;
const BRISK_POLL_MS = 50;
const BRISK_MS = 10_000;

/** How long attempts that could not be settled are kept from being made again, in milliseconds. */
const UNSETTLED_MS = 20_000;

const HOUR_MS = 3_600_000;

/** What a delivery's secrets are sealed for. */
export const sealedFor = (workspaceId: string, webhookId: string, what: 'target' | 'secret') => [
  workspaceId,
  webhookId,
  what,
];

/** An endpoint's address and key, opened once for as long as they stay as they are sealed. */
type Opened = { from: Target; url: string; key: KeyObject };

/** What is in hand of an endpoint: deliveries that wait for a lane, and all that are not settled yet. */
type Endpoint = {
  readonly waiting: Taken[];
  readonly unsettled: Set<string>;
  underWay: number;
  /** Milliseconds an attempt takes, lately. */
  pace: number | undefined;
  /** When the last attempt ended, if that failed. */
  failedAt: number;
  /** As it was last read, and when that was asked, on the process's own clock. */
  target: Target;
  viewedAt: number;
  opened: Opened | undefined;
};

/**
 * Delivers what is due to the endpoints it has leased: at most four attempts at a time to each, so that none waits for
 * another's. It takes as many deliveries ahead as an endpoint is quick to answer, and settles all that ended meanwhile in
 * one statement, so that a delivery costs a fraction of a round trip.
 */
export class Deliverer {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #encryptor: Encryptor;
  readonly #poster: Poster;
  readonly #worker = randomUUID();
  readonly #endpoints = new Map<string, Endpoint>();
  #inHand = 0;
  #isLow = false;
  #takenAt = -Infinity;
  #ended: Settled[] = [];
  #settling: Promise<void> | undefined;
  #toView = new Set<string>();
  #viewing: Promise<void> | undefined;
  #viewed: Promise<void> = Promise.resolve();
  #stopping = false;
  #loop: Promise<void> | undefined;
  #timers: NodeJS.Timeout[] = [];
  #wake: () => void = () => {};

  constructor(parts: { db: Database; log: Logger; encryptor: Encryptor; poster: Poster }) {
    this.#db = parts.db;
    this.#log = parts.log;
    this.#encryptor = parts.encryptor;
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
      this.#letGoWaiting(endpoint);
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
      const askedAt = performance.now();
      this.#isLow = false;
      let taken: Taken[] = [];
      try {
        taken = await this.#take();
      } catch (error) {
        this.#log.warn({ reason: (error as Error).message }, 'Webhook deliveries could not be taken');
      }
      for (const each of taken) {
        const endpoint = this.#endpointOf(each);
        this.#learn(endpoint, each, askedAt);
        endpoint.waiting.push(each);
        endpoint.unsettled.add(each.event_id);
        this.#inHand += 1;
        this.#begin(endpoint);
      }
      if (taken.length > 0) this.#takenAt = askedAt;
      await this.#pause();
    }
  }

  async #take(): Promise<Taken[]> {
    const room = MOST_IN_HAND - this.#inHand;
    if (room <= 0) return [];
    const now = performance.now();
    const inHand = Array.from(this.#endpoints, ([webhook_id, { pace = AHEAD_MS, failedAt, unsettled }]): InHand => {
      const most = Math.min(MOST_AHEAD, Math.max(LANES, Math.floor((LANES * AHEAD_MS) / Math.max(1, pace))));
      return { webhook_id, most: now - failedAt < RELIEF_MS ? 0 : most, events: [...unsettled] };
    });
    return this.#db.as(ROLES.delivery, takeDeliveries, [
      this.#worker,
      LEASE_SECONDS,
      JSON.stringify(inHand),
      LANES,
      room,
    ]);
  }

  #endpointOf(target: Target): Endpoint {
    let found = this.#endpoints.get(target.webhook_id);
    if (found === undefined) {
      if (this.#endpoints.size >= MOST_KNOWN) this.#forgetIdle();
      const nothing = { waiting: [], unsettled: new Set<string>(), underWay: 0, pace: undefined, opened: undefined };
      found = { ...nothing, failedAt: -Infinity, target: targetOf(target), viewedAt: -Infinity };
      this.#endpoints.set(target.webhook_id, found);
    }
    return found;
  }

  /** @param askedAt when the statement began that read it */
  #learn(endpoint: Endpoint, read: Target, askedAt: number): void {
    if (askedAt < endpoint.viewedAt) return;
    endpoint.viewedAt = askedAt;
    const { sealed_target, sealed_secret } = endpoint.target;
    if (read.sealed_target !== sealed_target || read.sealed_secret !== sealed_secret) endpoint.target = targetOf(read);
  }

  #forgetIdle(): void {
    for (const [id, { unsettled }] of this.#endpoints) if (unsettled.size === 0) this.#endpoints.delete(id);
  }

  /** Until the next poll, or until an endpoint has run low since the last look. */
  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const ms = performance.now() - this.#takenAt < BRISK_MS ? BRISK_POLL_MS : POLL_MS;
      const timer = setTimeout(resolve, this.#isLow || this.#stopping ? 0 : ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Begins what waits as long as there are lanes; what waited too long is let go, for whoever takes it next. */
  #begin(endpoint: Endpoint): void {
    while (endpoint.underWay < LANES && endpoint.waiting.length > 0) {
      if (!isRecent(endpoint)) this.#letGoWaiting(endpoint);
      else void this.#deliver(endpoint, endpoint.waiting.shift()!);
    }
  }

  #letGo(endpoint: Endpoint, eventId: string): void {
    endpoint.unsettled.delete(eventId);
    this.#inHand -= 1;
  }

  #letGoWaiting(endpoint: Endpoint): void {
    for (const { event_id } of endpoint.waiting.splice(0)) this.#letGo(endpoint, event_id);
  }

  /** Sends nothing more to an endpoint that is switched off. */
  #abandon(webhookId: string): void {
    const endpoint = this.#endpoints.get(webhookId);
    if (endpoint === undefined) return;
    endpoint.viewedAt = -Infinity;
    this.#letGoWaiting(endpoint);
  }

  async #deliver(endpoint: Endpoint, taken: Taken): Promise<void> {
    const { webhook_id, event_id, body } = taken;
    endpoint.underWay += 1;
    let posted: Posted | undefined;
    try {
      const { url } = this.#open(endpoint);
      posted = await this.#poster.post(url, body, () => this.#headersNow(endpoint, taken));
    } catch (error) {
      this.#log.error({ webhook_id, reason: (error as Error).message }, 'A webhook endpoint cannot be opened');
      posted = { status: null, error: 'connection', response: null, durationMs: 0, retryAfter: undefined };
    }
    endpoint.underWay -= 1;
    if (posted === undefined) this.#letGo(endpoint, event_id);
    else {
      endpoint.pace = endpoint.pace === undefined ? posted.durationMs : endpoint.pace * 0.8 + posted.durationMs * 0.2;
      endpoint.failedAt = posted.error === null ? -Infinity : performance.now();
      this.#ended.push(settledOf(taken, posted));
      this.#settling ??= this.#settle();
    }
    this.#begin(endpoint);
  }

  #open(endpoint: Endpoint): Opened {
    const { target, opened } = endpoint;
    if (opened?.from === target) return opened;
    const { workspace_id, webhook_id, origin, sealed_target, sealed_secret } = target;
    const path = this.#encryptor.open(sealed_target, sealedFor(workspace_id, webhook_id, 'target'));
    const secret = this.#encryptor.open(sealed_secret, sealedFor(workspace_id, webhook_id, 'secret'));
    return (endpoint.opened = { from: target, url: origin + path, key: createSecretKey(secret, 'utf8') });
  }

  /** What an attempt is sent with: signed with the secret that counts now, or nothing once the endpoint is gone or off. */
  #headersNow(endpoint: Endpoint, taken: Taken): Headers | Promise<Headers> {
    if (isRecent(endpoint)) return this.#sign(endpoint, taken);
    return this.#view(taken.webhook_id).then(() => (isRecent(endpoint) ? this.#sign(endpoint, taken) : undefined));
  }

  #sign(endpoint: Endpoint, { event_id, body }: Taken): Headers {
    return signedHeaders(this.#open(endpoint).key, event_id, Math.floor(Date.now() / 1_000), body);
  }

  /** Reads an endpoint again; all that are asked for while the last statement is away go with the next. */
  #view(webhookId: string): Promise<void> {
    this.#toView.add(webhookId);
    return (this.#viewing ??= this.#viewed = this.#viewed.then(() => this.#viewAll()));
  }

  async #viewAll(): Promise<void> {
    this.#viewing = undefined;
    const ids = [...this.#toView];
    this.#toView.clear();
    const askedAt = performance.now();
    try {
      for (const target of await this.#db.as(ROLES.delivery, viewEndpoints, [this.#worker, ids])) {
        this.#learn(this.#endpointOf(target), target, askedAt);
      }
    } catch (error) {
      this.#log.warn({ reason: (error as Error).message }, 'Webhook endpoints could not be read again');
    }
  }

  /** Settles what has ended, as long as there is any; what ends meanwhile goes with the next statement. */
  async #settle(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#ended.length > 0) {
      const rows = this.#ended;
      this.#ended = [];
      try {
        const changed = await this.#db.as(ROLES.delivery, settleDeliveries, [JSON.stringify(rows)]);
        this.#endAll(rows);
        for (const { workspace_id, webhook_id, enabled } of changed) {
          if (enabled) continue;
          this.#abandon(webhook_id);
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

const targetOf = ({ workspace_id, webhook_id, origin, sealed_target, sealed_secret }: Target): Target => ({
  workspace_id,
  webhook_id,
  origin,
  sealed_target,
  sealed_secret,
});

const isRecent = ({ viewedAt }: Endpoint) => performance.now() - viewedAt < VIEW_MS;

function settledOf({ workspace_id, webhook_id, event_id, attempts, replayed }: Taken, posted: Posted): Settled {
  const { status, error, response, durationMs, retryAfter } = posted;
  const eased = status === 429 || error === 'timeout' || error === 'connect_timeout';
  const asked = parseRetryAfter(retryAfter, new Date());
  const wait = waitAfter(attempts + 1, { retryAfter: asked, eased, random: Math.random() });
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
