import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { newKey } from '../../../server/gate/key-format.ts';
import { exchange, head } from '../../harness/wire.ts';

/** How many bodies were sent, the refusals seen, and answers that were none. */
export type Sent = { bodies: number; refused: number; others: number[] };

const { baseUrl, connections } = workerData as { baseUrl: string; connections: number };

const ACCOUNTS = Array.from({ length: 40_000 }, (_, index) => ({
  name: `Company ${index}`,
  domain: `c${index}.example`,
  industry: 'Mining and metals',
}));
const BODY = JSON.stringify({ list_name: 'Anybody', accounts: ACCOUNTS }).padEnd(4_000_000);

/** A request with a body of 4 MB, its key of each kind that is none. */
const REQUESTS = [undefined, 'sat_nonsense', newKey()].map((key) =>
  Buffer.from(
    head('POST', '/api/v1/tools/gtm_build_tam', [
      ['Host', 'localhost'],
      ...(key === undefined ? [] : [['Authorization', `Bearer ${key}`] as const]),
      ['Content-Type', 'application/json'],
      ['Content-Length', String(BODY.length)],
    ]) + BODY,
  ),
);

/** Writes a request to its end, whatever is answered meanwhile. */
function writeAll(request: Uint8Array): Promise<void> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.on('close', () => resolve());
    socket.resume();
    socket.end(request);
  });
}

const sent: Sent = { bodies: 0, refused: 0, others: [] };
const over = new AbortController();
parentPort!.once('message', () => over.abort());
const lanes = Array.from({ length: connections }, async (_, lane) => {
  while (!over.signal.aborted) {
    const request = REQUESTS[sent.bodies++ % REQUESTS.length]!;
    if (lane % 2 === 0) {
      await writeAll(request);
      continue;
    }
    const answer = await exchange(baseUrl, [request]).catch(() => undefined);
    if (answer?.status === 401) sent.refused += 1;
    else if (answer !== undefined) sent.others.push(answer.status);
  }
});
await Promise.all(lanes);
parentPort!.postMessage(sent, []);
