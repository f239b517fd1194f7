import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, execute } from '../../db/orm.ts';
import { type ClaimedDraft, findIntegration, findSender, renewIntegration } from '../../db/statements/drafts.ts';
import { ROLES } from '../../db/roles.ts';
import { work } from '../jobs/queue.ts';
import type { Services } from '../services.ts';
import { DecryptionFailed } from '../encryption.ts';
import { type ChannelName, CHANNELS, type Destination } from '../channels/channels.ts';
import { Access } from '../channels/access.ts';
import { type Connection, type Message, NotPublished, nothingPublished, type Sent } from '../channels/channel.ts';
import type { Channels } from '../channels/configured-channels.ts';
import { type IntegrationSecret, tokenOf } from '../channels/integrations.ts';
import {
  claimForPublishing,
  type DraftRef,
  findAbandoned,
  findDue,
  markFailed,
  markPublished,
  publishing,
  releaseAtItsTime,
} from './publisher.ts';

/** How long an attempt may take, in milliseconds. */
const ATTEMPT_MS = 120_000;

/** A claim older than this is nobody's any more, in milliseconds: its process ended or was cut off. */
const ABANDONED_MS = 300_000;

/** How often drafts that are due and claims that are abandoned are looked for, in milliseconds. */
const LOOK_MS = 2_000;

/** Of each, at most so many at a look. */
const AT_ONCE = 100;

/** Drafts this process is publishing: their claims are not abandoned, whatever a clock that was set says. */
const underWay = new Set<string>();

/** Waits between attempts to write down how publishing went, in milliseconds. */
const SETTLE_WAITS = [200, 1_000, 5_000, 15_000, 30_000];

/**
 * Publishes an approved draft: claims it, sends it once, and says how that went. Once it is claimed nothing sends it
 * again by itself, whatever happens (decisions 12).
 */
async function publishDraft(services: Services, ref: DraftRef): Promise<void> {
  const claimed = await claimForPublishing(services.db, ref, new Date());
  if (claimed === undefined) return;
  underWay.add(claimed.draft_id);
  try {
    await publishClaimed(services, claimed);
  } finally {
    underWay.delete(claimed.draft_id);
  }
}

async function publishClaimed(services: Services, claimed: ClaimedDraft): Promise<void> {
  const { db, log } = services;
  const ids = { draft_id: claimed.draft_id, channel: claimed.channel };
  let outcome: { sent: Sent & { provider: string } } | { reason: string };
  try {
    outcome = { sent: await send(services, claimed) };
  } catch (error) {
    if (!(error instanceof NotPublished)) log.error({ ...ids, reason: String(error) }, 'Publishing met an error');
    const unknown =
      'Publishing met an unexpected error. Nobody knows whether it was published: look there first, and approve the draft again only if it was not.';
    outcome = { reason: error instanceof NotPublished ? error.message : unknown };
  }
  const ended = await persistently(() =>
    'sent' in outcome
      ? markPublished(db, claimed, outcome.sent, new Date())
      : markFailed(db, claimed, outcome.reason, new Date()),
  );
  if (!ended) log.error(ids, 'A claim ended before its publishing did');
  else log.info({ ...ids, published: 'sent' in outcome }, 'A draft left the publisher');
}

export const publishDrafts = work(publishing, publishDraft);

/** What went out must be written down: a database that is away is waited for. */
async function persistently<Result>(write: () => Promise<Result>): Promise<Result> {
  for (const wait of SETTLE_WAITS) {
    try {
      return await write();
    } catch {
      await sleep(wait);
    }
  }
  return write();
}

async function send(services: Services, claimed: ClaimedDraft): Promise<Sent & { provider: string }> {
  const channel = services.channels[claimed.channel as keyof Channels];
  const [sender] = await services.db.as(ROLES.gate, findSender, [claimed.approval.user_id]);
  const message: Message = {
    draftId: claimed.draft_id,
    version: claimed.version,
    title: claimed.title,
    body: claimed.body,
    destination: (claimed.destination ?? {}) as Destination,
    sender: sender!,
    signal: AbortSignal.timeout(ATTEMPT_MS),
  };
  const sent =
    channel.connection === undefined
      ? await channel.send(message)
      : await channel.send(message, await accessTo(services, claimed, channel.connection));
  return { ...sent, provider: channel.provider };
}

const inWorkspace = (db: Database, workspaceId: string) => db.fork(workspaceId, ROLES.publisher);

async function accessTo({ db, encryptor }: Services, claimed: ClaimedDraft, connection: Connection): Promise<Access> {
  const { workspace_id: workspaceId, channel } = claimed;
  const { name } = CHANNELS[channel as ChannelName];
  const again = (what: string) => nothingPublished(what, `Connect ${name}, then approve the draft again.`);
  const [kept] = await inWorkspace(db, workspaceId).transactional((em) =>
    execute(em, findIntegration, [workspaceId, channel]),
  );
  if (kept === undefined) throw again(`${name} is not connected in this workspace.`);
  const belonging = tokenOf(workspaceId, channel);
  let secret: IntegrationSecret;
  try {
    secret = JSON.parse(encryptor.open(kept.sealed, belonging)) as IntegrationSecret;
  } catch (error) {
    if (error instanceof DecryptionFailed) throw again(`The ${name} token that is kept cannot be opened any more.`);
    throw error;
  }
  return new Access({
    name,
    secret,
    expiresAt: kept.expires_at === null ? null : new Date(kept.expires_at),
    connection,
    async keep(renewed) {
      const sealed = encryptor.seal(JSON.stringify(renewed.secret), belonging);
      await inWorkspace(db, workspaceId).transactional((em) =>
        execute(em, renewIntegration, [
          workspaceId,
          kept.id,
          kept.sealed,
          sealed,
          encryptor.keyId,
          renewed.expiresAt.toISOString(),
          new Date().toISOString(),
        ]),
      );
    },
  });
}

/**
 * Looks, every 2 s, for scheduled drafts that are due, and hands them to the publisher, and for claims that were
 * abandoned: what became of those a person must find out. Any number of processes may do it at once.
 * @returns how to stop
 */
export function startPublishing(services: Services): () => Promise<void> {
  const stopping = new AbortController();
  const run = async () => {
    while (!stopping.signal.aborted) {
      try {
        await releaseDue(services, new Date());
        await failAbandoned(services, new Date());
      } catch (error) {
        services.log.warn({ reason: (error as Error).message }, 'Drafts that are due could not be looked for');
      }
      await sleep(LOOK_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  };
  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
}

/** Hands scheduled drafts whose time has come to the publisher, each with its job in one transaction. */
async function releaseDue({ db, jobs }: Services, now: Date): Promise<void> {
  for (const draft of await findDue(db, now, AT_ONCE)) {
    await releaseAtItsTime(db, draft, now, async (em, channel) => {
      if (channel !== 'manual') await jobs.enlist(em, publishing, draft);
    });
  }
}

async function failAbandoned({ db, log }: Services, now: Date): Promise<void> {
  for (const claim of await findAbandoned(db, new Date(now.getTime() - ABANDONED_MS), AT_ONCE)) {
    if (underWay.has(claim.draft_id)) continue;
    const { name } = CHANNELS[claim.channel as ChannelName];
    const reason = `The process that published it on ${claim.claimed_at} ended before it knew the outcome. Nobody knows whether it was published: look on ${name} first, and approve the draft again only if it is not there.`;
    if (await markFailed(db, claim, reason, now)) log.warn({ draft_id: claim.draft_id }, 'A claim was abandoned');
  }
}
