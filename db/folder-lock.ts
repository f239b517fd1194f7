import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Another running process holds the embedded database's folder. */
export class FolderInUse extends Error {
  constructor(folder: string, pid: number) {
    super(
      `The data folder ${folder} is in use by process ${pid}. The embedded database serves one process: stop that one, set another DATA_DIR, or set DATABASE_URL to run many.`,
    );
  }
}

/** Folders this very process holds, by their lock file: a container's process has the same number after each start. */
const held = new Set<string>();

/** When a process started, in kernel ticks; tells a process from a later one with the same number. Linux only. */
function startedAt(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19];
  } catch {
    return undefined;
  }
}

function isRunning(pid: number, started: string | undefined, file: string): boolean {
  if (pid === process.pid) return held.has(file);
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return started === undefined || startedAt(pid) === undefined || startedAt(pid) === started;
}

/**
 * Takes a folder for this process and returns how to give it back. A lock left by a process that was killed is taken
 * over.
 * @throws FolderInUse
 */
export function lockFolder(folder: string): () => void {
  const file = join(folder, 'service.lock');
  const mine = JSON.stringify({ pid: process.pid, started: startedAt(process.pid) });
  for (let attempt = 0; ; attempt += 1) {
    try {
      writeFileSync(file, mine, { flag: 'wx', mode: 0o600 });
      held.add(file);
      return () => {
        held.delete(file);
        rmSync(file, { force: true });
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt > 3) throw error;
    }
    let holder: { pid?: number; started?: string } = {};
    try {
      holder = JSON.parse(readFileSync(file, 'utf8')) as typeof holder;
    } catch {
      // A torn or vanished lock file belongs to nobody.
    }
    if (holder.pid !== undefined && isRunning(holder.pid, holder.started, file))
      throw new FolderInUse(folder, holder.pid);
    rmSync(file, { force: true });
  }
}
