import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { Fault } from '../server/errors.ts';
import { createHttpServer, type HttpServer } from './http-server.ts';

/** Where a request came in: the operator's own port, the public one beside it, or the only one. */
export type Side = 'operator' | 'public' | 'only';

/** What answers on the operator's own port. */
const OPERATED = /^\/(?:trpc\/|metrics$|healthz$|readyz$)/;

/**
 * The operator's interface and the metrics on a port of their own, which no proxy needs to reach: they answer there only,
 * and nothing else does.
 */
export class OperatorPort {
  readonly #isOwn: boolean;
  readonly #arrived = new WeakSet<IncomingMessage>();

  /** @param isOwn whether there is such a port */
  constructor(isOwn: boolean) {
    this.#isOwn = isOwn;
  }

  readonly sideOf = (req: IncomingMessage): Side => {
    if (!this.#isOwn) return 'only';
    return this.#arrived.has(req) ? 'operator' : 'public';
  };

  /** Refuses, as if there were nothing, what answers on the other port. */
  readonly guard: RequestHandler = (req, _res, next) => {
    const side = this.sideOf(req);
    const isElse = side === 'operator' ? !OPERATED.test(req.path) : side === 'public' && req.path === '/metrics';
    next(isElse ? new Fault('not_found', { message: 'Nothing answers here at this port.' }) : undefined);
  };

  /** The server of that port, before an application that has the guard. */
  createServer(handler: (req: IncomingMessage, res: ServerResponse) => void): HttpServer {
    return createHttpServer((req, res) => {
      this.#arrived.add(req);
      handler(req, res);
    });
  }
}
