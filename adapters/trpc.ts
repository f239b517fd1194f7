import type { IncomingMessage } from 'node:http';
import type { TRPCError } from '@trpc/server';
import { createExpressMiddleware } from '@trpc/server/adapters/express';
import type { TRPCRequestInfo } from '@trpc/server/http';
import { Router } from 'express';
import type { ToolSet } from '../routers/index.ts';
import { type Context, errorIn, type Visitor } from '../routers/trpc.ts';
import { Fault } from '../server/errors.ts';
import { sessionOf } from '../server/identity/session-cookie.ts';
import type { Incoming } from '../server/gate/call.ts';
import type { Gate } from '../server/gate/gate.ts';
import { rateHeaders } from '../server/gate/rate-limit.ts';
import { Answer } from '../server/gate/tool-answer.ts';
import type { Services } from '../server/services.ts';
import { API_HEADERS, type Challenge, faultHeaders } from './answer.ts';
import { AbortedUpload } from './body.ts';
import { readIncoming } from './incoming.ts';
import { deprecationHeaders } from './deprecation.ts';
import { parseJson } from './json.ts';
import { type JsonBody, requestContext, readJson } from './request.ts';
import { siteOf } from './site.ts';

/** The most calls one batch may hold. */
const MAX_BATCHED = 50;

const bodies = new WeakMap<IncomingMessage, JsonBody>();

/** A request's context with its calls, for the headers of the answer. */
type TrpcContext = Context & { req: IncomingMessage; calls: Incoming[]; refusals: ReadonlyMap<string, Fault> };

const TOOLS = 'tools.';

const PANEL = 'panel.';

/**
 * Whether an answer has only refusals for a page of the panel. A browser logs each status of 400 and above to its
 * console, which no page can prevent, and an ended session is no error of the page. Such a batch is answered with 207,
 * like one with mixed outcomes, and each call has its own status in it.
 */
const needsStatusPerCall = (
  info: TRPCRequestInfo | undefined,
  paths: readonly string[],
  errors: readonly TRPCError[],
) =>
  info?.isBatchCall === true &&
  errors.length > 0 &&
  paths.every((path) => path.startsWith(PANEL)) &&
  errors.map(errorIn).every((error) => error instanceof Fault && error.status < 500);

/** The JSON of a query's `input` parameter, parsed as strictly as a body. */
function queryInput(url: string): JsonBody {
  const input = new URL(url, 'http://local').searchParams.get('input');
  if (input === null) return { size: 0, value: undefined, fault: undefined };
  const bytes = new TextEncoder().encode(input);
  try {
    return { size: bytes.length, value: parseJson(bytes), fault: undefined };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { size: bytes.length, value: undefined, fault: error };
  }
}

/** The size of one call of a batch: its own input, as if sent alone. */
function bytesOfPart({ value, size }: JsonBody, batchIndex: number): number {
  if (typeof value !== 'object' || value === null) return size;
  const part = (value as Record<number, unknown>)[batchIndex];
  return part === undefined ? 0 : Buffer.byteLength(JSON.stringify(part));
}

/** Whether every answer is a replay. */
const isReplay = (data: readonly unknown[]) =>
  data.length > 0 &&
  data.every((each) => {
    const answer = (each as { result?: { data?: unknown } }).result?.data;
    return answer instanceof Answer && answer.replayed;
  });

type Parts = { gate: Gate; services: Services; challenge: Challenge; tools: ToolSet };

/** `/trpc`: the one AppRouter for in-house clients, batching included. Each call of a batch counts by itself. */
export function trpcAdapter({ gate, services, challenge, tools }: Parts): Router {
  const { registry } = tools;
  const router = Router();

  const incomingOf = (req: IncomingMessage, bytes: number, fault: Fault | undefined) => {
    const { requestId, startedAt } = requestContext(req);
    return readIncoming('trpc', req.headers, { id: requestId, bytes, fault, startedAt });
  };

  const { config, db, secrets } = services;
  const sessions = { db, secret: secrets.sessionSecret, publicUrl: config.PUBLIC_URL };
  const siteOfRequest = siteOf(config.PUBLIC_URL);
  const visitorOf = (req: IncomingMessage): Visitor => {
    let session: ReturnType<Visitor['session']> | undefined;
    return {
      from: siteOfRequest(req.headers),
      session: () => (session ??= sessionOf(sessions, req.headers.cookie)),
    };
  };

  router.use(async (req, res, next) => {
    for (const [name, value] of API_HEADERS) res.setHeader(name, value);
    try {
      const body = req.method === 'POST' ? await readJson(req) : queryInput(req.originalUrl);
      bodies.set(req, body);
      // tRPC accepts a body that was read already; a refused one is raised by the gate in its order.
      if (req.method === 'POST') {
        req.body = body.fault === undefined ? JSON.stringify(body.value) : '{}';
        req.headers['content-type'] = 'application/json';
      }
      // Answers are not streamed: their headers are known only when every call of a batch has passed the gate.
      req.headers.accept = 'application/json';
      delete req.headers['trpc-accept'];
      next();
    } catch (error) {
      if (!(error instanceof AbortedUpload)) next(error);
    }
  });

  const createContext = async ({
    req,
    info,
  }: {
    req: IncomingMessage;
    info: TRPCRequestInfo;
  }): Promise<TrpcContext> => {
    const body = bodies.get(req)!;
    const { requestId } = requestContext(req);
    const calls: Incoming[] = [];
    const nextIncoming = (batchIndex?: number) => {
      const bytes = info.isBatchCall && batchIndex !== undefined ? bytesOfPart(body, batchIndex) : body.size;
      const incoming = incomingOf(req, bytes, body.fault);
      calls.push(incoming);
      return incoming;
    };
    const refusals = new Map<string, Fault>();
    for (const { path, batchIndex } of info.calls) {
      if (!path.startsWith(TOOLS) || registry.has(path.slice(TOOLS.length))) continue;
      const refused = gate.refuseUnknown(nextIncoming(batchIndex), path.slice(TOOLS.length));
      refusals.set(path, await refused.catch((error: unknown) => gate.faultOf(error, requestId)));
    }
    return { req, requestId, nextIncoming, gate, services, calls, refusals, visitor: visitorOf(req) };
  };

  router.use(
    createExpressMiddleware({
      router: tools.router,
      createContext,
      allowMethodOverride: true,
      maxBatchSize: MAX_BATCHED,
      responseMeta({ ctx, info, errors, data, paths = [] }) {
        const headers = new Headers();
        const { req, calls = [], refusals = new Map<string, Fault>() } = (ctx as TrpcContext | undefined) ?? {};
        const scarcest = calls.flatMap(({ rate }) => rate ?? []).sort((a, b) => a.remaining - b.remaining)[0];
        for (const [name, value] of scarcest === undefined ? [] : rateHeaders(scarcest)) headers.set(name, value);
        if (calls.length > 0 && isReplay(data)) headers.set('Idempotent-Replayed', 'true');
        for (const fault of [...errors.map(errorIn), ...refusals.values()]) {
          if (!(fault instanceof Fault)) continue;
          for (const [name, value] of Object.entries(faultHeaders(fault, challenge, req))) headers.set(name, value);
        }
        for (const path of paths) {
          const tool = registry.get(path.slice(TOOLS.length));
          for (const [name, value] of deprecationHeaders(tool)) headers.set(name, value);
        }
        return { headers, ...(needsStatusPerCall(info, paths, errors) ? { status: 207 } : {}) };
      },
    }),
  );
  return router;
}
