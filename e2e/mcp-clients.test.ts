import {
  Client as ModernClient,
  InsufficientScopeError,
  ProtocolError,
  StreamableHTTPClientTransport as ModernTransport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { McpError } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, describe, expect, test } from 'vitest';
import { registry } from '../routers/index.ts';
import type { AppContext, Tenant } from './harness/app.ts';
import { useApp } from './harness/shared-app.ts';
import { Records } from './harness/records.ts';
import { outputProblems } from './harness/schemas.ts';

/** What the tests ask of a client, whichever line it is of. */
type Connected = Pick<Client, 'listTools' | 'callTool' | 'getInstructions' | 'getServerVersion' | 'close'>;

/** The official clients, each as its users make it. */
type Line = {
  name: string;
  /** The protocol version it ends up speaking. */
  speaks: string;
  connect(url: URL, key: string): Promise<{ client: Connected; version: string | undefined }>;
  /** What it throws for a JSON-RPC error. */
  protocolError: abstract new (...args: never[]) => Error & { code: number; data?: unknown };
  /** What it throws for a missing scope. */
  scopeError: abstract new (...args: never[]) => Error;
};

const bearer = (key: string) => ({ requestInit: { headers: { authorization: `Bearer ${key}` } } });

const newer = (name: string, speaks: string, mode: VersionNegotiationMode | undefined): Line => ({
  name: `client 2.x, ${name}`,
  speaks,
  async connect(url, key) {
    const client = new ModernClient(
      { name: 'test', version: '1.0.0' },
      mode === undefined ? {} : { versionNegotiation: { mode } },
    );
    const transport = new ModernTransport(url, bearer(key));
    await client.connect(transport);
    return { client: client as unknown as Connected, version: client.getNegotiatedProtocolVersion() };
  },
  protocolError: ProtocolError,
  scopeError: InsufficientScopeError,
});

const LINES: Line[] = [
  {
    name: 'sdk 1.x',
    speaks: '2025-11-25',
    async connect(url, key) {
      const client = new Client({ name: 'test', version: '1.0.0' });
      const transport = new StreamableHTTPClientTransport(url, bearer(key));
      await client.connect(transport as never);
      return { client, version: transport.protocolVersion };
    },
    protocolError: McpError,
    scopeError: Error,
  },
  newer('default', '2025-11-25', undefined),
  newer('auto', '2026-07-28', 'auto'),
  newer('pinned', '2026-07-28', { pin: '2026-07-28' }),
];

let app: AppContext;
let tenant: Tenant;
const open: Connected[] = [];

useApp(async (started) => {
  app = started;
  tenant = await app.newTenant();
});

afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});

async function connected(line: Line, key: string) {
  const { client, version } = await line.connect(new URL(`${app.baseUrl}/api/v1/mcp`), key);
  open.push(client);
  expect(version).toBe(line.speaks);
  return client;
}

const thrownBy = (promise: Promise<unknown>): Promise<any> =>
  promise.then(
    (result) => expect.fail(`answered ${JSON.stringify(result)}`),
    (error: unknown) => error,
  );

describe.each(LINES)('$name', (line) => {
  test('connects, and learns who it speaks to and how to use it', async () => {
    const client = await connected(line, tenant.key);
    expect(client.getServerVersion()).toMatchObject({ name: 'sales-agent-tools', version: '1.0.0' });
    expect(client.getInstructions()).toMatch(/verify_session first/);
  });

  test('lists every tool', async () => {
    const client = await connected(line, tenant.key);
    const { tools, nextCursor } = await client.listTools();
    expect(nextCursor).toBeUndefined();
    expect(tools.map(({ name }) => name)).toEqual([...registry.keys()]);
  });

  test('calls every tool with its example', async () => {
    const client = await connected(line, tenant.key);
    // Listed first, as agents do: from then on the client checks every result against its output schema.
    await client.listTools();
    for (const tool of registry.values()) {
      const input = await new Records(app, tenant).exampleOf(tool);
      const result = await client.callTool({ name: tool.name, arguments: input });
      expect(result.isError, `${tool.name}: ${JSON.stringify(result.content)}`).toBeFalsy();
      expect(outputProblems(tool, result.structuredContent), tool.name).toEqual([]);
      const [block] = result.content as { type: string; text: string }[];
      expect(JSON.parse(block!.text)).toEqual(result.structuredContent);
    }
  });

  test('hands a refusal of the arguments to the model', async () => {
    const client = await connected(line, tenant.key);
    await client.listTools();
    const result = await client.callTool({ name: 'log_capture', arguments: { source: 'call' } });
    expect(result.isError).toBe(true);
    const [block] = result.content as { text: string }[];
    expect(JSON.parse(block!.text).error).toMatchObject({ code: 'invalid_input', issues: [{ path: 'text' }] });
  });

  test('sees a missing entitlement as -32003 with the reason', async () => {
    const visitor = await app.newTenant({ entitlement: null });
    const client = await connected(line, visitor.key);
    const error = await thrownBy(client.callTool({ name: 'log_capture', arguments: { source: 'a', text: 'b' } }));
    expect(error).toBeInstanceOf(line.protocolError);
    expect(error.code).toBe(-32003);
    expect(error.data).toMatchObject({ code: 'not_entitled' });
    const session = await client.callTool({ name: 'verify_session', arguments: {} });
    expect(session.structuredContent).toMatchObject({ plan: 'free' });
  });

  test('sees a missing scope', async () => {
    const reader = await app.newKey(tenant.userId, { scopes: ['account.read'] });
    const client = await connected(line, reader.key);
    const error = await thrownBy(client.callTool({ name: 'log_capture', arguments: { source: 'a', text: 'b' } }));
    expect(error).toBeInstanceOf(line.scopeError);
    expect(JSON.stringify([error.message, error.requiredScope])).toContain('capture.write');
  });

  test('sees an unknown tool as a protocol error', async () => {
    const client = await connected(line, tenant.key);
    const error = await thrownBy(client.callTool({ name: 'no_such_tool', arguments: {} }));
    expect(error).toBeInstanceOf(line.protocolError);
    expect(error.code).toBe(-32602);
  });

  test('does not connect without a good key', async () => {
    const error = await thrownBy(line.connect(new URL(`${app.baseUrl}/api/v1/mcp`), 'sat_nobody'));
    expect(String(error.message)).toMatch(/401|unauthorized|invalid_key/i);
  });

  test('ties its calls to a run through _meta', async () => {
    const own = await app.newKey(tenant.userId);
    const client = await connected(line, own.key);
    await client.callTool({ name: 'verify_session', arguments: {}, _meta: { run_ref: 'run-of-the-client' } });
    expect((await app.auditOf(own)).at(-1)).toMatchObject({ run_ref: 'run-of-the-client', transport: 'mcp' });
  });
});
