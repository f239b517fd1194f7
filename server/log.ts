import type { IncomingMessage, ServerResponse } from 'node:http';
import { destination, type Logger, pino } from 'pino';
import { type HttpLogger, pinoHttp } from 'pino-http';
import { requestContext } from '../adapters/request.ts';

/** Never in a line, whatever is logged one day. */
const REDACTED = ['authorization', 'cookie', 'headers.authorization', 'headers.cookie', 'req.headers', 'res.headers'];

/** How long a line may wait to be written with others, in milliseconds. */
const FLUSH_MS = 250;

/** The service's log: JSON lines on standard output, written in groups. */
export function createLog(level: string): Logger {
  return pino(
    { level, base: null, redact: REDACTED },
    destination({ dest: 1, sync: false, minLength: 4_096, periodicFlush: FLUSH_MS }),
  );
}

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

/** One slim line per request: no headers, no query, no serialisers. */
export function requestLog(log: Logger): HttpLogger {
  return pinoHttp({
    logger: log,
    genReqId: (req) => requestContext(req).requestId,
    wrapSerializers: false,
    serializers: { req: () => undefined, res: () => undefined },
    quietResLogger: true,
    customSuccessObject: lineOf,
    customErrorObject: lineOf,
    customSuccessMessage: () => 'answered',
    customErrorMessage: () => 'failed',
  });
}
