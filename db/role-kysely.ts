import { createHash } from 'node:crypto';
import {
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type { Database } from './orm.ts';
import type { Role } from './roles.ts';

const nameOf = (sql: string) => `kysely_${createHash('sha1').update(sql).digest('hex')}`;

/** Every query by itself: what must hold together is one statement. */
class RoleDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(db: Database, role: Role) {
    this.#connection = {
      async executeQuery<Row>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) {
        const rows = await db.as<Row>(role, { name: nameOf(sql), text: sql }, parameters);
        return { rows, numAffectedRows: BigInt(rows.length) } satisfies QueryResult<Row>;
      },
      streamQuery: () => refuse('stream'),
    };
  }

  init = () => Promise.resolve();
  acquireConnection = () => Promise.resolve(this.#connection);
  releaseConnection = () => Promise.resolve();
  destroy = () => Promise.resolve();
  beginTransaction = () => refuse('begin a transaction');
  commitTransaction = () => refuse('commit');
  rollbackTransaction = () => refuse('roll back');
}

function refuse(what: string): never {
  throw new Error(`Queries under a role go one by one: there is nothing to ${what}`);
}

/** The database for a library that builds its own queries, under one role, on either kind of database. */
export function kyselyAs<Tables>(db: Database, role: Role): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createDriver: () => new RoleDriver(db, role),
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}
