import type { Logger } from 'pino';
import { firstIdAt, timeInIds, timeOfIds } from '../../db/ids.ts';
import type { Database } from '../../db/orm.ts';
import { ROLES } from '../../db/roles.ts';
import { COUNTED, countStored, findUncounted, keepUsage, MOST_COUNTED_AT_ONCE } from '../../db/statements/quotas.ts';
import type { Quotas } from '../gate/quota.ts';
import { paced } from '../jobs/paced.ts';
import { queue, work } from '../jobs/queue.ts';

/** A row younger than this is counted next time: its transaction may not have committed yet. In milliseconds. */
export const SETTLED_MS = 15_000;

/** How long one run of the job counts at most, in milliseconds: it runs again every minute. */
const RUN_MS = 40_000;

const BEGINNING = new Date(0);

/** Rows and bytes that a workspace got between two times, counted in short statements inside the workspace. */
async function countBetween(db: Database, workspaceId: string, from: Date, to: Date) {
  const after = COUNTED.map(({ type }) => firstIdAt(type, from));
  const before = COUNTED.map(({ type }) => firstIdAt(type, to));
  const total = { rows: 0, bytes: 0 };
  for (let goesOn = true; goesOn;) {
    goesOn = false;
    for (const { place, rows, bytes, last } of await db.read(workspaceId, countStored, [workspaceId, after, before])) {
      total.rows += rows!;
      total.bytes += bytes!;
      // A table that is done is not looked at again.
      const isDone = rows! < MOST_COUNTED_AT_ONCE;
      after[place!] = isDone ? before[place!]! : last!;
      goesOn ||= !isDone;
    }
  }
  return total;
}

/** The database, and what workspaces may hold where the operator set nothing else. */
type Counting = { db: Database; quotas: Quotas };

/** Keeps what a workspace held at a time. @param inFull whether all of it was counted */
async function keep(
  { db, quotas }: Counting,
  workspaceId: string,
  held: { rows: number; bytes: number },
  { to, inFull }: { to: Date; inFull: boolean },
): Promise<void> {
  const values = [workspaceId, held.rows, held.bytes, timeInIds(to), inFull, quotas.rows, quotas.bytes] as const;
  await db.as(ROLES.maintenance, keepUsage, values);
}

/** Counts all that a workspace held some seconds ago. */
export async function recount(counter: Counting, workspaceId: string, now = new Date()): Promise<void> {
  const to = new Date(now.getTime() - SETTLED_MS);
  const held = await countBetween(counter.db, workspaceId, BEGINNING, to);
  await keep(counter, workspaceId, held, { to, inFull: true });
}

/**
 * Adds to the count of every workspace what it got since the last one; once a day, what is there is counted anew, so that
 * records that grew and rows that were deleted count as they are.
 * @returns how many workspaces were counted
 */
export async function countUsage(counter: Counting, now = new Date()): Promise<number> {
  const { db } = counter;
  const until = performance.now() + RUN_MS;
  let done = 0;
  for (const found of await db.as(ROLES.maintenance, findUncounted)) {
    if (performance.now() > until) break;
    const { workspace_id: workspaceId, counted_to: countedTo } = found;
    await paced(async () => {
      if (found.goes_on !== true || countedTo === null) return recount(counter, workspaceId, now);
      const to = new Date(now.getTime() - SETTLED_MS);
      const added = await countBetween(db, workspaceId, timeOfIds(countedTo), to);
      const held = { rows: found.rows! + added.rows, bytes: found.bytes! + added.bytes };
      await keep(counter, workspaceId, held, { to, inFull: false });
    });
    done += 1;
  }
  return done;
}

/** Counts what workspaces hold, every minute. */
export const counting = queue<Record<string, never>>({
  name: 'count-usage',
  cron: '* * * * *',
  retries: 0,
  retryAfter: 60,
  expiresAfter: 120,
  concurrency: 1,
});

export const countUsageOfAll = work(counting, async (services: Counting & { log: Logger }) => {
  services.log.debug({ workspaces: await countUsage(services) }, 'Usage of workspaces counted');
});
