/** Ready-made calls of the service, for a person with a key. */

const KEY = '<API_KEY>';

export const baseUrl = (): string => location.origin;

const quoted = (json: unknown) => JSON.stringify(json, null, 2).replaceAll("'", String.raw`'\''`);

export const curlCall = (tool: string, input: unknown, key = KEY): string =>
  [
    `curl -s ${baseUrl()}/api/v1/tools/${tool} \\`,
    `  -H 'Authorization: Bearer ${key}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${quoted(input)}'`,
  ].join('\n');

export const mcpConfig = (key = KEY): string =>
  JSON.stringify(
    {
      mcpServers: {
        'sales-agent-tools': {
          type: 'http',
          url: `${baseUrl()}/api/v1/mcp`,
          headers: { Authorization: `Bearer ${key}` },
        },
      },
    },
    null,
    2,
  );

export const mcpCall = (tool: string, input: unknown, key = KEY): string =>
  [
    `curl -s ${baseUrl()}/api/v1/mcp \\`,
    `  -H 'Authorization: Bearer ${key}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -H 'Accept: application/json, text/event-stream' \\`,
    `  -d '${quoted({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: input } })}'`,
  ].join('\n');

export const trpcCall = (key = KEY): string =>
  [
    `import { createClient } from './client/index.ts';`,
    '',
    `const { tools } = createClient({ url: '${baseUrl()}', apiKey: '${key}' });`,
    `console.log(await tools.verify_session.query());`,
  ].join('\n');

/** One tool call over REST and MCP. */
export const callSnippets = (tool: string, input: unknown) => [
  { name: 'REST', text: curlCall(tool, input) },
  { name: 'MCP', text: mcpCall(tool, input) },
];
