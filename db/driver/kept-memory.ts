import type pg from 'pg';

/** The size of the block; a backend keeps up to twice as much of what its statements freed. */
const BYTES = 1_000_000;

/** It costs a backend some 10 ms, which a connection that is hardly used is not worth. */
const USES = 10;

/**
 * Has the backends of a pool's connections keep the memory of their statements, from their tenth use on. The C library
 * gives what is freed at the end of the heap back to the system from 128 kB on, and the next statement takes it again, page
 * by page: of a whole `read_account` that was four fifths of the time. Freeing a larger block raises this limit to twice
 * its size (mallopt(3), M_MMAP_THRESHOLD). Elsewhere than with glibc it changes nothing.
 */
export function keepMemory(pool: pg.Pool): void {
  const uses = new WeakMap<pg.PoolClient, number>();
  pool.on('acquire', (client) => {
    const times = (uses.get(client) ?? 0) + 1;
    if (times > USES) return;
    uses.set(client, times);
    // Runs before the caller's statement. If the connection is lost meanwhile, that statement fails and reports it.
    if (times === USES) client.query(`SELECT octet_length(repeat('x', ${BYTES}))`).catch(() => {});
  });
}
