import { createHash } from 'node:crypto';
import type { UndoSteps } from '../../db/entities/undos.ts';
import { newId } from '../../db/ids.ts';
import { withdrawRows } from '../../db/statements/amendments.ts';
import type { Entity } from '../../db/statements/records.ts';
import { forgetFingerprints } from '../../db/statements/repeats.ts';
import {
  type Archivable,
  archives,
  keepUndo,
  moveProposals,
  pointAt,
  readBrain,
  setFieldsOf,
} from '../../db/statements/undo-writes.ts';
import { findRows, listUndos } from '../../db/statements/undos.ts';
import { syncBrain } from '../brain/brain.ts';
import type { Config } from '../config.ts';
import { reviewDraft } from '../drafts/drafts.ts';
import { Fault } from '../errors.ts';
import { withdrawEachFact } from '../facts/withdraw-facts.ts';
import type { Call } from '../gate/call.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { doneBy } from '../records/withdraw.ts';
import { emit } from '../webhooks/events.ts';
import { type Row, withValue } from './fields.ts';
import { makePlan } from './make-plan.ts';
import type { Plan, Preview, Work } from './plan.ts';
import type { HistoryKept } from './plan-fields.ts';
import type { UndoTarget } from './selection.ts';
import { close } from './waiting.ts';

export type UndoServices = { jobs: Pick<Jobs, 'enlist'>; config: HistoryKept & Pick<Config, 'PUBLIC_URL'> };

/** What tells two plans apart: an undo does what was previewed, or nothing. */
const digestOf = ({ work: _work, ...preview }: Plan) =>
  createHash('sha256').update(JSON.stringify(preview)).digest('base64url');

const isEmpty = ({ records, facts, proposals: { values, merges } }: Preview) =>
  records.length === 0 && facts + values + merges === 0;

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
  const plan = await makePlan(call, target, config, false);
  const { work: _work, ...preview } = plan;
  const { run, call: one, key, imported } = placesOf(target);
  const undos = await call.query(listUndos, [call.workspaceId, run, one, key, imported]);
  return { ...preview, digest: digestOf(plan), undos };
}

/**
 * Undoes what a run, a call, a key since a time or an import wrote, as it was previewed, in the call's transaction.
 * @param digest of the preview that was looked at
 * @throws Fault not_found; invalid_transition when it would do something else by now, or nothing
 */
export async function undo(call: Call, target: UndoTarget, digest: string, services: UndoServices) {
  const plan = await makePlan(call, target, services.config, true);
  if (isEmpty(plan)) throw new Fault('invalid_transition', { message: 'There is nothing to undo.' });
  if (digestOf(plan) !== digest) {
    throw new Fault('invalid_transition', {
      message: 'Something changed since the preview was made. Nothing was undone.',
      hint: 'Look at the preview again, then undo.',
    });
  }
  const id = newId('undo');
  const steps = await apply(call, id, target, plan.work, services);
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
  ]);
  const { work: _work, ...preview } = plan;
  return { undo_id: id, ...preview };
}

/** Each step leaves what the next one refers to: drafts and records first, then fields, at last rows that others named. */
async function apply(
  call: Call,
  id: string,
  target: UndoTarget,
  work: Work,
  services: UndoServices,
): Promise<UndoSteps> {
  const steps: UndoSteps = { held: [], withdrawn: [], fields: [], detached: [], archived: [], brain: [], reopened: [] };
  steps.closed = await close(call, work.close);
  const why = `Undone: ${namedIn(target)}`.slice(0, 500).toWellFormed();
  steps.withdrawn = await withdrawMade(call, work, why);
  await withdrawEachFact(call, [...work.factsOf, ...work.facts.map((fact) => ({ id: fact, by: id }))]);
  await setFields(call, work.fields);
  steps.fields = work.fields.map(({ entity: _entity, ...change }) => change);
  for (const { table, column, parent, ids } of work.detach) {
    await call.query(pointAt, [call.workspaceId, table, column, ids, parent, null]);
    steps.detached.push({ table, column, parent, ids });
  }
  for (const { id: draft_id, version } of work.hold) {
    await reviewDraft(call, { draft_id, version, status: 'pending', action: 'hold', note: why }, services);
    steps.held.push({ draft_id, version, at: call.now.toISOString() });
  }
  for (const { table, ids } of work.archive) {
    const rows = await call.query(archives[table as Archivable].remove, [call.workspaceId, ids]);
    steps.archived.push({ table, rows: rows.map(({ record }) => record as Row) });
  }
  if (work.reopen.length > 0) {
    const reopened = await call.query(moveProposals, [call.workspaceId, work.reopen, 'superseded', 'proposed']);
    steps.reopened = reopened.map((row) => row.id);
  }
  for (const { scope, undone, before } of work.brain) {
    steps.brain.push({ scope, undone, in_force: await putInForce(call, scope, before) });
  }
  return steps;
}

/** Withdraws records; what is archived or withdrawn answers no repeat. @returns those that were */
async function withdrawMade(call: Call, { withdraw, archive }: Work, why: string): Promise<string[]> {
  const gone = [...withdraw, ...archive.flatMap(({ ids }) => ids)];
  if (gone.length > 0) await call.query(forgetFingerprints, [call.workspaceId, gone]);
  if (withdraw.length === 0) return [];
  const by = JSON.stringify(doneBy(call));
  const rows = await call.query(withdrawRows, [call.workspaceId, withdraw, call.now.toISOString(), by, why]);
  return rows.map(({ id }) => id);
}

/** Makes what an earlier version of a brain scope holds the next version. */
export async function putInForce(call: Call, scope: string, version: number): Promise<number> {
  const [held] = await call.query(readBrain, [call.workspaceId, scope, version]);
  return (await syncBrain(call, { scope, payload: held!.payload })).version;
}

/** Puts fields of records to their new values, all of a record at once; an account whose tier moves says so. */
export async function setFields(call: Call, changes: Work['fields']): Promise<void> {
  const byRecord = Map.groupBy(changes, ({ record_id }) => record_id);
  if (byRecord.size === 0) return;
  const rows = await call.query(findRows, [call.workspaceId, [...byRecord.keys()]]);
  for (const { id, kind, record } of rows) {
    const own = byRecord.get(id)!;
    const after = own.reduce((row, { path, to }) => withValue(row, path, to), record);
    const columns = Object.fromEntries(own.map(({ path }) => [path[0]!, after[path[0]!]]));
    await call.query(setFieldsOf[kind as Entity], [
      call.workspaceId,
      id,
      JSON.stringify(columns),
      call.now.toISOString(),
    ]);
    const tier = columns['tier'];
    if (kind === 'account' && typeof tier === 'string' && tier !== record['tier']) {
      await emit(call, 'account.tier_changed', {
        account_id: id,
        from_tier: record['tier'] as string | null,
        to_tier: tier,
        source: 'written',
        changed_at: call.now.toISOString(),
      });
    }
  }
}
