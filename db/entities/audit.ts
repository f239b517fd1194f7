import { defineEntity, p } from '@mikro-orm/core';
import { tenantFilter, tenantKey } from './tenant.ts';

/** The audit log: one row per call, append-only for the service's roles. */
export const ApiKeyCall = defineEntity({
  name: 'ApiKeyCall',
  tableName: 'api_key_calls',
  filters: tenantFilter,
  indexes: [
    { name: 'api_key_calls_at', properties: ['at'], type: 'brin' },
    {
      name: 'api_key_calls_failed',
      properties: ['workspaceId', 'id'],
      include: ['outcome'],
      where: `outcome <> 'ok'::text`,
    },
    { name: 'api_key_calls_key', properties: ['keyId', 'id'], include: ['tool', 'outcome'] },
    { name: 'api_key_calls_run', properties: ['workspaceId', 'runRef', 'id'], where: 'run_ref IS NOT NULL' },
  ],
  checks: [
    { name: 'api_key_calls_outcome_check', property: 'outcome', expression: `"outcome" in ('ok', 'error', 'denied')` },
  ],
  properties: {
    ...tenantKey,
    keyId: p.text(),
    userId: p.text(),
    tool: p.text(),
    transport: p.text(),
    outcome: p.text(),
    errorCode: p.text().nullable(),
    durationMs: p.double(),
    requestBytes: p.integer(),
    responseBytes: p.integer(),
    runRef: p.text().nullable(),
    requestId: p.text(),
    at: p.datetime().defaultRaw('now()'),
  },
});

/** The first result of a call made with an Idempotency-Key, kept 24 h. */
export const IdempotencyRecord = defineEntity({
  name: 'IdempotencyRecord',
  tableName: 'idempotency_records',
  filters: tenantFilter,
  indexes: [{ name: 'idempotency_records_created', properties: ['createdAt'], type: 'brin' }],
  properties: {
    workspaceId: p.text().primary(),
    keyId: p.text().primary(),
    idempotencyKey: p.text().primary(),
    tool: p.text(),
    inputHash: p.text(),
    result: p.text(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

/** What a person, or the operator for them, did. Append-only. */
export const Act = defineEntity({
  name: 'Act',
  tableName: 'acts',
  filters: tenantFilter,
  indexes: [
    { name: 'acts_at', properties: ['at'], type: 'brin' },
    { name: 'acts_subject', properties: ['workspaceId', 'subjectId', 'id'], where: 'subject_id IS NOT NULL' },
  ],
  properties: {
    ...tenantKey,
    act: p.text(),
    subjectId: p.text().nullable(),
    userId: p.text().nullable(),
    sessionId: p.text().nullable(),
    requestId: p.text().nullable(),
    address: p.text().nullable(),
    detail: p.json<Record<string, unknown>>().defaultRaw(`'{}'`),
    at: p.datetime().defaultRaw('clock_timestamp()'),
  },
});
