import type { Logger } from 'pino';
import type { Database } from '../../db/orm.ts';
import { type ChannelName, CHANNELS } from '../channels/channels.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { work } from '../jobs/queue.ts';
import { isBeingPublished } from './publish-drafts.ts';
import { findAbandoned, findDue, markFailed, releaseIfDue } from './publisher.ts';
import { checking, type DraftRef, publishing, releasing } from './queues.ts';

/** A claim older than this is abandoned, in milliseconds: its process has ended or was cut off. */
const ABANDONED_MS = 300_000;

/** Most due drafts, and most abandoned claims, that one check handles. */
const AT_ONCE = 1_000;

type ReleaseDeps = { db: Database; jobs: Pick<Jobs, 'enlist'> };

/** A draft becomes approved with its publishing job in one transaction, so of concurrent processes one releases it. */
async function release({ db, jobs }: ReleaseDeps, { workspaceId, draftId }: DraftRef, now: Date): Promise<void> {
  const draft = { workspaceId, draftId };
  await releaseIfDue(db, draft, now, async (em, channel) => {
    if (channel !== 'manual') await jobs.enlist(em, publishing, draft);
  });
}

export const releaseDrafts = work(releasing, async (deps: ReleaseDeps, { dueAt, ...draft }) => {
  // The database's clock started this job; this process's clock may be behind it.
  await release(deps, draft, new Date(Math.max(Date.now(), Date.parse(dueAt))));
});

export const checkDrafts = work(checking, async (deps: ReleaseDeps & { log: Logger }) => {
  const now = new Date();
  for (const draft of await findDue(deps.db, now, AT_ONCE)) await release(deps, draft, now);
  await failAbandoned(deps, now);
});

/** The outcome of an abandoned claim is unknown, so a person decides; it is never published again automatically. */
async function failAbandoned({ db, log }: { db: Database; log: Logger }, now: Date): Promise<void> {
  for (const claim of await findAbandoned(db, new Date(now.getTime() - ABANDONED_MS), AT_ONCE)) {
    if (isBeingPublished(claim.draft_id)) continue;
    const { name } = CHANNELS[claim.channel as ChannelName];
    const reason = `The process that published it on ${claim.claimed_at} ended before it knew the outcome. Nobody knows whether it was published: look on ${name} first, and approve the draft again only if it is not there.`;
    if (await markFailed(db, claim, reason, now)) log.warn({ draft_id: claim.draft_id }, 'A claim was abandoned');
  }
}
