import { defineEntity, p } from '@mikro-orm/core';
import { tenantFilter, tenantKey, timestamps } from './tenant.ts';

/** Whatever a record holds beyond its typed columns. */
export type Payload = Record<string, unknown>;

export const Account = defineEntity({
  name: 'Account',
  tableName: 'accounts',
  filters: tenantFilter,
  properties: {
    ...tenantKey,
    name: p.text().nullable(),
    domain: p.text().nullable(),
    industry: p.text().nullable(),
    employeeCount: p.integer().nullable(),
    tier: p.text().nullable(),
    externalRef: p.text().nullable(),
    payload: p.json<Payload>().defaultRaw(`'{}'`),
    ...timestamps,
  },
});

export const Opportunity = defineEntity({
  name: 'Opportunity',
  tableName: 'opportunities',
  filters: tenantFilter,
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
  properties: {
    ...tenantKey,
    source: p.text(),
    text: p.text(),
    accountId: p.text().nullable(),
    prospectId: p.text().nullable(),
    tags: p.array(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export const Plan = defineEntity({
  name: 'Plan',
  tableName: 'plans',
  filters: tenantFilter,
  properties: { ...tenantKey, accountId: p.text(), ...timestamps },
});

/** One append to a section of a plan; a section's content is its entries in order. */
export const PlanEntry = defineEntity({
  name: 'PlanEntry',
  tableName: 'plan_entries',
  filters: tenantFilter,
  properties: {
    ...tenantKey,
    planId: p.text(),
    section: p.text(),
    content: p.text(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export const Signal = defineEntity({
  name: 'Signal',
  tableName: 'signals',
  filters: tenantFilter,
  properties: {
    ...tenantKey,
    accountId: p.text(),
    key: p.text(),
    value: p.double(),
    at: p.datetime(),
    runRef: p.text().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export const Score = defineEntity({
  name: 'Score',
  tableName: 'scores',
  filters: tenantFilter,
  properties: {
    ...tenantKey,
    accountId: p.text(),
    role: p.text(),
    value: p.double(),
    band: p.text(),
    drivers: p.json<unknown[]>(),
    weightsVersion: p.text(),
    runRef: p.text().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

/**
 * One established statement (decisions 11). `single` marks an attribute that holds one value at a time: a newer fact
 * of the same subject and attribute supersedes it and never deletes it.
 */
export const Fact = defineEntity({
  name: 'Fact',
  tableName: 'facts',
  filters: tenantFilter,
  properties: {
    ...tenantKey,
    accountId: p.text().nullable(),
    subjectType: p.text(),
    subjectId: p.text(),
    attribute: p.text(),
    value: p.text(),
    sentence: p.text(),
    single: p.boolean(),
    tool: p.text(),
    provider: p.text().nullable(),
    keyId: p.text().nullable(),
    userId: p.text().nullable(),
    runRef: p.text().nullable(),
    at: p.datetime(),
    supersededAt: p.datetime().nullable(),
  },
});

/** What an enrichment provider answered about a contact, kept for 30 days; `contactKey` is a digest. */
export const Enrichment = defineEntity({
  name: 'Enrichment',
  tableName: 'enrichments',
  filters: tenantFilter,
  properties: {
    workspaceId: p.text().primary(),
    contactKey: p.text().primary(),
    provider: p.text().primary(),
    entry: p.json<Record<string, unknown>>(),
    expiresAt: p.datetime(),
  },
});
