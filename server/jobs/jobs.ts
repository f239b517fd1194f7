import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type ConstructorOptions, fromKysely, fromPglite, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { LIMITED_UPKEEP } from '../../db/limits.ts';
import type { Database } from '../../db/orm.ts';
import { ROLES } from '../../db/roles.ts';
import { notFound } from '../errors.ts';
import type { Services } from '../services.ts';
import { PermanentError, type Queue, type Work } from './queue.ts';

const SCHEMA = 'pgboss';

/** Where jobs end that can never succeed, until somebody has them tried again. */
const DEAD = 'dead-letters';

/** Seconds that jobs not yet done and dead letters, and jobs done, are kept. */
const KEPT = { open: 30 * 86_400, done: 86_400 };

/** How long a stopping process lets its jobs run on, in milliseconds. */
const STOP_MS = 10_000;

/** The roles in whose transactions work originates. */
const SENDERS = [ROLES.service, ROLES.operator, ROLES.publisher];

/** What sending needs and no more: a sender cannot read other workspaces' jobs. Processes that start at once take turns. */
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

/** A job that came to nothing, as an operator or the panel sees it. */
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
  works: readonly Work[];
  /** This process also does jobs, and the queue's housekeeping. */
  working: boolean;
};

export type SendOptions = {
  /** Not before this time. */
  startAfter?: Date;
};

/**
 * The job queue: pg-boss on either database. A job is enlisted in the transaction of what caused it, claimed once across
 * all processes, retried as its queue says and dead-lettered when nothing helps.
 *
 * To add a queue: declare it with `queue(…)` in its family's room, write the rule `run(services, data)`, add
 * `work(declared, run)` to `server/workers.ts`, and send with `services.jobs.enlist(call.em, declared, data)`.
 */
export class Jobs {
  readonly #boss: PgBoss;
  readonly #options: JobsOptions;

  private constructor(boss: PgBoss, options: JobsOptions) {
    this.#boss = boss;
    this.#options = options;
  }

  /** Starts the queue and makes what is missing of it. */
  static async open(options: JobsOptions): Promise<Jobs> {
    const { db, log, works, working } = options;
    const boss = new PgBoss(bossOptions(db, working));
    boss.on('error', (error) => log.warn({ reason: error.message }, 'The job queue met an error'));
    boss.on('warning', ({ message }) => log.debug({ reason: message }, 'The job queue warns'));
    await boss.start();
    await makeQueues(boss, works);
    await boss.getDb().executeSql(GRANTS);
    return new Jobs(boss, options);
  }

  /** Sends a job that exists once the transaction of `em` is committed, and never otherwise. */
  async enlist<Data extends object>(em: EntityManager, to: Queue<Data>, data: Data, options: SendOptions = {}) {
    const transaction = em.getTransactionContext<ReturnType<EntityManager['getKysely']>>();
    if (transaction === undefined) throw new Error(`A job for ${to.name} needs a transaction`);
    await this.#boss.send(to.name, data, { ...options, db: fromKysely(transaction as never) });
  }

  /** Sends a job by itself: for what has no transaction to go with, such as a job that follows another. */
  async send<Data extends object>(to: Queue<Data>, data: Data, options: SendOptions = {}): Promise<void> {
    await this.#boss.send(to.name, data, options);
  }

  /** Begins to do jobs in this process. */
  async startWork(services: Services): Promise<void> {
    for (const each of this.#options.works) {
      for (let n = 0; n < each.queue.concurrency; n += 1) await this.#startWorker(services, each);
    }
  }

  async #startWorker(services: Services, { queue, run }: Work): Promise<void> {
    const how = {
      batchSize: 1,
      perJobResults: true,
      pollingIntervalSeconds: 2,
      notifyPollingIntervalSeconds: 30,
    } as const;
    const worker = await this.#boss.work<object>(queue.name, how, async ([job]) => {
      const { id, data } = job!;
      // There may be more: look at once rather than at the next poll.
      this.#boss.notifyWorker(worker);
      try {
        await run(services, data);
        return [{ id, status: 'completed' as const }];
      } catch (error) {
        const hopeless = error instanceof PermanentError;
        const reason = error instanceof Error ? error.message : String(error);
        services.log.warn({ queue: queue.name, job: id, reason }, hopeless ? 'A job is dead' : 'A job failed');
        return [{ id, status: hopeless ? ('deadletter' as const) : ('failed' as const), output: { message: reason } }];
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
   * Has a dead letter tried again, its retries anew: any, or one of a workspace's own. The new job has its id, so a second
   * try is no second job.
   * @param before what comes first, once it is known that there is one
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

  /** Jobs by queue and state: waiting (`created`), to be retried (`retry`), being done (`active`). */
  async depths(): Promise<{ name: string; state: string; count: number }[]> {
    return (await this.#boss.getDb().executeSql(DEPTHS)).rows;
  }

  /** Takes no more jobs and lets those in hand end; jobs can still be sent. One cut off is done again once it expires. */
  async stopWork(): Promise<void> {
    const stopped = this.#options.works.map(({ queue }) => this.#boss.offWork(queue.name, { wait: true }));
    await Promise.race([Promise.all(stopped), sleep(STOP_MS, undefined, { ref: false })]);
  }

  async close(): Promise<void> {
    await this.#boss.stop({ graceful: false });
  }
}

function bossOptions(db: Database, working: boolean): ConstructorOptions {
  const shared: ConstructorOptions = {
    schema: SCHEMA,
    supervise: working,
    useListenNotify: working,
    schedule: false,
    superviseIntervalSeconds: 30,
    monitorIntervalSeconds: 30,
    bamIntervalSeconds: 3_600,
    flowIntervalSeconds: 3_600,
    reindex: false,
    monitorVacuum: false,
  };
  if ('pglite' in db.store) return { ...shared, db: fromPglite(db.store.pglite), backend: 'pglite' };
  // The queue hands its options on to pg's pool, which knows more of them than the queue's types do.
  const connection = { connectionString: db.store.url, max: 3, options: LIMITED_UPKEEP };
  return { ...shared, ...connection, application_name: 'sales-agent-tools jobs' };
}

async function makeQueues(boss: PgBoss, works: readonly Work[]): Promise<void> {
  const common = { retentionSeconds: KEPT.open, deleteAfterSeconds: KEPT.done, notify: true };
  const wanted = [
    { name: DEAD, options: common },
    ...works.map(({ queue }) => ({
      name: queue.name,
      options: {
        ...common,
        retryLimit: queue.retries,
        retryDelay: queue.retryAfter,
        retryBackoff: true,
        retryDelayMax: Math.max(3_600, queue.retryAfter),
        expireInSeconds: queue.expiresAfter,
        deadLetter: DEAD,
      },
    })),
  ];
  const there = new Set((await boss.getQueues()).map(({ name }) => name));
  for (const { name, options } of wanted) {
    if (there.has(name)) await boss.updateQueue(name, options);
    else await boss.createQueue(name, options);
    // A first look fills the cache: a look-up inside an embedded transaction would wait for itself for ever.
    await boss.findJobs(name, { id: NOBODY });
  }
}

const NOBODY = '00000000-0000-0000-0000-000000000000';
