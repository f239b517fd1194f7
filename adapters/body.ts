import type { IncomingMessage } from 'node:http';
import type { BodyShare } from './body-budget.ts';

/** The largest body any transport reads: `gtm_build_tam`'s 4 MB (decisions 5) plus its wrapping. */
export const READ_LIMIT = 4_200_000;

/** How long a body may take to arrive, in milliseconds (decisions 5). */
const BODY_MS = 15_000;

/** A received body: its bytes while within the limit, and its size (received or announced). */
export type RawBody = {
  bytes: Uint8Array;
  size: number;
  /** Why it was not read to its end: it did not arrive in time, or there was no room for it. */
  problem?: 'late' | 'full';
};

/** The sender disconnected before its body was complete; there is no one to answer. */
export class AbortedUpload extends Error {}

/** What a request says its body's size is; undefined when it says nothing, as with chunks. */
export function announcedSize({ headers }: IncomingMessage): number | undefined {
  if (headers['transfer-encoding'] !== undefined) return undefined;
  return Number(headers['content-length'] ?? 0);
}

type Reading = {
  /** Where its bytes are counted. */
  share: BodyShare;
  /** Beyond it the rest is counted and discarded, so that the sender still gets its answer. */
  limit?: number;
  withinMs?: number;
};

const NONE = new Uint8Array();

/** Reads a request's body. @throws AbortedUpload */
export function readBody(
  req: IncomingMessage,
  { share, limit = READ_LIMIT, withinMs = BODY_MS }: Reading,
): Promise<RawBody> {
  const announced = announcedSize(req);
  if (announced !== undefined && announced > limit) return Promise.resolve({ bytes: NONE, size: announced });
  if (req.destroyed) return Promise.reject(new AbortedUpload());
  if (!share.take(announced ?? 0)) return Promise.resolve({ bytes: NONE, size: announced!, problem: 'full' });
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    let isOver = false;
    const end = (body: RawBody) => {
      isOver = true;
      chunks.length = 0;
      clearTimeout(timer);
      resolve(body);
    };
    const abort = () => {
      clearTimeout(timer);
      reject(new AbortedUpload());
    };
    const timer = setTimeout(() => end({ bytes: NONE, size, problem: 'late' }), withinMs);
    req.on('data', (chunk: Uint8Array) => {
      size += chunk.length;
      if (isOver) return;
      if (size > limit) end({ bytes: NONE, size });
      else if (announced === undefined && !share.take(chunk.length)) end({ bytes: NONE, size, problem: 'full' });
      else chunks.push(chunk);
    });
    req.on('end', () => {
      if (!isOver) end({ bytes: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks), size });
    });
    req.on('aborted', abort);
    req.on('error', abort);
  });
}
