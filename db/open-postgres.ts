import { defineConfig, MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import type { Database, DatabaseOptions } from './database.ts';
import { lookAfter, runPipelined } from './driver/connection.ts';
import { keepMemory } from './driver/kept-memory.ts';
import { TENANT_SETTING } from './entities/tenant.ts';
import { IDLE_KEPT_MS, KEPT, LIMITED, LIMITED_SHARED, PROBED_MS } from './limits.ts';
import { migratePostgres } from './migrate.ts';
import { forkIn, ormOptions } from './orm-options.ts';
import { onlyReads } from './outcome.ts';
import { ROLES, type Role } from './roles.ts';
import { type Statement, statement } from './statement.ts';
import { analyzeGrown } from './statistics.ts';

/** Enters a workspace to read, on a connection whose start options gave it the role and the time zone. */
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
     set_config('max_parallel_workers_per_gather', '0', true), set_config('random_page_cost', '1.1', true)`,
);

const entering = ({ generic, replanned }: Statement) => {
  if (generic === true) return ENTER_PLANNED;
  return replanned === true ? ENTER_REPLANNED : ENTER_WORKSPACE;
};

const PING = statement('ping', 'SELECT 1');

/** How long a connection may take to come about: for calls, and at the start, when a busy server may take its time. */
const CONNECT_MS = 2_000;
const FIRST_CONNECT_MS = 10_000;

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

/** The database on a PostgreSQL server: a pool for each role. */
export async function openPostgres(url: string, options: DatabaseOptions): Promise<Database> {
  // A migration may take as long as its table is large; nobody is being served yet.
  let migrating = true;
  const pool = (role: Role, config: pg.PoolConfig) => {
    const made = new pg.Pool({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_MS,
      idleTimeoutMillis: IDLE_KEPT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: PROBED_MS,
      application_name: `sales-agent-tools ${role}`,
      options: startingAs(role),
      ...config,
    });
    made.on('error', options.onPoolError);
    made.on('connect', (client) => client.on('error', options.onPoolError));
    // Those of calls; background work takes its time.
    if (config.min !== undefined) keepMemory(made);
    return made;
  };
  const watchOrm = (made: pg.Pool) => {
    made.on('connect', lookAfter);
    keepMemory(made);
  };
  const orm = await MikroORM.init(
    defineConfig({
      ...ormOptions,
      clientUrl: url,
      pool: { min: KEPT, max: options.poolSize, idleTimeoutMillis: IDLE_KEPT_MS },
      driverOptions: () => ({
        connectionTimeoutMillis: migrating ? FIRST_CONNECT_MS : CONNECT_MS,
        application_name: 'sales-agent-tools',
        keepAlive: true,
        keepAliveInitialDelayMillis: PROBED_MS,
        ...(migrating ? {} : { options: LIMITED, onPoolCreated: watchOrm }),
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

  return {
    embedded: false,
    orm,
    store: { url },
    connections: options.poolSize,
    async as(role: Role, query: Statement, values: readonly unknown[] = []) {
      const writes = query.reading !== true && !onlyReads(query.text);
      const [rows] = await runPipelined(poolOf(role), [{ statement: query, values }], { writes });
      return rows as never[];
    },
    async append(lane, add, checks = []) {
      const where = lane === 'shared' ? shared : poolOf(ROLES.gate);
      const answers = await runPipelined(where, [...checks, add], { writes: true });
      return answers.at(-1) as never[];
    },
    async read(workspaceId: string, query: Statement, values: readonly unknown[] = []) {
      const [rows] = await readMany(workspaceId, query, [values]);
      return rows as never[];
    },
    readMany,
    fork: (workspaceId, role: Role = ROLES.service) => forkIn(orm, role, workspaceId),
    forkAs: (role) => forkIn(orm, role),
    refreshStatistics: () => analyzeGrown(orm),
    async ping() {
      await runPipelined(poolOf(ROLES.gate), [{ statement: PING, values: [] }], { writes: false });
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
