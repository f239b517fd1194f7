import { defineEntity, p } from '@mikro-orm/core';
import { tenantFilter, tenantKey, timestamps } from './tenant.ts';

export const Webhook = defineEntity({
  name: 'Webhook',
  tableName: 'webhooks',
  filters: tenantFilter,
  indexes: [{ name: 'webhooks_id', properties: ['id'] }],
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
    leasedBy: p.text().nullable(),
    leasedUntil: p.datetime().nullable(),
    ...timestamps,
  },
});

/** An event as it is delivered; its body is written once. */
export const WebhookEvent = defineEntity({
  name: 'WebhookEvent',
  tableName: 'webhook_events',
  filters: tenantFilter,
  indexes: [
    { name: 'webhook_events_created', properties: ['createdAt'], type: 'brin' },
    { name: 'webhook_events_run', properties: ['workspaceId', 'runRef', 'id'], where: 'run_ref IS NOT NULL' },
  ],
  checks: [{ name: 'webhook_events_body_check', property: 'body', expression: 'octet_length(body) <= 20480' }],
  properties: {
    ...tenantKey,
    type: p.text(),
    body: p.text(),
    runRef: p.text().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

/** An event on its way to one endpoint. */
export const WebhookDelivery = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_deliveries',
  filters: tenantFilter,
  indexes: [
    { name: 'webhook_deliveries_due', properties: ['webhookId', 'dueAt'], where: 'due_at IS NOT NULL' },
    { name: 'webhook_deliveries_event', properties: ['workspaceId', 'eventId'] },
  ],
  checks: [
    {
      name: 'webhook_deliveries_state_check',
      property: 'state',
      expression: `"state" in ('pending', 'delivered', 'failed', 'stopped')`,
    },
  ],
  properties: {
    workspaceId: p.text().primary(),
    webhookId: p.text().primary(),
    eventId: p.text().primary(),
    state: p.text(),
    attempts: p.integer().defaultRaw('0'),
    dueAt: p.datetime().nullable(),
    replayed: p.boolean().defaultRaw('false'),
    resumeAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

/** One attempt of a delivery. */
export const WebhookAttempt = defineEntity({
  name: 'WebhookAttempt',
  tableName: 'webhook_attempts',
  filters: tenantFilter,
  indexes: [{ name: 'webhook_attempts_at', properties: ['at'], type: 'brin' }],
  properties: {
    workspaceId: p.text().primary(),
    webhookId: p.text().primary(),
    eventId: p.text().primary(),
    id: p.text().primary(),
    at: p.datetime(),
    durationMs: p.integer(),
    status: p.integer().nullable(),
    error: p.text().nullable(),
    response: p.text().nullable(),
    replay: p.boolean(),
  },
});
