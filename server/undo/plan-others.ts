import {
  countEvents,
  findDraftsToUndo,
  findEditedDrafts,
  findSent,
  findTierProposals,
  type WrittenDraft,
  type WrittenProposal,
} from '../../db/statements/undos.ts';
import { firstIdAt, idType } from '../../db/ids.ts';
import type { Call } from '../gate/call.ts';
import type { Left, Limit, PlannedRecord, Stay } from './plan.ts';
import type { Selection } from './selection.ts';

export type Part = { records: PlannedRecord[]; stays: Stay[] };

const starts = ({ windows }: Selection) => windows.map(({ first }) => first.toISOString());
const ends = ({ windows }: Selection) => windows.map(({ last }) => new Date(last.getTime() + 1_000).toISOString());

export type PlannedDrafts = Part & { hold: WrittenDraft[]; left: Left[]; ids: string[] };

/** Drafts the selection staged: those that wait are held; decided ones stay; published ones have left. */
export async function planDrafts(call: Call, selection: Selection): Promise<PlannedDrafts> {
  const { target, runRef, facts } = selection;
  const named =
    'call_id' in target
      ? facts.flatMap(({ subject_id, id }) =>
          idType(subject_id) === 'draft' && subject_id.slice(4) < id.slice(5) && isStaged(selection, subject_id)
            ? [subject_id]
            : [],
        )
      : [];
  const since = 'since' in target ? target : undefined;
  const drafts = await call.query(findDraftsToUndo, [
    call.workspaceId,
    runRef,
    since?.key_id ?? null,
    since === undefined ? null : firstIdAt('draft', new Date(since.since)),
    named,
  ]);
  const part: PlannedDrafts = { records: [], stays: [], hold: [], left: [], ids: drafts.map(({ id }) => id) };
  for (const draft of drafts) {
    const { id, title, channel, account_id, state, published_at } = draft;
    const shown = { record_id: id, kind: 'draft', name: title ?? channel, account_id };
    const byPerson = draft.edited_by_key_id === null;
    if (state === 'published') {
      part.left.push({ kind: 'published', name: title ?? channel, draft_id: id, count: 1, at: published_at });
    } else if (state === 'pending' && !byPerson) {
      part.hold.push(draft);
      part.records.push({
        ...shown,
        act: 'held',
        changes: [{ attribute: 'body', before: null, after: draft.excerpt }],
      });
    } else if (state !== 'held' || byPerson) {
      const by = draft.approval ?? { user_id: draft.reviewer_id, key_id: null };
      const reason = byPerson && state === 'pending' ? 'changed_since' : 'decided';
      part.stays.push({
        ...shown,
        attribute: null,
        value: state,
        reason,
        user_id: by.user_id,
        key_id: by.key_id,
        at: draft.updated_at,
      });
    }
  }
  return part;
}

/** Whether a draft was made by one of the calls: its id is of their time. */
function isStaged({ windows }: Selection, id: string): boolean {
  return windows.some(
    ({ first, last }) => firstIdAt('draft', first) <= id && id < firstIdAt('draft', new Date(last.getTime() + 1)),
  );
}

export type PlannedProposals = Part & { archive: string[]; reopen: string[]; kept: ReadonlySet<string> };

/** Tiers the selection proposed: open proposals go, and the one before is open again; decided ones stay. */
export async function planProposals(call: Call, { runRef, keys, facts }: Selection): Promise<PlannedProposals> {
  const proposed = facts.filter(
    ({ attribute, subject_type, source_id }) =>
      attribute === 'proposed_tier' && subject_type === 'account' && source_id === null,
  );
  const part: PlannedProposals = { records: [], stays: [], archive: [], reopen: [], kept: new Set() };
  if (proposed.length === 0) return part;
  const at = proposed.map((fact) => fact.at);
  const rows = await call.query(findTierProposals, [call.workspaceId, runRef, keys, at]);
  const own = new Set(rows.map(({ id }) => id));
  const decided = rows.filter(({ state }) => state === 'accepted' || state === 'overridden');
  for (const { id, account_id, tier, decided_by_user_id, decided_at } of decided) {
    part.stays.push({
      record_id: id,
      kind: 'proposal',
      name: null,
      account_id,
      attribute: 'proposed_tier',
      value: tier,
      reason: 'decided',
      user_id: decided_by_user_id,
      key_id: null,
      at: decided_at,
    });
  }
  const left = (row: WrittenProposal) => row.state === 'proposed' || row.state === 'superseded';
  part.archive = rows.filter(left).map(({ id }) => id);
  // What an open one replaced stood open before it.
  for (const open of rows.filter(({ state }) => state === 'proposed')) {
    let { before_id: before, state_before: state } = open;
    while (before !== null && own.has(before)) {
      const row: WrittenProposal = rows.find(({ id }) => id === before)!;
      ({ before_id: before, state_before: state } = row);
    }
    if (before !== null && state === 'superseded') part.reopen.push(before);
  }
  const accounts = new Set(decided.map(({ account_id }) => account_id));
  part.kept = new Set(proposed.filter(({ account_id }) => accounts.has(account_id ?? '')).map(({ id }) => id));
  return part;
}

/** What nothing takes back: what was sent, and events that webhooks got. */
export async function findLeft(call: Call, selection: Selection, drafts: readonly string[]): Promise<Left[]> {
  const left: Left[] = [];
  const sent = await call.query(findSent, [call.workspaceId, drafts, selection.runRef]);
  for (const { draft_id, channel, provider, sent_at } of sent) {
    left.push({ kind: 'sent', name: provider ?? channel, draft_id, count: 1, at: sent_at });
  }
  const events = await call.query(countEvents, [
    call.workspaceId,
    selection.runRef,
    starts(selection),
    ends(selection),
  ]);
  for (const { type, delivered, pending } of events) {
    if (delivered > 0) left.push({ kind: 'delivered', name: type, draft_id: null, count: delivered, at: null });
    if (pending > 0) left.push({ kind: 'delivering', name: type, draft_id: null, count: pending, at: null });
  }
  return left;
}

const LIMITS: readonly { tools: readonly string[]; what: string }[] = [
  {
    tools: ['amend_record'],
    what: 'What it withdrew or restored stays so: decide on it under Corrections.',
  },
  { tools: ['studio_review_draft'], what: 'Drafts that it held or rejected stay so: decide on them under Drafts.' },
  {
    tools: ['connect_integration'],
    what: 'A channel that it connected stays connected: disconnect it under Channels.',
  },
  {
    tools: ['gtm_build_tam'],
    what: 'Companies that were on a list before keep what it wrote over them: lists keep no history.',
  },
];

/**
 * What cannot be undone, or told, as nobody kept how it was. @param written whether it wrote to records that were there before,
 * how many of them somebody wrote to since without a fact, and from when on calls are in the audit log
 */
export async function findLimits(
  call: Call,
  selection: Selection,
  drafts: readonly string[],
  { updates, touched, auditedFrom }: { updates: boolean; touched: number; auditedFrom: number },
): Promise<Limit[]> {
  const counts = Map.groupBy(selection.calls, ({ tool }) => tool);
  const limits: Limit[] = LIMITS.flatMap(({ tools, what }) => {
    const count = tools.reduce((sum, tool) => sum + (counts.get(tool)?.length ?? 0), 0);
    return count === 0 ? [] : [{ what, count }];
  });
  if (updates) {
    const writes = (counts.get('gtm_crm_write')?.length ?? 0) + (counts.get('update_prospect')?.length ?? 0);
    const what =
      'A record that it moved to another account, list or external reference stays there: links keep no history.';
    if (writes > 0) limits.push({ what, count: writes });
  }
  if (touched > 0) {
    const what =
      'Somebody wrote to some of these records since, and no history says what: a value that is said again is undone with the first.';
    limits.push({ what, count: touched });
  }
  if (counts.has('studio_stage_draft')) {
    const edited = await call.query(findEditedDrafts, [
      call.workspaceId,
      selection.keys,
      starts(selection),
      ends(selection),
      drafts,
    ]);
    const what = 'Drafts of others that it edited stay as they are: bring an earlier version back on their pages.';
    if (edited.length > 0) limits.push({ what, count: edited.length });
  }
  const [oldest] = selection.facts;
  if (oldest !== undefined && Date.parse(oldest.at) < auditedFrom) {
    const what =
      'Calls that are no longer in the audit log: captures of no account and lists that only they tell of stay.';
    limits.push({ what, count: 1 });
  }
  const { undecided } = selection;
  if (undecided > 0) {
    const what = 'Rows that another key wrote at the very same time, or this one: nothing tells which, so they stay.';
    limits.push({ what, count: undecided });
  }
  return limits;
}
