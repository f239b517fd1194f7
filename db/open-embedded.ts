import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { defineConfig, MikroORM as EmbeddedORM } from '@mikro-orm/pglite';
import type { MikroORM } from '@mikro-orm/postgresql';
import { makePrivateFolder } from './data-folder.ts';
import type { Database, DatabaseOptions } from './database.ts';
import { EmbeddedConnection } from './driver/embedded.ts';
import { makeDatabase, TEMPLATE } from './embedded-template.ts';
import { TENANT_SETTING } from './entities/tenant.ts';
import { lockFolder } from './folder-lock.ts';
import { EMBEDDED_BUFFERS_MB } from './limits.ts';
import { migrate, SchemaRefused } from './migrate.ts';
import { forkIn, ormOptions } from './orm-options.ts';
import { ROLES, type Role } from './roles.ts';
import { type Statement, statement } from './statement.ts';
import { GROWN_TABLES } from './statistics.ts';

/** The statement that enters a role and a workspace for the rest of the transaction. */
const ENTER = statement(
  'enter',
  `SELECT set_config('role', $1, true), set_config('${TENANT_SETTING}', $2, true), set_config('timezone', 'UTC', true)`,
);

/** Opens a database and brings its schema up to date; where there is none, a new one. @throws SchemaRefused */
async function openMigrated(
  dataDir: string,
  template: string,
  buffersMb: number,
): Promise<{ connection: EmbeddedConnection; orm: MikroORM }> {
  const isNew = !existsSync(dataDir);
  const isCopy = isNew && existsSync(template);
  if (isNew) await makeDatabase(dataDir, isCopy ? template : undefined);
  const startParams = [...PGlite.defaultStartParams, '-c', `shared_buffers=${buffersMb}MB`];
  const connection = new EmbeddedConnection(await PGlite.create({ dataDir, startParams }));
  const orm = (await EmbeddedORM.init(
    defineConfig({
      ...ormOptions,
      dbName: 'postgres',
      driverOptions: { pglite: () => connection as unknown as PGlite },
    }),
  )) as unknown as MikroORM;
  try {
    await migrate(orm);
    connection.isMigrated = true;
    return { connection, orm };
  } catch (error) {
    await closeBoth(orm, connection);
    if (!isCopy || !(error instanceof SchemaRefused)) throw error;
  }
  // The template was made with migrations that were edited since.
  rmSync(dataDir, { recursive: true });
  await makeDatabase(dataDir);
  return openMigrated(dataDir, template, buffersMb);
}

async function closeBoth(orm: MikroORM, connection: EmbeddedConnection): Promise<void> {
  await orm.close();
  if (!connection.closed) await connection.close();
}

/**
 * The database in this process, kept in a folder that no other process opens.
 * @param template the database that a new one is a copy of, where it is there and of this program's migrations
 */
export async function openEmbedded(
  { dataDir, buffersMb = EMBEDDED_BUFFERS_MB }: Pick<DatabaseOptions, 'dataDir' | 'buffersMb'>,
  template = TEMPLATE,
): Promise<Database> {
  makePrivateFolder(dataDir);
  const unlock = lockFolder(dataDir);
  const { connection, orm } = await openMigrated(join(dataDir, 'postgres'), template, buffersMb).catch(
    (error: unknown) => {
      unlock();
      throw error;
    },
  );
  const close = async () => {
    await closeBoth(orm, connection);
    unlock();
  };

  await connection.exec('SET default_statistics_target = 20');

  const manyInRole = async (
    role: Role,
    workspaceId: string,
    query: Statement,
    all: readonly (readonly unknown[])[],
  ) => {
    const enter = { statement: ENTER, values: [role, workspaceId] };
    const [, ...answers] = await connection.run([enter, ...all.map((values) => ({ statement: query, values }))]);
    return answers;
  };
  const inRole = async (role: Role, workspaceId: string, query: Statement, values: readonly unknown[]) => {
    const [rows] = await manyInRole(role, workspaceId, query, [values]);
    return rows as never[];
  };

  return {
    embedded: true,
    orm,
    store: { connection },
    connections: 1,
    as: (role: Role, query: Statement, values: readonly unknown[] = []) => inRole(role, '', query, values),
    async append(_lane, add, checks = []) {
      const enter = { statement: ENTER, values: [ROLES.gate, ''] };
      const answers = await connection.run([enter, ...checks, add]);
      return answers.at(-1) as never[];
    },
    read: (workspaceId: string, query: Statement, values: readonly unknown[] = []) =>
      inRole(ROLES.service, workspaceId, query, values),
    readMany: (workspaceId, query, all) => manyInRole(ROLES.service, workspaceId, query, all),
    fork: (workspaceId, role: Role = ROLES.service) => forkIn(orm, role, workspaceId),
    forkAs: (role) => forkIn(orm, role),
    async refreshStatistics() {
      const { rows } = await connection.query<{ name: string }>(GROWN_TABLES);
      for (const { name } of rows) if (!connection.closed) await connection.exec(`ANALYZE ${name}`);
    },
    async ping() {
      await connection.query('SELECT 1');
    },
    pool: () => ({ total: 1, idle: 1, waiting: 0 }),
    close,
  };
}
