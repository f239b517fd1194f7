import { setFlagsFromString } from 'node:v8';

/**
 * Heap growth that starts a major collection, in percent of the live heap; V8's own is 200 and more.
 * What survives the young generation is mostly answers in progress, and a connection to a failing receiver leaves
 * kilobytes that only a major collection frees: without a limit both fill a hundred megabytes and more. While one runs on two
 * busy processors, calls get about a fifth of the time. The embedded database is in the process: it leaves less memory for garbage.
 */
const GARBAGE_PERCENT = { server: 100, embedded: 40 };

/**
 * Limits the heap's growth from its next major collection on. Call it after the code is loaded: while the heap only grows,
 * the limit causes collections that free nothing.
 */
export const limitGarbage = (database: keyof typeof GARBAGE_PERCENT): void =>
  setFlagsFromString(`--heap-growing-percent=${GARBAGE_PERCENT[database]}`);
