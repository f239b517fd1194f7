import type { Transport } from '../../server/gate/call.ts';
import type { Envelope } from '../../server/errors.ts';
import { post, type RestAnswer } from './tenant.ts';

/** The three transports, each tried by every suite that loops over the registry. */
export const TRANSPORTS: readonly Transport[] = ['rest', 'mcp', 'trpc'];

/** A tool call's answer without its transport's wrapping: either `result` or `error` is set. */
export type Answer = RestAnswer & {
  transport: Transport;
  result?: Record<string, unknown>;
  error?: Envelope['error'];
  /** The JSON-RPC error code, when the MCP transport answered with a protocol error. */
  rpcCode?: number;
  /** Bytes of the request's body. */
  sent: number;
};

export type CallOptions = {
  baseUrl: string;
  /** The API key; absent sends no Authorization header. */
  key?: string | undefined;
  headers?: Record<string, string>;
};

function requestOf(transport: Transport, tool: string, input: unknown): { path: string; body: unknown } {
  if (transport === 'rest') return { path: `/api/v1/tools/${tool}`, body: input };
  if (transport === 'trpc') return { path: `/trpc/tools.${tool}`, body: input };
  return {
    path: '/api/v1/mcp',
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: input } },
  };
}

function unwrapped(transport: Transport, body: any): Pick<Answer, 'result' | 'error' | 'rpcCode'> {
  if (body === null || typeof body !== 'object') return {};
  if (transport === 'rest') return 'error' in body ? { error: body.error } : { result: body };
  if (transport === 'trpc') return 'result' in body ? { result: body.result.data } : { error: body.error?.data?.error };
  if ('result' in body) {
    return body.result.isError === true
      ? { error: JSON.parse(body.result.content[0].text).error }
      : { result: body.result.structuredContent };
  }
  return 'jsonrpc' in body ? { error: body.error.data, rpcCode: body.error.code } : { error: body.error };
}

/** Calls a tool through any transport. */
export async function callTool(
  transport: Transport,
  tool: string,
  input: unknown,
  { baseUrl, key, headers = {} }: CallOptions,
): Promise<Answer> {
  const { path, body } = requestOf(transport, tool, input);
  const text = JSON.stringify(body);
  const answer = await post(`${baseUrl}${path}`, text, {
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(transport === 'mcp'
      ? { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' }
      : {}),
    ...headers,
  });
  return { ...answer, transport, sent: Buffer.byteLength(text), ...unwrapped(transport, answer.body) };
}
