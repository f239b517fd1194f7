import type pg from 'pg';

/** A block of 2 MB, which no constant says, so that planning makes no second one. It costs a backend 2 ms. */
const TAKE_AND_FREE = `SELECT octet_length(repeat(repeat('x', 1000), (2000 + random())::int))`;

/**
 * Has the backends of a pool's connections keep the memory of their statements. The C library gives what is freed at the
 * end of the heap back to the system from 128 kB on, and the next statement takes it again, page by page: up to four fifths
 * of the time of a whole `read_account`. Freeing a larger block raises this limit to twice its size (mallopt(3),
 * M_MMAP_THRESHOLD), but only one that the system gave: later, plans that were made have left the heap room for it. Elsewhere
 * than with glibc it changes nothing.
 */
export function keepMemory(pool: pg.Pool): void {
  // Runs before the first statement. If the connection is lost meanwhile, that one fails and reports it.
  pool.on('connect', (client) => void client.query(TAKE_AND_FREE).catch(() => {}));
}
