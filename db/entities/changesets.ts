import { defineEntity, p } from '@mikro-orm/core';
import type { NotedChange } from '../noted-changes.ts';
import { type DoneBy, tenantFilter, tenantKey } from './tenant.ts';

/** What a key on probation would write in a run, for a person to take or leave (decisions 26). */
export const Changeset = defineEntity({
  name: 'Changeset',
  tableName: 'changesets',
  filters: tenantFilter,
  uniques: [
    {
      name: 'changesets_open',
      expression: `CREATE UNIQUE INDEX changesets_open ON public.changesets USING btree (workspace_id, key_id, COALESCE(run_ref, ''::text)) WHERE (state = 'open'::text)`,
    },
  ],
  indexes: [{ name: 'changesets_waiting', properties: ['workspaceId', 'id'], where: `state = 'open'::text` }],
  checks: [{ name: 'changesets_state_check', property: 'state', expression: `"state" in ('open', 'closed')` }],
  properties: {
    ...tenantKey,
    keyId: p.text(),
    userId: p.text(),
    /** The run of its calls; null for those that name none. */
    runRef: p.text().nullable(),
    /** Closed once every call is decided: the run's next call begins another. */
    state: p.text(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

/** A call of a changeset: what it was asked, what it made of that, and what came of it. */
export const ProposedCall = defineEntity({
  name: 'ProposedCall',
  tableName: 'proposed_calls',
  filters: tenantFilter,
  indexes: [{ name: 'proposed_calls_changeset', properties: ['workspaceId', 'changesetId', 'position'] }],
  checks: [
    {
      name: 'proposed_calls_state_check',
      property: 'state',
      expression: `"state" in ('waiting', 'taken', 'declined')`,
    },
  ],
  properties: {
    ...tenantKey,
    changesetId: p.text(),
    /** Its place among the calls of the changeset, which are made again in this order. */
    position: p.integer(),
    tool: p.text(),
    transport: p.text(),
    requestId: p.text(),
    /** Its audit row. */
    callId: p.text(),
    /** Under which its answer is kept for a repeat (decisions 4); null where it is not. */
    idempotencyKey: p.text().nullable(),
    /** The input as it was sent, as JSON. */
    input: p.text(),
    /** What was looked up before it wrote, such as answers of providers: never asked for again. */
    prepared: p.json<unknown>().nullable(),
    /** Ids it gave to what it makes, in their order. */
    ids: p.array(),
    /** Rows it changed, before and after. */
    changes: p.json<NotedChange[]>(),
    state: p.text(),
    decidedBy: p.json<DoneBy>().nullable(),
    decidedAt: p.datetime().nullable(),
    /** Why a person declined it, for the agent to read. */
    note: p.text().nullable(),
    at: p.datetime(),
  },
});

/**
 * Rows that a transaction changed, while it asks for that (`app.noting`): written by a trigger, read and removed before its
 * end. Nobody else ever sees one.
 */
export const NotedChangeRow = defineEntity({
  name: 'NotedChangeRow',
  tableName: 'noted_changes',
  filters: tenantFilter,
  properties: {
    workspaceId: p.text().primary(),
    ofTable: p.text().primary(),
    recordId: p.text().primary(),
    before: p.json<Record<string, unknown>>().nullable(),
    after: p.json<Record<string, unknown>>().nullable(),
  },
});
