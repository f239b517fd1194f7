import type { Logger } from 'pino';
import type { Database } from '../../db/orm.ts';
import { pruneSessions } from '../../db/statements/identity.ts';
import { pruneActs, pruneAuthorizations, pruneCalls, pruneIdempotencyRecords } from '../../db/statements/retention.ts';
import { ROLES } from '../../db/roles.ts';

const FIRST_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Rows a statement deletes at most, so that none holds its locks for long. */
const CHUNK = 5_000;

/** What `prune` deleted, in rows. */
export type Pruned = { calls: number; acts: number; idempotencyRecords: number; authorizations: number };

/** As long as that, a code that comes again gives itself away. */
const AUTHORIZATIONS_KEPT = '30 days';

/** Deletes audit rows and acts older than `auditDays` and idempotency records older than a day, in small statements; and sessions that are over. */
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

/** Prunes a minute after the start, so that short-lived processes do too, and then once an hour; returns how to stop. */
export function startRetention(options: { db: Database; log: Logger; auditDays: number }): () => void {
  const run = () => {
    prune(options.db, options.auditDays).then(
      (deleted) => options.log.info(deleted, 'Old rows deleted'),
      (error: unknown) =>
        options.log.warn({ reason: String(error) }, 'Old rows could not be deleted; trying again in an hour'),
    );
  };
  const first = setTimeout(run, FIRST_MS).unref();
  const hourly = setInterval(run, HOUR_MS).unref();
  return () => {
    clearTimeout(first);
    clearInterval(hourly);
  };
}
