import type { EmbeddedConnection } from './driver/embedded.ts';

const NEGLECTED = `SELECT format('%I.%I', schemaname, relname) AS name, n_dead_tup > 50 + 0.2 * n_live_tup AS bloated
  FROM pg_stat_user_tables
  WHERE n_mod_since_analyze > 50 + 0.1 * n_live_tup OR n_dead_tup > 50 + 0.2 * n_live_tup`;

/**
 * Does what PostgreSQL's autovacuum does and the embedded database lacks: refreshes the planner's statistics of tables
 * that changed much and frees dead rows; without it every plan is made for an empty table. One statement per table, so
 * that calls run in between.
 */
export async function vacuumEmbedded(connection: EmbeddedConnection): Promise<void> {
  const { rows } = await connection.query<{ name: string; bloated: boolean }>(NEGLECTED);
  for (const { name, bloated } of rows) {
    if (connection.closed) return;
    await connection.exec(`${bloated ? 'VACUUM ANALYZE' : 'ANALYZE'} ${name}`);
  }
}
