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
    {
      name: 'api_key_calls_outcome_check',
      property: 'outcome',
      expression: `"outcome" in ('ok', 'proposed', 'error', 'denied')`,
    },
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
    count: p.integer().default(1),
    /** What the agent's host calls the call and its session. */
    hostIds: p.json<Record<string, string>>().nullable(),
    /** Paths of the input that it was refused for. */
    failedFields: p.array().nullable(),
    model: p.text().nullable(),
  },
});

/** The first result of a call made with an Idempotency-Key, kept 7 days. */
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

/** What the operator did, by the name of the token. Append-only. */
export const OperatorCall = defineEntity({
  name: 'OperatorCall',
  tableName: 'operator_calls',
  indexes: [{ name: 'operator_calls_at', properties: ['at'], type: 'brin' }],
  properties: {
    id: p.text().primary(),
    operator: p.text(),
    procedure: p.text(),
    subjects: p.array().defaultRaw(`'{}'`),
    errorCode: p.text().nullable(),
    requestId: p.text(),
    at: p.datetime().defaultRaw('clock_timestamp()'),
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

/**
 * What the operator, or a person about their own workspace, did that outlasts a workspace: letting people go, exports,
 * erasures, deletions. Belongs to no workspace, and holds ids and counts only.
 */
export const OperatorAct = defineEntity({
  name: 'OperatorAct',
  tableName: 'operator_acts',
  indexes: [{ name: 'operator_acts_subject', properties: ['subjectId', 'id'], where: 'subject_id IS NOT NULL' }],
  properties: {
    id: p.text().primary(),
    act: p.text(),
    subjectId: p.text().nullable(),
    userId: p.text().nullable(),
    requestId: p.text().nullable(),
    detail: p.json<Record<string, unknown>>().defaultRaw(`'{}'`),
    at: p.datetime().defaultRaw('now()'),
  },
});
