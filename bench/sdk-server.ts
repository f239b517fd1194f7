// node bench/sdk-server.ts 1|2: an MCP server of the official SDK with a tool log_capture that does nothing, without
// sessions and with JSON answers, as its documentation shows. Prints { url } as one JSON line.
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const inputSchema = {
  source: z.string(),
  text: z.string(),
  account_id: z.string().optional(),
  tags: z.array(z.string()).optional(),
};
const outputSchema = { capture_id: z.string() };
const captured = async () => ({
  content: [{ type: 'text' as const, text: '{"capture_id":"cap_none"}' }],
  structuredContent: { capture_id: 'cap_none' },
});
const about = { name: 'empty', version: '1.0.0' };

async function versionOne(): Promise<RequestListener> {
  const { McpServer } = await import('@modelcontextprotocol/sdk/server/mcp.js');
  const { StreamableHTTPServerTransport } = await import('@modelcontextprotocol/sdk/server/streamableHttp.js');
  return async (req: IncomingMessage, res: ServerResponse) => {
    const server = new McpServer(about);
    server.registerTool('log_capture', { description: 'Keeps nothing.', inputSchema, outputSchema }, captured);
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true } as never);
    res.on('close', () => void server.close());
    await server.connect(transport as never);
    await transport.handleRequest(req, res);
  };
}

async function versionTwo(): Promise<RequestListener> {
  const { createMcpHandler, McpServer } = await import('@modelcontextprotocol/server');
  const { toNodeHandler } = await import('@modelcontextprotocol/node');
  const handler = createMcpHandler(
    () => {
      const server = new McpServer(about);
      const schemas = { inputSchema: z.object(inputSchema), outputSchema: z.object(outputSchema) };
      server.registerTool('log_capture', { description: 'Keeps nothing.', ...schemas }, captured);
      return server;
    },
    { responseMode: 'json' },
  );
  return toNodeHandler(handler) as unknown as RequestListener;
}

const server = createServer(process.argv[2] === '1' ? await versionOne() : await versionTwo());
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })}\n`);
});
