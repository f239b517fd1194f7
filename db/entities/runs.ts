import { defineEntity, p } from '@mikro-orm/core';
import { tenantFilter, tenantKey, timestamps } from './tenant.ts';

export const Run = defineEntity({
  name: 'Run',
  tableName: 'runs',
  filters: tenantFilter,
  properties: {
    ...tenantKey,
    runRef: p.text(),
    plugin: p.text().nullable(),
    skill: p.text().nullable(),
    state: p.text(),
    declared: p.boolean(),
    startedAt: p.datetime().nullable(),
    lastSignAt: p.datetime(),
    settledAt: p.datetime().nullable(),
    durationMs: p.double().nullable(),
    outcome: p.text().nullable(),
    counts: p.json<Record<string, unknown>>().nullable(),
    errorCode: p.text().nullable(),
    errorDetail: p.text().nullable(),
    accountRef: p.text().nullable(),
    telemetry: p.text().nullable(),
    keyId: p.text(),
    userId: p.text(),
    teamId: p.text().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export const BrainState = defineEntity({
  name: 'BrainState',
  tableName: 'brain_states',
  filters: tenantFilter,
  properties: {
    ...tenantKey,
    scope: p.text(),
    version: p.integer(),
    payload: p.json<unknown>(),
    bytes: p.integer(),
    runRef: p.text().nullable(),
    accountRef: p.text().nullable(),
    keyId: p.text().nullable(),
    userId: p.text(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export const WorkspaceFlag = defineEntity({
  name: 'WorkspaceFlag',
  tableName: 'workspace_flags',
  filters: tenantFilter,
  properties: {
    workspaceId: p.text().primary(),
    flag: p.text().primary(),
    value: p.json<unknown>(),
  },
});

/** The audit log: one row per call, append-only for the service's roles. */
export const ApiKeyCall = defineEntity({
  name: 'ApiKeyCall',
  tableName: 'api_key_calls',
  filters: tenantFilter,
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
    at: p.datetime(),
  },
});

/** The first result of a call made with an Idempotency-Key, kept 24 h. */
export const IdempotencyRecord = defineEntity({
  name: 'IdempotencyRecord',
  tableName: 'idempotency_records',
  filters: tenantFilter,
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

/** Who let which version of a draft through: with a key, or in a session of the panel. */
export type Approval = {
  version: number;
  user_id: string;
  user_name: string;
  key_id: string | null;
  session_id?: string;
  at: string;
};

export const Draft = defineEntity({
  name: 'Draft',
  tableName: 'drafts',
  filters: tenantFilter,
  properties: {
    ...tenantKey,
    channel: p.text(),
    state: p.text(),
    version: p.integer(),
    title: p.text().nullable(),
    body: p.text(),
    destination: p.json<Record<string, unknown>>().nullable(),
    product: p.text().nullable(),
    skill: p.text().nullable(),
    accountId: p.text().nullable(),
    accountRef: p.text().nullable(),
    runRef: p.text().nullable(),
    scheduledFor: p.datetime().nullable(),
    approval: p.json<Approval>().nullable(),
    failure: p.text().nullable(),
    claimedAt: p.datetime().nullable(),
    publishedAt: p.datetime().nullable(),
    stagedByKeyId: p.text().nullable(),
    stagedByUserId: p.text(),
    editedByKeyId: p.text().nullable(),
    editedByUserId: p.text(),
    ...timestamps,
  },
});

/** What a draft said at each version, so that what was approved can always be shown. */
export const DraftVersion = defineEntity({
  name: 'DraftVersion',
  tableName: 'draft_versions',
  filters: tenantFilter,
  properties: {
    workspaceId: p.text().primary(),
    draftId: p.text().primary(),
    version: p.integer().primary(),
    title: p.text().nullable(),
    body: p.text(),
    destination: p.json<Record<string, unknown>>().nullable(),
    keyId: p.text().nullable(),
    userId: p.text(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

/** Every review a draft was given, by whom, of which version. */
export const DraftReview = defineEntity({
  name: 'DraftReview',
  tableName: 'draft_reviews',
  filters: tenantFilter,
  properties: {
    ...tenantKey,
    draftId: p.text(),
    version: p.integer(),
    action: p.text(),
    scheduledFor: p.datetime().nullable(),
    note: p.text().nullable(),
    keyId: p.text().nullable(),
    sessionId: p.text().nullable(),
    userId: p.text(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

/** A connector's OAuth token for one channel, sealed with AES-256-GCM (decisions 12). */
export const IntegrationToken = defineEntity({
  name: 'IntegrationToken',
  tableName: 'integration_tokens',
  filters: tenantFilter,
  properties: {
    ...tenantKey,
    channel: p.text(),
    sealed: p.text(),
    encryptionKeyId: p.text(),
    accountLabel: p.text().nullable(),
    scopes: p.array(),
    expiresAt: p.datetime().nullable(),
    userId: p.text(),
    ...timestamps,
  },
});

/** What a hosted agent or the publisher has sent to somebody; `messageRef` is the provider's id of it. */
export const Send = defineEntity({
  name: 'Send',
  tableName: 'sends',
  filters: tenantFilter,
  properties: {
    ...tenantKey,
    draftId: p.text().nullable(),
    accountId: p.text().nullable(),
    channel: p.text(),
    provider: p.text().nullable(),
    messageRef: p.text().nullable(),
    sentAt: p.datetime(),
    runRef: p.text().nullable(),
    keyId: p.text().nullable(),
    userId: p.text().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

/** A reply to a send: what it wants, never what it says. */
export const Reply = defineEntity({
  name: 'Reply',
  tableName: 'replies',
  filters: tenantFilter,
  properties: {
    ...tenantKey,
    sendId: p.text(),
    intent: p.text(),
    classifiedBy: p.text(),
    messageRef: p.text().nullable(),
    receivedAt: p.datetime(),
    runRef: p.text().nullable(),
    keyId: p.text().nullable(),
    userId: p.text().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

/** A tier an agent proposes for an account; at most one of an account is open. */
export const TierProposal = defineEntity({
  name: 'TierProposal',
  tableName: 'tier_proposals',
  filters: tenantFilter,
  properties: {
    ...tenantKey,
    accountId: p.text(),
    fromTier: p.text().nullable(),
    tier: p.text(),
    reason: p.text().nullable(),
    evidence: p.array(),
    state: p.text(),
    decidedTier: p.text().nullable(),
    decidedByUserId: p.text().nullable(),
    decidedAt: p.datetime().nullable(),
    runRef: p.text().nullable(),
    keyId: p.text().nullable(),
    userId: p.text(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export const Webhook = defineEntity({
  name: 'Webhook',
  tableName: 'webhooks',
  filters: tenantFilter,
  properties: {
    ...tenantKey,
    origin: p.text(),
    sealedTarget: p.text(),
    sealedSecret: p.text(),
    types: p.array().nullable(),
    enabled: p.boolean().default(true),
    disabledReason: p.text().nullable(),
    failures: p.integer().default(0),
    failingSince: p.datetime().nullable(),
    ...timestamps,
  },
});
