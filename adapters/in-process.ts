import { type Tools, toolsAs } from '../routers/index.ts';
import type { Incoming } from '../server/gate/call.ts';
import type { Gate } from '../server/gate/gate.ts';
import type { Services } from '../server/services.ts';
import { newRequestId } from './incoming.ts';

/** The tools as one key may call them in this process; each call passes the gate and writes its audit row. */
export function callInProcess(
  { gate, services }: { gate: Gate; services: Services },
  { key, runRef }: { key: string; runRef?: string },
): Tools {
  return toolsAs(() => {
    // One of each call: by it a call is known to have recorded its facts.
    const requestId = newRequestId();
    const nextIncoming = (): Incoming => ({
      transport: 'trpc',
      token: key,
      requestId,
      address: undefined,
      runRef,
      idempotencyKey: undefined,
      requestBytes: 0,
      bodyFault: undefined,
      startedAt: performance.now(),
      rate: undefined,
    });
    return { requestId, nextIncoming, gate, services };
  });
}
