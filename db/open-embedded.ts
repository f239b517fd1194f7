import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { dataDir as emptyDatabase } from '@electric-sql/pglite-prepopulatedfs';
import { defineConfig, MikroORM as EmbeddedORM } from '@mikro-orm/pglite';
import type { MikroORM } from '@mikro-orm/postgresql';
import { makePrivateFolder } from './data-folder.ts';
import type { Database, DatabaseOptions } from './database.ts';
import { TENANT_SETTING } from './entities/tenant.ts';
import { lockFolder } from './folder-lock.ts';
import { migrate } from './migrate.ts';
import { forkIn, ormOptions } from './orm-options.ts';
import { ROLES, type Role } from './roles.ts';
import { type Statement, statement } from './statement.ts';

/** The statement that enters a role and a workspace for the rest of the transaction. */
const ENTER = statement(
  'enter',
  `SELECT set_config('role', $1, true), set_config('${TENANT_SETTING}', $2, true), set_config('timezone', 'UTC', true)`,
);

/**
 * Opens the database of a data folder that this process has locked. A new one is unpacked, in a fifth of initdb's time,
 * beside its place: a start that is killed meanwhile leaves nothing that a later one would open.
 */
export async function openFolder(folder: string): Promise<PGlite> {
  const dataDir = join(folder, 'postgres');
  if (!existsSync(dataDir)) {
    const unpacked = join(folder, 'postgres.unpacked');
    rmSync(unpacked, { recursive: true, force: true });
    const made = await PGlite.create({ dataDir: unpacked, loadDataDir: await emptyDatabase() });
    await made.close();
    renameSync(unpacked, dataDir);
  }
  return PGlite.create({ dataDir });
}

/** The database in this process, kept in a folder that no other process opens. */
export async function openEmbedded(options: DatabaseOptions): Promise<Database> {
  makePrivateFolder(options.dataDir);
  const unlock = lockFolder(options.dataDir);
  const pglite = await openFolder(options.dataDir);
  const orm = (await EmbeddedORM.init(
    defineConfig({ ...ormOptions, dbName: 'postgres', driverOptions: { pglite } }),
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
