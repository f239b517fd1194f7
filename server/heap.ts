import { setFlagsFromString } from 'node:v8';

/**
 * How much of what is in use may be garbage before V8 looks for it, in percent; by itself it waits for two to three times
 * as much. A connection to a receiver that fails leaves kilobytes that only such a look frees (its native handles outlive
 * every scavenge), so that a worker beside many of them would grow by a hundred megabytes. Imported by the worker before
 * all else, because it counts from the next collection on; where calls are served, each would pay for it.
 */
const GARBAGE_PERCENT = 30;

setFlagsFromString(`--heap-growing-percent=${GARBAGE_PERCENT}`);
