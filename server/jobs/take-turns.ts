import type { Logger } from 'pino';
import { type Database, execute } from '../../db/orm.ts';
import { ROLES } from '../../db/roles.ts';
import type { Described } from '../../db/statement.ts';
import type { Jobs } from './jobs.ts';
import { type Queue, queue } from './queue.ts';

/** Long work that one process has to itself for now: a step at a time, in turn with others. */
export type Turn = {
  /** What it is, for the log. */
  readonly what: Readonly<Record<string, string>>;
  /** @returns whether more is to be done */
  step(): Promise<boolean>;
  /** Lets go of it: it may be taken again in so many seconds. @returns how often it failed since its last step that was done */
  release(seconds: number, failed: 0 | 1): Promise<number>;
  /** Ends it after attempts that all failed. */
  giveUp(): Promise<void>;
};

/** The work was ended, or another process went on with it: thrown by its step, after which it is not this process's. */
export class Overtaken extends Error {}

/** How long such work stays with a process that died over it, in seconds. */
export const LEASE_S = 6;

/** A run of the job ends soon, so that a process can stop, and the next begins at once. In milliseconds. */
const RUN_MS = 6_000;

/** How often a run looks for further work, in milliseconds. */
const LOOK_MS = 1_000;

/** What one process takes at once; its steps take turns. */
const MOST = 8;

/** Attempts without a step done until work counts as failed, and seconds between them. */
const MOST_TRIES = 20;
const RETRY_S = 5;

/**
 * Goes on with work that waits, a step of each in turn, until none is left or the time is over.
 * @param take takes as many as it may that no process has
 * @param began called before the first step
 * @returns whether some is left, and whether a step was begun
 */
async function takeTurns(
  log: Logger,
  take: (most: number) => Promise<readonly Turn[]>,
  began: () => Promise<void>,
): Promise<{ isLeft: boolean; hasBegun: boolean }> {
  const until = performance.now() + RUN_MS;
  const held: Turn[] = [];
  let looked = -Infinity;
  let hasBegun = false;
  while (performance.now() < until) {
    if (performance.now() - looked > LOOK_MS) {
      if (held.length < MOST) held.push(...(await take(MOST - held.length)));
      looked = performance.now();
    }
    const next = held.shift();
    if (next === undefined) return { isLeft: false, hasBegun };
    if (!hasBegun) await began();
    hasBegun = true;
    try {
      if (await next.step()) held.push(next);
      // The embedded database answers without a turn of the event loop: calls would wait for all of it.
      await new Promise(setImmediate);
    } catch (error) {
      if (error instanceof Overtaken) continue;
      log.warn({ ...next.what, err: error }, 'A step of long work was not done');
      if ((await next.release(RETRY_S, 1)) >= MOST_TRIES) await next.giveUp();
    }
  }
  for (const each of held) await each.release(0, 0);
  return { isLeft: held.length > 0, hasBegun };
}

type Look = { again?: boolean };

/** A queue whose job looks for long work every minute. `again`: between two minutes, or right after a run. */
export const turnsQueue = (name: string): Queue<Look> =>
  queue<Look>({
    name,
    cron: '* * * * *',
    retries: 0,
    retryAfter: 60,
    expiresAfter: 60,
    concurrency: 1,
    pollSeconds: 5,
  });

/** Takes turns as a job: it runs again at once while some is left, and, should its process die, once that is free again. */
export async function takeTurnsAgain(
  { db, jobs, log }: { db: Database; jobs: Jobs; log: Logger },
  to: Queue<Look>,
  take: (most: number) => Promise<readonly Turn[]>,
): Promise<void> {
  const again = (startAfter?: Date) => jobs.send(to, { again: true }, startAfter === undefined ? {} : { startAfter });
  const soon = () => again(new Date(Date.now() + RUN_MS + LEASE_S * 1_000));
  const { isLeft, hasBegun } = await takeTurns(log, take, soon);
  if (isLeft) await again();
  if (!hasBegun) return;
  await db.refreshStatistics().catch((error: unknown) => {
    log.warn({ err: error }, "The planner's statistics were not refreshed after long work");
  });
}

/** Work that waits, and the statement that takes it for so many seconds unless another process has it by now. */
type Due<Row> = {
  readonly find: Described<readonly [string | number | null], { workspace_id: string; id: string }>;
  readonly lease: Described<readonly [string | null, string | null, number | null], Row>;
};

/** Takes work that no process has. */
export async function takeDue<Row, Taken extends Turn>(
  db: Database,
  { find, lease }: Due<Row>,
  most: number,
  begin: (workspaceId: string, id: string, row: Row) => Taken,
): Promise<Taken[]> {
  const taken: Taken[] = [];
  for (const { workspace_id: workspaceId, id } of await db.as(ROLES.maintenance, find, [most])) {
    const [row] = await db.fork(workspaceId).transactional((em) => execute(em, lease, [workspaceId, id, LEASE_S]));
    if (row !== undefined) taken.push(begin(workspaceId, id, row));
  }
  return taken;
}

/**
 * How much the next step does, so that it takes about as long as it should: no less than half of the last.
 * @param did how much the last one did @param took milliseconds that it took
 */
export const nextSize = (
  did: number,
  took: number,
  { partMs, fewest, most }: { partMs: number; fewest: number; most: number },
): number => Math.round(Math.min(most, Math.max(fewest, (did * partMs) / took, did / 2)));
