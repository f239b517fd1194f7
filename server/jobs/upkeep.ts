import type { Database } from '../../db/orm.ts';
import { vacuumEmbedded } from '../../db/embedded-upkeep.ts';
import { queue, work } from './queue.ts';

/** Vacuums the embedded database, every minute as autovacuum does; PostgreSQL does it by itself. */
export const vacuuming = queue<Record<string, never>>({
  name: 'vacuum-embedded',
  cron: '* * * * *',
  retries: 0,
  retryAfter: 60,
  expiresAfter: 600,
  concurrency: 1,
});

export const vacuumDatabase = work(vacuuming, async ({ db }: { db: Database }) => {
  if ('connection' in db.store) await vacuumEmbedded(db.store.connection);
});
