import { type Request, Router } from 'express';
import type { ToolSet } from '../routers/index.ts';
import { nearestTools } from '../routers/registry.ts';
import { errorIn } from '../routers/trpc.ts';
import { Fault } from '../server/errors.ts';
import type { Incoming } from '../server/gate/call.ts';
import type { Gate } from '../server/gate/gate.ts';
import { isObject } from '../server/json-value.ts';
import type { Services } from '../server/services.ts';
import { type Challenge, sendEmpty, sendFault, sendJson } from './answer.ts';
import { AbortedUpload } from './body.ts';
import type { BodyBudget } from './body-budget.ts';
import { readIncoming } from './incoming.ts';
import { hostIdsOf } from './mcp/host-ids.ts';
import { type Era, eraOf, eraProblem } from './mcp/eras.ts';
import {
  errorText,
  type Fields,
  type Message,
  readMessage,
  resultText,
  RPC,
  RpcError,
  rpcErrorOf,
} from './mcp/message.ts';
import { type Address, originCheck } from './mcp/origin.ts';
import { callRefusal, callResult, discoverResult, initializeResult, listResult } from './mcp/results.ts';
import { isOffered, type Narrowing, narrowingOf, toolList } from './mcp/tool-list.ts';
import { requestContext, Upload } from './request.ts';

const CALL = 'tools/call';

const invalidParams = (message: string) => new RpcError(RPC.invalidParams, 200, message);

type Answering = (params: Fields, narrowing: Narrowing) => string;

/** The methods of each era besides `tools/call`: params to a result of JSON text. */
function methodsOf({ registry }: ToolSet): Record<Era, ReadonlyMap<string, Answering>> {
  const listing = (era: Era): [string, Answering] => [
    'tools/list',
    ({ cursor }, narrowing) => {
      if (cursor !== undefined) throw invalidParams('Unknown cursor: the list of tools has one page.');
      const unknown = [...(narrowing.tools ?? [])].find((name) => !registry.has(name));
      if (unknown !== undefined) {
        throw invalidParams(`?tools names ${JSON.stringify(unknown.slice(0, 100))}, which is no tool.`);
      }
      return listResult(era, toolList(registry, narrowing));
    },
  ];
  const initialize: Answering = ({ protocolVersion }) => {
    if (typeof protocolVersion !== 'string') throw invalidParams('initialize wants protocolVersion, a string.');
    return initializeResult(protocolVersion);
  };
  return {
    modern: new Map([listing('modern'), ['server/discover', () => discoverResult]]),
    handshake: new Map([listing('handshake'), ['initialize', initialize], ['ping', () => '{}']]),
  };
}

/** Errors in a call's arguments, raised by the gate in the order of its checks. */
function argumentsFault({ params, meta, fault }: Message): Fault | undefined {
  if (fault !== undefined) return fault;
  if (params['arguments'] !== undefined && !isObject(params['arguments'])) {
    return new Fault('invalid_json', { message: 'The arguments are valid JSON, but not an object.' });
  }
  const issues = ['run_ref', 'idempotency-key']
    .filter((name) => meta[name] !== undefined && typeof meta[name] !== 'string')
    .map((name) => ({ path: `_meta.${name}`, message: 'expected a string' }));
  return issues.length > 0 ? new Fault('invalid_input', { issues }) : undefined;
}

/** Fields of a call that may come in its `_meta` instead of a header, and what its host calls it. */
function withMeta(incoming: Incoming, { meta, id }: Message): Incoming {
  const { run_ref: runRef, 'idempotency-key': idempotencyKey } = meta;
  return {
    ...incoming,
    host: hostIdsOf(meta, id),
    ...(typeof runRef === 'string' ? { runRef } : {}),
    ...(typeof idempotencyKey === 'string' ? { idempotencyKey } : {}),
  };
}

/** A parse error as JSON-RPC. */
function unreadable(fault: Fault, requestId: string): RpcError {
  return rpcErrorOf(fault, requestId, 400, fault.code === 'invalid_json' ? fault.rpcCode : RPC.invalidRequest);
}

/** A parsed request; its problem is raised after the key was checked. */
type Read = { size: number } & (
  | { problem: RpcError; message: Message | undefined; era?: never }
  | { problem: undefined; message: Message; era: Era }
);

/** Reads one message and determines its era. @throws AbortedUpload, Fault overloaded */
async function readRequest(req: Request, requestId: string, upload: Upload, holder: string): Promise<Read> {
  const { value, fault, size } = await upload.json({ holder }, readMessage);
  if (fault?.code === 'overloaded') throw fault;
  const read = fault === undefined ? (value as Message | RpcError) : unreadable(fault, requestId);
  if (read instanceof RpcError) return { size, problem: read, message: undefined };
  const era = eraOf(read, req.headers);
  const problem = eraProblem(era, read, req.headers);
  return problem === undefined ? { size, problem, message: read, era } : { size, problem, message: read };
}

/** Refusals answered as HTTP, not JSON-RPC: clients act on their status and headers (decisions 15). */
const isHttpRefusal = ({ code, status }: Fault, { rate }: Incoming) =>
  status === 401 ||
  code === 'insufficient_scope' ||
  code === 'overloaded' ||
  (code === 'rate_limited' && rate?.exceeded === true);

/** A JSON-RPC result as text. */
type Sent = { result: string; replayed?: boolean };

type Parts = {
  gate: Gate;
  services: Services;
  challenge: Challenge;
  address: Address;
  tools: ToolSet;
  budget: BodyBudget;
};

/** `POST /mcp`: one JSON-RPC message, of the 2026-07-28 revision or of the handshake era. */
export function mcpAdapter({ gate, services, challenge, address, tools, budget }: Parts): Router {
  const { registry, callTool } = tools;
  const methods = methodsOf(tools);
  const foreignOrigin = originCheck(address);
  const router = Router();

  const call = async (era: Era, { params }: Message, incoming: Incoming, narrowing: Narrowing): Promise<Sent> => {
    const { name, arguments: input } = params as { name: string; arguments: unknown };
    const { requestId } = incoming;
    const tool = registry.get(name);
    if (tool === undefined || !isOffered(tool, narrowing)) {
      const nearest = tool === undefined ? nearestTools(registry, name) : [];
      const fault = await gate.admissions.refuseUnknown(incoming, name, nearest);
      if (isHttpRefusal(fault, incoming)) throw fault;
      throw rpcErrorOf(fault, requestId, 200);
    }
    try {
      const { json, replayed } = await callTool(
        name,
        { requestId, nextIncoming: () => incoming, gate, services },
        input,
      );
      return { result: callResult(era, json), replayed };
    } catch (error) {
      const fault = gate.faultOf(errorIn(error), requestId);
      if (isHttpRefusal(fault, incoming)) throw fault;
      if (fault.code === 'not_entitled') throw rpcErrorOf(fault, requestId, 200);
      if (fault.code === 'invalid_json') throw rpcErrorOf(fault, requestId, 200, RPC.invalidParams);
      return { result: callRefusal(era, JSON.stringify(fault.envelope(requestId))) };
    }
  };

  const answer = async (
    era: Era,
    message: Message,
    incoming: Incoming,
    narrowing: Narrowing,
  ): Promise<Sent | undefined> => {
    const { id, method, params, fault } = message;
    if (id !== undefined && method === CALL && typeof params['name'] === 'string') {
      return call(era, message, incoming, narrowing);
    }
    await gate.admissions.authenticate(incoming);
    if (fault !== undefined) throw unreadable(fault, incoming.requestId);
    if (id === undefined) {
      if (method.startsWith('notifications/')) return undefined;
      throw new RpcError(RPC.invalidRequest, 400, `${method.slice(0, 100)} is a request and wants an id.`);
    }
    if (method === CALL) throw invalidParams('tools/call wants the name of a tool.');
    const answering = methods[era].get(method);
    if (answering !== undefined) return { result: answering(params, narrowing) };
    const status = era === 'modern' ? 404 : 200;
    throw new RpcError(RPC.methodNotFound, status, `There is no method ${JSON.stringify(method.slice(0, 100))}.`);
  };

  router.post('/mcp', async (req, res) => {
    const { requestId, startedAt } = requestContext(req);
    const foreign = foreignOrigin(req.headers.origin);
    if (foreign !== undefined) return sendFault(res, foreign, { requestId, challenge });
    const upload = new Upload(req, budget);
    let incoming = readIncoming('mcp', req.headers, {
      id: requestId,
      bytes: upload.announced,
      address: req.ip,
      startedAt,
    });
    let message: Message | undefined;
    try {
      const refusal = await gate.admissions.recognize(incoming);
      // A failure of the service is answered as JSON-RPC, with the id in the body.
      if (refusal !== undefined && !(refusal.status >= 500 && upload.isShort)) throw refusal;
      const holder = refusal === undefined ? (await incoming.identity!).keyId : '';
      const read = await readRequest(req, requestId, upload, holder);
      const { era, problem } = read;
      message = read.message;
      incoming.requestBytes = read.size;
      incoming.bodyFault = message?.method === CALL ? argumentsFault(message) : undefined;
      if (message !== undefined) incoming = withMeta(incoming, message);
      const about = { requestId, incoming };
      if (problem !== undefined) {
        await gate.admissions.authenticate(incoming);
        throw problem;
      }
      const narrowing = narrowingOf(new URL(req.url, 'http://mcp').searchParams);
      const sent = await answer(era, read.message, incoming, narrowing);
      if (sent === undefined) sendEmpty(res, 202, about);
      else sendJson(res, 200, resultText(read.message.id!, sent.result), { ...about, replayed: sent.replayed });
    } catch (error) {
      if (error instanceof AbortedUpload) return;
      const about = { requestId, incoming };
      const fault = error instanceof RpcError ? undefined : gate.faultOf(error, requestId);
      if (fault !== undefined && isHttpRefusal(fault, incoming)) {
        sendFault(res, fault, { ...about, challenge });
        return;
      }
      const spoken = fault === undefined ? (error as RpcError) : rpcErrorOf(fault, requestId, fault.status);
      sendJson(res, spoken.status, errorText(spoken, message?.id), about);
    } finally {
      upload.release();
    }
  });

  router.all('/mcp', (req, res) => {
    const fault = new Fault('method_not_allowed', {
      message: `MCP is spoken here with POST, not ${req.method}.`,
      hint: 'POST one JSON-RPC message; there is no stream to GET and no session to DELETE.',
      headers: { Allow: 'POST' },
    });
    sendFault(res, fault, { requestId: requestContext(req).requestId, challenge });
  });

  return router;
}
