import { hash } from 'node:crypto';
import type { MergeClosed, MovedFacts } from '../../db/entities/merges.ts';
import { idType, newId } from '../../db/ids.ts';
import {
  findMergedRecords,
  followMerged,
  forgetInSets,
  lockPlans,
  makePlanToMerge,
  moveFactsToMerge,
  movePlanEntries,
  removePlan,
  supersedeLosing,
  supersedeTierProposal,
} from '../../db/statements/merged-parts.ts';
import { readAlike } from '../../db/statements/duplicates.ts';
import { closeProposalsOf } from '../../db/statements/merges.ts';
import { type Mergeable, mergeStatements } from '../../db/statements/merging.ts';
import { closeValueProposals } from '../../db/statements/value-proposals.ts';
import { Fault, invalidField, notFound } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import { mergeableKind } from './mergeable-kind.ts';
import { fieldsToMerge, losing, marksOf, type ToMerge } from './merge-fields.ts';
import { nameOf } from './record-name.ts';
import { sayTier } from './say-tier.ts';
import { doneBy } from './withdraw.ts';

/** Most records that become part of another at once. */
export const MOST_MERGED = 9;

export type MergeInput = {
  kept_id: string;
  merged_ids: readonly string[];
  /** By field, the record whose value stays. */
  choose?: Readonly<Record<string, string>> | undefined;
  /** Of the preview that was looked at; without it, whatever there is now is merged. */
  digest?: string | undefined;
};

export type Merged = { merger_id: string; kept_id: string; merged_ids: string[]; changed: boolean };

type Row = Record<string, unknown>;

function kindOf({ kept_id, merged_ids }: MergeInput): Mergeable {
  const kind = mergeableKind(kept_id, 'kept_id');
  if (merged_ids.some((id) => idType(id) !== kind)) {
    throw invalidField('merged_ids', `expected other records of the same kind, ${kind.replace('_', ' ')}`);
  }
  if (new Set([kept_id, ...merged_ids]).size <= merged_ids.length) {
    throw invalidField('merged_ids', 'names a record twice');
  }
  return kind;
}

/** The records, the one to keep first, and by what it is told that they are still those that were looked at. */
export async function recordsToMerge(call: Call, kind: Mergeable, ids: readonly string[]) {
  const rows = await call.query(mergeStatements[kind].read, [call.workspaceId, ids]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const records = ids.flatMap((id) => {
    const row = byId.get(id);
    return row === undefined ? [] : [{ id, record: row.record as Row, version: row.version }];
  });
  const said = JSON.stringify(records.map(({ id, version }) => [id, version]));
  return { records, digest: hash('sha256', said, 'base64url') };
}

/** What a merge would do: by field the values and which one stays, and what goes over. @throws Fault not_found */
export async function previewMerge(call: Call, input: MergeInput) {
  const kind = kindOf(input);
  const ids = [input.kept_id, ...input.merged_ids];
  const { records, digest } = await recordsToMerge(call, kind, ids);
  if (records.length < ids.length) throw notFound(kind.replace('_', ' '));
  const counted = await call.query(mergeStatements[kind].count, [call.workspaceId, input.merged_ids]);
  const shown = new Map((await call.query(readAlike, [call.workspaceId, ids])).map((record) => [record.id, record]));
  return {
    kind,
    digest,
    records: records.map(({ id, record }) => ({
      record_id: id,
      name: nameOf(record),
      account_id: (record['account_id'] ?? null) as string | null,
      account_name: shown.get(id)?.account_name ?? null,
      created_at: record['created_at'] as string,
    })),
    fields: fieldsToMerge(kind, records),
    moves: counted.filter(({ count }) => count! > 0).map(({ what, count }) => ({ what: what!, count: count! })),
  };
}

/** The merge that made the same records part of the same one before. */
async function mergedBefore(call: Call, { kept_id, merged_ids }: MergeInput): Promise<Merged | undefined> {
  const rows = await call.query(findMergedRecords, [call.workspaceId, merged_ids]);
  const merger_id = rows[0]?.merger_id;
  const isSame =
    rows.length === merged_ids.length &&
    rows.every((row) => row.merged_into === kept_id && row.merger_id === merger_id) &&
    merger_id != null;
  return isSame ? { merger_id, kept_id, merged_ids: [...merged_ids], changed: false } : undefined;
}

/**
 * Makes records part of another, as previewed, in the call's transaction: what belongs to them goes over, what the other
 * lacks is filled from them, chosen values take the place of its own, facts that state another value are no longer current.
 * All of it is remembered, to be taken apart again. The same merge again changes nothing.
 * @throws Fault not_found; invalid_transition when something changed since the preview; invalid_input
 */
export async function mergeRecords(call: Call, input: MergeInput, proposalId: string | null = null): Promise<Merged> {
  const kind = kindOf(input);
  const { kept_id, merged_ids, choose = {} } = input;
  const ids = [kept_id, ...merged_ids];
  const { lock, begin, end } = mergeStatements[kind];
  const locked = await call.query(lock, [call.workspaceId, ids]);
  if (locked.length < ids.length) {
    const before = await mergedBefore(call, input);
    if (before !== undefined) return before;
    throw notFound(kind.replace('_', ' '));
  }
  const { records, digest } = await recordsToMerge(call, kind, ids);
  if (input.digest !== undefined && input.digest !== digest) {
    throw new Fault('invalid_transition', {
      message: 'One of the records changed since the preview was made. Nothing was merged.',
      hint: 'Look at the preview again, then merge.',
    });
  }
  const fields = fieldsToMerge(kind, records);
  for (const [field, id] of Object.entries(choose)) {
    const found = fields.find((each) => each.field === field)?.values.find(({ record_id }) => record_id === id);
    if (found === undefined || found.value === null) {
      throw invalidField(`choose.${field}`, 'expected one of the records that has a value there');
    }
  }
  const merger_id = newId('merger');
  const [by, now] = [JSON.stringify(doneBy(call)), call.now.toISOString()];
  await call.query(begin, [call.workspaceId, merger_id, kept_id, merged_ids, by, now]);
  const accounts = records.map(({ record }) => (record['account_id'] ?? null) as string | null);
  for (const { id } of records.slice(1)) {
    const taken = fields.filter(({ field }) => choose[field] === id).map(({ field }) => field);
    const marked = taken.filter((field) => fields.some((each) => each.field === field && each.stays !== id));
    await mergeOne(call, kind, { id, into: kept_id, all: ids, taken, marked, proposalId, merger_id });
  }
  const superseded = await supersede(call, losing(fields, choose));
  const account = choose['account_id'] ?? fields.find(({ field }) => field === 'account_id')?.stays;
  const moved =
    kind === 'account' ? [] : await moveFacts(call, records, accounts, accounts[ids.indexOf(account ?? '')]);
  await call.query(forgetInSets, [call.workspaceId, merged_ids]);
  const [ended] = await call.query(end, [call.workspaceId, merger_id, superseded, JSON.stringify(moved)]);
  await sayTier(call, kind, kept_id, records[0]!.record, ended!.after!);
  return { merger_id, kept_id, merged_ids: [...merged_ids], changed: true };
}

type One = {
  id: string;
  into: string;
  all: readonly string[];
  taken: readonly string[];
  marked: readonly string[];
  proposalId: string | null;
  merger_id: string;
};

async function mergeOne(call: Call, kind: Mergeable, { id, into, all, taken, marked, proposalId, merger_id }: One) {
  const { workspaceId } = call;
  const { move, keep, remove, fill } = mergeStatements[kind];
  const [by, now] = [JSON.stringify(doneBy(call)), call.now.toISOString()];
  const plans = kind === 'account' ? await movePlan(call, id, into) : { entries: [], plan: null, planMade: null };
  const tiers = kind === 'account' ? await call.query(supersedeTierProposal, [workspaceId, id, into]) : [];
  const [children] = await call.query(move, [workspaceId, id, into]);
  const closed: MergeClosed = {
    plan: plans.plan,
    planMade: plans.planMade,
    tierProposals: tiers.map((row) => row.id),
    valueProposals: (await call.query(closeValueProposals, [workspaceId, id, now])).map((row) => row.id),
    mergeProposals: (await call.query(closeProposalsOf, [workspaceId, id, by, now, all])).map((row) => row.id),
    followed: (await call.query(followMerged, [workspaceId, id, into])).map((row) => row.id),
  };
  const moved = JSON.stringify({ ...(children!.moved as object), plan_entries: plans.entries });
  const kept = [workspaceId, id, into, moved, proposalId, by, now, merger_id, JSON.stringify(closed)] as const;
  await call.query(keep, kept);
  await call.query(remove, [workspaceId, id]);
  const marks = JSON.stringify(marksOf(marked, { user_id: call.principal.user.id, at: now }));
  await call.query(fill, [workspaceId, into, id, taken, marks, now]);
}

/** Entries go to the other account's plan, which is made where there is none; the plan itself is kept with the merge. */
async function movePlan(call: Call, from: string, to: string) {
  const { workspaceId } = call;
  await call.query(lockPlans, [workspaceId, [from, to]]);
  const [made] = await call.query(makePlanToMerge, [workspaceId, newId('plan'), from, to, call.now.toISOString()]);
  const entries = await call.query(movePlanEntries, [workspaceId, from, to]);
  const [removed] = await call.query(removePlan, [workspaceId, from]);
  return { entries: entries.map(({ id }) => id!), plan: removed?.plan ?? null, planMade: made?.id ?? null };
}

async function supersede(call: Call, lost: readonly { record_id: string; attribute: string }[]): Promise<string[]> {
  if (lost.length === 0) return [];
  const values = [lost.map(({ record_id }) => record_id), lost.map(({ attribute }) => attribute)] as const;
  const rows = await call.query(supersedeLosing, [call.workspaceId, ...values, call.now.toISOString()]);
  return rows.map(({ id }) => id);
}

/** What is known of each record is known at the account where the one that stays is. */
async function moveFacts(
  call: Call,
  records: readonly ToMerge[],
  from: readonly (string | null)[],
  to: string | null | undefined,
): Promise<MovedFacts[]> {
  const moved: MovedFacts[] = [];
  for (const [place, { id }] of records.entries()) {
    const account = from[place] ?? null;
    if (to === undefined || account === to) continue;
    const rows = await call.query(moveFactsToMerge, [call.workspaceId, id, account, to]);
    if (rows.length > 0) moved.push({ from: account, to, ids: rows.map((row) => row.id!) });
  }
  return moved;
}
