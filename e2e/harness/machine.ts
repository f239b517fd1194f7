import { monitorEventLoopDelay } from 'node:perf_hooks';

const delays = monitorEventLoopDelay({ resolution: 20 });
delays.enable();

/** Forgets the delays of earlier test files in this process. */
export const watchAnew = (): void => delays.reset();

/**
 * A time limit in seconds as this machine can keep it: the promised one plus the worst delay of its own timers (a
 * busy machine delays the service as it delays the test).
 */
export function withinReach(seconds: number): number {
  return seconds + (4 * delays.max) / 1e9;
}
