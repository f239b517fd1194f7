import type { Logger } from 'pino';
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
 * @returns whether some is left
 */
export async function takeTurns(
  log: Logger,
  take: (most: number) => Promise<readonly Turn[]>,
  began: () => Promise<void>,
): Promise<boolean> {
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
    if (next === undefined) return false;
    if (!hasBegun) await began();
    hasBegun = true;
    try {
      if (await next.step()) held.push(next);
      // The embedded database answers without a turn of the event loop: calls would wait for all of it.
      await new Promise(setImmediate);
    } catch (error) {
      log.warn({ ...next.what, err: error }, 'A step of long work was not done');
      if ((await next.release(RETRY_S, 1)) >= MOST_TRIES) await next.giveUp();
    }
  }
  for (const each of held) await each.release(0, 0);
  return held.length > 0;
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
  { jobs, log }: { jobs: Jobs; log: Logger },
  to: Queue<Look>,
  take: (most: number) => Promise<readonly Turn[]>,
): Promise<void> {
  const again = (startAfter?: Date) => jobs.send(to, { again: true }, startAfter === undefined ? {} : { startAfter });
  const isLeft = await takeTurns(log, take, () => again(new Date(Date.now() + RUN_MS + LEASE_S * 1_000)));
  if (isLeft) await again();
}
