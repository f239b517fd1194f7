import type { IncomingMessage } from 'node:http';

/** The largest body any transport reads: `gtm_build_tam`'s 4 MB (decisions 5) plus its wrapping. */
export const READ_LIMIT = 4_200_000;

/** A received body: its bytes while within the limit, and its size (received or announced). */
export type RawBody = { bytes: Uint8Array; size: number };

/** The sender disconnected before its body was complete; there is no one to answer. */
export class AbortedUpload extends Error {}

/**
 * Reads a request's body. Beyond the limit the rest is counted and discarded, so that the sender still gets its answer.
 * @throws AbortedUpload
 */
export function readBody(req: IncomingMessage, limit = READ_LIMIT): Promise<RawBody> {
  const announced = Number(req.headers['content-length'] ?? 0);
  if (announced > limit) return Promise.resolve({ bytes: new Uint8Array(), size: announced });
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    req.on('data', (chunk: Uint8Array) => {
      size += chunk.length;
      if (size <= limit) {
        chunks.push(chunk);
      } else {
        chunks.length = 0;
        resolve({ bytes: new Uint8Array(), size });
      }
    });
    req.on('end', () => resolve({ bytes: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks), size }));
    req.on('aborted', () => reject(new AbortedUpload()));
    req.on('error', () => reject(new AbortedUpload()));
  });
}
