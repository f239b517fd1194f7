import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes of the heap in use, garbage not counted. */
export async function usedHeap(): Promise<number> {
  for (let n = 0; n < 3; n += 1) {
    collect();
    await sleep(50);
  }
  return process.memoryUsage().heapUsed;
}
