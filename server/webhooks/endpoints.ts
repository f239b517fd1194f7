import { setTimeout as sleep } from 'node:timers/promises';
import { firstIdAt, highestId, idType, newId } from '../../db/ids.ts';
import { type Database, execute } from '../../db/orm.ts';
import {
  changeEndpoint,
  countDeliveries,
  deleteEndpoint,
  disableEndpoint,
  enableEndpoint,
  findEndpointWorkspace,
  insertEndpoint,
  insertTestEvent,
  listDeliveries as listDeliveriesStatement,
  listEndpoints,
  lockEndpoints,
  replaceSecret,
  replayDelivery,
  replayFailed,
  stopDeliveries,
} from '../../db/statements/webhooks.ts';
import { ROLES } from '../../db/roles.ts';
import type { Described, ParametersOf, RowOf, Values } from '../../db/statement.ts';
import { DAY_MS } from '../day.ts';
import { Fault, invalidField, notFound } from '../errors.ts';
import { type ActivityActor, type Activity, recordActivity } from '../identity/activity.ts';
import type { Encryptor } from '../encryption.ts';
import type { Destinations } from './destination.ts';
import { encryptionContext } from './encryption-context.ts';
import { eventBody, type EventType, TEST_TYPE } from './events.ts';
import { VIEW_MS } from './lanes.ts';
import { newSigningSecret } from './signature.ts';

/** Endpoints a workspace may have (decisions 13). */
export const MAX_ENDPOINTS = 10;

type EndpointDeps = { db: Database; encryptor: Encryptor; destinations: Destinations };

/** Runs one statement; when it changed something, the activity is recorded in the same transaction. */
const change = <Of extends Described>(
  { db }: { db: Database },
  workspaceId: string,
  query: Of,
  values: ParametersOf<Of>,
  recorded?: { by: ActivityActor; done: Activity | ((rows: RowOf<Of>[]) => Activity) },
): Promise<RowOf<Of>[]> =>
  db.fork(workspaceId).transactional(async (em) => {
    const rows = await execute(em, query, ...([values] as Values<Of>));
    if (recorded !== undefined && rows.length > 0) {
      await recordActivity(
        em,
        { workspaceId },
        recorded.by,
        typeof recorded.done === 'function' ? recorded.done(rows) : recorded.done,
      );
    }
    return rows;
  });

/** Waits until no worker uses the endpoint as it was before the change. */
async function waitForWorkers({ leased }: { leased: boolean }): Promise<void> {
  // Timers may fire a little early.
  if (leased) await sleep(VIEW_MS + 10);
}

/** The workspace of an endpoint, for callers without one. @throws Fault not_found */
export async function workspaceOfWebhook({ db }: { db: Database }, webhookId: string): Promise<string> {
  const [found] = await db.as(ROLES.delivery, findEndpointWorkspace, [webhookId]);
  if (found === undefined) throw notFound('webhook');
  return found.workspace_id;
}

/**
 * Registers an endpoint; its secret is returned once and never again.
 * @param types all events when omitted
 * @throws Fault invalid_input for a destination that is refused, or an eleventh endpoint
 */
export async function createWebhook(
  services: EndpointDeps,
  workspaceId: string,
  { url, types }: { url: string; types?: EventType[] | undefined },
  by?: ActivityActor,
) {
  const { origin, pathname, search } = await services.destinations.check(url);
  const id = newId('webhook');
  const secret = newSigningSecret();
  const encrypt = (text: string, what: 'target' | 'secret') =>
    services.encryptor.encrypt(text, encryptionContext(workspaceId, id, what));
  const values = [workspaceId, id, origin, encrypt(pathname + search, 'target'), encrypt(secret, 'secret')] as const;
  const added = await services.db.fork(workspaceId).transactional(async (em) => {
    await execute(em, lockEndpoints, [workspaceId]);
    const rows = await execute(em, insertEndpoint, [...values, types ?? null, MAX_ENDPOINTS]);
    if (rows.length > 0)
      await recordActivity(em, { workspaceId }, by, { act: 'webhook.created', subject: id, detail: { origin } });
    return rows;
  });
  if (added.length === 0) throw invalidField('url', `there are ${MAX_ENDPOINTS} webhooks already; delete one first`);
  return { webhook_id: id, secret };
}

/**
 * Changes where an endpoint is or which events it gets; what waits for it goes to the new address, its secret stays.
 * @param types null: all
 * @throws Fault not_found; invalid_input for a destination that is refused
 */
export async function changeWebhook(
  services: EndpointDeps,
  workspaceId: string,
  { webhook_id: id, url, types }: { webhook_id: string; url: string; types: EventType[] | null },
  by?: ActivityActor,
) {
  const current = await findWebhook(services, workspaceId, id);
  if (current === undefined) throw notFound('webhook');
  const { origin, pathname, search } = await services.destinations.check(url);
  const isMoved = origin + pathname + search !== current.url;
  const target = services.encryptor.encrypt(pathname + search, encryptionContext(workspaceId, id, 'target'));
  const [found] = await change(
    services,
    workspaceId,
    changeEndpoint,
    [workspaceId, id, origin, target, types, isMoved],
    {
      by,
      done: { act: 'webhook.changed', subject: id, detail: { origin, types: types ?? 'all', moved: isMoved } },
    },
  );
  if (found === undefined) throw notFound('webhook');
  await waitForWorkers(found);
  return { webhook_id: id };
}

/** Days that deliveries are counted for, today included: they are kept no longer. */
const COUNTED_DAYS = 30;
/** Most deliveries that are counted: what is older than the newest so many is left out. */
const MOST_COUNTED = 50_000;

/** How many events were delivered, failed (or were stopped), or wait, by day (UTC), oldest first; `is_part`: older ones were not counted. */
export async function deliveryDays({ db }: { db: Database }, workspaceId: string, webhookId: string, now = new Date()) {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const first = firstIdAt('event', new Date(today - (COUNTED_DAYS - 1) * DAY_MS));
  const rows = await db.read(workspaceId, countDeliveries, [workspaceId, webhookId, first, MOST_COUNTED]);
  const days = Array.from({ length: COUNTED_DAYS }, (_, back) => {
    const day = new Date(today - (COUNTED_DAYS - 1 - back) * DAY_MS).toISOString().slice(0, 10);
    const of = (...states: string[]) =>
      rows.reduce((sum, row) => sum + (row.day === day && states.includes(row.state) ? row.count : 0), 0);
    return { day, delivered: of('delivered'), failed: of('failed', 'stopped'), pending: of('pending') };
  });
  return { days, is_part: (rows[0]?.total ?? 0) >= MOST_COUNTED };
}

/** Rotates an endpoint's secret; nothing is signed with the old one any more, retries included. @throws Fault not_found */
export async function rotateWebhook(
  services: EndpointDeps,
  workspaceId: string,
  webhookId: string,
  by?: ActivityActor,
) {
  const secret = newSigningSecret();
  const encrypted = services.encryptor.encrypt(secret, encryptionContext(workspaceId, webhookId, 'secret'));
  const [found] = await change(services, workspaceId, replaceSecret, [workspaceId, webhookId, encrypted], {
    by,
    done: { act: 'webhook.rotated', subject: webhookId },
  });
  if (found === undefined) throw notFound('webhook');
  await waitForWorkers(found);
  return { webhook_id: webhookId, secret };
}

/** Deletes an endpoint with its log and its pending deliveries. @throws Fault not_found */
export async function deleteWebhook(
  services: EndpointDeps,
  workspaceId: string,
  webhookId: string,
  by?: ActivityActor,
) {
  const [found] = await change(services, workspaceId, deleteEndpoint, [workspaceId, webhookId], {
    by,
    done: { act: 'webhook.deleted', subject: webhookId },
  });
  if (found === undefined) throw notFound('webhook');
  await waitForWorkers(found);
  return { webhook_id: webhookId, deleted: true };
}

/** Enables an endpoint again; stopped deliveries wait to be replayed. @throws Fault not_found */
export async function enableWebhook(
  services: EndpointDeps,
  workspaceId: string,
  webhookId: string,
  by?: ActivityActor,
) {
  await change(services, workspaceId, stopDeliveries, [workspaceId, webhookId]);
  const [found] = await change(services, workspaceId, enableEndpoint, [workspaceId, webhookId], {
    by,
    done: { act: 'webhook.enabled', subject: webhookId },
  });
  if (found === undefined) throw notFound('webhook');
  return { webhook_id: webhookId, enabled: true };
}

/** Disables an endpoint and stops its pending deliveries. @throws Fault not_found; invalid_transition when it is disabled */
export async function disableWebhook(
  services: EndpointDeps,
  workspaceId: string,
  webhookId: string,
  by?: ActivityActor,
) {
  const [found] = await change(
    services,
    workspaceId,
    disableEndpoint,
    [workspaceId, webhookId, 'It was switched off in the panel.'],
    { by, done: { act: 'webhook.disabled', subject: webhookId } },
  );
  if (found === undefined) throw await disabledOrMissing(services, workspaceId, webhookId);
  await change(services, workspaceId, stopDeliveries, [workspaceId, webhookId]);
  await waitForWorkers(found);
  return { webhook_id: webhookId, enabled: false };
}

/** The endpoints of a workspace, newest first, without their secrets. */
export async function listWebhooks({ db, encryptor }: Omit<EndpointDeps, 'destinations'>, workspaceId: string) {
  const rows = await db.read(workspaceId, listEndpoints, [workspaceId]);
  return rows.map(({ sealed_target, origin, ...row }) => ({
    ...row,
    url: origin + encryptor.decrypt(sealed_target, encryptionContext(workspaceId, row.webhook_id, 'target')),
  }));
}

/** One endpoint; undefined where there is none. */
async function findWebhook(services: Omit<EndpointDeps, 'destinations'>, workspaceId: string, id: string) {
  const all = await listWebhooks(services, workspaceId);
  return all.find(({ webhook_id }) => webhook_id === id);
}

/** Sends `webhook.test` to one endpoint, once. @throws Fault not_found; invalid_transition when it is disabled */
export async function sendTestEvent(
  services: EndpointDeps,
  workspaceId: string,
  webhookId: string,
  by?: ActivityActor,
) {
  const id = newId('event');
  const body = eventBody(id, TEST_TYPE, new Date(), { webhook_id: webhookId });
  const sent = await change(services, workspaceId, insertTestEvent, [workspaceId, id, TEST_TYPE, body, webhookId], {
    by,
    done: { act: 'webhook.tested', subject: webhookId, detail: { event_id: id } },
  });
  if (sent.length === 0) throw await disabledOrMissing(services, workspaceId, webhookId);
  return { event_id: id };
}

/** An endpoint's deliveries with their attempts, newest first. */
export async function listDeliveries(
  { db }: { db: Database },
  workspaceId: string,
  { webhook_id, limit, cursor }: { webhook_id: string; limit: number; cursor?: string | undefined },
) {
  if (cursor !== undefined && idType(cursor) !== 'event') throw invalidField('cursor', 'is not a next_cursor');
  const before = cursor ?? highestId('event');
  const rows = await db.read(workspaceId, listDeliveriesStatement, [workspaceId, webhook_id, before, limit + 1]);
  const deliveries = rows.slice(0, limit);
  return { deliveries, next_cursor: rows.length > limit ? deliveries.at(-1)!.event_id : null };
}

/**
 * Replays one event, or all that failed since a time: same id, fresh timestamp, the retry schedule unchanged.
 * @throws Fault not_found; invalid_transition when the endpoint is disabled
 */
export async function replay(
  services: EndpointDeps,
  workspaceId: string,
  { webhook_id, ...which }: { webhook_id: string } & ({ event_id: string } | { failed_since: string }),
  by?: ActivityActor,
) {
  const noted = {
    by,
    done: (rows: { event_id: string }[]) => ({
      act: 'webhook.replayed' as const,
      subject: webhook_id,
      detail: { ...which, events: rows.length },
    }),
  };
  const replayed = await ('event_id' in which
    ? change(services, workspaceId, replayDelivery, [workspaceId, webhook_id, which.event_id], noted)
    : change(services, workspaceId, replayFailed, [workspaceId, webhook_id, which.failed_since], noted));
  if (replayed.length === 0) {
    const reason = await disabledOrMissing(services, workspaceId, webhook_id);
    if ('event_id' in which || reason.code !== 'not_found') throw reason;
  }
  return { replayed: replayed.length };
}

async function disabledOrMissing(services: EndpointDeps, workspaceId: string, webhookId: string): Promise<Fault> {
  const found = await findWebhook(services, workspaceId, webhookId);
  if (found === undefined || found.enabled) return notFound('webhook');
  return new Fault('invalid_transition', { message: 'This webhook is switched off; switch it on first.' });
}
