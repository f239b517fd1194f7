import type { Database } from '../../db/orm.ts';
import { pruneAttempts, pruneWebhookEvents } from '../../db/statements/webhooks.ts';
import { ROLES } from '../../db/roles.ts';
import { queue, work } from '../jobs/queue.ts';

/** Deletes events and attempts older than 30 days, once an hour. */
export const pruning = queue<Record<string, never>>({
  name: 'prune-webhooks',
  cron: '37 * * * *',
  retries: 2,
  retryAfter: 60,
  expiresAfter: 900,
  concurrency: 1,
});

export const pruneWebhooks = work(pruning, async ({ db }: { db: Database }) => {
  await db.as(ROLES.delivery, pruneAttempts);
  await db.as(ROLES.delivery, pruneWebhookEvents);
});
