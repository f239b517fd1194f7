import type { Logger } from 'pino';
import type { Database } from '../../db/orm.ts';
import { KEPT_MINUTES } from '../../db/statements/idempotency.ts';
import { pruneSessions } from '../../db/statements/identity.ts';
import * as statements from '../../db/statements/retention.ts';
import { REPEAT_DAYS } from '../../db/statements/repeats.ts';
import { emptySeals, notePruning } from '../../db/statements/seals.ts';
import { firstIdAt } from '../../db/ids.ts';
import { ROLES } from '../../db/roles.ts';
import type { Config } from '../config.ts';
import { DAY_MS } from '../day.ts';
import { queue, work } from '../jobs/queue.ts';

/** Most rows a statement deletes, so that locks are short. */
const CHUNK = 5_000;

/** Fewer of what has more to it: indexes of words, references from other tables. */
const SMALL_CHUNK = 500;

/** How long each class of data is kept, in days; a class without a number is kept until somebody deletes it. */
export type Retention = Pick<
  Config,
  | 'AUDIT_RETENTION_DAYS'
  | 'FACT_HISTORY_RETENTION_DAYS'
  | 'CONTACT_HISTORY_RETENTION_DAYS'
  | 'CAPTURE_RETENTION_DAYS'
  | 'DRAFT_RETENTION_DAYS'
  | 'OUTREACH_RETENTION_DAYS'
  | 'RUN_RETENTION_DAYS'
  | 'BRAIN_HISTORY_RETENTION_DAYS'
>;

/** What `prune` deleted, in rows of each class. */
export type Pruned = Record<
  | 'calls'
  | 'acts'
  | 'imports'
  | 'changesets'
  | 'idempotencyRecords'
  | 'fingerprints'
  | 'authorizations'
  | 'enrichments'
  | 'facts'
  | 'contactHistory'
  | 'proposals'
  | 'captures'
  | 'drafts'
  | 'outreach'
  | 'runs'
  | 'brainStates',
  number
>;

/** Authorization codes are kept this long, so that a reuse is detected. */
const AUTHORIZATIONS_KEPT = '30 days';

/** Answers of providers expire by themselves; then they are deleted at once. */
const AT_ONCE = '0';

type Pruning = typeof statements.pruneCalls;

/** Longer than a run deletes. */
const HOUR_MS = 3_600_000;

/** Deletes old audit rows; the chain says beforehand that they may be gone, and keeps the hashes of theirs (decisions 4). */
async function pruneAuditRows(db: Database, kept: number, deleteRows: () => Promise<number>): Promise<number> {
  const cutoff = new Date(Date.now() - kept * DAY_MS);
  const noted = new Date(cutoff.getTime() + HOUR_MS);
  await db.as(ROLES.maintenance, notePruning, [noted.toISOString(), firstIdAt('call', cutoff)]);
  const deleted = await deleteRows();
  for (;;) {
    const [emptied] = await db.as(ROLES.maintenance, emptySeals, [cutoff.toISOString(), SMALL_CHUNK]);
    if (Number(emptied!.count) < SMALL_CHUNK) return deleted;
  }
}

/** Deletes, in small statements, what is older than its class is kept, and sessions that have ended. */
export async function prune(db: Database, kept: Retention): Promise<Pruned> {
  const inChunks = async (chunk: number, age: string, ...queries: Pruning[]) => {
    let total = 0;
    for (const query of queries) {
      for (;;) {
        const [deleted] = await db.as(ROLES.maintenance, query, [age, chunk]);
        const count = Number(deleted!.count);
        total += count;
        if (count < chunk) break;
      }
    }
    return total;
  };
  const days = async (most: number | undefined, chunk: number, ...queries: Pruning[]) =>
    most === undefined ? 0 : inChunks(chunk, `${most} days`, ...queries);
  const { AUDIT_RETENTION_DAYS: audit } = kept;
  await db.as(ROLES.login, pruneSessions);
  return {
    calls: await pruneAuditRows(db, audit, () => days(audit, CHUNK, statements.pruneCalls)),
    acts: await days(audit, CHUNK, statements.pruneActs, statements.pruneOperatorActs, statements.pruneOperatorCalls),
    imports: await days(audit, SMALL_CHUNK, statements.pruneImports),
    changesets: await days(audit, SMALL_CHUNK, statements.pruneChangesets),
    idempotencyRecords: await inChunks(CHUNK, `${KEPT_MINUTES} minutes`, statements.pruneIdempotencyRecords),
    fingerprints: await days(
      Math.min(REPEAT_DAYS, kept.CAPTURE_RETENTION_DAYS ?? REPEAT_DAYS),
      CHUNK,
      statements.pruneFingerprints,
    ),
    authorizations: await inChunks(CHUNK, AUTHORIZATIONS_KEPT, statements.pruneAuthorizations),
    enrichments: await inChunks(CHUNK, AT_ONCE, statements.pruneEnrichments),
    contactHistory: await days(kept.CONTACT_HISTORY_RETENTION_DAYS, SMALL_CHUNK, statements.pruneContactHistory),
    facts: await days(kept.FACT_HISTORY_RETENTION_DAYS, SMALL_CHUNK, statements.pruneFacts),
    proposals: await days(
      kept.FACT_HISTORY_RETENTION_DAYS,
      SMALL_CHUNK,
      statements.pruneValueProposals,
      statements.pruneMergeProposals,
    ),
    captures: await days(
      kept.CAPTURE_RETENTION_DAYS,
      SMALL_CHUNK,
      statements.pruneCaptureFacts,
      statements.pruneCaptures,
    ),
    drafts: await days(
      kept.DRAFT_RETENTION_DAYS,
      SMALL_CHUNK,
      statements.detachSends,
      statements.pruneDraftVersions,
      statements.pruneDraftReviews,
      statements.pruneDrafts,
    ),
    outreach: await days(kept.OUTREACH_RETENTION_DAYS, SMALL_CHUNK, statements.pruneReplies, statements.pruneSends),
    runs: await days(kept.RUN_RETENTION_DAYS, SMALL_CHUNK, statements.pruneRuns),
    brainStates: await days(kept.BRAIN_HISTORY_RETENTION_DAYS, SMALL_CHUNK, statements.pruneBrainStates),
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

export const pruneRecords = work(
  pruning,
  async ({ db, log, config }: { db: Database; log: Logger; config: Retention }) => {
    log.info(await prune(db, config), 'Old rows deleted');
  },
);
