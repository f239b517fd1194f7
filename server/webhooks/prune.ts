import type { Database } from '../../db/orm.ts';
import { pruneAttempts, pruneWebhookEvents } from '../../db/statements/webhooks.ts';
import { ROLES } from '../../db/roles.ts';
import { queue, work } from '../jobs/queue.ts';

/** Most rows a statement deletes, so that locks are short. */
const CHUNK = 2_000;

/** Deletes events and attempts older than they are kept, once an hour. */
export const pruning = queue<Record<string, never>>({
  name: 'prune-webhooks',
  cron: '37 * * * *',
  retries: 2,
  retryAfter: 60,
  expiresAfter: 900,
  concurrency: 1,
});

type PruneDeps = { db: Database; config: { WEBHOOK_RETENTION_DAYS: number } };

export const pruneWebhooks = work(pruning, async ({ db, config }: PruneDeps) => {
  for (const query of [pruneAttempts, pruneWebhookEvents]) {
    for (;;) {
      const [deleted] = await db.as(ROLES.delivery, query, [config.WEBHOOK_RETENTION_DAYS, CHUNK]);
      if (deleted!.count === null || deleted!.count < CHUNK) break;
    }
  }
});
