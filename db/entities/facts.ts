import { defineEntity, p } from '@mikro-orm/core';
import { tenantFilter, tenantKey, withdrawal } from './tenant.ts';

export const Signal = defineEntity({
  name: 'Signal',
  tableName: 'signals',
  filters: tenantFilter,
  indexes: [
    { name: 'signals_withdrawn', properties: ['workspaceId', 'withdrawnAt'], where: 'withdrawn_at IS NOT NULL' },
    { name: 'signals_account', properties: ['workspaceId', 'accountId', 'id'] },
    { name: 'signals_read', properties: ['workspaceId', 'accountId', 'key', 'at'] },
    {
      name: 'signals_target',
      properties: ['workspaceId', 'targetAccountId', 'id'],
      where: 'target_account_id IS NOT NULL',
    },
  ],
  checks: [
    { name: 'signals_subject_check', expression: 'num_nonnulls(account_id, target_account_id) = 1' },
    { name: 'signals_value_check', property: 'value', expression: '(value >= 0 precision) AND (value <= 1 precision)' },
  ],
  properties: {
    ...tenantKey,
    accountId: p.text().nullable(),
    targetAccountId: p.text().nullable(),
    key: p.text(),
    value: p.double(),
    at: p.datetime(),
    runRef: p.text().nullable(),
    ...withdrawal,
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export const Score = defineEntity({
  name: 'Score',
  tableName: 'scores',
  filters: tenantFilter,
  indexes: [
    { name: 'scores_account', properties: ['workspaceId', 'accountId', 'id'] },
    {
      name: 'scores_target',
      properties: ['workspaceId', 'targetAccountId', 'id'],
      where: 'target_account_id IS NOT NULL',
    },
  ],
  checks: [{ name: 'scores_subject_check', expression: 'num_nonnulls(account_id, target_account_id) = 1' }],
  properties: {
    ...tenantKey,
    accountId: p.text().nullable(),
    targetAccountId: p.text().nullable(),
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
 * The quote a fact was stated to rest on: `verified` when the capture had these words, and whose they are then, the
 * customer's when somebody known of the account is named with them.
 */
export type FactEvidence = {
  capture_id: string;
  quote: string;
  verified: boolean;
  stated_by: 'customer' | 'seller' | null;
};

/**
 * One established statement (decisions 11). `single` marks an attribute that holds one value at a time: a newer fact
 * of the same subject and attribute supersedes it; only the retention deletes it then.
 */
export const Fact = defineEntity({
  name: 'Fact',
  tableName: 'facts',
  filters: tenantFilter,
  uniques: [
    {
      name: 'facts_current',
      properties: ['workspaceId', 'subjectId', 'attribute'],
      where: 'single AND (superseded_at IS NULL) AND (withdrawn_at IS NULL)',
    },
  ],
  indexes: [
    { name: 'facts_account', properties: ['workspaceId', 'accountId', 'id'] },
    { name: 'facts_at', properties: ['at'], type: 'brin' },
    {
      name: 'facts_asked',
      properties: ['workspaceId', 'attribute', 'id'],
      where: `single AND (superseded_at IS NULL) AND (withdrawn_at IS NULL) AND (attribute <> ''::text)`,
    },
    { name: 'facts_fields', properties: ['workspaceId', 'accountId'], where: `attribute <> 'capture'::text` },
    {
      name: 'facts_history',
      properties: ['workspaceId', 'subjectId', 'attribute', 'id'],
      where: 'single AND (superseded_at IS NOT NULL)',
    },
    { name: 'facts_run', properties: ['workspaceId', 'runRef', 'id'], where: 'run_ref IS NOT NULL' },
    { name: 'facts_search', properties: ['search'], type: 'gin' },
    { name: 'facts_stages', properties: ['workspaceId', 'id'], where: `attribute = 'stage'::text` },
    { name: 'facts_superseded', properties: ['supersededAt'], where: 'superseded_at IS NOT NULL' },
    {
      name: 'facts_texts',
      properties: ['workspaceId', 'subjectId'],
      where: `(NOT single) AND (attribute <> 'capture'::text)`,
    },
    { name: 'facts_withdrawn', properties: ['workspaceId', 'withdrawnBy'], where: 'withdrawn_at IS NOT NULL' },
    {
      name: 'facts_unattached',
      properties: ['workspaceId', 'subjectId'],
      where: `(account_id IS NULL) AND (subject_type = 'prospect'::text)`,
    },
  ],
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
    /** The record whose words or values it states; null where that is its subject. */
    sourceId: p.text().nullable(),
    withdrawnAt: p.datetime().nullable(),
    /** The id of what withdrew it: facts withdrawn together come back together. */
    withdrawnBy: p.text().nullable(),
    evidence: p.json<FactEvidence>().nullable(),
    requestId: p.text().nullable(),
    search: p
      .string()
      .columnType('tsvector')
      .nullable()
      .generated(
        `(array_to_tsvector(ARRAY[workspace_id]) || to_tsvector('english'::regconfig, ((replace(attribute, '_'::text, ' '::text) || ' '::text) || sentence))) stored`,
      )
      .lazy(),
  },
});

/** What an enrichment provider answered about a contact, kept for 30 days; `contactKey` is a digest. */
export const Enrichment = defineEntity({
  name: 'Enrichment',
  tableName: 'enrichments',
  filters: tenantFilter,
  indexes: [{ name: 'enrichments_expired', properties: ['expiresAt'] }],
  properties: {
    workspaceId: p.text().primary(),
    contactKey: p.text().primary(),
    provider: p.text().primary(),
    entry: p.json<Record<string, unknown>>(),
    expiresAt: p.datetime(),
  },
});
