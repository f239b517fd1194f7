import type { IncomingMessage, ServerResponse } from 'node:http';
import { Fault } from '../server/errors.ts';
import type { Incoming } from '../server/gate/call.ts';
import { rateHeaders } from '../server/gate/rate-limit.ts';
import { endCompressed } from './compression.ts';

/** On every answer of a machine's transport: not cached, sniffed, framed or run. */
export const API_HEADERS: readonly [string, string][] = [
  ['Cache-Control', 'no-store'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'no-referrer'],
];

/** `WWW-Authenticate` of every 401. */
export type Challenge = {
  authenticate: string;
  /** Where OAuth is on: the address of the metadata of the requested resource (RFC 9728). */
  resourceMetadata?(req: IncomingMessage): string;
};

/** Facts about a request for its answer's headers. */
export type About = {
  requestId: string;
  incoming?: Incoming | undefined;
  /** The first answer to an idempotency key, replayed. */
  replayed?: boolean | undefined;
  headers?: Record<string, string> | undefined;
};

function setHeaders(res: ServerResponse, about: About): void {
  for (const [name, value] of API_HEADERS) res.setHeader(name, value);
  res.setHeader('X-Request-Id', about.requestId);
  if (about.incoming?.rate !== undefined) {
    for (const [name, value] of rateHeaders(about.incoming.rate)) res.setHeader(name, value);
  }
  if (about.replayed === true) res.setHeader('Idempotent-Replayed', 'true');
  for (const [name, value] of Object.entries(about.headers ?? {})) res.setHeader(name, value);
}

/** Sends a body of JSON text with the headers of every machine answer. */
export function sendJson(res: ServerResponse, status: number, json: string, about: About): void {
  if (res.headersSent || res.destroyed) return;
  setHeaders(res, about);
  const bytes = Buffer.byteLength(json);
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', bytes);
  res.setHeader('Vary', 'Accept-Encoding');
  res.statusCode = status;
  endCompressed(res, json, bytes);
}

/** Sends an answer without a body, with the headers of every machine answer. */
export function sendEmpty(res: ServerResponse, status: number, about: About): void {
  if (res.headersSent || res.destroyed) return;
  setHeaders(res, about);
  res.statusCode = status;
  res.end();
}

/** The headers of a refusal: the challenge of a 401, and the fault's own. */
export function faultHeaders(
  fault: Fault,
  challenge: Challenge,
  req: IncomingMessage | undefined,
): Record<string, string> {
  const headers = {
    ...(fault.status === 401 ? { 'WWW-Authenticate': challenge.authenticate } : {}),
    ...fault.headers,
  };
  const asked = headers['WWW-Authenticate'];
  if (asked === undefined || challenge.resourceMetadata === undefined || req === undefined) return headers;
  const parameters = [
    ...(fault.code === 'invalid_key' ? ['error="invalid_token"'] : []),
    `resource_metadata="${challenge.resourceMetadata(req)}"`,
  ].join(', ');
  return { ...headers, 'WWW-Authenticate': `${asked}${asked.includes(' ') ? ', ' : ' '}${parameters}` };
}

/** Sends a refusal as the envelope (decisions 5). */
export function sendFault(
  res: ServerResponse,
  fault: Fault,
  about: { requestId: string; incoming?: Incoming | undefined; challenge: Challenge },
): void {
  sendJson(res, fault.status, JSON.stringify(fault.envelope(about.requestId)), {
    ...about,
    headers: faultHeaders(fault, about.challenge, res.req),
  });
}
