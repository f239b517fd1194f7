import { hash } from 'node:crypto';
import type { MergeClosed } from '../../db/entities/merges.ts';
import {
  bringBackPlan,
  endMerger,
  findMergedRecords,
  findMerger,
  followBack,
  forgetMerged,
  lockMerger,
  lockPlans,
  type MergerRow,
  moveFactsBack,
  movePlanEntriesBack,
  removeMadePlan,
  reopenValueProposals,
  reviveLosing,
} from '../../db/statements/merged-parts.ts';
import { reopenMergeProposals } from '../../db/statements/merges.ts';
import { type Mergeable, mergeStatements } from '../../db/statements/merging.ts';
import { moveProposals } from '../../db/statements/undo-writes.ts';
import { embedAgain } from '../../db/statements/withdrawn-facts.ts';
import { Fault, notFound } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import { sayNotDuplicates } from './duplicates.ts';
import { fieldsBack } from './merge-fields.ts';
import { recordsToMerge } from './merge-records.ts';
import { nameOf } from './record-name.ts';
import { sayTier } from './say-tier.ts';
import { doneBy } from './withdraw.ts';

/** Rows that stay where they are that are listed one by one. */
const MOST_LISTED = 50;

const refused = (message: string, hint: string) => new Fault('invalid_transition', { message, hint });

type MergedRow = Awaited<ReturnType<typeof mergedOf>>[number] & { closed: MergeClosed };

const mergedOf = (call: Call, merger: MergerRow) =>
  call.query(findMergedRecords, [call.workspaceId, merger.merged_ids]);

/** The merged records of a merge that can be taken apart. @throws Fault invalid_transition, not_found */
async function takenApart(call: Call, merger: MergerRow): Promise<MergedRow[]> {
  if (merger.unmerged_at !== null) {
    throw refused('This merge was taken apart before.', 'The records are there by themselves.');
  }
  const rows = await mergedOf(call, merger);
  const elsewhere = rows.find(({ merged_into }) => merged_into !== merger.kept_id);
  if (elsewhere !== undefined) {
    throw refused(
      `${merger.kept_id} itself became part of ${elsewhere.merged_into} since.`,
      'Take that merge apart first, then this one.',
    );
  }
  if (rows.length < merger.merged_ids.length || rows.some((row) => row.merger_id !== merger.id)) {
    throw refused('A merged record is not kept any more, as it was erased.', 'The merge stays as it is.');
  }
  return rows as MergedRow[];
}

/** How things stand: what comes back, what somebody changed since, and by what it is told that it is still so. */
async function standing(call: Call, merger: MergerRow) {
  const kind = merger.kind as Mergeable;
  const merged = await takenApart(call, merger);
  const { records, digest: version } = await recordsToMerge(call, kind, [merger.kept_id]);
  const [kept] = records;
  if (kept === undefined) throw refused(`${merger.kept_id} is not there any more.`, 'Restore it first, then unmerge.');
  const moved: Record<string, number> = {};
  const stays: { kind: string; record_id: string; gone: boolean }[] = [];
  for (const { moved: rows } of merged) {
    const values = [call.workspaceId, merger.kept_id, JSON.stringify(rows)] as const;
    for (const row of await call.query(mergeStatements[kind].whereAre, values)) {
      if (row.is_there) moved[row.of_table!] = (moved[row.of_table!] ?? 0) + 1;
      else stays.push({ kind: row.of_table!, record_id: row.id!, gone: row.is_gone! });
    }
  }
  const view = {
    merger_id: merger.id,
    kind,
    kept_id: merger.kept_id,
    kept_name: nameOf(kept.record),
    done_by: merger.done_by,
    done_at: merger.done_at,
    records: merged.map(({ id, record }) => ({
      record_id: id,
      name: nameOf(record),
    })),
    fields: fieldsBack(kind, merger.before, merger.after ?? {}, kept.record),
    moves: Object.entries(moved).map(([what, count]) => ({ what, count })),
    stays: stays.slice(0, MOST_LISTED),
    stays_count: stays.length,
  };
  const digest = hash('sha256', JSON.stringify([view, version]), 'base64url');
  return { view, digest, merged, kept, kind };
}

/** What taking a merge apart would do. @throws Fault not_found; invalid_transition when it cannot be */
export async function previewUnmerge(call: Call, mergerId: string) {
  const [merger] = await call.query(findMerger, [call.workspaceId, mergerId]);
  if (merger === undefined) throw notFound('merge');
  const { view, digest } = await standing(call, merger);
  return { ...view, digest };
}

/**
 * Takes a merge apart, as previewed, in the call's transaction: the merged records are there as they were, what went over
 * with them comes back, and so do the values of the record that stayed, but for what somebody changed since.
 * @param options.notDuplicates also says that these records are not the same
 * @throws Fault not_found; invalid_transition when it cannot be, or something changed since the preview
 */
export async function unmerge(call: Call, mergerId: string, seen: string, options: { notDuplicates: boolean }) {
  const { workspaceId } = call;
  const now = call.now.toISOString();
  const [found] = await call.query(findMerger, [workspaceId, mergerId]);
  if (found === undefined) throw notFound('merge');
  await call.query(mergeStatements[found.kind as Mergeable].lock, [workspaceId, [found.kept_id]]);
  const [merger] = await call.query(lockMerger, [workspaceId, mergerId]);
  const { view, digest, merged, kept, kind } = await standing(call, merger!);
  if (digest !== seen) {
    throw refused('Something changed since the preview was made. Nothing was unmerged.', 'Look at the preview again.');
  }
  const [put] = await call.query(mergeStatements[kind].putBack, [workspaceId, mergerId, now]);
  for (const one of merged.toReversed()) await bringBackOne(call, kind, found.kept_id, one);
  for (const { from, to, ids } of merger!.facts_moved.toReversed()) {
    await call.query(moveFactsBack, [workspaceId, ids, to, from]);
  }
  const revived = await call.query(reviveLosing, [workspaceId, merger!.superseded, merger!.done_exactly]);
  if (revived.length > 0) await call.query(embedAgain, [workspaceId, revived.map(({ id }) => id)]);
  await call.query(forgetMerged, [workspaceId, merger!.merged_ids]);
  const reopened = merged.flatMap(({ closed }) => closed.mergeProposals);
  if (reopened.length > 0) await call.query(reopenMergeProposals, [workspaceId, reopened]);
  await call.query(endMerger, [workspaceId, mergerId, JSON.stringify(doneBy(call)), now]);
  await sayTier(call, kind, found.kept_id, kept.record, put!.record as Record<string, unknown>);
  if (options.notDuplicates) await sayNotDuplicates(call, [found.kept_id, ...merger!.merged_ids]);
  const { done_by: _by, done_at: _at, ...done } = view;
  return done;
}

async function bringBackOne(call: Call, kind: Mergeable, keptId: string, { id, moved, closed }: MergedRow) {
  const { workspaceId } = call;
  const { bringBack, moveBack } = mergeStatements[kind];
  const [back] = await call.query(bringBack, [workspaceId, id]);
  if (back === undefined) {
    throw refused(
      `${id} cannot come back: another record has its name or reference by now. Nothing was changed.`,
      'Change or merge the other record, then unmerge.',
    );
  }
  await call.query(moveBack, [workspaceId, keptId, id, JSON.stringify(moved)]);
  if (closed.plan !== null) {
    await call.query(lockPlans, [workspaceId, [keptId]]);
    await call.query(bringBackPlan, [JSON.stringify(closed.plan)]);
    await call.query(movePlanEntriesBack, [workspaceId, keptId, id, moved['plan_entries'] ?? []]);
  }
  if (closed.planMade !== null) await call.query(removeMadePlan, [workspaceId, closed.planMade]);
  if (closed.tierProposals.length > 0) {
    await call.query(moveProposals, [workspaceId, closed.tierProposals, 'superseded', 'proposed']);
  }
  if (closed.valueProposals.length > 0) await call.query(reopenValueProposals, [workspaceId, closed.valueProposals]);
  if (closed.followed.length > 0) await call.query(followBack, [workspaceId, closed.followed, keptId, id]);
}
