import type { UndoSteps } from '../../db/entities/undos.ts';
import { withdrawRows } from '../../db/statements/amendments.ts';
import type { Entity } from '../../db/statements/records.ts';
import { forgetFingerprints } from '../../db/statements/repeats.ts';
import { type Archivable, archives, moveProposals, readBrain, setFieldsOf } from '../../db/statements/undo-writes.ts';
import { findRows } from '../../db/statements/undos.ts';
import { storeVersion } from '../brain/brain.ts';
import type { Config } from '../config.ts';
import { reviewDraft } from '../drafts/drafts.ts';
import { withdrawEachFact } from '../facts/withdraw-facts.ts';
import type { Call } from '../gate/call.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { sayTier } from '../records/say-tier.ts';
import { doneBy } from '../records/withdraw.ts';
import { pointAll } from './detach.ts';
import { type Row, withValue } from './fields.ts';
import type { Work } from './plan.ts';
import type { HistoryKept } from './plan-fields.ts';
import { close } from './waiting.ts';

export type UndoServices = { jobs: Pick<Jobs, 'enlist'>; config: HistoryKept & Pick<Config, 'PUBLIC_URL'> };

/** Nothing was done yet. */
export const noSteps = (): UndoSteps => ({
  held: [],
  withdrawn: [],
  fields: [],
  detached: [],
  archived: [],
  brain: [],
  reopened: [],
});

/** A reason, as long as the notes of drafts and withdrawn records can be. */
export const reasonOf = (words: string): string => words.slice(0, 500).toWellFormed();

/**
 * Does what was planned. Each step leaves what the next one refers to: drafts and records first, then fields, at last rows
 * that others named. @param id by which the facts come back @param why it is done
 */
export async function apply(
  call: Call,
  id: string,
  why: string,
  work: Work,
  services: UndoServices,
): Promise<UndoSteps> {
  const steps = noSteps();
  steps.closed = await close(call, work.close);
  steps.withdrawn = await withdrawMade(call, work, why);
  // A record is archived only where nobody else recorded a fact of it.
  const archived = new Set(work.archive.flatMap(({ ids }) => ids));
  await withdrawEachFact(call, [...work.factsOf, ...work.facts.map((fact) => ({ id: fact, by: id }))], archived);
  await setFields(call, work.fields);
  steps.fields = work.fields.map(({ entity: _entity, ...change }) => change);
  await pointAll(call, work.detach, 'away');
  steps.detached = work.detach;
  steps.held = await holdDrafts(call, work.hold, why, services);
  steps.archived = await removeRows(call, work.archive);
  if (work.reopen.length > 0) {
    const reopened = await call.query(moveProposals, [call.workspaceId, work.reopen, 'superseded', 'proposed']);
    steps.reopened = reopened.map((row) => row.id);
  }
  if (work.synced.length > 0) steps.synced = work.synced;
  for (const { scope, undone, before } of work.brain) {
    steps.brain.push({ scope, undone, in_force: await putInForce(call, scope, before) });
  }
  return steps;
}

/** Drafts that wait are held; what a person approved stays approved. */
export async function holdDrafts(
  call: Call,
  drafts: readonly { id: string; version: number }[],
  note: string,
  services: UndoServices,
): Promise<UndoSteps['held']> {
  const held: UndoSteps['held'] = [];
  for (const { id: draft_id, version } of drafts) {
    await reviewDraft(call, { draft_id, version, status: 'pending', action: 'hold', note }, services);
    held.push({ draft_id, version, at: call.now.toISOString() });
  }
  return held;
}

/** Takes rows out of their tables, those that others refer to last. @returns them as they were */
export async function removeRows(call: Call, going: Work['archive']): Promise<UndoSteps['archived']> {
  const archived: UndoSteps['archived'] = [];
  for (const { table, ids } of going) {
    const rows = await call.query(archives[table as Archivable].remove, [call.workspaceId, ids]);
    archived.push({ table, rows: rows.map(({ record }) => record as Row) });
  }
  return archived;
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
  return (await storeVersion(call, { scope, payload: held!.payload }, version)).version;
}

/** Puts fields of records to their new values, all of a record at once; an account whose tier moves says so. */
export async function setFields(call: Call, changes: Work['fields']): Promise<void> {
  const byRecord = Map.groupBy(changes, ({ record_id }) => record_id);
  if (byRecord.size === 0) return;
  const rows = await call.query(findRows, [call.workspaceId, [...byRecord.keys()]]);
  const changed = rows.map(({ id, kind, record }) => {
    const own = byRecord.get(id)!;
    const after = own.reduce((row, { path, to }) => withValue(row, path, to), record);
    const columns = Object.fromEntries(own.map(({ path }) => [path[0]!, after[path[0]!]]));
    return { id, kind: kind as Entity, columns, before: record };
  });
  for (const [kind, of] of Map.groupBy(changed, (each) => each.kind)) {
    const values = JSON.stringify(of.map(({ id, columns }) => ({ id, columns })));
    await call.query(setFieldsOf[kind], [call.workspaceId, values, call.now.toISOString()]);
  }
  for (const { id, kind, columns, before } of changed) await sayTier(call, kind, id, before, columns);
}
