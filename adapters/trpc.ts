import type { IncomingMessage } from 'node:http';
import type { TRPCError } from '@trpc/server';
import { createExpressMiddleware } from '@trpc/server/adapters/express';
import type { TRPCRequestInfo } from '@trpc/server/http';
import { type Request, Router } from 'express';
import type { ToolSet } from '../routers/index.ts';
import { nearestTools } from '../routers/registry.ts';
import { isOperatorToken } from '../routers/operator-procedure.ts';
import { type Context, errorIn, type Visitor } from '../routers/trpc.ts';
import { Fault } from '../server/errors.ts';
import { sessionOf } from '../server/identity/session-cookie.ts';
import type { Incoming } from '../server/gate/call.ts';
import type { Gate } from '../server/gate/gate.ts';
import { rateHeaders } from '../server/gate/rate-limit.ts';
import { Answer } from '../server/gate/tool-answer.ts';
import type { Services } from '../server/services.ts';
import { API_HEADERS, type Challenge, faultHeaders } from './answer.ts';
import { AbortedUpload, READ_LIMIT } from './body.ts';
import { type BodyBudget, SHORT } from './body-budget.ts';
import type { Side } from './operator-port.ts';
import { newRequestId, readIncoming } from './incoming.ts';
import { deprecationHeaders } from './deprecation.ts';
import { parseJson } from './json.ts';
import { type JsonBody, requestContext, Upload } from './request.ts';
import { siteOf } from './site.ts';

/** The most calls one batch may hold. */
const MAX_BATCHED = 50;

/** What the middleware found out of a request before tRPC reads it. */
type Received = { body: JsonBody; visitor: Visitor; first: Incoming | undefined };

const received = new WeakMap<IncomingMessage, Received>();

/** A request's context with its calls, for the headers of the answer. */
type TrpcContext = Context & { req: IncomingMessage; calls: Incoming[]; refusals: ReadonlyMap<string, Fault> };

const TOOLS = 'tools.';

const HOSTED = 'hosted.';

const OPERATOR = 'operator.';

const PANEL = 'panel.';

/** The procedures a request calls. */
function pathsOf(req: Request): string[] {
  try {
    return decodeURIComponent(req.path.slice(1)).split(',');
  } catch {
    return [];
  }
}

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
async function queryInput(url: string): Promise<JsonBody> {
  const input = new URL(url, 'http://local').searchParams.get('input');
  if (input === null) return { size: 0, value: undefined, fault: undefined };
  const bytes = new TextEncoder().encode(input);
  try {
    return { size: bytes.length, value: await parseJson(bytes), fault: undefined };
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

type Parts = {
  gate: Gate;
  services: Services;
  challenge: Challenge;
  tools: ToolSet;
  budget: BodyBudget;
  /** Which kinds of procedures answer where a request came in: all, or those of one side of the operator's own port. */
  sideOf(req: IncomingMessage): Side;
};

/** `/trpc`: the one AppRouter for in-house clients, batching included. Each call of a batch counts by itself. */
export function trpcAdapter({ gate, services, challenge, tools, budget, sideOf }: Parts): Router {
  const { registry } = tools;
  const router = Router();

  const incomingOf = (req: IncomingMessage, bytes: number, fault: Fault | undefined) => {
    const { requestId, startedAt } = requestContext(req);
    return readIncoming('trpc', req.headers, { id: requestId, bytes, address: (req as Request).ip, fault, startedAt });
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

  /**
   * Receives a body once it is known who sends it: a key, the operator or a session. From anybody else only a short one
   * is read, and none where a key is wanted. The procedures refuse in their order.
   */
  const receive = async (req: Request): Promise<Received> => {
    const paths = pathsOf(req);
    const visitor = visitorOf(req);
    const upload = new Upload(req, budget);
    // A call may go on after its client has gone; its body is small change by then.
    req.res!.once('close', () => upload.release());
    if (paths.some((path) => path.startsWith(TOOLS) || path.startsWith(HOSTED))) {
      const first = incomingOf(req, upload.announced, undefined);
      const refusal = await gate.admissions.recognize(first);
      if (refusal !== undefined) {
        return { body: { size: upload.announced, value: undefined, fault: refusal }, visitor, first };
      }
      const body = await upload.json({ holder: (await first.identity!).keyId });
      return { body, visitor, first };
    }
    const isOperator = () =>
      paths.some((path) => path.startsWith(OPERATOR)) &&
      isOperatorToken(incomingOf(req, 0, undefined).token, secrets.operatorTokens);
    const holder = upload.isShort
      ? 'anyone'
      : isOperator()
        ? 'operator'
        : paths.some((path) => path.startsWith(PANEL))
          ? (await visitor.session())?.workspace.id
          : undefined;
    const known = { holder: holder ?? req.ip ?? 'unknown', limit: holder === undefined ? SHORT : READ_LIMIT };
    return { body: await upload.json(known), visitor, first: undefined };
  };

  router.use((req, _res, next) => {
    const isElse = sideOf(req) === 'operator' && !pathsOf(req).every((path) => path.startsWith(OPERATOR));
    next(isElse ? new Fault('not_found', { message: 'Only the operator’s procedures answer here.' }) : undefined);
  });

  router.use(async (req, res, next) => {
    for (const [name, value] of API_HEADERS) res.setHeader(name, value);
    try {
      const got: Received =
        req.method === 'POST'
          ? await receive(req)
          : { body: await queryInput(req.originalUrl), visitor: visitorOf(req), first: undefined };
      received.set(req, got);
      const { body } = got;
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
    const { body, visitor, first } = received.get(req)!;
    let recognized = first;
    const { requestId } = requestContext(req);
    const calls: Incoming[] = [];
    const nextIncoming = (batchIndex?: number) => {
      const bytes = info.isBatchCall && batchIndex !== undefined ? bytesOfPart(body, batchIndex) : body.size;
      const incoming = recognized ?? incomingOf(req, bytes, body.fault);
      recognized = undefined;
      // What a call wrote is found and undone by its request id: the first of a batch has the answer's.
      const id = calls.length === 0 ? requestId : newRequestId();
      Object.assign(incoming, { requestId: id, requestBytes: bytes, bodyFault: body.fault });
      calls.push(incoming);
      return incoming;
    };
    const refusals = new Map<string, Fault>();
    for (const { path, batchIndex } of info.calls) {
      if (!path.startsWith(TOOLS) || registry.has(path.slice(TOOLS.length))) continue;
      const name = path.slice(TOOLS.length);
      // There is no procedure to say another id in its error.
      const incoming = Object.assign(nextIncoming(batchIndex), { requestId });
      const refused = gate.admissions.refuseUnknown(incoming, name, nearestTools(registry, name));
      refusals.set(path, await refused.catch((error: unknown) => gate.faultOf(error, requestId)));
    }
    const operated = sideOf(req) !== 'public';
    return { req, requestId, nextIncoming, gate, services, calls, refusals, visitor, operated };
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
