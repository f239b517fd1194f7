import type { MikroORM, PostgreSqlConnection } from '@mikro-orm/postgresql';

/** Tables of this login that have grown by half since they were last analyzed. */
export const GROWN_TABLES = `SELECT format('%I.%I', s.schemaname, s.relname) AS name
  FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid
  WHERE s.n_mod_since_analyze > 1000 + 0.5 * s.n_live_tup AND pg_has_role(c.relowner, 'USAGE')`;

/** Sampling a large table takes longer than a call may. */
const ANALYZE_MS = 60_000;

/** Refreshes the statistics of tables on a PostgreSQL server, each in its own transaction. */
export async function analyzeGrown(orm: MikroORM): Promise<void> {
  const connection = orm.em.getConnection() as PostgreSqlConnection;
  for (const { name } of await connection.execute<{ name: string }[]>(GROWN_TABLES)) {
    await connection.transactional(async (transaction) => {
      await connection.execute(`SET LOCAL statement_timeout = ${ANALYZE_MS}`, [], 'run', transaction);
      await connection.execute(`ANALYZE ${name}`, [], 'run', transaction);
    });
  }
}
