import { z } from 'zod';
import { activityActorOf } from '../../server/identity/person-call.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  deliveryDays,
  disableWebhook,
  enableWebhook,
  listDeliveries,
  listWebhooks,
  MAX_ENDPOINTS,
  replay,
  rotateWebhook,
  sendTestEvent,
} from '../../server/webhooks/endpoints.ts';
import { EVENT_TYPES } from '../../server/webhooks/events.ts';
import { cursor, id, limit, timestamp } from '../fields.ts';
import { t } from '../trpc.ts';
import { confirmedProcedure, pageOf, panelProcedure, words } from './procedure.ts';

const webhook = z.object({ webhook_id: id('webhook', 'The webhook.') });

const secret = z.object({
  webhook_id: z.string(),
  secret: z.string().describe('The signing secret: answered here and never again.'),
});

const url = z.string().trim().min(1).max(2_048).describe('Where events are posted: https, port 443 or 1024 to 65535.');
const types = z.array(z.enum(EVENT_TYPES)).min(1).max(EVENT_TYPES.length);

const TYPES: { type: (typeof EVENT_TYPES)[number]; description: string }[] = [
  { type: 'draft.ready', description: 'An agent wrote a draft that waits for review.' },
  { type: 'reply.received', description: 'Somebody replied to what was sent.' },
  {
    type: 'account.tier_changed',
    description: 'A proposed tier was accepted or overridden, or another was written, and the tier moved.',
  },
  { type: 'send.approved', description: 'An approved draft was sent.' },
];

export const webhooks = t.router({
  types: panelProcedure
    .output(
      z.object({
        types: z.array(z.object({ type: z.enum(EVENT_TYPES), description: z.string() })),
        most_endpoints: z.int(),
      }),
    )
    .query(() => ({ types: TYPES, most_endpoints: MAX_ENDPOINTS })),
  list: panelProcedure
    .output(
      z.object({
        items: z.array(
          z.object({
            webhook_id: z.string(),
            url: z.string(),
            types: z.array(z.string()).nullable().describe('Null: all.'),
            enabled: z.boolean(),
            disabled_reason: words,
            failures: z.int().describe('Failed attempts since the last success.'),
            failing_since: words,
            created_at: z.string(),
          }),
        ),
      }),
    )
    .query(async ({ ctx: { services, session } }) => ({ items: await listWebhooks(services, session.workspace.id) })),
  create: confirmedProcedure
    .input(
      z.object({
        url,
        types: types.describe('All when omitted.').optional(),
      }),
    )
    .output(secret)
    .mutation(({ ctx: { services, session, action }, input }) =>
      createWebhook(services, session.workspace.id, input, activityActorOf(action)),
    ),
  change: confirmedProcedure
    .input(webhook.extend({ url, types: types.nullable().describe('Null: all.') }))
    .output(z.object({ webhook_id: z.string() }))
    .mutation(({ ctx: { services, session, action }, input }) =>
      changeWebhook(services, session.workspace.id, input, activityActorOf(action)),
    ),
  days: panelProcedure
    .input(webhook)
    .output(
      z.object({
        days: z
          .array(z.object({ day: z.string(), delivered: z.int(), failed: z.int(), pending: z.int() }))
          .describe('The last 30, UTC.'),
        is_part: z.boolean().describe('There are more than are counted; older ones were left out.'),
      }),
    )
    .query(({ ctx: { services, session }, input }) => deliveryDays(services, session.workspace.id, input.webhook_id)),
  rotate: confirmedProcedure
    .input(webhook)
    .output(secret)
    .mutation(({ ctx: { services, session, action }, input }) =>
      rotateWebhook(services, session.workspace.id, input.webhook_id, activityActorOf(action)),
    ),
  delete: panelProcedure
    .input(webhook)
    .output(z.object({ webhook_id: z.string(), deleted: z.boolean() }))
    .mutation(({ ctx: { services, session, action }, input }) =>
      deleteWebhook(services, session.workspace.id, input.webhook_id, activityActorOf(action)),
    ),
  enable: panelProcedure
    .input(webhook)
    .output(z.object({ webhook_id: z.string(), enabled: z.boolean() }))
    .mutation(({ ctx: { services, session, action }, input }) =>
      enableWebhook(services, session.workspace.id, input.webhook_id, activityActorOf(action)),
    ),
  disable: panelProcedure
    .input(webhook)
    .output(z.object({ webhook_id: z.string(), enabled: z.boolean() }))
    .mutation(({ ctx: { services, session, action }, input }) =>
      disableWebhook(services, session.workspace.id, input.webhook_id, activityActorOf(action)),
    ),
  test: panelProcedure
    .input(webhook)
    .output(z.object({ event_id: z.string() }))
    .mutation(({ ctx: { services, session, action }, input }) =>
      sendTestEvent(services, session.workspace.id, input.webhook_id, activityActorOf(action)),
    ),
  deliveries: panelProcedure
    .input(webhook.extend({ limit: limit(25), cursor }))
    .output(
      pageOf(
        z.object({
          event_id: z.string(),
          type: z.string(),
          state: z.enum(['pending', 'delivered', 'failed', 'stopped']),
          next_attempt_at: words,
          created_at: z.string(),
          body: z.string(),
          attempts: z.array(
            z.object({
              at: z.string(),
              duration_ms: z.int(),
              status: z.int().nullable(),
              error: words,
              response: words,
              replay: z.boolean(),
            }),
          ),
        }),
      ),
    )
    .query(async ({ ctx: { services, session }, input }) => {
      const { deliveries, next_cursor } = await listDeliveries(services, session.workspace.id, input);
      return { items: deliveries, next_cursor };
    }),
  replay: panelProcedure
    .input(webhook.extend({ event_id: id('event', 'The event to deliver once more.') }))
    .output(z.object({ replayed: z.int() }))
    .mutation(({ ctx: { services, session, action }, input }) =>
      replay(services, session.workspace.id, input, activityActorOf(action)),
    ),
  replay_failed: panelProcedure
    .input(webhook.extend({ failed_since: timestamp('All that failed or were stopped since this time.') }))
    .output(z.object({ replayed: z.int() }))
    .mutation(({ ctx: { services, session, action }, input }) =>
      replay(services, session.workspace.id, input, activityActorOf(action)),
    ),
});
