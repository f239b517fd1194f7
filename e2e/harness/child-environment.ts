import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** This repository. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * All that a program which a test starts inherits of this process: where programs are, and a folder for compiled code,
 * with which a start takes half the processor time.
 * @param tree the repository it runs in; a copy keeps its compiled code to itself
 */
export function inherited(tree = ROOT): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, NODE_COMPILE_CACHE: join(tree, tree === ROOT ? 'node_modules/.cache' : '.cache', 'compiled') };
}
