import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorCode } from '../server/error-catalogue.ts';
import { Fault } from '../server/errors.ts';
import { API_HEADERS, sendJson } from './answer.ts';
import { newRequestId } from './incoming.ts';

/** Time limits of a client's headers, and of the whole request, in milliseconds (decisions 5). */
const HEADERS_MS = 10_000;
const REQUEST_MS = 30_000;

/** At shutdown: the poll interval, and the time without a request after which the rest is cut off. */
const LOOK_MS = 50;
const QUIET_MS = 500;

const PARSE_FAULTS: Record<string, { code: ErrorCode; message: string }> = {
  HPE_HEADER_OVERFLOW: { code: 'payload_too_large', message: 'The request headers are larger than 16 KB.' },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'invalid_json', message: 'The request did not arrive in time.' },
};

/** Answers a request that Node could not parse with the envelope, as plain bytes: no response object exists yet. */
function refuseUnparsable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const { code, message } = PARSE_FAULTS[error.code ?? ''] ?? {
    code: 'invalid_json',
    message: 'The request is not well-formed HTTP.',
  };
  const requestId = newRequestId();
  const body = JSON.stringify(new Fault(code, { message }).envelope(requestId));
  const headers = [
    ...API_HEADERS,
    ['Content-Type', 'application/json; charset=utf-8'],
    ['Content-Length', String(Buffer.byteLength(body))],
    ['X-Request-Id', requestId],
    ['Connection', 'close'],
  ];
  socket.end(
    `HTTP/1.1 400 Bad Request\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
  );
}

/** HTTP/1.1 requires a Host; Node's own refusal would have no body. */
function refuseHostless(res: ServerResponse): void {
  const requestId = newRequestId();
  const fault = new Fault('invalid_json', { message: 'The request is not well-formed HTTP: it names no Host.' });
  sendJson(res, fault.status, JSON.stringify(fault.envelope(requestId)), {
    requestId,
    headers: { Connection: 'close' },
  });
}

/** The HTTP server of the process: listens once, counts what is in progress, and closes in order. */
export type HttpServer = {
  readonly server: Server;
  /** Listens, and resolves with the port. @throws the system's error, such as EADDRINUSE */
  listen(port: number, host: string): Promise<number>;
  /**
   * Stops accepting and resolves once every connection is closed: requests in progress end first, then their
   * connections and those that never sent anything (Node counts these as active until their headers are overdue).
   * @param most milliseconds after which requests in progress are cut off too
   */
  close(most: number): Promise<void>;
};

/** An HTTP server that cuts slow clients off and answers malformed requests like any other bad input. */
export function createHttpServer(handler: RequestListener): HttpServer {
  const server = createServer(
    {
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 65_000,
      noDelay: true,
      requireHostHeader: false,
    },
    (req, res) => {
      if (req.headers.host === undefined && req.httpVersion === '1.1') refuseHostless(res);
      else handler(req, res);
    },
  );
  server.on('clientError', refuseUnparsable);
  // An unknown expectation is no reason to refuse; Node's own answer would be a 417 without a body.
  server.on('checkExpectation', handler);
  const inProgress = countRequests(server);
  return {
    server,
    listen: (port, host) => listen(server, port, host),
    close: (most) => closeServer(server, inProgress, most),
  };
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

async function closeServer(server: Server, inProgress: () => number, most: number): Promise<void> {
  const began = Date.now();
  let busy = began;
  const look = setInterval(() => {
    const now = Date.now();
    if (inProgress() > 0) busy = now;
    if (now - busy >= QUIET_MS || now - began >= most) server.closeAllConnections();
    else server.closeIdleConnections();
  }, LOOK_MS);
  try {
    await new Promise<void>((resolve) => server.close(() => resolve()));
  } finally {
    clearInterval(look);
  }
}

/** Counts the requests that have begun and not ended. */
function countRequests(server: Server): () => number {
  let open = 0;
  server.on('request', (_req, res) => {
    open += 1;
    res.once('close', () => {
      open -= 1;
    });
  });
  return () => open;
}
