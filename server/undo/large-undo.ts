import { hash } from 'node:crypto';
import { firstIdAt, newId } from '../../db/ids.ts';
import { beginUndoJob, isBeingUndone } from '../../db/statements/undo-jobs.ts';
import { keepUndo } from '../../db/statements/undo-writes.ts';
import { lockImport } from '../../db/statements/imports.ts';
import { countFactsOfImport } from '../../db/statements/undos.ts';
import { Fault } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import { doneBy } from '../records/withdraw.ts';
import { noSteps, type UndoServices } from './apply.ts';
import { madeBy, MOST_FACTS, nextPart } from './parts.ts';
import type { Limit, PlannedRecord, Stay } from './plan.ts';
import type { HistoryKept } from './plan-fields.ts';
import { findLeft, findLimits } from './plan-others.ts';
import { undoing } from './queue.ts';
import { type ImportRan, importRan, MOST, ofImport } from './selection.ts';

/** Records and parts that stay that a preview lists; it counts all. */
const LISTED = 200;

const nothing = {
  records: [] as PlannedRecord[],
  stays: [] as Stay[],
  left: [],
  limits: [] as Limit[],
  facts: 0,
  proposals: { values: 0, merges: 0 },
  totals: { records: 0, stays: 0 },
};

async function largeOne(call: Call, importId: string): Promise<ImportRan | undefined> {
  const ran = await importRan(call, importId);
  if (ran === undefined) return undefined;
  const of = [call.workspaceId, importId, ran.first, ran.last, MOST + 1] as const;
  const [counted] = await call.query(countFactsOfImport, of);
  return counted!.facts > MOST ? ran : undefined;
}

/** Whether an import left more facts than are undone in one transaction. @throws Fault as `importRan` does */
export const isLarge = async (call: Call, importId: string) => (await largeOne(call, importId)) !== undefined;

/**
 * What a large undo is asked with. Each part judges its records anew when it gets to them, so this only tells the import as
 * it ended from the same one, resumed since.
 */
const digestOf = ({ row: { import_id, ended_at, done } }: ImportRan) =>
  hash('sha256', JSON.stringify([import_id, ended_at, done]), 'base64url');

/** The preview of a large undo: the first of what it does, and how much there is. @returns undefined where it is not large */
export async function previewLarge(call: Call, importId: string, history: HistoryKept) {
  const { workspaceId } = call;
  const [being] = await call.query(isBeingUndone, [workspaceId, importId]);
  if (being!.running) return { ...nothing, in_parts: true, digest: '' };
  const ran = await largeOne(call, importId);
  if (ran === undefined) return undefined;
  const preview = { ...nothing, totals: { ...nothing.totals } };
  const staying = new Set<string>();
  const goingOf = async (ids: readonly string[]) =>
    new Set([...(await madeBy(call, importId, ids))].filter((id) => !staying.has(id)));
  let touched = 0;
  let updates = false;
  for (let before = ran.last; ;) {
    const part = await nextPart(call, ran, before, history, { lock: false, most: MOST_FACTS, goingOf });
    if (part === undefined) break;
    ({ before } = part);
    for (const { record_id } of part.stays) staying.add(record_id);
    preview.totals.records += part.records.length;
    preview.totals.stays += part.stays.length;
    preview.facts += part.facts;
    preview.records = [...preview.records, ...part.records].slice(0, LISTED);
    preview.stays = [...preview.stays, ...part.stays].slice(0, LISTED);
    touched += part.touched;
    updates ||= part.records.some(({ act }) => act === 'changed');
    // The embedded database answers without a turn of the event loop.
    await new Promise(setImmediate);
  }
  const selection = ofImport(importId, [ran.window], []);
  return {
    ...preview,
    left: await findLeft(call, selection, []),
    limits: await findLimits(call, selection, [], { updates, touched, auditedFrom: 0 }),
    in_parts: true,
    digest: digestOf(ran),
  };
}

/** Begins a large undo; a job does it, part by part. In the call's transaction. @throws Fault invalid_transition */
export async function beginLargeUndo(call: Call, importId: string, digest: string, { jobs }: UndoServices) {
  const { workspaceId, now, principal, requestId } = call;
  await call.query(lockImport, [workspaceId, importId]);
  const [being] = await call.query(isBeingUndone, [workspaceId, importId]);
  if (being!.running) throw new Fault('invalid_transition', { message: 'This import is being undone, or taken back.' });
  const ran = await largeOne(call, importId);
  if (ran === undefined || digestOf(ran) !== digest) {
    throw new Fault('invalid_transition', {
      message: 'Something changed since the preview was made. Nothing was undone.',
      hint: 'Look at the preview again, then undo.',
    });
  }
  const id = newId('undo');
  const by = JSON.stringify(doneBy(call));
  const at = now.toISOString();
  const steps = JSON.stringify(noSteps());
  await call.query(keepUndo, [workspaceId, id, null, null, null, null, steps, 0, by, at, importId, null, null]);
  const { created, updated, accounts_created } = ran.row;
  const total = created + updated + accounts_created;
  const before = firstIdAt('fact', new Date(ran.window.last.getTime() + 3_600_000));
  const begun = [workspaceId, id, total, before, by, principal.sessionId, requestId, at] as const;
  await call.query(beginUndoJob, begun);
  await jobs.enlist(call.em, undoing, { again: true });
  return { undo_id: id, in_parts: true, ...nothing };
}
