import { defineEntity, p } from '@mikro-orm/core';
import { type DoneBy, tenantFilter, tenantKey } from './tenant.ts';

/** A proposal to merge two records of one kind; a person decides (decisions 22). */
export const MergeProposal = defineEntity({
  name: 'MergeProposal',
  tableName: 'merge_proposals',
  filters: tenantFilter,
  indexes: [{ name: 'merge_proposals_decided', properties: ['decidedAt'], where: 'decided_at IS NOT NULL' }],
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
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

/** A merged record: its row as it was, and the rows that moved with it, by table. */
export const MergedRecord = defineEntity({
  name: 'MergedRecord',
  tableName: 'merged_records',
  filters: tenantFilter,
  indexes: [{ name: 'merged_records_into', properties: ['workspaceId', 'mergedInto'] }],
  properties: {
    ...tenantKey,
    kind: p.text(),
    mergedInto: p.text(),
    record: p.json<Record<string, unknown>>(),
    /** The other record as it was before. */
    keptBefore: p.json<Record<string, unknown>>(),
    moved: p.json<Record<string, string[]>>(),
    proposalId: p.text().nullable(),
    mergedBy: p.json<DoneBy>(),
    mergedAt: p.datetime().defaultRaw('now()'),
  },
});
