import { isDeepStrictEqual } from 'node:util';
import type { FieldChange, UndoSteps } from '../../db/entities/undos.ts';
import { restoreRows } from '../../db/statements/amendments.ts';
import { hideAgain } from '../../db/statements/archive.ts';
import { type Archivable, archives, endUndo, moveProposals, waitAgain } from '../../db/statements/undo-writes.ts';
import { beginTakingBack } from '../../db/statements/undo-jobs.ts';
import { findArchivedByUndos, findFieldsWithdrawn, findRows, lockRows, lockUndo } from '../../db/statements/undos.ts';
import type { Entity } from '../../db/statements/records.ts';
import type { RowOf } from '../../db/statement.ts';
import { statusFact } from '../drafts/status-fact.ts';
import { Fault, notFound } from '../errors.ts';
import { restoreFacts } from '../facts/withdraw-facts.ts';
import type { Call } from '../gate/call.ts';
import { doneBy } from '../records/withdraw.ts';
import { pointAll } from './detach.ts';
import { setFields, type UndoServices } from './apply.ts';
import { archivedSince, bringBrainBack } from './brain.ts';
import { holds, isReachable, placeOf, valueOf } from './fields.ts';
import { isRecord } from './made.ts';
import type { NotBroughtBack } from './plan.ts';
import { FIELD_TOOLS } from './plan-fields.ts';
import { valueAt } from '../json-value.ts';
import { undoing } from './queue.ts';
import { reopen } from './waiting.ts';

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
  const restored = steps.withdrawn.length === 0 ? [] : await call.query(restoreRows, [workspaceId, steps.withdrawn]);
  const back = new Set(restored.map(({ id }) => id));
  not.push(...steps.withdrawn.filter((id) => !back.has(id)).map((id) => ({ record_id: id, attribute: null })));
  await bringFieldsBack(call, found, not);
  // Of what an import made, nobody recorded a fact while it was away.
  const made = found.import_id === null ? [] : steps.archived.flatMap(({ rows }) => rows.map(({ id }) => id as string));
  const facts = await restoreFacts(call, [undoId, ...back], new Set(made));
  if (steps.hidden !== undefined && steps.hidden.length > 0) {
    await call.query(hideAgain, [workspaceId, JSON.stringify(steps.hidden)]);
  }
  await letDraftsWait(call, steps, not);
  await bringBrainBack(call, found, not);
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

/**
 * A field comes back where the last fact of it is one of those that come back, and the record holds what stands now: what an
 * undo made it, this one or one since, or a way back from another. Before the facts come back.
 */
async function bringFieldsBack(
  call: Call,
  { id, done_at: doneAt, steps }: Found,
  not: NotBroughtBack[],
): Promise<void> {
  const { workspaceId } = call;
  const places = [id, ...steps.withdrawn];
  const archived = steps.archived.flatMap(({ rows }) => rows.map((row) => row['id'] as string));
  const withdrawn = await call.query(findFieldsWithdrawn, [workspaceId, places, [...FIELD_TOOLS], archived]);
  const fields = new Map<string, Field>();
  const add = (field: Field) => {
    const key = JSON.stringify([field.record_id, field.attribute]);
    fields.set(key, { ...fields.get(key), ...field });
  };
  for (const step of steps.fields) add({ record_id: step.record_id, attribute: step.attribute, step });
  for (const fact of withdrawn) {
    if (isRecord(fact.subject_id)) add({ record_id: fact.subject_id, attribute: fact.attribute, fact });
  }
  const ids = [...new Set(Array.from(fields.values(), ({ record_id }) => record_id))];
  if (ids.length === 0) return;
  await call.query(lockRows, [workspaceId, ids]);
  const rows = new Map((await call.query(findRows, [workspaceId, ids])).map((row) => [row.id, row]));
  await refuseArchived(
    call,
    ids.filter((record) => !rows.has(record)),
  );
  const changes: (FieldChange & { entity: string })[] = [];
  for (const field of fields.values()) {
    const { record_id, attribute } = field;
    const row = rows.get(record_id);
    const verdict = row === undefined ? 'changed' : valueBack(row, field, doneAt!);
    if (verdict === 'changed') not.push({ record_id, attribute });
    else if (verdict !== 'keep') changes.push({ record_id, entity: row!.kind, attribute, ...verdict });
  }
  await setFields(call, changes);
}

/** A field that an undo changed, or of which it withdrew facts: `fact` is the last of those. */
type Field = {
  record_id: string;
  attribute: string;
  fact?: RowOf<typeof findFieldsWithdrawn>;
  step?: FieldChange;
};

/** What to do with a field: set it to a value, `keep` it, as it is right already, or leave it, `changed` since the undo. */
function valueBack(
  row: RowOf<typeof findRows>,
  { attribute, fact, step }: Field,
  doneAt: string,
): { path: string[]; from: unknown; to: unknown } | 'keep' | 'changed' {
  const path = step?.path ?? placeOf(row.kind as Entity, attribute, row.record);
  const held = valueAt(row.record, path);
  const isAsUndone = step !== undefined && isDeepStrictEqual(held, step.to);
  if (fact === undefined) return isAsUndone ? { path, from: held, to: step.from } : 'changed';
  const { standing_id, standing_value, standing_at } = fact;
  if (standing_id !== null && standing_id > fact.id) return standing_at! > doneAt ? 'changed' : 'keep';
  if (holds(held, fact.value, true)) return 'keep';
  const isAsSaid = standing_value === null ? held === undefined : holds(held, standing_value, true);
  if (!isAsUndone && !isAsSaid) return 'changed';
  if (step !== undefined && holds(step.from, fact.value, true)) return { path, from: held, to: step.from };
  const value = isReachable(row.record, path) ? valueOf(fact.value, path, held) : null;
  return value === null ? 'changed' : { path, from: held, to: value.value };
}

/** What a later undo archived comes back first: fields of records that are not there cannot. @throws Fault invalid_transition */
async function refuseArchived(call: Call, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const [archived] = await call.query(findArchivedByUndos, [call.workspaceId, ids]);
  if (archived !== undefined) throw archivedSince(archived.id!);
}

async function letDraftsWait(call: Call, { held }: UndoSteps, not: NotBroughtBack[]): Promise<void> {
  for (const { draft_id, version, at } of held) {
    const [draft] = await call.query(waitAgain, [call.workspaceId, draft_id, version, at, call.now.toISOString()]);
    if (draft === undefined) not.push({ record_id: draft_id, attribute: null });
    else call.recordFact(statusFact({ ...draft, status: 'pending' }));
  }
}
