/** A kind of job: its data is a small JSON object, ids rather than content. */
export type Queue<Data extends object> = {
  /** Lower-case words with hyphens; names the queue in the database, metrics and the dead-letter list. */
  readonly name: string;
  /** How often a failed job is tried again before it becomes a dead letter. */
  readonly retries: number;
  /** Seconds before the first retry; each further backoff doubles, up to an hour. */
  readonly retryAfter: number;
  /** Seconds a job may run; one that takes longer, or was cut off by a kill, counts as failed. */
  readonly expiresAfter: number;
  /** Jobs that one process runs at the same time. */
  readonly concurrency: number;
  /** Seconds between polls, 30 when omitted. Jobs due at once need no poll; jobs sent with `startAfter` wait for one. */
  readonly pollSeconds?: number;
  /** For periodic work: five cron fields, in UTC. A process that starts also runs it a minute later, once an hour at most. */
  readonly cron?: string;
  /** Only carries the type. */
  readonly data?: Data;
};

/** Declares a queue: `export const publishing = queue<DraftRef>({ name: 'publish', … })`, then see `server/workers.ts`. */
export const queue = <Data extends object>(declared: Queue<Data>): Queue<Data> => declared;

/**
 * A queue and the rule that runs its jobs. `Deps` are the services the rule needs and no more; `server/workers.ts` passes
 * all of them. A job runs at least once, so the rule must be idempotent.
 */
export type Work<Deps = never, Data extends object = any> = {
  readonly queue: Queue<Data>;
  /** @throws PermanentError when no retry can help, any other error to be retried */
  readonly run: (deps: Deps, data: Data) => Promise<void>;
};

export const work = <Deps, Data extends object>(
  queue: Queue<Data>,
  run: (deps: Deps, data: Data) => Promise<void>,
): Work<Deps, Data> => ({ queue, run });

/** No retry can make this job succeed: it becomes a dead letter at once. */
export class PermanentError extends Error {}
