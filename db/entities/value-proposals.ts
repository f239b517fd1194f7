import { defineEntity, p } from '@mikro-orm/core';
import type { FactEvidence } from './facts.ts';
import { type DoneBy, tenantFilter, tenantKey } from './tenant.ts';

/** A value that an agent would have written over one a person set, for a person to decide (decisions 25). */
export const ValueProposal = defineEntity({
  name: 'ValueProposal',
  tableName: 'value_proposals',
  filters: tenantFilter,
  uniques: [
    {
      name: 'value_proposals_open',
      expression: `CREATE UNIQUE INDEX value_proposals_open ON public.value_proposals USING btree (workspace_id, record_id, md5(((path || ' '::text) || COALESCE((proposed)::text, ''::text)))) WHERE (state = 'proposed'::text)`,
    },
  ],
  indexes: [
    { name: 'value_proposals_decided', properties: ['decidedAt'], where: 'decided_at IS NOT NULL' },
    { name: 'value_proposals_waiting', properties: ['workspaceId', 'id'], where: `state = 'proposed'::text` },
    { name: 'value_proposals_account', properties: ['workspaceId', 'accountId', 'id'] },
    { name: 'value_proposals_record', properties: ['workspaceId', 'recordId', 'id'] },
  ],
  checks: [
    {
      name: 'value_proposals_state_check',
      property: 'state',
      expression: `"state" in ('proposed', 'accepted', 'declined', 'superseded')`,
    },
  ],
  properties: {
    ...tenantKey,
    kind: p.text(),
    recordId: p.text(),
    /** The account the record belongs to, or is. */
    accountId: p.text().nullable(),
    /** The name of the field, as facts have it. */
    field: p.text(),
    /** Where in the record the value is, as JSON. */
    path: p.text(),
    /** What stood there when it was proposed; null for nothing. */
    current: p.json<unknown>().nullable(),
    /** Null clears it. */
    proposed: p.json<unknown>().nullable(),
    evidence: p.json<FactEvidence>().nullable(),
    state: p.text(),
    tool: p.text(),
    /** How often it was proposed. */
    times: p.integer().defaultRaw('1'),
    proposedBy: p.json<DoneBy>(),
    requestId: p.text(),
    decidedBy: p.json<DoneBy>().nullable(),
    decidedAt: p.datetime().nullable(),
    /** Why it was declined. */
    note: p.text().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    /** When it was proposed last. */
    proposedAt: p.datetime().defaultRaw('now()'),
  },
});
