import type { ServerResponse } from 'node:http';
import compression from 'compression';
import type { Request, Response } from 'express';

/** The initial congestion window (RFC 6928: ten segments): compressing a smaller answer makes it no faster. */
const FIRST_FLIGHT = 14_000;

/** Middleware that compresses large answers, however they are written. */
export const compressed = compression({ threshold: FIRST_FLIGHT });

/**
 * Ends an answer with its whole body, compressed where that pays. For routes without the middleware: it replaces methods
 * of every response, small ones too, for which garbage collection takes some 50 µs of a call (performance.md).
 * @param bytes the length of the body
 */
export function endCompressed(res: ServerResponse, body: string, bytes: number): void {
  const isAsIs = bytes < FIRST_FLIGHT || res.req.headers['accept-encoding'] === undefined;
  // Of ASCII alone both encodings make the same bytes, and Node is much quicker with Latin-1.
  if (isAsIs) res.end(body, bytes === body.length ? 'latin1' : 'utf8');
  else compressed(res.req as Request, res as Response, () => res.end(body));
}
