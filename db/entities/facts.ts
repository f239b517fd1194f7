import { defineEntity, p } from '@mikro-orm/core';
import { tenantFilter, tenantKey } from './tenant.ts';

export const Signal = defineEntity({
  name: 'Signal',
  tableName: 'signals',
  filters: tenantFilter,
  indexes: [
    { name: 'signals_account', properties: ['workspaceId', 'accountId', 'id'] },
    { name: 'signals_read', properties: ['workspaceId', 'accountId', 'key', 'at'] },
  ],
  checks: [
    { name: 'signals_value_check', property: 'value', expression: '(value >= 0 precision) AND (value <= 1 precision)' },
  ],
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
  indexes: [{ name: 'scores_account', properties: ['workspaceId', 'accountId', 'id'] }],
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
  uniques: [
    {
      name: 'facts_current',
      properties: ['workspaceId', 'subjectId', 'attribute'],
      where: 'single AND (superseded_at IS NULL)',
    },
  ],
  indexes: [
    { name: 'facts_account', properties: ['workspaceId', 'accountId', 'id'] },
    { name: 'facts_fields', properties: ['workspaceId', 'accountId'], where: `attribute <> 'capture'::text` },
    { name: 'facts_run', properties: ['workspaceId', 'runRef', 'id'], where: 'run_ref IS NOT NULL' },
    { name: 'facts_search', properties: ['search'], type: 'gin' },
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
  properties: {
    workspaceId: p.text().primary(),
    contactKey: p.text().primary(),
    provider: p.text().primary(),
    entry: p.json<Record<string, unknown>>(),
    expiresAt: p.datetime(),
  },
});
