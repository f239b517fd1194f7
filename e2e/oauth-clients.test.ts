import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  Client as ModernClient,
  type OAuthClientProvider as ModernProvider,
  StreamableHTTPClientTransport as ModernTransport,
  UnauthorizedError as ModernUnauthorizedError,
} from '@modelcontextprotocol/client';
import { type OAuthClientProvider, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '../routers/index.ts';
import { ALL_OAUTH_SCOPES } from '../server/gate/scopes.ts';
import { freePort } from './harness/free-port.ts';
import { type AppContext, startTestApp } from './harness/app.ts';
import { letIn } from './harness/oauth.ts';
import { newPerson, type Person } from './harness/person.ts';
import { until } from './harness/until.ts';

const CALLBACK = 'http://localhost:3118/callback';

let app: AppContext;
let person: Person;

beforeAll(async () => {
  app = await startTestApp({ MCP_OAUTH_ENABLED: 'true' });
  person = await newPerson(app);
});

afterAll(() => app.stop());

const register = async (redirectUri: string) =>
  (await app.operator.oauth_clients.register.mutate({ name: 'Desk', redirect_uris: [redirectUri] })).client_id;

/** A client's memory between its requests, as both lines of the official client want it; it opens no browser by itself. */
function memoryOf(clientId: string) {
  const kept: { client: object; tokens?: any; verifier?: string; discovery?: any; opened: URL[] } = {
    client: { client_id: clientId, issuer: app.baseUrl },
    opened: [],
  };
  const provider = {
    redirectUrl: CALLBACK,
    clientMetadata: { client_name: 'Desk', redirect_uris: [CALLBACK] },
    state: () => 'state-of-the-client',
    clientInformation: () => kept.client,
    saveClientInformation: (client: object) => void (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens: unknown) => void (kept.tokens = tokens),
    redirectToAuthorization: (url: URL) => void kept.opened.push(url),
    saveCodeVerifier: (verifier: string) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier!,
    discoveryState: () => kept.discovery,
    saveDiscoveryState: (state: unknown) => void (kept.discovery = state),
  };
  return { kept, provider };
}

type Connection = {
  connect(): Promise<void>;
  finish(back: URL): Promise<void>;
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<any>;
  close(): Promise<void>;
};

/** The official clients, each as its users make it: one transport is told of the code, the next one connects. */
const LINES = [
  {
    name: 'sdk 1.x',
    unauthorized: UnauthorizedError,
    open(url: URL, provider: object): Connection {
      const client = new Client({ name: 'test', version: '1.0.0' });
      const transport = new StreamableHTTPClientTransport(url, { authProvider: provider as OAuthClientProvider });
      return {
        connect: () => client.connect(transport as never),
        finish: (back) => transport.finishAuth(back.searchParams.get('code')!),
        listTools: () => client.listTools(),
        callTool: (call) => client.callTool(call),
        close: () => client.close(),
      };
    },
  },
  {
    name: 'client 2.x',
    unauthorized: ModernUnauthorizedError,
    open(url: URL, provider: object): Connection {
      const client = new ModernClient({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
      const transport = new ModernTransport(url, { authProvider: provider as ModernProvider });
      return {
        connect: () => client.connect(transport),
        finish: (back) => transport.finishAuth(back.searchParams),
        listTools: () => client.listTools(),
        callTool: (call) => client.callTool(call),
        close: () => client.close(),
      };
    },
  },
];

describe.each(LINES)('$name', ({ open, unauthorized }) => {
  const url = () => new URL(`${app.baseUrl}/api/v1/mcp`);

  test('finds out from the 401 how to ask, is let in, and works', async () => {
    const { kept, provider } = memoryOf(await register(CALLBACK));
    const first = open(url(), provider);
    await expect(first.connect()).rejects.toBeInstanceOf(unauthorized);
    expect(kept.opened).toHaveLength(1);
    const asked = kept.opened[0]!;
    expect(asked.origin + asked.pathname).toBe(`${app.baseUrl}/api/v1/oauth/authorize`);
    expect(asked.searchParams.get('resource')).toBe(`${app.baseUrl}/api/v1/mcp`);
    expect(asked.searchParams.get('scope')).toBe(ALL_OAUTH_SCOPES.join(' '));
    await first.finish(await letIn(person.browser, asked));
    await first.close();
    expect(kept.tokens).toMatchObject({ token_type: 'Bearer', scope: ALL_OAUTH_SCOPES.join(' ') });

    const client = open(url(), provider);
    await client.connect();
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([...registry.keys()]);
    const session = await client.callTool({ name: 'verify_session', arguments: {} });
    expect(session.structuredContent).toMatchObject({ scope: 'user' });
    await client.close();
  });

  test('asks for more when it holds too little, and gets it from the person alone', async () => {
    const { kept, provider } = memoryOf(await register(CALLBACK));
    const first = open(url(), provider);
    await expect(first.connect()).rejects.toBeInstanceOf(unauthorized);
    await first.finish(await letIn(person.browser, kept.opened.pop()!, ['account.read']));
    await first.close();
    const narrow = kept.tokens.access_token as string;

    const client = open(url(), provider);
    await client.connect();
    const capture = { name: 'log_capture', arguments: { source: 'agent', text: 'After asking again' } };
    await expect(client.callTool(capture)).rejects.toBeInstanceOf(unauthorized);
    const again = kept.opened.pop()!;
    expect(again.searchParams.get('scope')!.split(' ')).toContain('capture.write');
    await client.finish(await letIn(person.browser, again));
    const { isError } = await client.callTool(capture);
    expect(isError).toBeFalsy();
    await client.close();
    expect(kept.tokens.access_token).not.toBe(narrow);
  });

  test('is told of a token that was revoked, and asks anew', async () => {
    const { kept, provider } = memoryOf(await register(CALLBACK));
    const first = open(url(), provider);
    await expect(first.connect()).rejects.toBeInstanceOf(unauthorized);
    await first.finish(await letIn(person.browser, kept.opened.pop()!));
    await first.close();
    const client = open(url(), provider);
    await client.connect();
    const { items } = await person.browser.panel.apps.list.query({});
    const app = items.find(({ prefix }) => kept.tokens.access_token.startsWith(prefix))!;
    await person.browser.panel.apps.revoke.mutate({ key_id: app.key_id });
    await expect(client.callTool({ name: 'verify_session', arguments: {} })).rejects.toBeInstanceOf(unauthorized);
    expect(kept.opened).toHaveLength(1);
    await client.close();
  });
});

type Check = { id: string; status: string; errorMessage?: string };

describe('the conformance suite for authorization servers', () => {
  const suite = fileURLToPath(new URL('../node_modules/mcp-conformance-next/dist/index.js', import.meta.url));

  test('finds nothing wrong', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sat-conformance-'));
    const port = await freePort();
    const clientId = await register(`http://127.0.0.1:${port}/callback`);
    const args = ['authorization', '--url', app.baseUrl, '--client-id', clientId, '--port', String(port)];
    args.push('--resource', `${app.baseUrl}/api/v1/mcp`, '-o', folder);
    const child = spawn(process.execPath, [suite, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let walking: Promise<void> | undefined;
    let failure: unknown;
    // It prints the address a person is to open, and waits for what comes of it: perhaps before its server listens.
    const walk = async (address: string) => {
      const back = await letIn(person.browser, new URL(address));
      const answer = await until(
        () => fetch(back).catch(() => undefined),
        (each) => each !== undefined,
      );
      await answer!.text();
    };
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const address = /^(http\S+\/oauth\/authorize\?\S+)$/m.exec(output)?.[1];
      if (address !== undefined && output.includes('Waiting')) {
        walking ??= walk(address).catch((error: unknown) => {
          failure = error;
          child.kill();
        });
      }
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    const status = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    await walking;
    expect(failure, output).toBeUndefined();
    const checks = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('checks.json'))
      .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Check[]);
    rmSync(folder, { recursive: true, force: true });
    expect(status, output).toBe(0);
    expect(Object.fromEntries(checks.map(({ id, status }) => [id, status]))).toEqual({
      'authorization-server-metadata': 'SUCCESS',
      'authorization-code-grant': 'SUCCESS',
      // A recommendation to take clients nobody registered, which this service does not.
      'authorization-server-metadata-cimd': 'WARNING',
    });
  });
});
