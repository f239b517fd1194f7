import { isDeepStrictEqual } from 'node:util';
import type { FieldChange, UndoSteps } from '../../db/entities/undos.ts';
import { restoreRows } from '../../db/statements/amendments.ts';
import { hideAgain } from '../../db/statements/archive.ts';
import {
  type Archivable,
  archives,
  endUndo,
  moveProposals,
  readBrain,
  waitAgain,
} from '../../db/statements/undo-writes.ts';
import { beginTakingBack } from '../../db/statements/undo-jobs.ts';
import { findRows, lockRows, lockUndo } from '../../db/statements/undos.ts';
import type { RowOf } from '../../db/statement.ts';
import { statusFact } from '../drafts/status-fact.ts';
import { Fault, notFound } from '../errors.ts';
import { restoreFacts } from '../facts/withdraw-facts.ts';
import type { Call } from '../gate/call.ts';
import { doneBy } from '../records/withdraw.ts';
import { pointAll } from './detach.ts';
import { type Row, valueAt } from './fields.ts';
import { putInForce, setFields, type UndoServices } from './apply.ts';
import { undoing } from './queue.ts';
import { reopen } from './waiting.ts';

/** Something an undo changed that does not come back, as somebody changed it since. */
export type NotBroughtBack = { record_id: string; attribute: string | null };

/**
 * Takes an undo back: everything is as it was before it, but for what somebody changed since. In the call's transaction; of
 * a large undo it begins the job that does it.
 * @throws Fault not_found; invalid_transition when it was taken back before, or a record cannot come back
 */
export async function bringBack(call: Call, undoId: string, { jobs }: Pick<UndoServices, 'jobs'>) {
  const { workspaceId } = call;
  const found = await lockStanding(call, undoId);
  if (found.part_of !== null) throw notFound('undo');
  const by = [JSON.stringify(doneBy(call)), call.principal.sessionId, call.requestId, call.now.toISOString()] as const;
  const [begun] = await call.query(beginTakingBack, [workspaceId, undoId, ...by]);
  if (begun === undefined) return { ...(await bringStepsBack(call, found)), in_parts: false };
  await jobs.enlist(call.em, undoing, { again: true });
  return { ...namesOf(found), facts: 0, not_brought_back: [], in_parts: true };
}

/** Takes back what one transaction did: a part of an undo, or what a person archived. @throws Fault as `bringBack` does */
export const bringBackPart = async (call: Call, undoId: string) =>
  bringStepsBack(call, await lockStanding(call, undoId));

type Found = RowOf<typeof lockUndo>;

const namesOf = ({ id: undo_id, run_ref, call_id, key_id, import_id }: Found) => ({
  undo_id,
  run_ref,
  call_id,
  key_id,
  import_id,
});

async function lockStanding(call: Call, undoId: string): Promise<Found> {
  const [found] = await call.query(lockUndo, [call.workspaceId, undoId]);
  if (found === undefined) throw notFound('undo');
  if (found.restored_at !== null)
    throw new Fault('invalid_transition', { message: 'This undo was taken back before.' });
  return found;
}

async function bringStepsBack(call: Call, found: Found) {
  const { workspaceId } = call;
  const { id: undoId, steps } = found;
  const not: NotBroughtBack[] = [];
  await wantAccounts(call, steps);
  await bringRowsBack(call, steps);
  await bringFieldsBack(call, steps.fields, not);
  const restored = steps.withdrawn.length === 0 ? [] : await call.query(restoreRows, [workspaceId, steps.withdrawn]);
  const back = new Set(restored.map(({ id }) => id));
  not.push(...steps.withdrawn.filter((id) => !back.has(id)).map((id) => ({ record_id: id, attribute: null })));
  // Of what an import made, nobody recorded a fact while it was away.
  const made = found.import_id === null ? [] : steps.archived.flatMap(({ rows }) => rows.map(({ id }) => id as string));
  const facts = await restoreFacts(call, [undoId, ...back], new Set(made));
  if (steps.hidden !== undefined && steps.hidden.length > 0) {
    await call.query(hideAgain, [workspaceId, JSON.stringify(steps.hidden)]);
  }
  await letDraftsWait(call, steps, not);
  await bringBrainBack(call, steps, not);
  not.push(...(await reopen(call, steps.closed)).map((id) => ({ record_id: id, attribute: null })));
  await call.query(endUndo, [workspaceId, undoId, JSON.stringify(doneBy(call)), call.now.toISOString()]);
  return { ...namesOf(found), facts, not_brought_back: not };
}

/** Rows come back to accounts that are there: to one that is archived itself, once that is back. */
async function wantAccounts(call: Call, { archived }: UndoSteps): Promise<void> {
  const rows = archived.flatMap((each) => each.rows);
  const own = new Set(rows.map(({ id }) => id));
  const accounts = new Set(rows.map((row) => row['account_id']).filter((id) => typeof id === 'string' && !own.has(id)));
  if (accounts.size === 0) return;
  const there = new Set(
    (await call.query(findRows, [call.workspaceId, [...accounts] as string[]])).map(({ id }) => id),
  );
  const missing = [...accounts].find((id) => !there.has(id as string));
  if (missing === undefined) return;
  throw new Fault('invalid_transition', {
    message: `Its account ${String(missing)} is archived or merged. Nothing was changed.`,
    hint: 'Restore the account first.',
  });
}

/** Archived rows come back as they were, and what named them does again. */
async function bringRowsBack(call: Call, { archived, detached, reopened }: UndoSteps): Promise<void> {
  if (reopened.length > 0) await call.query(moveProposals, [call.workspaceId, reopened, 'proposed', 'superseded']);
  for (const { table, rows } of archived.toReversed()) {
    const back = await call.query(archives[table as Archivable].bringBack, [JSON.stringify(rows)]);
    if (back.length === rows.length) continue;
    const there = new Set(back.map(({ id }) => id));
    const missing = rows.find(({ id }) => !there.has(id as string))!;
    throw new Fault('invalid_transition', {
      message: `${String(missing['id'])} cannot come back: another record has its name or reference by now. Nothing was changed.`,
      hint: 'Change or merge the other record, then take the undo back again.',
    });
  }
  await pointAll(call, detached, 'back');
}

/** A field comes back where it still is what the undo made it. */
async function bringFieldsBack(call: Call, fields: readonly FieldChange[], not: NotBroughtBack[]): Promise<void> {
  const ids = [...new Set(fields.map(({ record_id }) => record_id))];
  if (ids.length === 0) return;
  await call.query(lockRows, [call.workspaceId, ids]);
  const rows = new Map((await call.query(findRows, [call.workspaceId, ids])).map((row) => [row.id, row]));
  const back = fields.flatMap((field) => {
    const row = rows.get(field.record_id);
    const isAsUndone = row !== undefined && isDeepStrictEqual(valueAt(row.record as Row, field.path), field.to);
    if (!isAsUndone) {
      not.push({ record_id: field.record_id, attribute: field.attribute });
      return [];
    }
    return [{ ...field, entity: row.kind, from: field.to, to: field.from }];
  });
  await setFields(call, back);
}

async function letDraftsWait(call: Call, { held }: UndoSteps, not: NotBroughtBack[]): Promise<void> {
  for (const { draft_id, version, at } of held) {
    const [draft] = await call.query(waitAgain, [call.workspaceId, draft_id, version, at, call.now.toISOString()]);
    if (draft === undefined) not.push({ record_id: draft_id, attribute: null });
    else call.recordFact(statusFact({ ...draft, status: 'pending' }));
  }
}

async function bringBrainBack(call: Call, { brain }: UndoSteps, not: NotBroughtBack[]): Promise<void> {
  for (const { scope, undone, in_force } of brain) {
    const [held] = await call.query(readBrain, [call.workspaceId, scope, undone]);
    if (held?.in_force === in_force) await putInForce(call, scope, undone);
    else not.push({ record_id: scope, attribute: 'brain_version' });
  }
}
