import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { type HttpLogger, pinoHttp } from 'pino-http';
import { loggedError } from '../server/logged-error.ts';
import { requestContext } from './request.ts';

type Line = { request_id: string; method: string | undefined; path: string; status: number; ms: number };

const pathOf = (req: IncomingMessage & { originalUrl?: string }) =>
  (req.originalUrl ?? req.url ?? '').split('?', 1)[0]!;

const lineOf = (req: IncomingMessage, res: ServerResponse): Line => {
  const { requestId, startedAt } = requestContext(req);
  return {
    request_id: requestId,
    method: req.method,
    path: pathOf(req),
    status: res.statusCode,
    ms: Math.round((performance.now() - startedAt) * 10) / 10,
  };
};

/** One short line per request: no headers, no query, no serialisers. */
export function requestLog(log: Logger): HttpLogger {
  return pinoHttp({
    logger: log,
    genReqId: (req) => requestContext(req).requestId,
    wrapSerializers: false,
    serializers: { req: () => undefined, res: () => undefined, err: loggedError },
    quietResLogger: true,
    customSuccessObject: lineOf,
    customErrorObject: lineOf,
    customSuccessMessage: () => 'answered',
    customErrorMessage: () => 'failed',
  });
}
