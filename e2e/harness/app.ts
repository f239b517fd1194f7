import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { type Client, createClient } from '../../client/index.ts';
import { newId } from '../../db/ids.ts';
import type { CallRow } from '../../db/statements/calls.ts';
import { statement } from '../../db/statement.ts';
import { readConfig } from '../../server/config.ts';
import type { Scope } from '../../server/gate/scopes.ts';
import { type Service, startService } from '../../server/process.ts';
import { environment, OPERATOR_TOKEN } from './environment.ts';
import { until } from './until.ts';

/** An empty database of its own for one test file: a folder, or a database on TEST_DATABASE_URL's server. */
export type Store = { env: Record<string, string>; remove(): Promise<void> };

export async function createStore(): Promise<Store> {
  const template = inject('template');
  const folder = mkdtempSync(join(tmpdir(), 'sat-e2e-'));
  const server = process.env['TEST_DATABASE_URL'];
  if (server === undefined) {
    cpSync(template, folder, { recursive: true });
    return { env: { DATA_DIR: folder }, remove: async () => rmSync(folder, { recursive: true, force: true }) };
  }
  const name = `sat_e2e_${newId('request').slice(4)}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    env: { DATA_DIR: folder, DATABASE_URL: url.href },
    async remove() {
      const drop = () => admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      // Only its own backend may end an autovacuum that PostgreSQL started in it.
      const isVacuumed = (error: { code?: string }) => {
        if (error.code !== '42501') throw error;
        return false;
      };
      await until(() => drop().then(() => true, isVacuumed), Boolean);
      await admin.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type TenantOptions = {
  /** The user's entitlement; null for none. By default the membership `pro`. */
  entitlement?: { kind: 'plugin' | 'bundle' | 'suite' | 'membership'; slug: string } | null;
  scopes?: Scope[] | 'all';
  /** Calls a minute; null, the default here, clears the limit. */
  rateLimit?: number | null;
  /** Whether the key may approve and schedule drafts; by default it may not. */
  mayApprove?: boolean;
  teamId?: string;
};

/** A user with a workspace and a key, and functions to call each transport. */
export type Tenant = {
  userId: string;
  workspaceId: string;
  keyId: string;
  key: string;
  client: Client;
  /** Calls a tool over REST. */
  rest(tool: string, input?: unknown, headers?: Record<string, string>): Promise<RestAnswer>;
  /** Calls a tool over MCP (handshake era, 2025-11-25) and returns the JSON-RPC answer. */
  mcp(method: string, params?: Record<string, unknown>, headers?: Record<string, string>): Promise<RestAnswer>;
};

/** A received answer; `body` is its JSON, undefined when it is not JSON. */
export type RestAnswer = { status: number; headers: Headers; body: any; text: string };

export type AppContext = {
  baseUrl: string;
  service: Service;
  operator: Client['operator'];
  newTenant(options?: TenantOptions): Promise<Tenant>;
  /** Another key of a user. */
  newKey(userId: string, options?: TenantOptions): Promise<Tenant>;
  /** Audit rows of a key, oldest first, straight from the database. */
  auditOf(tenant: Tenant): Promise<CallRow[]>;
  stop(): Promise<void>;
};

export async function post(url: string, body: unknown, headers: Record<string, string>): Promise<RestAnswer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body ?? {}),
  });
  const text = await response.text();
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    parsed = undefined;
  }
  return { status: response.status, headers: response.headers, body: parsed, text };
}

/** A tenant, called with its key. */
export function tenantOf(
  baseUrl: string,
  who: { userId: string; workspaceId: string; keyId: string; key: string },
): Tenant {
  const authorization = `Bearer ${who.key}`;
  let messages = 0;
  return {
    ...who,
    client: createClient({ url: baseUrl, apiKey: who.key }),
    rest: (tool, input = {}, headers = {}) =>
      post(`${baseUrl}/api/v1/tools/${tool}`, input, { authorization, ...headers }),
    mcp: (method, params = {}, headers = {}) =>
      post(
        `${baseUrl}/api/v1/mcp`,
        { jsonrpc: '2.0', id: (messages += 1), method, params },
        {
          authorization,
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2025-11-25',
          ...headers,
        },
      ),
  };
}

/** Provisions tenants through `operator.*` of a running service, wherever it runs. */
export function provisioner(baseUrl: string) {
  const { operator } = createClient({ url: baseUrl, apiKey: OPERATOR_TOKEN });
  const workspaces = new Map<string, string>();
  const newKey = async (userId: string, options: TenantOptions = {}) => {
    const { key_id, key } = await operator.keys.create.mutate({
      user_id: userId,
      name: 'test',
      scopes: options.scopes ?? 'all',
      may_approve: options.mayApprove ?? false,
      rate_limit: options.rateLimit === undefined ? null : options.rateLimit,
      ...(options.teamId === undefined ? {} : { team_id: options.teamId }),
    });
    return tenantOf(baseUrl, { userId, workspaceId: workspaces.get(userId)!, keyId: key_id, key });
  };
  const newTenant = async (options: TenantOptions = {}) => {
    const email = `${newId('user')}@example.com`;
    const { user_id, workspace_id } = await operator.users.create.mutate({ email, name: 'Test Person' });
    workspaces.set(user_id, workspace_id);
    const entitlement =
      options.entitlement === undefined ? { kind: 'membership' as const, slug: 'pro' } : options.entitlement;
    if (entitlement !== null) await operator.entitlements.grant.mutate({ user_id, ...entitlement });
    return newKey(user_id, options);
  };
  return { operator, newKey, newTenant };
}

const auditOf = statement('test_audit_of', 'SELECT * FROM api_key_calls WHERE key_id = $1 ORDER BY id');

/** Starts the service in this process on its own database: the start of nearly every e2e file. */
export async function startTestApp(env: Record<string, string> = {}): Promise<AppContext> {
  const store = await createStore();
  const service = await startService(readConfig(environment({ ...store.env, ...env })));
  const baseUrl = service.baseUrl;
  return {
    baseUrl,
    service,
    ...provisioner(baseUrl),
    auditOf: ({ workspaceId, keyId }) => service.app.services.db.read(workspaceId, auditOf, [keyId]),
    async stop() {
      await service.stop();
      await store.remove();
    },
  };
}
