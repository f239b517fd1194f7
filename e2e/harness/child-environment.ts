import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMPILED } from '../../server/compile-cache.ts';

/** This repository. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * glibc's setting that takes memory in pages of 2 MB. Where a page fault is expensive, as on nested virtual machines, that
 * saves a tenth of the processor time of a start.
 */
export const LARGE_PAGES = 'glibc.malloc.hugetlb=1';

/**
 * All that a program which a test starts inherits of this process: where programs are, large pages, and a folder for
 * compiled code, with which a start takes half the processor time.
 * @param tree the repository it runs in; a copy keeps its compiled code to itself
 */
export function inherited(tree = ROOT): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  const compiled = tree === ROOT ? COMPILED : join(tree, '.cache/compiled');
  return { PATH, HOME, GLIBC_TUNABLES: LARGE_PAGES, NODE_COMPILE_CACHE: compiled };
}
