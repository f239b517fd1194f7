import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';
import type { Database, DatabaseOptions } from './database.ts';
import { sendWith } from './driver/connection.ts';
import { openEmbedded } from './open-embedded.ts';
import { openPostgres } from './open-postgres.ts';
import { ROLES, type Role } from './roles.ts';
import { observed, withObservedStatements } from './statement-log.ts';
import { type QueryIn, type Statement, statement } from './statement.ts';

export type { Database } from './database.ts';

async function run(em: EntityManager, query: Statement, values: unknown[]) {
  const transaction = em.getTransactionContext<ReturnType<EntityManager['getKysely']>>();
  if (transaction === undefined) throw new Error(`${query.name} needs a transaction`);
  return observed(query, async () => {
    const result = await transaction.executeQuery<never>(CompiledQuery.raw(query.text, values));
    return result.rows;
  });
}

/** Runs SQL with `$1` parameters inside the transaction that an EntityManager is in. */
export const execute: QueryIn<EntityManager> = (em: EntityManager, query: Statement, values: readonly unknown[] = []) =>
  run(em, query, [...values]);

/**
 * The same for what only checks, before a transaction does anything: a server runs it in the round trip of the statement
 * after it, which fails where it does.
 */
export const check = async (em: EntityManager, query: Statement, values: readonly unknown[]): Promise<void> => {
  await run(em, query, sendWith('next', [...values]));
};

/**
 * The same for what ends a transaction: a server commits it in the same round trip, so nothing may be run in it afterwards.
 * @throws OutcomeUnknown
 */
export const executeLast: QueryIn<EntityManager> = (
  em: EntityManager,
  query: Statement,
  values: readonly unknown[] = [],
) => run(em, query, sendWith('commit', [...values]));

const TAKE_ON = statement('take_on_role', `SELECT set_config('role', $1, true)`);

/** Takes on another role for a part of the transaction that an EntityManager of a workspace is in, the workspace kept. */
export async function actAs<Result>(em: EntityManager, role: Role, run: () => Promise<Result>): Promise<Result> {
  await execute(em, TAKE_ON, [role]);
  const result = await run();
  await execute(em, TAKE_ON, [ROLES.service]);
  return result;
}

/** Opens the database and brings its schema up to date. @throws SchemaRefused, FolderInUse */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const opened = options.url === undefined ? openEmbedded(options) : openPostgres(options.url, options);
  return withObservedStatements(await opened);
}
