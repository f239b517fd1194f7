import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Tenant } from '../../harness/tenant.ts';
import { within } from '../report.ts';
import type { Attack } from './attack.ts';
import type { Sent } from './body-sender.ts';

const CONNECTIONS = 8;
const SECONDS = { quick: 2, full: 20 };

/** What others' calls may take meanwhile, in ms: bodies that were read took seconds of theirs. */
const MOST_MS = 250;

type Answered = { ms: number; status: number };

/** A tenant's calls, twenty a second. */
async function callsOf(tenant: Tenant, seconds: number): Promise<Answered[]> {
  const answered: Answered[] = [];
  const calls: Promise<void>[] = [];
  const one = async () => {
    const began = performance.now();
    const { status } = await tenant.rest('verify_session');
    answered.push({ ms: performance.now() - began, status });
  };
  for (let made = 0; made < seconds * 20; made += 1) {
    calls.push(one());
    await sleep(50);
  }
  await Promise.all(calls);
  return answered;
}

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
    const failed = [...alone, ...beside].filter(({ status }) => status !== 200).length;
    if (failed > 0) problems.push(`${failed} calls of somebody else failed`);
    if (refused === 0) problems.push('no body was refused');
    for (const status of new Set(others)) problems.push(`a body without a valid key was answered ${status}`);
    if (!quick && within(0.99, beside) > MOST_MS) problems.push(`others' p99 was over ${MOST_MS} ms`);
    const times = { 'p99 ms alone': within(0.99, alone), 'p99 ms': within(0.99, beside) };
    return { figures: { calls: bodies, refused, ...times }, problems };
  },
};
