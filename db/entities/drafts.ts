import { defineEntity, p } from '@mikro-orm/core';
import { tenantFilter, tenantKey, timestamps, withdrawal } from './tenant.ts';

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
  uniques: [
    {
      name: 'drafts_play',
      properties: ['workspaceId', 'playKey'],
      where: `(state = 'pending'::text) AND (withdrawn_at IS NULL)`,
    },
  ],
  indexes: [
    {
      name: 'drafts_search',
      expression: `CREATE INDEX drafts_search ON public.drafts USING gin (search_words(workspace_id, "left"(((COALESCE(title, ''::text) || ' '::text) || body), 64000)))`,
    },
    { name: 'drafts_account', properties: ['workspaceId', 'accountId', 'id'], where: 'account_id IS NOT NULL' },
    {
      name: 'drafts_assignee',
      expression:
        'CREATE INDEX drafts_assignee ON public.drafts USING btree (workspace_id, lower(assignee), id) WHERE (assignee IS NOT NULL)',
    },
    { name: 'drafts_claimed', properties: ['claimedAt'], where: `state = 'publishing'::text` },
    { name: 'drafts_due', properties: ['scheduledFor'], where: `state = 'scheduled'::text` },
    { name: 'drafts_run', properties: ['workspaceId', 'runRef', 'id'], where: 'run_ref IS NOT NULL' },
    { name: 'drafts_withdrawn', properties: ['workspaceId', 'withdrawnAt'], where: 'withdrawn_at IS NOT NULL' },
    { name: 'drafts_state', properties: ['workspaceId', 'state', 'id'] },
  ],
  checks: [
    {
      name: 'drafts_state_check',
      property: 'state',
      expression: `"state" in ('pending', 'approved', 'scheduled', 'held', 'rejected', 'publishing', 'published', 'failed')`,
    },
  ],
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
    /** Who is to decide, by name. */
    assignee: p.text().nullable(),
    /** The play it was staged by; of one play one draft is pending. */
    playKey: p.text().nullable(),
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
    ...withdrawal,
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
  indexes: [{ name: 'draft_reviews_draft', properties: ['workspaceId', 'draftId', 'createdAt'] }],
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
  uniques: [{ name: 'integration_tokens_channel_unique', properties: ['workspaceId', 'channel'] }],
  properties: {
    ...tenantKey,
    channel: p.text(),
    sealed: p.text(),
    encryptionKeyId: p.text(),
    accountLabel: p.text().nullable(),
    scopes: p.array().defaultRaw(`'{}'`),
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
  uniques: [{ name: 'sends_message_ref_unique', properties: ['workspaceId', 'channel', 'messageRef'] }],
  indexes: [
    { name: 'sends_account', properties: ['workspaceId', 'accountId', 'id'] },
    { name: 'sends_draft', properties: ['workspaceId', 'draftId', 'id'] },
  ],
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
  uniques: [{ name: 'replies_message_ref_unique', properties: ['workspaceId', 'sendId', 'messageRef'] }],
  checks: [
    {
      name: 'replies_classified_by_check',
      property: 'classifiedBy',
      expression: `"classified_by" in ('rules', 'caller')`,
    },
    {
      name: 'replies_intent_check',
      property: 'intent',
      expression: `"intent" in ('interested', 'not-interested', 'referred', 'later', 'unclear')`,
    },
  ],
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
  uniques: [
    { name: 'tier_proposals_open', properties: ['workspaceId', 'accountId'], where: `state = 'proposed'::text` },
  ],
  checks: [
    {
      name: 'tier_proposals_state_check',
      property: 'state',
      expression: `"state" in ('proposed', 'accepted', 'overridden', 'superseded')`,
    },
  ],
  properties: {
    ...tenantKey,
    accountId: p.text(),
    fromTier: p.text().nullable(),
    tier: p.text(),
    reason: p.text().nullable(),
    evidence: p.array().defaultRaw(`'{}'`),
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
