import { chmodSync, mkdirSync, statSync } from 'node:fs';

/** The rights of a group and of everybody else. */
const OTHERS = 0o077;

/**
 * Makes a folder that its owner alone may enter, and takes rights back that one which was there gives to others.
 * @throws the system's error
 */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const { mode, uid } = statSync(path);
  if ((mode & OTHERS) === 0) return;
  // A volume may belong to another user; its owner has to decide.
  if (process.getuid !== undefined && process.getuid() !== 0 && uid !== process.getuid()) {
    process.emitWarning(`${path} is open to others than this service, and belongs to another user: chmod 700 it`);
    return;
  }
  chmodSync(path, 0o700);
}
