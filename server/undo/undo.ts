import { hash } from 'node:crypto';
import { newId } from '../../db/ids.ts';
import { keepUndo } from '../../db/statements/undo-writes.ts';
import { listUndos } from '../../db/statements/undo-standing.ts';
import { Fault } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import { doneBy } from '../records/withdraw.ts';
import { apply, reasonOf, type UndoServices } from './apply.ts';
import { beginLargeUndo, isLarge, previewLarge } from './large-undo.ts';
import { makePlan } from './make-plan.ts';
import type { Plan, Preview, Totals } from './plan.ts';
import { undoView } from './standing.ts';
import type { UndoTarget } from './selection.ts';

/** What tells two plans apart: an undo does what was previewed, or nothing. */
const digestOf = ({ work: _work, ...preview }: Plan) => hash('sha256', JSON.stringify(preview), 'base64url');

const isEmpty = ({ records, facts, proposals: { values, merges } }: Preview) =>
  records.length === 0 && facts + values + merges === 0;

const totalsOf = ({ records, stays }: Preview): Totals => ({ records: records.length, stays: stays.length });

/** The words by which an undo is told. */
const namedIn = (target: UndoTarget) =>
  'run_ref' in target
    ? `the run ${target.run_ref}`
    : 'call_id' in target
      ? `the call ${target.call_id}`
      : 'import_id' in target
        ? `the import ${target.import_id}`
        : `everything the key ${target.key_id} wrote since ${target.since}`;

const placesOf = (target: UndoTarget) => ({
  run: 'run_ref' in target ? target.run_ref : null,
  call: 'call_id' in target ? target.call_id : null,
  key: 'key_id' in target ? target.key_id : null,
  imported: 'import_id' in target ? target.import_id : null,
});

/** What undoing would do, what stays and why, what has left, and what was undone before. @throws Fault not_found */
export async function previewUndo(call: Call, target: UndoTarget, { config }: Pick<UndoServices, 'config'>) {
  const { run, call: one, key, imported } = placesOf(target);
  const undos = (await call.query(listUndos, [call.workspaceId, run, one, key, imported])).map(undoView);
  if ('import_id' in target) {
    const large = await previewLarge(call, target.import_id, config);
    if (large !== undefined) return { ...large, undos };
  }
  const plan = await makePlan(call, target, config, false);
  const { work: _work, ...preview } = plan;
  return { ...preview, totals: totalsOf(preview), in_parts: false, digest: digestOf(plan), undos };
}

/**
 * Undoes what a run, a call, a key since a time or an import wrote, as it was previewed, in the call's transaction.
 * @param digest of the preview that was looked at
 * @throws Fault not_found; invalid_transition when it would do something else by now, or nothing
 */
export async function undo(call: Call, target: UndoTarget, digest: string, services: UndoServices) {
  if ('import_id' in target && (await isLarge(call, target.import_id))) {
    return beginLargeUndo(call, target.import_id, digest, services);
  }
  const plan = await makePlan(call, target, services.config, true);
  if (isEmpty(plan)) throw new Fault('invalid_transition', { message: 'There is nothing to undo.' });
  if (digestOf(plan) !== digest) {
    throw new Fault('invalid_transition', {
      message: 'Something changed since the preview was made. Nothing was undone.',
      hint: 'Look at the preview again, then undo.',
    });
  }
  const id = newId('undo');
  const steps = await apply(call, id, reasonOf(`Undone: ${namedIn(target)}`), plan.work, services);
  const { run, call: one, key, imported } = placesOf(target);
  await call.query(keepUndo, [
    call.workspaceId,
    id,
    run,
    one,
    key,
    'since' in target ? target.since : null,
    JSON.stringify(steps),
    plan.facts,
    JSON.stringify(doneBy(call)),
    call.now.toISOString(),
    imported,
    null,
    null,
  ]);
  const { work: _work, ...preview } = plan;
  return { undo_id: id, in_parts: false, totals: totalsOf(preview), ...preview };
}
