import { accessSync, chmodSync, constants, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';

/** Bytes that must be free there, and of memory as a whole. */
const ROOM = 8_000_000_000;
const AVAILABLE = 14_000_000_000;

function hasRoom(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    const [, kilobytes = '0'] = /^MemAvailable: +(\d+)/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? [];
    return bavail * bsize > ROOM && Number(kilobytes) * 1_000 > AVAILABLE;
  } catch {
    return false;
  }
}

/**
 * A folder in memory for what the tests make, where there is plenty of it and no other was named: every file copies a
 * database of 1,500 files, which on a disk takes ten times the processor time. It goes with this process.
 */
export function useMemory(): void {
  if (process.env['TMPDIR'] !== undefined || !hasRoom()) return;
  const folder = mkdtempSync(join(MEMORY, 'sat-tests-'));
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}
