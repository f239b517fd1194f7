import { type Database, execute } from '../../db/orm.ts';
import { claimDraft, type ClaimedDraft, findDueDrafts, releaseDraft, settleDraft } from '../../db/queries/studio.ts';
import { ROLES } from '../../db/roles.ts';
import type { Statement } from '../../db/statement.ts';

/** A draft by its workspace, as a job names it. */
export type DraftRef = { workspaceId: string; draftId: string };

/** The longest reason kept of a failure. */
const MOST_REASON = 2_000;

async function move<Row>(
  db: Database,
  { workspaceId, draftId }: DraftRef,
  query: Statement,
  values: readonly unknown[],
): Promise<Row | undefined> {
  const [row] = await db
    .fork(workspaceId, ROLES.publisher)
    .transactional((em) => execute<Row>(em, query, [workspaceId, draftId, ...values]));
  return row;
}

/** Scheduled drafts of all workspaces whose time has come, earliest first. */
export async function findDue(db: Database, now: Date, limit: number): Promise<DraftRef[]> {
  const rows = await db.as<{ workspace_id: string; draft_id: string }>(ROLES.publisher, findDueDrafts, [
    now.toISOString(),
    limit,
  ]);
  return rows.map((row) => ({ workspaceId: row.workspace_id, draftId: row.draft_id }));
}

/** Lets a scheduled draft go at its time; false when it is not due, or was held or edited meanwhile. */
export async function releaseAtItsTime(db: Database, draft: DraftRef, now: Date): Promise<boolean> {
  return (await move(db, draft, releaseDraft, [now.toISOString()])) !== undefined;
}

/**
 * Takes an approved draft for publishing: the content of the very version that was approved. Of many that try, one gets
 * it; the others, and whoever comes after an edit, get undefined.
 */
export function claimForPublishing(db: Database, draft: DraftRef, now: Date): Promise<ClaimedDraft | undefined> {
  return move<ClaimedDraft>(db, draft, claimDraft, [now.toISOString()]);
}

/** Says that a claimed draft is out; false when nobody has it claimed. */
export async function markPublished(db: Database, draft: DraftRef, now: Date): Promise<boolean> {
  return (await move(db, draft, settleDraft, ['published', null, now.toISOString()])) !== undefined;
}

/** Says why a claimed draft is not out, or that nobody knows, for a person to decide; it never goes out by itself again. */
export async function markFailed(db: Database, draft: DraftRef, reason: string, now: Date): Promise<boolean> {
  return (
    (await move(db, draft, settleDraft, ['failed', reason.slice(0, MOST_REASON), now.toISOString()])) !== undefined
  );
}
