import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MikroORM, Transaction } from '@mikro-orm/core';
import type { Migrator } from '@mikro-orm/migrations';
import type { PostgreSqlConnection } from '@mikro-orm/postgresql';
import pg from 'pg';
import { createRole } from './migrations/0001-foundation.ts';
import { migrations } from './migrations/index.ts';
import { ROLES } from './roles.ts';
import { SCHEMA, type SchemaSnapshot, schemaDrift, snapshotOf } from './schema-snapshot.ts';

type Orm = Pick<MikroORM, 'em' | 'driver' | 'config'> & { migrator: Pick<Migrator, 'up' | 'getExecuted'> };

/** A migration as this program has it. */
export type KnownMigration = { name: string; checksum: string };

/** A migration as a database has it; null where it was applied before checksums were kept. */
export type AppliedMigration = { name: string; checksum: string | null };

/** The database is not one this program may work on; the message says what to do. Nothing was changed. */
export class SchemaRefused extends Error {}

const RESET = 'If it holds nothing but development data, npm run db:reset makes a new one.';

/** The schema holds migrations this program does not know: an older program must not touch it. */
export class SchemaTooNew extends SchemaRefused {
  constructor(names: string[]) {
    super(
      `The database schema is newer than this program (it has ${names.join(', ')}). Start the newer program instead.`,
    );
  }
}

// The roles of a cluster are made where they are missing, whichever migration comes first: a role that a later version
// adds to the list is no change of 0001.
const ROLE_STATEMENTS = new Set(Object.values(ROLES).map(createRole));

/** The checksum of what a migration does: of its SQL, so that a comment may change. */
export function checksumOf(statements: readonly string[]): string {
  const hash = createHash('sha256');
  for (const statement of statements) if (!ROLE_STATEMENTS.has(statement)) hash.update(`${statement}\0`);
  return hash.digest('hex').slice(0, 32);
}

/** The migrations of this program, in order. */
export async function knownMigrations({ driver, config }: Pick<Orm, 'driver' | 'config'>): Promise<KnownMigration[]> {
  return Promise.all(
    migrations.map(async (Migration) => {
      const migration = new Migration(driver as never, config);
      await (migration.up() as void | Promise<void>);
      return { name: migration.name, checksum: checksumOf(migration.getQueries().map(String)) };
    }),
  );
}

/**
 * Whether a program with the known migrations may go on from the applied ones: these are the first of those, unchanged.
 * @throws SchemaRefused, SchemaTooNew
 */
export function compareHistory(known: readonly KnownMigration[], applied: readonly AppliedMigration[]): void {
  const checksums = new Map(known.map(({ name, checksum }) => [name, checksum]));
  const unknown = applied.filter(({ name }) => !checksums.has(name));
  if (unknown.length > 0) throw new SchemaTooNew(unknown.map(({ name }) => name));
  const names = new Set(applied.map(({ name }) => name));
  const missing = known.slice(0, applied.length).find(({ name }) => !names.has(name));
  if (missing !== undefined) {
    const later = known.findLast(({ name }) => names.has(name))!.name;
    throw new SchemaRefused(
      `The database lacks the migration ${missing.name}, though it has ${later}, which comes after it. ` +
        `Start the version that made the database, or restore a backup that has both or neither. ${RESET}`,
    );
  }
  const changed = applied.find(({ name, checksum }) => checksum !== null && checksum !== checksums.get(name));
  if (changed !== undefined) {
    throw new SchemaRefused(
      `The migration ${changed.name} was applied to the database in another form than this program has ` +
        `(${changed.checksum} there, ${checksums.get(changed.name)} here). ` +
        `Start the version that made the database, and update from there to a release. ${RESET}`,
    );
  }
}

const ask = <Row>(orm: Orm, sql: string, values: unknown[] = [], transaction?: Transaction) =>
  (orm.em.getConnection() as PostgreSqlConnection).execute<Row[]>(sql, values, 'all', transaction as never);

// Read as JSON: the column is not there before the first start that records checksums.
const APPLIED = `SELECT name, to_jsonb(m) ->> 'checksum' AS checksum FROM schema_migrations m ORDER BY id`;

const RECORD = `UPDATE schema_migrations m SET checksum = known.checksum
  FROM json_to_recordset(?::json) AS known(name text, checksum text) WHERE known.name = m.name AND m.checksum IS NULL`;

const unrecorded = (reason: string) =>
  new SchemaRefused(
    `The database was made by a version that kept no checksums of its migrations, and is not what they make: ${reason}. ` +
      `Nothing was changed. Start the version that made it, or restore a backup of a release. ${RESET}`,
  );

/** What `npm run db:types` wrote down of a database with all migrations. */
const expectedSchema = () =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'schema.generated.json'), 'utf8')) as SchemaSnapshot;

/** PostgreSQL refused a statement because of what is there: nothing of the kind it names, or something in its way. */
const isRefusedBySchema = (error: unknown) => /^(?:42|23|0A|2B)/.test((error as { code?: string }).code ?? '');

const isForbidden = (error: unknown) => (error as { code?: string }).code === '42501';

const forbidden = (lacking: readonly KnownMigration[], { message }: Error) =>
  new SchemaRefused(
    `The database lacks ${lacking.map(({ name }) => name).join(', ') || 'checksums'}, and the login may not migrate it (${message.split('\n', 1)[0]}). ` +
      'Set MIGRATION_DATABASE_URL to the login that owns the schema; npm run -s db:roles prints the roles it needs.',
  );

/** Applies and records migrations in one transaction. */
async function apply(orm: Orm, known: readonly KnownMigration[], applied: readonly AppliedMigration[]): Promise<void> {
  const isUnrecorded = applied.some(({ checksum }) => checksum === null);
  const up = async (transaction: Transaction) => {
    await ask(orm, 'ALTER TABLE schema_migrations ADD COLUMN IF NOT EXISTS checksum text', [], transaction);
    if (applied.length < known.length) await orm.migrator.up({ transaction });
  };
  const refusal = (error: unknown) => {
    if (isForbidden(error)) return forbidden(known.slice(applied.length), error as Error);
    return isUnrecorded && isRefusedBySchema(error) ? unrecorded((error as Error).message) : error;
  };
  try {
    // Makes the table of migrations in a new database.
    await orm.migrator.getExecuted();
  } catch (error) {
    throw refusal(error);
  }
  await orm.em.getConnection().transactional(async (transaction) => {
    await up(transaction).catch((error: unknown) => {
      throw refusal(error);
    });
    if (isUnrecorded) {
      const found = snapshotOf(await ask(orm, SCHEMA, [], transaction));
      const drift = schemaDrift(expectedSchema(), found);
      if (drift.length > 0) throw unrecorded(drift.slice(0, 5).join('; '));
    }
    await ask(orm, RECORD, [JSON.stringify(known)], transaction);
  });
}

/**
 * Brings the schema up to date, after comparing what was applied with what this program has. A database that is up to
 * date is only read.
 * @throws SchemaRefused, SchemaTooNew
 */
export async function migrate(orm: Orm): Promise<void> {
  const known = await knownMigrations(orm);
  const [table] = await ask<{ there: boolean }>(orm, `SELECT to_regclass('schema_migrations') IS NOT NULL AS there`);
  const applied = table!.there ? await ask<AppliedMigration>(orm, APPLIED) : [];
  compareHistory(known, applied);
  if (applied.length < known.length || applied.some(({ checksum }) => checksum === null)) {
    await apply(orm, known, applied);
  }
}

/** Many processes may start at once on one database: the first migrates, the others wait for it. */
export async function migratePostgres(orm: Orm, url: string): Promise<void> {
  const lock = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  lock.on('error', () => {});
  await lock.connect();
  try {
    await lock.query(`SELECT pg_advisory_lock(hashtext('sales-agent-tools migrations'))`);
    await migrate(orm);
  } finally {
    await lock.end();
  }
}
