import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Database, execute } from '../../db/orm.ts';
import { type ClaimedDraft, findIntegration, findSender, renewIntegration } from '../../db/statements/drafts.ts';
import { ROLES } from '../../db/roles.ts';
import { work } from '../jobs/queue.ts';
import { DecryptionFailed, type Encryptor } from '../encryption.ts';
import { type ChannelName, CHANNELS, type Destination } from '../channels/channels.ts';
import { Access, type Connection } from '../channels/access.ts';
import type { Message, Sent } from '../channels/channel.ts';
import { NotPublished, nothingPublished } from '../channels/not-published.ts';
import type { Channels } from '../channels/configured-channels.ts';
import { type IntegrationSecret, tokenOf } from '../channels/integrations.ts';
import { claimForPublishing, markFailed, markPublished } from './publisher.ts';
import { type DraftRef, publishing } from './queues.ts';

/** How long an attempt may take, in milliseconds. */
const ATTEMPT_MS = 120_000;

/** Drafts this process is publishing: their claims are never treated as abandoned, whatever the clock says. */
const beingPublished = new Set<string>();

export const isBeingPublished = (draftId: string): boolean => beingPublished.has(draftId);

/** Backoff between attempts to store how publishing ended, in milliseconds. */
const SETTLE_WAITS = [200, 1_000, 5_000, 15_000, 30_000];

export type PublishDeps = { db: Database; log: Logger; encryptor: Encryptor; channels: Channels };

/**
 * Publishes an approved draft: claims it, sends it once, and stores the outcome. A claimed draft is never sent again
 * automatically (decisions 12).
 */
async function publishDraft(deps: PublishDeps, ref: DraftRef): Promise<void> {
  const claimed = await claimForPublishing(deps.db, ref, new Date());
  if (claimed === undefined) return;
  beingPublished.add(claimed.draft_id);
  try {
    await publishClaimed(deps, claimed);
  } finally {
    beingPublished.delete(claimed.draft_id);
  }
}

async function publishClaimed(deps: PublishDeps, claimed: ClaimedDraft): Promise<void> {
  const { db, log } = deps;
  const ids = { draft_id: claimed.draft_id, channel: claimed.channel };
  let outcome: { sent: Sent & { provider: string } } | { reason: string };
  try {
    outcome = { sent: await send(deps, claimed) };
  } catch (error) {
    if (!(error instanceof NotPublished))
      log.error({ ...ids, reason: String(error) }, 'Publishing failed unexpectedly');
    const unknown =
      'Publishing met an unexpected error. Nobody knows whether it was published: look there first, and approve the draft again only if it was not.';
    outcome = { reason: error instanceof NotPublished ? error.message : unknown };
  }
  const ended = await persistently(() =>
    'sent' in outcome
      ? markPublished(db, claimed, outcome.sent, new Date())
      : markFailed(db, claimed, outcome.reason, new Date()),
  );
  if (!ended) log.error(ids, 'A claim ended while its draft was being published');
  else log.info({ ...ids, published: 'sent' in outcome }, 'Publishing of a draft ended');
}

export const publishDrafts = work(publishing, publishDraft);

/** Retries until the outcome is stored, so it waits for an unreachable database. */
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

async function send(deps: PublishDeps, claimed: ClaimedDraft): Promise<Sent & { provider: string }> {
  const channel = deps.channels[claimed.channel as keyof Channels];
  const [sender] = await deps.db.as(ROLES.gate, findSender, [claimed.approval.user_id]);
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
      : await channel.send(message, await accessTo(deps, claimed, channel.connection));
  return { ...sent, provider: channel.provider };
}

const inWorkspace = (db: Database, workspaceId: string) => db.fork(workspaceId, ROLES.publisher);

async function accessTo(
  { db, encryptor }: PublishDeps,
  claimed: ClaimedDraft,
  connection: Connection,
): Promise<Access> {
  const { workspace_id: workspaceId, channel } = claimed;
  const { name } = CHANNELS[channel as ChannelName];
  const again = (what: string) => nothingPublished(what, `Connect ${name}, then approve the draft again.`);
  const [kept] = await inWorkspace(db, workspaceId).transactional((em) =>
    execute(em, findIntegration, [workspaceId, channel]),
  );
  if (kept === undefined) throw again(`${name} is not connected in this workspace.`);
  const context = tokenOf(workspaceId, channel);
  let secret: IntegrationSecret;
  try {
    secret = JSON.parse(encryptor.decrypt(kept.sealed, context)) as IntegrationSecret;
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
      const encrypted = encryptor.encrypt(JSON.stringify(renewed.secret), context);
      await inWorkspace(db, workspaceId).transactional((em) =>
        execute(em, renewIntegration, [
          workspaceId,
          kept.id,
          kept.sealed,
          encrypted,
          encryptor.keyId,
          renewed.expiresAt.toISOString(),
          new Date().toISOString(),
        ]),
      );
    },
  });
}
