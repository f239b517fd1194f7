import { defineEntity, p } from '@mikro-orm/core';
import { type DoneBy, tenantFilter, tenantKey } from './tenant.ts';

/** A value of a field of a record: where it is kept, what it was and what it became; absent where there was none. */
export type FieldChange = {
  record_id: string;
  attribute: string;
  /** A typed column, or a path of keys in `payload` or `meddpicc`. */
  path: string[];
  from?: unknown;
  to?: unknown;
};

/** What an undo did, in the order it did it, each with what is needed to take it back exactly. */
export type UndoSteps = {
  /** Drafts that were held: the version, and when. */
  held: { draft_id: string; version: number; at: string }[];
  /** Records that were withdrawn with their facts. */
  withdrawn: string[];
  fields: FieldChange[];
  /** References to archived records that were cleared: `column` of these rows of `table` named `parent`. */
  detached: { table: string; column: string; parent: string; ids: string[] }[];
  /** Rows that were archived, by table, as they were. */
  archived: { table: string; rows: Record<string, unknown>[] }[];
  /** Brain scopes of which an earlier version was brought back, and the versions of both. */
  brain: { scope: string; undone: number; in_force: number }[];
  /** Brain scopes that were synced, with those versions: they stand as if they had not been. */
  synced?: { scope: string; versions: number[] }[];
  /** Tier proposals that were open again. */
  reopened: string[];
  /** Proposed values and merges that waited and were closed. */
  closed?: { values: string[]; merges: string[] };
  /** Archived rows that had been withdrawn before, and how. */
  hidden?: { id: string; at: string; by: DoneBy; reason: string | null }[];
};

/** What a run, a call, a key or an import wrote, undone by a person (decisions 23); or a record that a person archived (decisions 27). */
export const Undo = defineEntity({
  name: 'Undo',
  tableName: 'undos',
  filters: tenantFilter,
  uniques: [
    {
      name: 'undos_record',
      properties: ['workspaceId', 'recordId'],
      where: '(record_id IS NOT NULL) AND (restored_at IS NULL)',
    },
  ],
  indexes: [
    { name: 'undos_parts', properties: ['workspaceId', 'partOf', 'place'], where: 'part_of IS NOT NULL' },
    {
      name: 'undos_archived',
      properties: ['workspaceId', 'recordKind', 'id'],
      where: '(record_id IS NOT NULL) AND (restored_at IS NULL)',
    },
  ],
  checks: [{ name: 'undos_of_check', expression: 'num_nonnulls(run_ref, call_id, key_id, record_id, import_id) = 1' }],
  properties: {
    ...tenantKey,
    runRef: p.text().nullable(),
    callId: p.text().nullable(),
    keyId: p.text().nullable(),
    importId: p.text().nullable(),
    /** What was archived by itself, with its kind and name. */
    recordId: p.text().nullable(),
    recordKind: p.text().nullable(),
    recordName: p.text().nullable(),
    /** Of a key: everything since then. */
    since: p.datetime().nullable(),
    /** The undo of which it is a part, and its place among the parts: a large one is done in several transactions. */
    partOf: p.text().nullable(),
    place: p.integer().nullable(),
    steps: p.json<UndoSteps>(),
    facts: p.integer(),
    doneBy: p.json<DoneBy>(),
    doneAt: p.datetime(),
    /** Who took it back. */
    restoredBy: p.json<DoneBy>().nullable(),
    restoredAt: p.datetime().nullable(),
  },
});

/** An undo that is done, or taken back, part by part by a job: how far it got, and whose process has it. The id is the undo's. */
export const UndoJob = defineEntity({
  name: 'UndoJob',
  tableName: 'undo_jobs',
  filters: tenantFilter,
  indexes: [{ name: 'undo_jobs_due', properties: ['leasedUntil'], where: `state = 'running'::text` }],
  checks: [
    { name: 'undo_jobs_way_check', property: 'way', expression: `"way" in ('undo', 'take_back')` },
    { name: 'undo_jobs_state_check', property: 'state', expression: `"state" in ('running', 'done', 'failed')` },
  ],
  properties: {
    ...tenantKey,
    way: p.text(),
    state: p.text(),
    /** Records there are, and those done; for a way back, parts. */
    total: p.integer(),
    done: p.integer().default(0),
    /** The fact before which the next part ends. */
    before: p.text().nullable(),
    records: p.integer().default(0),
    facts: p.integer().default(0),
    /** What stayed, as somebody changed it since. */
    stays: p.integer().default(0),
    /** Why it failed. */
    reason: p.text().nullable(),
    tries: p.integer().default(0),
    doneBy: p.json<DoneBy>(),
    sessionId: p.text().nullable(),
    requestId: p.text(),
    startedAt: p.datetime(),
    endedAt: p.datetime().nullable(),
    leasedUntil: p.datetime().defaultRaw('now()'),
  },
});
