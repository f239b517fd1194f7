import type { EntityManager } from '@mikro-orm/postgresql';
import { type ConstructorOptions, fromKysely, fromPglite, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { LIMITED_UPKEEP } from '../../db/limits.ts';
import type { Database } from '../../db/orm.ts';
import { ROLES } from '../../db/roles.ts';
import { notFound } from '../errors.ts';
import { within } from '../within.ts';
import { PermanentError, type Queue, type Work } from './queue.ts';

const SCHEMA = 'pgboss';

/** The queue of dead letters: jobs that failed for good, until they are retried by a person. */
const DEAD = 'dead-letters';

/** Seconds that jobs are kept: dead letters, waiting ones (from when they are due), ended ones, ended periodic ones. */
const KEPT = { open: 30 * 86_400, ended: 86_400, periodic: 3_600 };

/** Time that running jobs have to end when the process stops, in milliseconds. */
const STOP_MS = 10_000;

/** Default poll interval of a worker, in seconds: NOTIFY wakes it, so polling is only the fallback. */
const POLL_SECONDS = 30;

/** Periodic work also runs this long after a start: a process may end before its schedule. At most once an hour. */
const FIRST_RUN_MS = 60_000;
const FIRST_RUN = { singletonKey: 'first-run', singletonSeconds: 3_600 };

/** The roles in whose transactions jobs are sent. */
const SENDERS = [ROLES.service, ROLES.operator, ROLES.publisher];

/** Rights for sending and no more: a sender cannot read jobs. The lock: processes that start at once take turns. */
const GRANTS = `DO $$ DECLARE sender text; BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('${SCHEMA} grants'));
    FOREACH sender IN ARRAY ARRAY['${SENDERS.join("','")}'] LOOP
      IF NOT has_table_privilege(sender, '${SCHEMA}.queue', 'SELECT') THEN
        EXECUTE format('GRANT USAGE ON SCHEMA ${SCHEMA} TO %I', sender);
        EXECUTE format('GRANT SELECT ON ${SCHEMA}.queue TO %I', sender);
        EXECUTE format('GRANT INSERT, SELECT (id, start_after) ON ${SCHEMA}.job, ${SCHEMA}.job_common TO %I', sender);
      END IF;
    END LOOP;
  END $$`;

const DEPTHS = `SELECT name, state::text, count(*)::int AS count FROM ${SCHEMA}.job
  WHERE state IN ('created', 'retry', 'active') GROUP BY name, state`;

/** A dead letter, as an operator or the panel sees it. */
export type DeadJob = {
  job_id: string;
  queue: string;
  data: Record<string, unknown>;
  /** Why it failed the last time. */
  reason: string;
  died_at: string;
};

export type JobsOptions = {
  db: Database;
  log: Logger;
  queues: readonly Queue<any>[];
  /** This process also runs jobs, sends the periodic ones, and keeps the job tables. */
  working: boolean;
};

export type SendOptions = {
  /** Not before this time. */
  startAfter?: Date;
};

/**
 * The job queue: pg-boss on either database. A job is sent in its cause's transaction, fetched once across all
 * processes, retried with backoff as its queue says, and then becomes a dead letter.
 *
 * To add a queue: declare it with `queue(…)` beside its rule, bind both with `work(declared, run)`, add that to
 * `server/workers.ts`, and send with `jobs.enlist(call.em, declared, data)`; a queue with `cron` sends itself.
 */
export class Jobs {
  readonly #boss: PgBoss;
  readonly #options: JobsOptions;
  #firstRun: NodeJS.Timeout | undefined;

  private constructor(boss: PgBoss, options: JobsOptions) {
    this.#boss = boss;
    this.#options = options;
  }

  /** Starts pg-boss and creates the queues and schedules that are missing. */
  static async open(options: JobsOptions): Promise<Jobs> {
    const { db, log, queues, working } = options;
    const boss = new PgBoss({ ...bossOptions(db, working), createSchema: !(await hasSchema(db)) });
    boss.on('error', (error) => log.warn({ reason: error.message }, 'The job queue reported an error'));
    boss.on('warning', ({ message }) => log.debug({ reason: message }, 'The job queue reported a warning'));
    await boss.start();
    await createQueues(boss, queues);
    if (working) await createSchedules(boss, queues);
    await boss.getDb().executeSql(GRANTS);
    return new Jobs(boss, options);
  }

  /** Sends a job that exists once the transaction of `em` is committed, and never otherwise. */
  async enlist<Data extends object>(em: EntityManager, to: Queue<Data>, data: Data, options: SendOptions = {}) {
    const transaction = em.getTransactionContext<ReturnType<EntityManager['getKysely']>>();
    if (transaction === undefined) throw new Error(`A job for ${to.name} needs a transaction`);
    await this.#boss.send(to.name, data, { ...options, db: fromKysely(transaction as never) });
  }

  /** Sends a job outside any transaction, such as a job that follows another. */
  async send<Data extends object>(to: Queue<Data>, data: Data, options: SendOptions = {}): Promise<void> {
    await this.#boss.send(to.name, data, options);
  }

  /** Starts this process's workers. @param deps what the rules of all works need */
  async startWork<Deps>(works: readonly Work<Deps>[], deps: Deps): Promise<void> {
    for (const each of works) {
      for (let n = 0; n < each.queue.concurrency; n += 1) await this.#startWorker(each, deps);
    }
    this.#firstRun = setTimeout(() => void this.#sendPeriodic(), FIRST_RUN_MS).unref();
  }

  async #sendPeriodic(): Promise<void> {
    const { log, queues } = this.#options;
    try {
      for (const { name, cron } of queues) if (cron !== undefined) await this.#boss.send(name, {}, FIRST_RUN);
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'Periodic work was not sent and waits for its schedule');
    }
  }

  async #startWorker<Deps>({ queue, run }: Work<Deps>, deps: Deps): Promise<void> {
    const { log } = this.#options;
    const how = {
      batchSize: 1,
      perJobResults: true,
      // Without NOTIFY, jobs due at once wait for a poll too.
      pollingIntervalSeconds: Math.min(2, queue.pollSeconds ?? POLL_SECONDS),
      notifyPollingIntervalSeconds: queue.pollSeconds ?? POLL_SECONDS,
    } as const;
    const worker = await this.#boss.work<object>(queue.name, how, async ([job]) => {
      const { id, data } = job!;
      // There may be more: fetch again at once rather than at the next poll.
      this.#boss.notifyWorker(worker);
      try {
        await run(deps, data);
        return [{ id, status: 'completed' as const }];
      } catch (error) {
        const isPermanent = error instanceof PermanentError;
        const reason = error instanceof Error ? error.message : String(error);
        log.warn({ queue: queue.name, job: id, reason }, isPermanent ? 'A job failed for good' : 'A job failed');
        return [
          { id, status: isPermanent ? ('deadletter' as const) : ('failed' as const), output: { message: reason } },
        ];
      }
    });
  }

  /** Dead letters, newest first: all, or those whose data names a workspace. */
  async dead(limit: number, workspaceId: string | null = null): Promise<DeadJob[]> {
    const { rows } = await this.#boss.getDb().executeSql(
      `SELECT id, source_name, data, output, created_on FROM ${SCHEMA}.job
       WHERE name = $1 AND state IN ('created', 'retry') AND ($3::text IS NULL OR data ->> 'workspaceId' = $3)
       ORDER BY created_on DESC LIMIT $2`,
      [DEAD, limit, workspaceId],
    );
    return rows.map((row) => ({
      job_id: row.id,
      queue: row.source_name,
      data: row.data,
      reason: row.output?.message ?? 'not recorded',
      died_at: new Date(row.created_on).toISOString(),
    }));
  }

  /**
   * Retries a dead letter with all its attempts: any, or one of a workspace's own. The new job keeps the id, so retrying
   * twice makes one job.
   * @param before runs first, once the dead letter is found; gets the name of its queue
   * @throws Fault not_found
   */
  async retry(jobId: string, workspaceId?: string, before?: (queue: string) => Promise<void>): Promise<void> {
    const [found] = await this.#boss.findJobs<{ workspaceId?: string }>(DEAD, { id: jobId, queued: true });
    if (found?.sourceName == null) throw notFound('job');
    if (workspaceId !== undefined && found.data.workspaceId !== workspaceId) throw notFound('job');
    await before?.(found.sourceName);
    await this.#boss.send(found.sourceName, found.data, { id: found.id });
    await this.#boss.deleteJob(DEAD, found.id);
  }

  /** Jobs by queue and state: waiting (`created`), to be retried (`retry`), running (`active`). */
  async depths(): Promise<{ name: string; state: string; count: number }[]> {
    return (await this.#boss.getDb().executeSql(DEPTHS)).rows;
  }

  /** Fetches no more jobs and lets running ones end; jobs can still be sent. One that is cut off is retried once it expires. */
  async stopWork(): Promise<void> {
    clearTimeout(this.#firstRun);
    const stopped = this.#options.queues.map(({ name }) => this.#boss.offWork(name, { wait: true }));
    await within(STOP_MS, Promise.all(stopped));
  }

  async close(): Promise<void> {
    await this.#boss.stop({ graceful: false });
  }
}

/** Whether an administrator made the schema: pg-boss's own attempt wants the right to make one, even if it is there. */
async function hasSchema(db: Database): Promise<boolean> {
  const found = await db.orm.em.getConnection().execute(`SELECT to_regnamespace('${SCHEMA}') IS NOT NULL AS there`);
  return found[0]?.there === true;
}

function bossOptions(db: Database, working: boolean): ConstructorOptions {
  const shared: ConstructorOptions = {
    schema: SCHEMA,
    supervise: working,
    useListenNotify: working,
    schedule: working,
    cronMonitorIntervalSeconds: 10,
    superviseIntervalSeconds: 30,
    monitorIntervalSeconds: 30,
    bamIntervalSeconds: 3_600,
    flowIntervalSeconds: 3_600,
    reindex: false,
    monitorVacuum: false,
  };
  if ('connection' in db.store) return { ...shared, db: fromPglite(db.store.connection), backend: 'pglite' };
  // The queue passes its options to pg's pool, which has more options than the queue's types.
  const connection = { connectionString: db.store.url, max: 3, options: LIMITED_UPKEEP };
  return { ...shared, ...connection, application_name: 'sales-agent-tools jobs' };
}

async function createQueues(boss: PgBoss, queues: readonly Queue<any>[]): Promise<void> {
  const common = { retentionSeconds: KEPT.open, deleteAfterSeconds: KEPT.ended, notify: true };
  const wanted = [
    { name: DEAD, options: common },
    ...queues.map((queue) => ({
      name: queue.name,
      options: {
        ...common,
        retryLimit: queue.retries,
        retryDelay: queue.retryAfter,
        retryBackoff: true,
        retryDelayMax: Math.max(3_600, queue.retryAfter),
        expireInSeconds: queue.expiresAfter,
        // Failed periodic work runs again at its next time and becomes no dead letter.
        ...(queue.cron === undefined ? { deadLetter: DEAD } : { deleteAfterSeconds: KEPT.periodic }),
      },
    })),
  ];
  const existing = new Map((await boss.getQueues()).map((found) => [found.name, found]));
  for (const { name, options } of wanted) {
    const found = existing.get(name);
    if (found !== undefined && hasOptions(found, options)) continue;
    if (found === undefined) await boss.createQueue(name, options);
    else await boss.updateQueue(name, options);
    // Fills pg-boss's queue cache again: on PGlite's one connection, a look-up inside a transaction would wait for itself.
    await boss.findJobs(name, { id: NIL_ID });
  }
}

/** Whether a queue is as it should be: nearly always, and then a start writes nothing. */
const hasOptions = (found: object, options: object): boolean =>
  Object.entries(options).every(([name, value]) => found[name as keyof typeof found] === value);

/** Registers periodic work; of many processes one sends each run. */
async function createSchedules(boss: PgBoss, queues: readonly Queue<any>[]): Promise<void> {
  const existing = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]));
  for (const { name, cron } of queues) {
    if (cron !== undefined && existing.get(name) !== cron) await boss.schedule(name, cron, {});
  }
}

const NIL_ID = '00000000-0000-0000-0000-000000000000';
