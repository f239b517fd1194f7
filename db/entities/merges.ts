import { defineEntity, p } from '@mikro-orm/core';
import { type DoneBy, tenantFilter, tenantKey } from './tenant.ts';

/** A proposal to merge two records of one kind; a person decides (decisions 22). */
export const MergeProposal = defineEntity({
  name: 'MergeProposal',
  tableName: 'merge_proposals',
  filters: tenantFilter,
  indexes: [
    { name: 'merge_proposals_decided', properties: ['decidedAt'], where: 'decided_at IS NOT NULL' },
    {
      name: 'merge_proposals_notes',
      properties: ['workspaceId', 'keptId', 'mergedId', 'decidedAt'],
      where: 'note IS NOT NULL',
    },
  ],
  uniques: [
    {
      name: 'merge_proposals_open',
      properties: ['workspaceId', 'keptId', 'mergedId'],
      where: `state = 'proposed'::text`,
    },
  ],
  checks: [
    {
      name: 'merge_proposals_state_check',
      property: 'state',
      expression: `"state" in ('proposed', 'applied', 'declined')`,
    },
  ],
  properties: {
    ...tenantKey,
    kind: p.text(),
    keptId: p.text(),
    mergedId: p.text(),
    reason: p.text().nullable(),
    state: p.text(),
    proposedBy: p.json<DoneBy>(),
    decidedBy: p.json<DoneBy>().nullable(),
    decidedAt: p.datetime().nullable(),
    /** Why it was declined. */
    note: p.text().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

/** A merged record: its row as it was, and the rows that moved with it, by table. */
export const MergedRecord = defineEntity({
  name: 'MergedRecord',
  tableName: 'merged_records',
  filters: tenantFilter,
  indexes: [
    { name: 'merged_records_into', properties: ['workspaceId', 'mergedInto'] },
    {
      name: 'merged_records_ref',
      properties: ['workspaceId', 'externalRef'],
      where: 'external_ref IS NOT NULL',
    },
  ],
  properties: {
    ...tenantKey,
    kind: p.text(),
    mergedInto: p.text(),
    record: p.json<Record<string, unknown>>(),
    /** The other record as it was before. */
    keptBefore: p.json<Record<string, unknown>>(),
    moved: p.json<Record<string, string[]>>(),
    proposalId: p.text().nullable(),
    /** The merge it was part of; null for those from before merges could be taken apart. */
    mergerId: p.text().nullable(),
    /** By what another system knows it. */
    externalRef: p.text().nullable().generated(`(record ->> 'external_ref'::text) stored`).lazy(),
    closed: p.json<MergeClosed>().nullable(),
    mergedBy: p.json<DoneBy>(),
    mergedAt: p.datetime().defaultRaw('now()'),
  },
});

/** What a merge changed beside the rows that moved, for each merged record: enough to put it back exactly. */
export type MergeClosed = {
  /** Its plan, which gave its entries to the other one's. */
  plan: Record<string, unknown> | null;
  /** The plan that was made for them. */
  planMade: string | null;
  tierProposals: string[];
  valueProposals: string[];
  mergeProposals: string[];
  /** Records that had become part of it before. */
  followed: string[];
};

/** Facts that went with a record to another account. */
export type MovedFacts = { from: string | null; to: string | null; ids: string[] };

/** A merge a person did: the record that stayed, before and after (decisions 29). */
export const Merger = defineEntity({
  name: 'Merger',
  tableName: 'mergers',
  filters: tenantFilter,
  indexes: [{ name: 'mergers_kept', properties: ['workspaceId', 'keptId', 'id'] }],
  properties: {
    ...tenantKey,
    kind: p.text(),
    keptId: p.text(),
    mergedIds: p.array(),
    before: p.json<Record<string, unknown>>(),
    after: p.json<Record<string, unknown>>().nullable(),
    /** Facts that state a value which did not stay. */
    superseded: p.array().defaultRaw(`'{}'`),
    factsMoved: p.json<MovedFacts[]>().defaultRaw(`'[]'`),
    doneBy: p.json<DoneBy>(),
    doneAt: p.datetime(),
    /** Who took it apart again. */
    unmergedBy: p.json<DoneBy>().nullable(),
    unmergedAt: p.datetime().nullable(),
  },
});
