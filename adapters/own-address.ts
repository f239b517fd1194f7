import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';

/** Names of the machine itself, as a URL has them. */
export const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * The service's own address, without a trailing slash: PUBLIC_URL if set, else the host this request
 * was sent to, so that a client finds the name it uses for the service.
 */
export function ownAddress(publicUrl: string | undefined, req: IncomingMessage): string {
  if (publicUrl !== undefined) return publicUrl;
  const asked = `${(req as Request).protocol}://${req.headers.host}`;
  return URL.canParse(asked) ? new URL(asked).origin : `http://127.0.0.1:${req.socket.localPort}`;
}
