import { setFlagsFromString } from 'node:v8';

/**
 * Heap growth that starts a major collection, in percent of the live heap; V8's default is two to three times as much.
 * A connection to a failing receiver leaves kilobytes that only a major collection frees (its native handles outlive
 * every scavenge), so that a worker with many of them would grow by a hundred megabytes. Imported first by the worker,
 * because it takes effect from the next collection on; in a server every call would pay for it.
 */
const GARBAGE_PERCENT = 30;

setFlagsFromString(`--heap-growing-percent=${GARBAGE_PERCENT}`);
