import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';

/** A file system of its own in memory, which a fault can fill; undefined where mounting is not allowed. */
export function smallDisk(folder: string, megabytes: number): { remove(): void } | undefined {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=1777`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  return { remove: () => void execFileSync('umount', ['-l', folder], { stdio: 'ignore' }) };
}

const BLOCK = Buffer.alloc(1 << 20);

/** Fills the disk of the database for three seconds, then frees it. PostgreSQL may have ended, and is started again. */
export async function fullDisk({ postgres }: Cluster): Promise<void> {
  const ballast = join(postgres.folder, 'ballast');
  try {
    for (let blocks = 0; blocks < 4_096; blocks += 1) writeFileSync(ballast, BLOCK, { flag: 'a' });
    throw new Error('the disk did not fill up');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
  await sleep(3_000);
  rmSync(ballast);
  if (!(await postgres.isUp())) await postgres.startAgain();
}
