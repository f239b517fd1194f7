import { monitorEventLoopDelay } from 'node:perf_hooks';

const delays = monitorEventLoopDelay({ resolution: 20 });
delays.enable();

/**
 * A bound in seconds as this machine can keep it: the promise, and what its own timers have been late by at worst (a
 * busy machine holds the service up as it holds the test up).
 */
export function withinReach(seconds: number): number {
  return seconds + (4 * delays.max) / 1e9;
}
