import { setFlagsFromString } from 'node:v8';

/**
 * Percent of the live heap that may grow before V8 starts a major collection; by default it waits for two to three times
 * as much. A connection to a failing receiver leaves kilobytes that only a major collection frees (its native handles
 * outlive every scavenge), so that a worker with many of them would grow by a hundred megabytes. Imported first by the
 * worker, because it takes effect from the next collection on; in a server every call would pay for it.
 */
const GARBAGE_PERCENT = 30;

setFlagsFromString(`--heap-growing-percent=${GARBAGE_PERCENT}`);
