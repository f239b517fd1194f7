import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { defineConfig as embeddedConfig, MikroORM as EmbeddedORM } from '@mikro-orm/pglite';
import { Migrator } from '@mikro-orm/migrations';
import { defineConfig, type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';
import pg from 'pg';
import { lookAfter, runPipelined } from './driver/connection.ts';
import { makePrivateFolder } from './data-folder.ts';
import { entities } from './entities/index.ts';
import { TENANT_SETTING } from './entities/tenant.ts';
import { lockFolder } from './folder-lock.ts';
import { KEPT, LIMITED, LIMITED_SHARED, ORDINARY, PROBED_MS } from './limits.ts';
import { migrate, migratePostgres } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { onlyReads } from './outcome.ts';
import { ROLES, type Role } from './roles.ts';
import { observed, withObservedStatements } from './statement-log.ts';
import { type Query, type QueryIn, type Statement, statement } from './statement.ts';

/**
 * The database as the rest of the program sees it, PostgreSQL or embedded alike. Sales data is reached through
 * `tenant(…)` only; `as(role, …)` serves the gate and provisioning, whose roles see none of it.
 */
export interface Database {
  readonly embedded: boolean;
  readonly orm: MikroORM;
  /** What the job queue connects to by itself. */
  readonly store: { readonly url: string } | { readonly pglite: PGlite };
  /** One statement in its own transaction under a role that has no tenant. One round trip. */
  as: QueryIn<Role>;
  /**
   * One statement of the gate for many workspaces at once: where it would wait for a lock, it fails at once (55P03).
   * One round trip.
   */
  asShared: Query;
  /** Connections that transactions in workspaces may have at once; reads have as many of their own. */
  readonly connections: number;
  /** One read-only statement inside a workspace, under row level security. One round trip. */
  read: QueryIn<string>;
  /** The same for many sets of parameters, answered in order: one pipeline, all or nothing. */
  readMany(workspaceId: string, query: Statement, all: readonly (readonly unknown[])[]): Promise<unknown[][]>;
  /** An EntityManager fork bound to a workspace: filters and row level security both narrow it. */
  fork(workspaceId: string, role?: typeof ROLES.publisher | typeof ROLES.erasure): EntityManager;
  /** A fork under a role that has no tenant, for provisioning. */
  forkAs(role: Role): EntityManager;
  ping(): Promise<void>;
  /** Connections in use, idle, and callers waiting for one. */
  pool(): { total: number; idle: number; waiting: number };
  close(): Promise<void>;
}

/** The statement that enters a role and a workspace for the rest of the transaction. */
const ENTER = statement(
  'enter',
  `SELECT set_config('role', $1, true), set_config('${TENANT_SETTING}', $2, true), set_config('timezone', 'UTC', true)`,
);

/** The same, to read, on a connection whose start options gave it the role and the time zone. */
const ENTER_WORKSPACE = statement(
  'enter_workspace',
  `SELECT set_config('${TENANT_SETTING}', $1, true), set_config('transaction_read_only', 'on', true)`,
);

/** The same for a statement that is planned once for all parameters. */
const ENTER_PLANNED = statement(
  'enter_planned',
  `${ENTER_WORKSPACE.text}, set_config('plan_cache_mode', 'force_generic_plan', true)`,
);

/**
 * The same for a search, planned for its parameters at every call. Each has an index that begins with the workspace;
 * how rare a word's beginning is cannot be estimated, so the planner would take every tenth search over the whole table.
 */
const ENTER_REPLANNED = statement(
  'enter_replanned',
  `${ENTER_WORKSPACE.text}, set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', 'off', true),
     set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
     set_config('max_parallel_workers_per_gather', '0', true), set_config('random_page_cost', '1.1', true), set_config('jit', 'off', true)`,
);

const entering = ({ generic, replanned }: Statement) => {
  if (generic === true) return ENTER_PLANNED;
  return replanned === true ? ENTER_REPLANNED : ENTER_WORKSPACE;
};

/** What an ORM of this schema is opened with, on either kind of database. */
export const ormOptions = {
  entities: [...entities],
  extensions: [Migrator],
  migrations: {
    migrationsList: migrations,
    tableName: 'schema_migrations',
    snapshot: false,
    disableForeignKeys: false,
  },
  discovery: { warnWhenNoEntities: true },
  debug: false,
  // What the migrator says of its steps is no news to whoever starts the service.
  logger: () => {},
  implicitTransactions: true,
  forceUtcTimezone: true,
};

function forkIn(orm: MikroORM, role: Role, workspaceId?: string): EntityManager {
  const em = orm.em.fork();
  if (workspaceId !== undefined) em.setFilterParams('tenant', { workspaceId });
  em.setSessionContext({ variables: { role, [TENANT_SETTING]: workspaceId ?? '' } });
  return em;
}

/** Runs SQL with `$1` parameters inside the transaction that an EntityManager is in. */
export const execute: QueryIn<EntityManager> = async (
  em: EntityManager,
  query: Statement,
  values: readonly unknown[] = [],
) => {
  const transaction = em.getTransactionContext<ReturnType<EntityManager['getKysely']>>();
  if (transaction === undefined) throw new Error(`${query.name} needs a transaction`);
  return observed(query, async () => {
    const result = await transaction.executeQuery<never>(CompiledQuery.raw(query.text, [...values]));
    return result.rows;
  });
};

const TAKE_ON = statement('take_on_role', `SELECT set_config('role', $1, true)`);

/** Takes on another role for a part of the transaction that an EntityManager of a workspace is in, the workspace kept. */
export async function actAs<Result>(em: EntityManager, role: Role, run: () => Promise<Result>): Promise<Result> {
  await execute(em, TAKE_ON, [role]);
  const result = await run();
  await execute(em, TAKE_ON, [ROLES.service]);
  return result;
}

export type DatabaseOptions = {
  /** PostgreSQL connection string; absent means embedded in `dataDir`. */
  url?: string | undefined;
  /** The same of the login that owns the schema and migrates it, where that is another. */
  migrationUrl?: string | undefined;
  dataDir: string;
  poolSize: number;
  /** Called with what goes wrong on an idle connection; such an error never ends the process. */
  onPoolError(error: Error): void;
};

/** How long a connection may take to come about. */
const CONNECT_MS = 2_000;

/** The start options of a connection that has taken on a role, and is given further settings. */
const startingAs = (role: Role, limits = LIMITED, ...settings: string[]) =>
  [`-c role=${role} -c timezone=UTC`, limits, ...settings].join(' ');

/** What the gate asks for every call is planned once: planning a key's look-up takes longer than the look-up. */
const PLANNED_ONCE = '-c plan_cache_mode=force_generic_plan';

/** Connections of the gate beside the lanes of workspaces: keys, audit rows, and calls whose outcome is asked for. */
const GATE_CONNECTIONS = 4;

/** Migrates as the login that owns the schema: the service's own, or another, whose connection ends with it. */
async function migrateAs(orm: MikroORM, url: string, ownerUrl: string | undefined): Promise<void> {
  if (ownerUrl === undefined) return migratePostgres(orm, url);
  const owner = await MikroORM.init(defineConfig({ ...ormOptions, clientUrl: ownerUrl, pool: { min: 0, max: 1 } }));
  try {
    await migratePostgres(owner, ownerUrl);
  } finally {
    await owner.close();
  }
}

async function openPostgres(url: string, options: DatabaseOptions): Promise<Database> {
  // A migration may take as long as its table is large; nobody is being served yet.
  let migrating = true;
  const pool = (role: Role, config: pg.PoolConfig) => {
    const made = new pg.Pool({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: ORDINARY.answer,
      keepAlive: true,
      keepAliveInitialDelayMillis: PROBED_MS,
      application_name: `sales-agent-tools ${role}`,
      options: startingAs(role),
      ...config,
    });
    made.on('error', options.onPoolError);
    made.on('connect', (client) => client.on('error', options.onPoolError));
    return made;
  };
  const orm = await MikroORM.init(
    defineConfig({
      ...ormOptions,
      clientUrl: url,
      pool: { min: KEPT, max: options.poolSize },
      driverOptions: () => ({
        connectionTimeoutMillis: CONNECT_MS,
        application_name: 'sales-agent-tools',
        keepAlive: true,
        keepAliveInitialDelayMillis: PROBED_MS,
        ...(migrating ? {} : { options: LIMITED, onPoolCreated: (made: pg.Pool) => made.on('connect', lookAfter) }),
      }),
    }),
  );
  await migrateAs(orm, url, options.migrationUrl).catch(async (error: unknown) => {
    await orm.close();
    throw error;
  });
  migrating = false;
  // The next use opens connections with limits.
  await orm.em.getConnection().close();

  const pools = new Map<Role, pg.Pool>([
    [
      ROLES.gate,
      pool(ROLES.gate, {
        min: KEPT,
        max: GATE_CONNECTIONS + options.poolSize,
        options: startingAs(ROLES.gate, LIMITED, PLANNED_ONCE),
      }),
    ],
    [ROLES.service, pool(ROLES.service, { min: KEPT, max: options.poolSize })],
  ]);
  const shared = pool(ROLES.gate, { min: KEPT, max: 2, options: startingAs(ROLES.gate, LIMITED_SHARED, PLANNED_ONCE) });
  const poolOf = (role: Role) => {
    let found = pools.get(role);
    if (found === undefined) pools.set(role, (found = pool(role, { max: 2 })));
    return found;
  };

  const readMany = async (workspaceId: string, query: Statement, all: readonly (readonly unknown[])[]) => {
    const enter = { statement: entering(query), values: [workspaceId] };
    const bound = [enter, ...all.map((values) => ({ statement: query, values }))];
    const [, ...answers] = await runPipelined(poolOf(ROLES.service), bound, { writes: false });
    return answers;
  };

  const runIn = async (where: pg.Pool, query: Statement, values: readonly unknown[] = []) => {
    const writes = query.reading !== true && !onlyReads(query.text);
    const [rows] = await runPipelined(where, [{ statement: query, values }], { writes });
    return rows as never[];
  };

  return {
    embedded: false,
    orm,
    store: { url },
    connections: options.poolSize,
    as: (role: Role, query: Statement, values?: readonly unknown[]) => runIn(poolOf(role), query, values),
    asShared: (query: Statement, values?: readonly unknown[]) => runIn(shared, query, values),
    async read(workspaceId: string, query: Statement, values: readonly unknown[] = []) {
      const [rows] = await readMany(workspaceId, query, [values]);
      return rows as never[];
    },
    readMany,
    fork: (workspaceId, role: Role = ROLES.service) => forkIn(orm, role, workspaceId),
    forkAs: (role) => forkIn(orm, role),
    async ping() {
      await poolOf(ROLES.gate).query('SELECT 1');
    },
    pool: () => {
      const all = [...pools.values(), shared];
      const sum = (pick: (each: pg.Pool) => number) => all.reduce((total, each) => total + pick(each), 0);
      return {
        total: sum((each) => each.totalCount),
        idle: sum((each) => each.idleCount),
        waiting: sum((each) => each.waitingCount),
      };
    },
    async close() {
      await Promise.all([...pools.values(), shared].map((each) => each.end()));
      await orm.close();
    },
  };
}

async function openEmbedded(options: DatabaseOptions): Promise<Database> {
  makePrivateFolder(options.dataDir);
  const unlock = lockFolder(options.dataDir);
  const pglite = await PGlite.create({ dataDir: join(options.dataDir, 'postgres') });
  const orm = (await EmbeddedORM.init(
    embeddedConfig({ ...ormOptions, dbName: 'postgres', driverOptions: { pglite } }),
  )) as unknown as MikroORM;
  const close = async () => {
    await orm.close();
    if (!pglite.closed) await pglite.close();
    unlock();
  };
  await migrate(orm).catch(async (error: unknown) => {
    await close();
    throw error;
  });

  await pglite.exec('SET default_statistics_target = 20');

  const manyInRole = (role: Role, workspaceId: string, query: Statement, all: readonly (readonly unknown[])[]) =>
    pglite.transaction(async (transaction) => {
      await transaction.query(ENTER.text, [role, workspaceId]);
      const answers: unknown[][] = [];
      for (const values of all) answers.push((await transaction.query(query.text, [...values])).rows);
      return answers;
    });
  const inRole = async (role: Role, workspaceId: string, query: Statement, values: readonly unknown[]) => {
    const [rows] = await manyInRole(role, workspaceId, query, [values]);
    return rows as never[];
  };

  return {
    embedded: true,
    orm,
    store: { pglite },
    connections: 1,
    as: (role: Role, query: Statement, values: readonly unknown[] = []) => inRole(role, '', query, values),
    asShared: (query: Statement, values: readonly unknown[] = []) => inRole(ROLES.gate, '', query, values),
    read: (workspaceId: string, query: Statement, values: readonly unknown[] = []) =>
      inRole(ROLES.service, workspaceId, query, values),
    readMany: (workspaceId, query, all) => manyInRole(ROLES.service, workspaceId, query, all),
    fork: (workspaceId, role: Role = ROLES.service) => forkIn(orm, role, workspaceId),
    forkAs: (role) => forkIn(orm, role),
    async ping() {
      await pglite.query('SELECT 1');
    },
    pool: () => ({ total: 1, idle: 1, waiting: 0 }),
    close,
  };
}

/** Opens the database and brings its schema up to date. @throws SchemaRefused, FolderInUse */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const opened = options.url === undefined ? openEmbedded(options) : openPostgres(options.url, options);
  return withObservedStatements(await opened);
}
