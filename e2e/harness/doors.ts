import type { Door } from '../../server/gate/call.ts';
import type { Envelope } from '../../server/errors.ts';
import { post, type RestAnswer } from './house.ts';

/** The three ways in, each tried by every suite that loops over the registry. */
export const DOORS: readonly Door[] = ['rest', 'mcp', 'trpc'];

/** A tool call's answer with its door's wrapping taken off: either `result` or `error` is there. */
export type Answer = RestAnswer & {
  door: Door;
  result?: Record<string, unknown>;
  error?: Envelope['error'];
  /** The JSON-RPC error code, when the MCP door answered with a protocol error. */
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

function requestOf(door: Door, tool: string, input: unknown): { path: string; body: unknown } {
  if (door === 'rest') return { path: `/api/v1/tools/${tool}`, body: input };
  if (door === 'trpc') return { path: `/trpc/tools.${tool}`, body: input };
  return {
    path: '/api/v1/mcp',
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: input } },
  };
}

function unwrapped(door: Door, body: any): Pick<Answer, 'result' | 'error' | 'rpcCode'> {
  if (body === null || typeof body !== 'object') return {};
  if (door === 'rest') return 'error' in body ? { error: body.error } : { result: body };
  if (door === 'trpc') return 'result' in body ? { result: body.result.data } : { error: body.error?.data?.error };
  if ('result' in body) {
    return body.result.isError === true
      ? { error: JSON.parse(body.result.content[0].text).error }
      : { result: body.result.structuredContent };
  }
  return 'jsonrpc' in body ? { error: body.error.data, rpcCode: body.error.code } : { error: body.error };
}

/** Calls a tool through any door. */
export async function callTool(
  door: Door,
  tool: string,
  input: unknown,
  { baseUrl, key, headers = {} }: CallOptions,
): Promise<Answer> {
  const { path, body } = requestOf(door, tool, input);
  const text = JSON.stringify(body);
  const answer = await post(`${baseUrl}${path}`, text, {
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(door === 'mcp' ? { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' } : {}),
    ...headers,
  });
  return { ...answer, door, sent: Buffer.byteLength(text), ...unwrapped(door, answer.body) };
}
