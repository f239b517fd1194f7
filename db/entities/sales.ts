import { defineEntity, p } from '@mikro-orm/core';
import { tenantFilter, tenantKey, timestamps } from './tenant.ts';

/** Whatever a record holds beyond its typed columns. */
export type Payload = Record<string, unknown>;

export const Account = defineEntity({
  name: 'Account',
  tableName: 'accounts',
  filters: tenantFilter,
  uniques: [{ name: 'accounts_external_ref_unique', properties: ['workspaceId', 'externalRef'] }],
  indexes: [
    { name: 'accounts_domain_word', properties: ['workspaceId', 'domainWord'] },
    {
      name: 'accounts_name',
      expression: 'CREATE INDEX accounts_name ON public.accounts USING btree (workspace_id, lower(name))',
    },
    { name: 'accounts_name_word', properties: ['workspaceId', 'nameWord'] },
    { name: 'accounts_search', properties: ['search'], type: 'gin' },
    { name: 'accounts_sorted', properties: ['workspaceId', 'sortName', 'id'] },
  ],
  properties: {
    ...tenantKey,
    name: p.text().nullable(),
    domain: p.text().nullable(),
    industry: p.text().nullable(),
    employeeCount: p.integer().nullable(),
    tier: p.text().nullable(),
    externalRef: p.text().nullable(),
    payload: p.json<Payload>().defaultRaw(`'{}'`),
    nameWord: p.text().nullable().generated('first_word(name) stored').lazy(),
    domainWord: p.text().nullable().generated('first_word(domain) stored').lazy(),
    sortName: p.text().nullable().generated(`lower(COALESCE(name, domain, ''::text)) stored`).lazy(),
    search: p
      .string()
      .columnType('tsvector')
      .nullable()
      .generated(
        `(array_to_tsvector(ARRAY[workspace_id]) || to_tsvector('simple'::regconfig, translate(((COALESCE(name, ''::text) || ' '::text) || COALESCE(domain, ''::text)), './-_@'::text, '     '::text))) stored`,
      )
      .lazy(),
    ...timestamps,
  },
});

export const Opportunity = defineEntity({
  name: 'Opportunity',
  tableName: 'opportunities',
  filters: tenantFilter,
  uniques: [{ name: 'opportunities_external_ref_unique', properties: ['workspaceId', 'externalRef'] }],
  indexes: [
    { name: 'opportunities_account', properties: ['workspaceId', 'accountId', 'id'] },
    {
      name: 'opportunities_gaps',
      properties: ['workspaceId', 'id'],
      where: `(COALESCE(stage, ''::text) !~* '(^|[^[:alpha:]])(won|lost|closed)([^[:alpha:]]|$)'::text) AND (NOT (meddpicc ?& ARRAY['metrics'::text, 'economic_buyer'::text, 'decision_criteria'::text, 'decision_process'::text, 'paper_process'::text, 'identify_pain'::text, 'champion'::text, 'competition'::text]))`,
    },
  ],
  properties: {
    ...tenantKey,
    accountId: p.text(),
    name: p.text().nullable(),
    stage: p.text().nullable(),
    amount: p.decimal('number').precision(18).scale(2).nullable(),
    currency: p.text().nullable(),
    closeDate: p.date().nullable(),
    owner: p.text().nullable(),
    externalRef: p.text().nullable(),
    meddpicc: p.json<Record<string, string>>().defaultRaw(`'{}'`),
    payload: p.json<Payload>().defaultRaw(`'{}'`),
    ...timestamps,
  },
});

export const Contact = defineEntity({
  name: 'Contact',
  tableName: 'contacts',
  filters: tenantFilter,
  uniques: [{ name: 'contacts_external_ref_unique', properties: ['workspaceId', 'externalRef'] }],
  indexes: [{ name: 'contacts_account', properties: ['workspaceId', 'accountId', 'id'] }],
  properties: {
    ...tenantKey,
    accountId: p.text().nullable(),
    name: p.text().nullable(),
    title: p.text().nullable(),
    email: p.text().nullable(),
    phone: p.text().nullable(),
    linkedin: p.text().nullable(),
    externalRef: p.text().nullable(),
    payload: p.json<Payload>().defaultRaw(`'{}'`),
    ...timestamps,
  },
});

export const Prospect = defineEntity({
  name: 'Prospect',
  tableName: 'prospects',
  filters: tenantFilter,
  uniques: [{ name: 'prospects_external_ref_unique', properties: ['workspaceId', 'externalRef'] }],
  indexes: [{ name: 'prospects_account', properties: ['workspaceId', 'accountId', 'id'] }],
  properties: {
    ...tenantKey,
    accountId: p.text().nullable(),
    name: p.text().nullable(),
    title: p.text().nullable(),
    email: p.text().nullable(),
    notes: p.text().nullable(),
    externalRef: p.text().nullable(),
    payload: p.json<Payload>().defaultRaw(`'{}'`),
    ...timestamps,
  },
});

export const TargetAccount = defineEntity({
  name: 'TargetAccount',
  tableName: 'target_accounts',
  filters: tenantFilter,
  uniques: [
    {
      name: 'target_accounts_domain_unique',
      properties: ['workspaceId', 'listName', 'domain'],
      where: 'domain IS NOT NULL',
    },
    { name: 'target_accounts_external_ref_unique', properties: ['workspaceId', 'externalRef'] },
    { name: 'target_accounts_name_unique', properties: ['workspaceId', 'listName', 'name'], where: 'domain IS NULL' },
  ],
  properties: {
    ...tenantKey,
    listName: p.text().nullable(),
    domain: p.text().nullable(),
    name: p.text().nullable(),
    industry: p.text().nullable(),
    employeeCount: p.integer().nullable(),
    externalRef: p.text().nullable(),
    payload: p.json<Payload>().defaultRaw(`'{}'`),
    ...timestamps,
  },
});

export const Meeting = defineEntity({
  name: 'Meeting',
  tableName: 'meetings',
  filters: tenantFilter,
  indexes: [
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
    ...timestamps,
  },
});

export const Capture = defineEntity({
  name: 'Capture',
  tableName: 'captures',
  filters: tenantFilter,
  indexes: [
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
    createdAt: p.datetime().defaultRaw('now()'),
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
  indexes: [{ name: 'plan_entries_section', properties: ['workspaceId', 'planId', 'section', 'id'] }],
  properties: {
    ...tenantKey,
    planId: p.text(),
    section: p.text(),
    content: p.text(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});
