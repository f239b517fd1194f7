import type { EntityManager } from '@mikro-orm/postgresql';
import { newId } from '../../db/ids.ts';
import { type Database, execute } from '../../db/orm.ts';
import { combineInserts } from '../../db/append.ts';
import { currentFacts, type FactRow } from '../../db/statements/calls.ts';
import { insertSend } from '../../db/statements/outreach.ts';
import {
  claimDraft,
  type ClaimedDraft,
  findDueDrafts,
  findOldClaims,
  releaseDraft,
  settleDraft,
} from '../../db/statements/drafts.ts';
import { ROLES } from '../../db/roles.ts';
import type { Statement } from '../../db/statement.ts';
import { emit } from '../webhooks/events.ts';
import type { Sent } from '../channels/channel.ts';
import type { DraftRef } from './queues.ts';
import { statusFact } from './status-fact.ts';

/** A claim on a draft; ending it takes its start time, so that a later claim is never ended by mistake. */
export type Claim = Pick<ClaimedDraft, 'workspace_id' | 'draft_id' | 'claimed_at'>;

/** The longest reason kept of a failure. */
const MAX_REASON = 2_000;

const inWorkspace = <Result>(db: Database, workspaceId: string, run: (em: EntityManager) => Promise<Result>) =>
  db.fork(workspaceId, ROLES.publisher).transactional(run);

/** Scheduled drafts of all workspaces that are due, earliest first. */
export async function findDue(db: Database, now: Date, limit: number): Promise<DraftRef[]> {
  const rows = await db.as(ROLES.publisher, findDueDrafts, [now.toISOString(), limit]);
  return rows.map((row) => ({ workspaceId: row.workspace_id, draftId: row.draft_id }));
}

/** Claims of all workspaces older than a time, with the channel of their drafts, oldest first. */
export const findAbandoned = (db: Database, before: Date, limit: number): Promise<(Claim & { channel: string })[]> =>
  db.as(ROLES.publisher, findOldClaims, [before.toISOString(), limit]);

/**
 * Releases a scheduled draft at its time; false when it is not due, or was held or edited meanwhile.
 * @param released runs in the same transaction, with the draft's channel
 */
export function releaseIfDue(
  db: Database,
  { workspaceId, draftId }: DraftRef,
  now: Date,
  released: (em: EntityManager, channel: string) => Promise<void> = async () => {},
): Promise<boolean> {
  return inWorkspace(db, workspaceId, async (em) => {
    const [found] = await execute(em, releaseDraft, [workspaceId, draftId, now.toISOString()]);
    if (found !== undefined) await released(em, found.channel);
    return found !== undefined;
  });
}

/**
 * Claims an approved draft for publishing: the content of the approved version. Of concurrent callers one gets it; the
 * others, and any after an edit, get undefined.
 */
export const claimForPublishing = (db: Database, draft: DraftRef, now: Date): Promise<ClaimedDraft | undefined> =>
  inWorkspace(db, draft.workspaceId, (em) => claimIn(em, draft, now));

/** As `claimForPublishing`, in a transaction under the publisher's role. */
export async function claimIn(em: EntityManager, { workspaceId, draftId }: DraftRef, now: Date) {
  const [claimed] = await execute(em, claimDraft, [workspaceId, draftId, now.toISOString()]);
  return claimed;
}

/** Stores that a claimed draft is published and emits `send.approved`. False when the claim has ended already. */
export const markPublished = (
  db: Database,
  claimed: ClaimedDraft,
  sent: Sent & { provider: string | null },
  now: Date,
): Promise<boolean> => inWorkspace(db, claimed.workspace_id, (em) => publishedIn(em, claimed, sent, now));

/** As `markPublished`, in a transaction under the publisher's role. */
export async function publishedIn(
  em: EntityManager,
  claimed: ClaimedDraft,
  { provider, messageRef, note }: Sent & { provider: string | null },
  now: Date,
): Promise<boolean> {
  const { workspace_id: workspaceId, draft_id, product, account_ref, channel, approval } = claimed;
  if (!(await settle(em, claimed, 'published', note ?? null, now))) return false;
  await execute(em, insertSend, [
    workspaceId,
    newId('send'),
    draft_id,
    null,
    channel,
    provider,
    messageRef,
    now.toISOString(),
    claimed.run_ref,
    null,
    approval.user_id,
    now.toISOString(),
  ]);
  const where = {
    workspaceId,
    query: (query: Statement, values?: readonly unknown[]) => execute(em, query, values),
    runRef: claimed.run_ref,
  };
  await emit(where, 'send.approved', { draft_id, product, account_ref, channel, provider, approved_at: approval.at });
  return true;
}

/**
 * Stores why a claimed draft was not published, or that the outcome is unknown, for a person to decide; it is never
 * published again automatically. False when the claim has ended already.
 */
export const markFailed = (db: Database, claim: Claim, reason: string, now: Date): Promise<boolean> =>
  inWorkspace(db, claim.workspace_id, (em) => settle(em, claim, 'failed', reason.slice(0, MAX_REASON), now));

async function settle(
  em: EntityManager,
  { workspace_id: workspaceId, draft_id, claimed_at }: Claim,
  status: 'published' | 'failed',
  failure: string | null,
  now: Date,
): Promise<boolean> {
  const at = now.toISOString();
  const [ended] = await execute(em, settleDraft, [workspaceId, draft_id, claimed_at, status, failure, at]);
  if (ended === undefined) return false;
  const { accountId, subjectType, subjectId, attribute, value, sentence } = statusFact({ ...ended, status });
  const row: FactRow = {
    workspace_id: workspaceId,
    id: newId('fact'),
    account_id: accountId ?? null,
    subject_type: subjectType,
    subject_id: subjectId,
    attribute,
    value,
    sentence,
    single: true,
    tool: 'publisher',
    provider: null,
    key_id: null,
    user_id: ended.user_id,
    run_ref: ended.run_ref,
    at,
    source_id: null,
  };
  const { statement, values } = combineInserts([{ into: currentFacts, rows: [row] }])!;
  await execute(em, statement, values);
  return true;
}
