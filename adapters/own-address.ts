import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';

/**
 * The service's own address, without a slash at its end: the public one where it has one, else the one this request
 * asked, so that a client finds in it the name it knows the service by.
 */
export function ownAddress(publicUrl: string | undefined, req: IncomingMessage): string {
  if (publicUrl !== undefined) return publicUrl;
  const asked = `${(req as Request).protocol}://${req.headers.host}`;
  return URL.canParse(asked) ? new URL(asked).origin : `http://127.0.0.1:${req.socket.localPort}`;
}
