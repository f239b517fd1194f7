import { setImmediate as turn } from 'node:timers/promises';

/** Milliseconds after which one answer lets other work go first. */
const TURN_MS = 5;

/** Does something with each of many, and lets other work go first from time to time. */
export type InTurns = <T>(all: Iterable<T>, act: (each: T) => unknown) => Promise<void>;

/** The turns of one answer. */
export function takingTurns(): InTurns {
  let since = performance.now();
  return async (all, act) => {
    for (const each of all) {
      act(each);
      if (performance.now() - since < TURN_MS) continue;
      await turn();
      since = performance.now();
    }
  };
}
