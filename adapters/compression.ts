import type { ServerResponse } from 'node:http';
import compression from 'compression';
import type { Request, Response } from 'express';

/** The initial congestion window (RFC 6928: ten segments): compressing a smaller answer makes it no faster. */
const FIRST_FLIGHT = 14_000;

/** Middleware that compresses large answers, however they are written. */
export const compressed = compression({ threshold: FIRST_FLIGHT });

/**
 * Ends an answer with its whole body, compressed where that pays. For routes without the middleware: what it wraps around
 * every answer, small ones too, costs them a tenth of the process's time, most of it garbage.
 * @param bytes the length of the body
 */
export function endCompressed(res: ServerResponse, body: string, bytes: number): void {
  if (bytes < FIRST_FLIGHT) res.end(body);
  else compressed(res.req as Request, res as Response, () => res.end(body));
}
