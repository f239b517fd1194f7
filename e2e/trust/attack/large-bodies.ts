import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Tenant } from '../../harness/tenant.ts';
import type { Attack } from './attack.ts';
import type { Sent } from './body-sender.ts';

const CONNECTIONS = 8;
const SECONDS = { quick: 2, full: 20 };

/** What others' calls may take meanwhile, in ms: bodies that were read took seconds of theirs. */
const MOST_MS = 250;

/** The times in ms of a tenant's calls, twenty a second, sorted; and how many failed. */
async function callsOf(tenant: Tenant, seconds: number): Promise<{ times: number[]; failed: number }> {
  const times: number[] = [];
  let failed = 0;
  const calls: Promise<void>[] = [];
  const one = async () => {
    const began = performance.now();
    const { status } = await tenant.rest('verify_session');
    times.push(performance.now() - began);
    if (status !== 200) failed += 1;
  };
  for (let made = 0; made < seconds * 20; made += 1) {
    calls.push(one());
    await sleep(50);
  }
  await Promise.all(calls);
  return { times: times.sort((a, b) => a - b), failed };
}

const p99 = (times: readonly number[]) => Math.round(times[Math.floor(times.length * 0.99)]! * 10) / 10;

/** Bodies of 4 MB from nobody: each is refused, and others' calls take hardly longer. */
export const largeBodies: Attack = {
  name: 'bodies of 4 MB without a valid key',
  async run({ cluster: { baseUrl }, app, quick }) {
    const seconds = quick ? SECONDS.quick : SECONDS.full;
    const problems: string[] = [];
    const tenant = await app.newTenant({ rateLimit: null });
    // Once its code is compiled and its connections are open.
    await callsOf(tenant, 2);
    const alone = await callsOf(tenant, seconds);
    // In a thread of their own: here they would hold up those whose calls are timed.
    const senders = new Worker(new URL('body-sender.ts', import.meta.url), {
      workerData: { baseUrl, connections: CONNECTIONS },
    });
    const beside = await callsOf(tenant, seconds);
    senders.postMessage('over', []);
    const [{ bodies, refused, others }] = (await once(senders, 'message')) as [Sent];
    const failed = alone.failed + beside.failed;
    if (failed > 0) problems.push(`${failed} calls of somebody else failed`);
    if (refused === 0) problems.push('no body was refused');
    for (const status of new Set(others)) problems.push(`a body without a valid key was answered ${status}`);
    if (!quick && p99(beside.times) > MOST_MS) problems.push(`others' p99 was over ${MOST_MS} ms`);
    const times = { 'p99 ms alone': p99(alone.times), 'p99 ms': p99(beside.times) };
    return { figures: { calls: bodies, refused, ...times }, problems };
  },
};
