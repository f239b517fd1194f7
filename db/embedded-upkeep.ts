import type { PGlite } from '@electric-sql/pglite';

/** How often the embedded database is looked after, in milliseconds. */
const INTERVAL_MS = 60_000;

const NEGLECTED = `SELECT relname AS name, n_dead_tup > 50 + 0.2 * n_live_tup AS bloated
  FROM pg_stat_user_tables
  WHERE n_mod_since_analyze > 50 + 0.1 * n_live_tup OR n_dead_tup > 50 + 0.2 * n_live_tup`;

/**
 * Does what PostgreSQL's autovacuum does and the embedded one lacks: refreshes the planner's statistics of tables that
 * changed much and frees dead rows. Without it every plan is made for an empty table. One table at a time, so that
 * calls get in between. Returns how to stop.
 */
export function startUpkeep(pglite: PGlite): () => void {
  let busy = false;
  const look = async () => {
    if (busy || pglite.closed) return;
    busy = true;
    try {
      const { rows } = await pglite.query<{ name: string; bloated: boolean }>(NEGLECTED);
      for (const { name, bloated } of rows) {
        if (pglite.closed) return;
        await pglite.exec(`${bloated ? 'VACUUM ANALYZE' : 'ANALYZE'} "${name}"`);
      }
    } catch {
      // Upkeep that failed costs speed only; the next round tries again.
    } finally {
      busy = false;
    }
  };
  const timer = setInterval(() => void look(), INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
