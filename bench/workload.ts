// What is called: each tool with inputs that differ from call to call, in many workspaces, over each transport.
import { captureTexts } from './texts.ts';
import type { Call } from './load.ts';

export const TOOLS = ['log_capture', 'read_account', 'verify_session'] as const;
export type Tool = (typeof TOOLS)[number];

/** A key's place: calls of a `cycle` go from workspace to workspace. */
export type Place = { key: string; accountIds: string[] };

/** How many calls differ; a multiple of the workspaces, so that each has its share. */
const CYCLE = 2_000;

const TEXTS = captureTexts(CYCLE);

/** The same text again within 7 days is a repeat, which is not kept. */
const NUMBER = '#0000000000000000';

export const MODERN = '2026-07-28';
const HANDSHAKE = '2025-11-25';

export type Spoken = 'rest' | 'mcp' | 'mcp-modern';

const HOLDS: Record<Tool, string> = { log_capture: '"cap_', read_account: '"opp_', verify_session: '"plan":"pro"' };

function inputOf(tool: Tool, place: Place, n: number, round: number): object {
  const account = place.accountIds[round % place.accountIds.length]!;
  if (tool === 'log_capture')
    return { source: 'bench', text: `${TEXTS[n]!} Note ${NUMBER}.`, account_id: account, tags: ['bench'] };
  // Whole accounts, as an agent reads them before it writes.
  return tool === 'read_account' ? { id: account, include: ['plan', 'meetings', 'captures'] } : {};
}

function messageOf(tool: Tool, input: object, id: number, spoken: Spoken): object {
  if (spoken === 'rest') return input;
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  };
  const params = { name: tool, arguments: input, ...(spoken === 'mcp-modern' ? { _meta } : {}) };
  return { jsonrpc: '2.0', id, method: 'tools/call', params };
}

function headersOf(tool: Tool, spoken: Spoken): Record<string, string> {
  if (spoken === 'rest') return {};
  const accept = { Accept: 'application/json, text/event-stream' };
  if (spoken === 'mcp') return { ...accept, 'MCP-Protocol-Version': HANDSHAKE };
  return { ...accept, 'MCP-Protocol-Version': MODERN, 'Mcp-Method': 'tools/call', 'Mcp-Name': tool };
}

/** Calls of a tool, one workspace after the other. @param holds what every correct answer contains, where that is not ours */
export function callOf(tool: Tool, spoken: Spoken, places: readonly Place[], holds: string = HOLDS[tool]): Call {
  return {
    path: spoken === 'rest' ? `/api/v1/tools/${tool}` : '/api/v1/mcp',
    holds,
    headers: headersOf(tool, spoken),
    ...(tool === 'log_capture' ? { varies: NUMBER } : {}),
    cycle: Math.floor(CYCLE / places.length) * places.length,
    key: (n) => places[n % places.length]!.key,
    body(n) {
      const input = inputOf(tool, places[n % places.length]!, n, Math.floor(n / places.length));
      return JSON.stringify(messageOf(tool, input, n, spoken));
    },
  };
}
