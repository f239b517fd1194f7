import type { Logger } from 'pino';
import type { Database } from '../../db/orm.ts';
import { pruneSessions } from '../../db/statements/identity.ts';
import { pruneActs, pruneAuthorizations, pruneCalls, pruneIdempotencyRecords } from '../../db/statements/retention.ts';
import { ROLES } from '../../db/roles.ts';
import { queue, work } from '../jobs/queue.ts';

/** Most rows a statement deletes, so that locks are short. */
const CHUNK = 5_000;

/** What `prune` deleted, in rows. */
export type Pruned = { calls: number; acts: number; idempotencyRecords: number; authorizations: number };

/** Authorization codes are kept this long, so that a reuse is detected. */
const AUTHORIZATIONS_KEPT = '30 days';

/** Deletes, in small statements, audit rows and activity older than `auditDays`, day-old idempotency records, ended sessions. */
export async function prune(db: Database, auditDays: number): Promise<Pruned> {
  const inChunks = async (query: typeof pruneCalls, age: string) => {
    let total = 0;
    for (;;) {
      const [deleted] = await db.as(ROLES.maintenance, query, [age, CHUNK]);
      const count = Number(deleted!.count);
      total += count;
      if (count < CHUNK) return total;
    }
  };
  await db.as(ROLES.login, pruneSessions);
  return {
    calls: await inChunks(pruneCalls, `${auditDays} days`),
    acts: await inChunks(pruneActs, `${auditDays} days`),
    idempotencyRecords: await inChunks(pruneIdempotencyRecords, '24 hours'),
    authorizations: await inChunks(pruneAuthorizations, AUTHORIZATIONS_KEPT),
  };
}

/** Deletes what is older than its retention, once an hour. */
export const pruning = queue<Record<string, never>>({
  name: 'prune-records',
  cron: '7 * * * *',
  retries: 2,
  retryAfter: 60,
  expiresAfter: 900,
  concurrency: 1,
});

type PruneDeps = { db: Database; log: Logger; config: { AUDIT_RETENTION_DAYS: number } };

export const pruneRecords = work(pruning, async ({ db, log, config }: PruneDeps) => {
  log.info(await prune(db, config.AUDIT_RETENTION_DAYS), 'Old rows deleted');
});
