import { Fault } from '../../server/errors.ts';
import { isObject } from '../../server/json-value.ts';
import { decodeJson, keepingFault } from '../json.ts';

export type Id = string | number;

/** Errors of a message itself: JSON-RPC's codes, and those of the 2026-07-28 revision. */
export const RPC = {
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const;

/** A JSON-RPC error and its HTTP status. */
export class RpcError extends Error {
  readonly code: number;
  readonly status: number;
  readonly data: unknown;
  /** The request's id, if it could be read before the error. */
  readonly id: Id | undefined;

  constructor(code: number, status: number, message: string, about: { data?: unknown; id?: Id | undefined } = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.data = about.data;
    this.id = about.id;
  }
}

/** A fault of the catalogue as a JSON-RPC error, with its envelope's error as data. */
export function rpcErrorOf(fault: Fault, requestId: string, status: number, code = fault.rpcCode): RpcError {
  return new RpcError(code, status, fault.message, { data: fault.envelope(requestId).error });
}

/** A received JSON object. */
export type Fields = Record<string, unknown>;

/** One request, or a notification when `id` is absent. */
export type Message = {
  id: Id | undefined;
  method: string;
  params: Fields;
  meta: Fields;
  /** A refused value in it. */
  fault: Fault | undefined;
};

/** The levels of `params` and `arguments` around a tool's input. */
const WRAPPING_LEVELS = 2;

const ARGUMENTS = /^params\.arguments\.?/;

/** The same fault with its paths relative to the tool's arguments, as in REST. */
function belowArguments(fault: Fault | undefined): Fault | undefined {
  if (fault?.issues === undefined) return fault;
  return new Fault(fault.code, {
    issues: fault.issues.map(({ path, message }) => ({ path: path.replace(ARGUMENTS, ''), message })),
  });
}

const badRequest = (message: string, id?: Id) => new RpcError(RPC.invalidRequest, 400, message, { id });

/**
 * Parses one JSON-RPC message; an RpcError when the JSON is none. Returned and not thrown: it is raised after the key
 * was checked.
 * @throws Fault invalid_json when it is not JSON; invalid_input when it nests too deep or holds too many names
 */
export async function readMessage(bytes: Uint8Array): Promise<Message | RpcError> {
  const decoded = await decodeJson(bytes);
  const { value } = decoded;
  if (Array.isArray(value)) return badRequest('Batches are not accepted; send one message per request.');
  if (!isObject(value)) return badRequest('A JSON-RPC message is an object.');
  const { id, method, params } = value;
  const readableId = typeof id === 'string' || Number.isInteger(id) ? (id as Id) : undefined;
  if (value['jsonrpc'] !== '2.0') return badRequest('A message wants "jsonrpc": "2.0".', readableId);
  if (typeof method !== 'string') return badRequest('A message wants a method.', readableId);
  if ('id' in value && readableId === undefined) return badRequest('An id is a string or an integer.');
  if (params !== undefined && !isObject(params)) {
    return new RpcError(RPC.invalidParams, 400, 'params is an object.', { id: readableId });
  }
  const meta = params?.['_meta'];
  return {
    id: readableId,
    method,
    params: params ?? {},
    meta: isObject(meta) ? meta : {},
    fault: belowArguments(keepingFault(decoded, WRAPPING_LEVELS)),
  };
}

export const resultText = (id: Id, result: string) => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;

export const errorText = ({ code, message, data, id }: RpcError, requestId: Id | undefined) =>
  JSON.stringify({ jsonrpc: '2.0', id: requestId ?? id, error: { code, message, data } });
