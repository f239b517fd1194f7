import { defineEntity, p } from '@mikro-orm/core';
import { setByPeople, tenantFilter, tenantKey, timestamps, withdrawal } from './tenant.ts';

export const Meeting = defineEntity({
  name: 'Meeting',
  tableName: 'meetings',
  filters: tenantFilter,
  uniques: [
    {
      name: 'meetings_external_ref_unique',
      properties: ['workspaceId', 'externalRef'],
      where: 'external_ref IS NOT NULL AND withdrawn_at IS NULL',
    },
  ],
  indexes: [
    {
      name: 'meetings_search',
      expression: `CREATE INDEX meetings_search ON public.meetings USING gin (search_words(workspace_id, "left"(((((outcome || ' '::text) || COALESCE(next_step, ''::text)) || ' '::text) || COALESCE(notes, ''::text)), 64000)))`,
    },
    { name: 'meetings_withdrawn', properties: ['workspaceId', 'withdrawnAt'], where: 'withdrawn_at IS NOT NULL' },
    {
      name: 'meetings_account',
      properties: ['workspaceId', 'accountId', 'occurredAt', 'id'],
      columns: [{ name: 'workspaceId' }, { name: 'accountId' }, { name: 'occurredAt', sort: 'DESC' }, { name: 'id' }],
    },
    {
      name: 'meetings_recent',
      properties: ['workspaceId', 'occurredAt'],
      columns: [{ name: 'workspaceId' }, { name: 'occurredAt', sort: 'DESC' }],
    },
  ],
  properties: {
    ...tenantKey,
    accountId: p.text().nullable(),
    outcome: p.text(),
    notes: p.text().nullable(),
    nextStep: p.text().nullable(),
    occurredAt: p.datetime(),
    externalRef: p.text().nullable(),
    ...setByPeople,
    ...withdrawal,
    ...timestamps,
  },
});

export const Capture = defineEntity({
  name: 'Capture',
  tableName: 'captures',
  filters: tenantFilter,
  uniques: [
    {
      name: 'captures_external_ref_unique',
      properties: ['workspaceId', 'externalRef'],
      where: 'external_ref IS NOT NULL AND withdrawn_at IS NULL',
    },
  ],
  indexes: [
    {
      name: 'captures_search',
      expression: `CREATE INDEX captures_search ON public.captures USING gin (search_words(workspace_id, "left"(text, 64000)))`,
    },
    { name: 'captures_created', properties: ['createdAt'], type: 'brin' },
    { name: 'captures_withdrawn', properties: ['workspaceId', 'withdrawnAt'], where: 'withdrawn_at IS NOT NULL' },
    { name: 'captures_account', properties: ['workspaceId', 'accountId', 'id'], where: 'account_id IS NOT NULL' },
    {
      name: 'captures_prospect',
      properties: ['workspaceId', 'prospectId', 'id'],
      where: '(account_id IS NULL) AND (prospect_id IS NOT NULL)',
    },
  ],
  properties: {
    ...tenantKey,
    source: p.text(),
    text: p.text(),
    accountId: p.text().nullable(),
    prospectId: p.text().nullable(),
    tags: p.array().defaultRaw(`'{}'`),
    ...withdrawal,
    createdAt: p.datetime().defaultRaw('now()'),
    externalRef: p.text().nullable(),
    /** When its external_ref last replaced what it says. */
    updatedAt: p.datetime().nullable(),
  },
});

export const Plan = defineEntity({
  name: 'Plan',
  tableName: 'plans',
  filters: tenantFilter,
  uniques: [{ name: 'plans_account_unique', properties: ['workspaceId', 'accountId'] }],
  properties: {
    ...tenantKey,
    accountId: p.text(),
    ...timestamps,
  },
});

/** One append to a section of a plan; a section's content is its entries in order. */
export const PlanEntry = defineEntity({
  name: 'PlanEntry',
  tableName: 'plan_entries',
  filters: tenantFilter,
  uniques: [
    {
      name: 'plan_entries_external_ref_unique',
      properties: ['workspaceId', 'externalRef'],
      where: 'external_ref IS NOT NULL AND withdrawn_at IS NULL',
    },
  ],
  indexes: [
    { name: 'plan_entries_withdrawn', properties: ['workspaceId', 'withdrawnAt'], where: 'withdrawn_at IS NOT NULL' },
    {
      name: 'plan_entries_section',
      expression: `CREATE INDEX plan_entries_section ON public.plan_entries USING btree (workspace_id, plan_id, section, id) INCLUDE (withdrawn_at)`,
    },
    {
      name: 'plan_entries_search',
      expression: `CREATE INDEX plan_entries_search ON public.plan_entries USING gin (search_words(workspace_id, "left"(((section || ' '::text) || content), 64000)))`,
    },
  ],
  properties: {
    ...tenantKey,
    planId: p.text(),
    section: p.text(),
    content: p.text(),
    ...withdrawal,
    createdAt: p.datetime().defaultRaw('now()'),
    externalRef: p.text().nullable(),
    /** When its external_ref last replaced what it says. */
    updatedAt: p.datetime().nullable(),
  },
});

/** How many entries of a section are not withdrawn, counted by triggers; a section without any has no row. */
export const PlanSection = defineEntity({
  name: 'PlanSection',
  tableName: 'plan_sections',
  filters: tenantFilter,
  properties: {
    workspaceId: p.text().primary(),
    planId: p.text().primary(),
    section: p.text().primary(),
    entries: p.integer(),
  },
});
