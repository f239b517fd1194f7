import type { UndoSteps } from '../../db/entities/undos.ts';
import { idType, newId } from '../../db/ids.ts';
import { withdrawRows } from '../../db/statements/amendments.ts';
import {
  findArchived,
  findDraftsOfAccount,
  findFactsToArchive,
  findUnattached,
  keepArchived,
  lockRecordsOf,
  showWithdrawn,
} from '../../db/statements/archive.ts';
import { forgetFingerprints } from '../../db/statements/repeats.ts';
import { findChildren } from '../../db/statements/undo-children.ts';
import { findRows, lockRows } from '../../db/statements/undos.ts';
import { Fault, invalidField, notFound } from '../errors.ts';
import { withdrawFacts } from '../facts/withdraw-facts.ts';
import type { Call } from '../gate/call.ts';
import { nameOf } from '../records/record-name.ts';
import { doneBy } from '../records/withdraw.ts';
import { holdDrafts, noSteps, reasonOf, removeRows, type UndoServices } from './apply.ts';
import { bringBackPart } from './bring-back.ts';
import { Detached, pointAll } from './detach.ts';
import { archiveOf, isRecord } from './made.ts';
import { close, waitingFor } from './waiting.ts';

/** Rows that are archived at once at most. */
export const MOST_ROWS = 20_000;

/** Tables whose rows go with the record that they belong to; rows of the others only name it. */
const PARTS = new Set([
  'opportunities',
  'contacts',
  'prospects',
  'plans',
  'plan_entries',
  'signals',
  'scores',
  'tier_proposals',
]);

export type ArchivedRecord = {
  record_id: string;
  kind: string;
  name: string | null;
  records: number;
  facts: number;
  /** Rows of any kind that it took. */
  rows: number;
};

function tooMuch(name: string): Fault {
  return new Fault('invalid_input', {
    message: `With ${name}, more than ${MOST_ROWS} records, notes and facts would be archived at once. Nothing was changed.`,
    hint: 'Archive fewer at once, or its deals first.',
  });
}

/**
 * Archives a record: it is gone from every list and every answer, with what belongs to it, its facts and what waited for it;
 * notes about it are withdrawn, waiting drafts held. All of it is kept as it was, and comes back with `restoreArchived`. In
 * the call's transaction.
 * @param most how many rows may go
 * @throws Fault not_found; invalid_input when it is no record, or too much belongs to it
 */
export async function archiveRecord(
  call: Call,
  id: string,
  services: UndoServices,
  most = MOST_ROWS,
): Promise<ArchivedRecord> {
  const { workspaceId } = call;
  if (!isRecord(id))
    throw invalidField('record_id', 'expected the id of an account, deal, contact, prospect or target account');
  await call.query(lockRows, [workspaceId, [id]]);
  const [row] = await call.query(findRows, [workspaceId, [id]]);
  if (row === undefined) throw notFound(idType(id)!.replaceAll('_', ' '));
  const { record, kind } = row;
  const own = kind === 'account' ? (await call.query(lockRecordsOf, [workspaceId, id])).map((each) => each.id!) : [];
  const first = await call.query(findChildren, [workspaceId, [id, ...own], null]);
  const plans = first.flatMap((child) => (child.of_table === 'plans' ? [child.id] : []));
  const second = plans.length === 0 ? [] : await call.query(findChildren, [workspaceId, plans, null]);
  const children = [...first, ...second].filter(({ of_table }) => of_table !== 'merged_records');
  const going = new Set([id, ...own, ...children.flatMap((child) => (PARTS.has(child.of_table!) ? [child.id] : []))]);
  const account = kind === 'account' ? id : null;
  const home = (record['account_id'] ?? null) as string | null;
  const facts = await call.query(findFactsToArchive, [
    workspaceId,
    account,
    [id, ...own],
    most + 1,
    home === null ? [] : [home],
  ]);
  const rows = going.size + children.length + facts.length;
  if (rows > most) throw tooMuch(nameOf(record) ?? id);

  const undo = newId('undo');
  const steps = noSteps();
  steps.closed = await close(call, await waitingFor(call, [...going]));
  const drafts = account === null ? [] : await call.query(findDraftsOfAccount, [workspaceId, account]);
  await call.query(forgetFingerprints, [workspaceId, [...going]]);
  const withdrawnFacts = facts.map((fact) => fact.id!);
  const named = children.filter((child) => !going.has(child.id));
  const detached = new Detached();
  for (const { of_table: table, of_column: column, parent_id: parent, id: own } of named) {
    detached.add({ table: table!, column: column!, parent }, own);
  }
  steps.detached = detached.all();
  await pointAll(call, steps.detached, 'away');
  // Of no account by now: a draft's state is a fact of its account.
  steps.held = await holdDrafts(call, drafts, reasonOf(`Archived: ${nameOf(record) ?? id}`), services);
  const notes = named.flatMap((child) =>
    child.of_table === 'captures' || child.of_table === 'meetings' ? [child.id] : [],
  );
  const count = await withdrawNotes(call, undo, notes, withdrawnFacts, nameOf(record), steps);
  const hidden = children.flatMap((child) => (child.withdrawn && going.has(child.id) ? [child.id] : []));
  if (hidden.length > 0) steps.hidden = await call.query(showWithdrawn, [workspaceId, hidden]);
  steps.archived = await removeRows(call, archiveOf(going));
  await call.query(keepArchived, [
    workspaceId,
    undo,
    id,
    kind!,
    nameOf(record),
    JSON.stringify(steps),
    count,
    JSON.stringify(doneBy(call)),
    call.now.toISOString(),
  ]);
  return { record_id: id, kind: kind!, name: nameOf(record), records: 1 + own.length, facts: count, rows };
}

/** Notes that belong to nothing any more are withdrawn, with the facts. @returns how many facts */
async function withdrawNotes(
  call: Call,
  undo: string,
  notes: readonly string[],
  facts: readonly string[],
  name: string | null,
  steps: UndoSteps,
): Promise<number> {
  if (notes.length > 0) {
    const unattached = (await call.query(findUnattached, [call.workspaceId, notes])).map(({ id }) => id!);
    const why = reasonOf(`Archived with ${name ?? 'its record'}`);
    const by = JSON.stringify(doneBy(call));
    const rows = await call.query(withdrawRows, [call.workspaceId, unattached, call.now.toISOString(), by, why]);
    steps.withdrawn = rows.map(({ id }) => id!);
  }
  return withdrawFacts(call, undo, facts);
}

/**
 * Brings an archived record back as it was, with what was archived with it. In the call's transaction.
 * @throws Fault not_found when it is not archived; invalid_transition when its place is taken, or its account is not there
 */
export async function restoreArchived(call: Call, id: string) {
  const [found] = await call.query(findArchived, [call.workspaceId, id]);
  if (found === undefined)
    throw new Fault('not_found', { message: 'No archived record has this id in this workspace.' });
  const { facts, not_brought_back } = await bringBackPart(call, found.id);
  return { record_id: id, kind: found.kind!, name: found.name, facts, not_brought_back };
}
