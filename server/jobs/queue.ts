import type { Services } from '../services.ts';

/** A kind of job: its data is a small JSON object, ids rather than content. */
export type Queue<Data extends object> = {
  /** Lower-case words with hyphens; names the queue in the database, metrics and the dead-letter list. */
  readonly name: string;
  /** How often a failed job is tried again before it is dead. */
  readonly retries: number;
  /** Seconds before the first retry; each further wait doubles, up to an hour. */
  readonly retryAfter: number;
  /** Seconds a job may run; whatever takes longer, or was cut off by a kill, counts as failed. */
  readonly expiresAfter: number;
  /** Jobs that one process runs at the same time. */
  readonly concurrency: number;
  /** Only there to carry the type. */
  readonly data?: Data;
};

/** Declares a queue: `export const publishing = queue<DraftRef>({ name: 'publish', … })`, then see `server/workers.ts`. */
export const queue = <Data extends object>(declared: Queue<Data>): Queue<Data> => declared;

/** A queue and the rule that does its jobs. A job runs at least once, so the rule must bear a second run. */
export type Work<Data extends object = any> = {
  readonly queue: Queue<Data>;
  /** @throws PermanentError when no retry can help, anything else to be retried */
  readonly run: (services: Services, data: Data) => Promise<void>;
};

export const work = <Data extends object>(
  queue: Queue<Data>,
  run: (services: Services, data: Data) => Promise<void>,
): Work<Data> => ({ queue, run });

/** A job that can never succeed: it goes to the dead letters at once. */
export class PermanentError extends Error {}
