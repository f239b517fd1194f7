import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Child, type Ending, startChild } from '../harness/child.ts';
import { DatabaseProxy } from '../harness/database-proxy.ts';
import { freePort } from '../harness/free-port.ts';
import { PostgresServer } from '../harness/postgres-server.ts';
import { RedisServer } from '../harness/redis-server.ts';
import { provisioner, type Tenant } from '../harness/tenant.ts';

export type ClusterOptions = {
  /** Processes that serve calls, each on a port of its own; 1 by default. */
  processes?: number;
  /** Processes that do jobs and nothing else, in place of those that serve calls; none by default. */
  workers?: number;
  /** Added to the environment of each process. */
  env?: Record<string, string>;
  tenants?: number;
  /** Calls a minute of each tenant's key; no limit by default. */
  rateLimit?: number;
  /** The service is connected straight to its servers: nothing goes wrong on the way. */
  direct?: boolean;
  /** The folder that PostgreSQL keeps its data in; the system's for temporary files by default. */
  disk?: string | undefined;
};

/** Tenants that write; each has one account. */
export type Writer = Tenant & { accountId: string };

/**
 * A service as in production: PostgreSQL and Redis of its own, each behind a proxy, and processes of the service, which
 * can be killed and started again at the same address.
 */
export class Cluster {
  readonly postgres: PostgresServer;
  readonly redis: RedisServer;
  readonly toDatabase: DatabaseProxy;
  readonly toRedis: DatabaseProxy;
  readonly baseUrls: string[];
  readonly writers: Writer[] = [];
  /** Ends of processes that nobody asked for. */
  readonly deaths: Ending[] = [];
  readonly #env: Record<string, string>;
  readonly #children: (Child | undefined)[] = [];
  readonly #workers: (Child | undefined)[] = [];
  readonly #folder: string;
  #output = '';

  private constructor(
    parts: { postgres: PostgresServer; redis: RedisServer; toDatabase: DatabaseProxy; toRedis: DatabaseProxy },
    ports: number[],
    env: Record<string, string>,
    folder: string,
  ) {
    this.postgres = parts.postgres;
    this.redis = parts.redis;
    this.toDatabase = parts.toDatabase;
    this.toRedis = parts.toRedis;
    this.baseUrls = ports.map((port) => `http://127.0.0.1:${port}`);
    this.#env = env;
    this.#folder = folder;
  }

  static async start(options: ClusterOptions = {}): Promise<Cluster> {
    const folder = mkdtempSync(join(tmpdir(), 'sat-trust-'));
    const [postgres, redis] = await Promise.all([PostgresServer.start(options.disk), RedisServer.start()]);
    const [toDatabase, toRedis] = await Promise.all([
      DatabaseProxy.start(postgres.url),
      DatabaseProxy.start(redis.url),
    ]);
    const ports: number[] = [];
    for (let index = 0; index < (options.processes ?? 1); index += 1) ports.push(await freePort());
    const env = {
      DATABASE_URL: options.direct === true ? postgres.url : toDatabase.url,
      REDIS_URL: options.direct === true ? redis.url : toRedis.url,
      DATA_DIR: folder,
      LOG_LEVEL: 'warn',
      ...(options.workers === undefined ? {} : { WORKERS: 'off' }),
      ...options.env,
    };
    const cluster = new Cluster({ postgres, redis, toDatabase, toRedis }, ports, env, folder);
    try {
      await cluster.#begin(options);
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  async #begin({ tenants = 8, workers = 0, rateLimit }: ClusterOptions): Promise<void> {
    for (const index of this.baseUrls.keys()) await this.startProcess(index);
    for (let index = 0; index < workers; index += 1) await this.startWorker(index);
    const { newTenant } = provisioner(this.baseUrl);
    for (let index = 0; index < tenants; index += 1) {
      const tenant = await newTenant({ rateLimit: rateLimit ?? null });
      const { body } = await tenant.rest('gtm_crm_write', { entity: 'account', facts: { name: `Account ${index}` } });
      this.writers.push({ ...tenant, accountId: body.id as string });
    }
  }

  get baseUrl(): string {
    return this.baseUrls[0]!;
  }

  /** What all processes wrote to standard output and error so far. */
  get output(): string {
    return this.#output + [...this.#children, ...this.#workers].map((child) => child?.output() ?? '').join('');
  }

  /** The id of a running process. */
  pid(index = 0): number {
    return this.#children[index]!.process.pid!;
  }

  async startProcess(index = 0, env: Record<string, string> = {}): Promise<void> {
    const child = await startChild({ ...this.#env, PORT: new URL(this.baseUrls[index]!).port, ...env });
    this.#keep(this.#children, index, child);
  }

  async startWorker(index = 0): Promise<void> {
    const child = await startChild(this.#env, undefined, { program: 'server/worker.ts' });
    this.#keep(this.#workers, index, child);
  }

  #keep(children: (Child | undefined)[], index: number, child: Child): void {
    children[index] = child;
    child.process.once('exit', (code, signal) => {
      if (children[index] === child) this.deaths.push(code ?? signal!);
    });
  }

  /** Ends a process and waits for its end. */
  endProcess(signal: NodeJS.Signals, index = 0): Promise<Ending> {
    return this.#end(this.#children, index, signal);
  }

  endWorker(signal: NodeJS.Signals, index = 0): Promise<Ending> {
    return this.#end(this.#workers, index, signal);
  }

  async #end(children: (Child | undefined)[], index: number, signal: NodeJS.Signals): Promise<Ending> {
    const child = children[index]!;
    children[index] = undefined;
    const ending = await child.end(signal);
    this.#output += child.output();
    return ending;
  }

  /** Rows of a statement, asked past the proxy by a superuser, whom row level security does not bind. */
  async rows<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
    const url = new URL(this.postgres.url);
    url.username = 'postgres';
    url.password = '';
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    try {
      return (await client.query(sql, values)).rows as Row[];
    } finally {
      await client.end();
    }
  }

  async stop(): Promise<void> {
    this.toDatabase.speak();
    this.toRedis.speak();
    for (const children of [this.#children, this.#workers])
      await Promise.all(children.map((child, index) => child && this.#end(children, index, 'SIGKILL')));
    await Promise.all([this.toDatabase.close(), this.toRedis.close()]);
    await Promise.all([this.postgres.remove(), this.redis.kill()]);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
