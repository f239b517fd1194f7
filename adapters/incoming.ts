import type { IncomingHttpHeaders } from 'node:http';
import { newId } from '../db/ids.ts';
import type { Transport, Incoming } from '../server/gate/call.ts';
import type { Fault } from '../server/errors.ts';

const BEARER = /^Bearer +(\S+) *$/i;

const single = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

/** What the gate needs of a request, the same for every transport. */
export function readIncoming(
  transport: Transport,
  headers: IncomingHttpHeaders,
  request: {
    id: string;
    bytes: number;
    address: string | undefined;
    fault?: Fault | undefined;
    startedAt: number;
  },
): Incoming {
  return {
    transport,
    token: BEARER.exec(headers.authorization ?? '')?.[1],
    requestId: request.id,
    address: request.address ?? 'unknown',
    runRef: single(headers['run-ref']),
    idempotencyKey: single(headers['idempotency-key']),
    requestBytes: request.bytes,
    bodyFault: request.fault,
    startedAt: request.startedAt,
    rate: undefined,
  };
}

export const newRequestId = () => newId('request');
