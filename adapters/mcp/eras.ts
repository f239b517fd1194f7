import type { IncomingHttpHeaders } from 'node:http';
import { isObject } from '../../server/json-value.ts';
import { type Message, RPC, RpcError } from './message.ts';

/** The stateless revision, and those that begin with a handshake, newest first. */
export const MODERN_VERSION = '2026-07-28';
export const HANDSHAKE_VERSIONS = ['2025-11-25', '2025-06-18'] as const;
export const SUPPORTED_VERSIONS: readonly string[] = [MODERN_VERSION, ...HANDSHAKE_VERSIONS];

export type Era = 'modern' | 'handshake';

const META_VERSION = 'io.modelcontextprotocol/protocolVersion';
const META_CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

const textOf = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(', ') : value);

const quoted = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 100);

/** The era of a message: 2026-07-28 when its `_meta` or its header says so. */
export function eraOf(message: Message, headers: IncomingHttpHeaders): Era {
  return META_VERSION in message.meta || headers['mcp-protocol-version'] === MODERN_VERSION ? 'modern' : 'handshake';
}

const BASE64 = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/;

/** A mirrored header's value: plain, or base64 between `=?base64?` and `?=`; undefined when that is malformed. */
function decodedHeader(value: string): string | undefined {
  if (!value.startsWith('=?base64?') || !value.endsWith('?=')) return value;
  const encoded = BASE64.exec(value)?.[1];
  if (encoded === undefined || encoded.length % 4 !== 0) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(encoded, 'base64'));
  } catch {
    return undefined;
  }
}

function mismatch(header: string, came: string | undefined, wanted: unknown): RpcError {
  const what = came === undefined ? 'is missing' : `says ${quoted(came)}`;
  return new RpcError(RPC.headerMismatch, 400, `The header ${header} ${what}; the body says ${quoted(wanted)}.`);
}

const invalidMeta = (message: string) => new RpcError(RPC.invalidParams, 400, message);

/** What the 2026-07-28 revision requires of every request before its method (Streamable HTTP, Server Validation). */
function modernProblem({ method, params, meta }: Message, headers: IncomingHttpHeaders): RpcError | undefined {
  const version = meta[META_VERSION];
  if (typeof version !== 'string') return invalidMeta(`_meta wants ${META_VERSION}, a string.`);
  const header = textOf(headers['mcp-protocol-version']);
  if (header !== version) return mismatch('MCP-Protocol-Version', header, version);
  if (version !== MODERN_VERSION) {
    return new RpcError(RPC.unsupportedVersion, 400, 'Unsupported protocol version', {
      data: { supported: SUPPORTED_VERSIONS, requested: version },
    });
  }
  if (!isObject(meta[META_CAPABILITIES])) return invalidMeta(`_meta wants ${META_CAPABILITIES}, an object.`);
  const methodHeader = textOf(headers['mcp-method']);
  if (methodHeader !== method) return mismatch('Mcp-Method', methodHeader, method);
  if (method !== 'tools/call' || typeof params['name'] !== 'string') return undefined;
  const nameHeader = textOf(headers['mcp-name']);
  const name = nameHeader === undefined ? undefined : decodedHeader(nameHeader);
  return name === params['name'] ? undefined : mismatch('Mcp-Name', nameHeader, params['name']);
}

/** What the handshake revisions require: no version header, or one of theirs. */
function handshakeProblem(headers: IncomingHttpHeaders): RpcError | undefined {
  const header = textOf(headers['mcp-protocol-version']);
  if (header === undefined || HANDSHAKE_VERSIONS.some((version) => version === header)) return undefined;
  const versions = SUPPORTED_VERSIONS.join(', ');
  return new RpcError(
    RPC.invalidRequest,
    400,
    `Unsupported MCP-Protocol-Version ${quoted(header)}; supported are ${versions}.`,
  );
}

/** Why a message cannot be answered in its era; undefined when it can. */
export function eraProblem(era: Era, message: Message, headers: IncomingHttpHeaders): RpcError | undefined {
  if (era === 'handshake') return handshakeProblem(headers);
  // The revision defines no headers for notifications.
  return message.id === undefined ? undefined : modernProblem(message, headers);
}

/** The version `initialize` answers: the requested one if it is of the handshake era, else that era's newest. */
export function negotiatedVersion(asked: string): string {
  return HANDSHAKE_VERSIONS.find((version) => version === asked) ?? HANDSHAKE_VERSIONS[0];
}
