import type pg from 'pg';

/** The size of the block; a backend keeps up to twice as much of what its statements freed. */
const BYTES = 2_000_000;

/**
 * Has a connection's backend keep the memory of its statements. The C library gives what is freed at the end of the heap
 * back to the system from 128 kB on, and the next statement takes it again, page by page: of a whole `read_account` that
 * was four fifths of the time. Freeing a larger block raises this limit to twice its size (mallopt(3), M_MMAP_THRESHOLD).
 * Elsewhere than with glibc it changes nothing.
 */
export function keepMemory(client: pg.ClientBase): void {
  // A connection that is lost meanwhile fails whoever uses it.
  client.query(`SELECT octet_length(repeat('x', ${BYTES}))`).catch(() => {});
}
