import { type Client, createClient } from '../../client/index.ts';
import { newId } from '../../db/ids.ts';
import type { Scope } from '../../server/gate/scopes.ts';
import { OPERATOR_TOKEN } from './environment.ts';

export type TenantOptions = {
  /** The user's entitlement; null for none. By default the membership `pro`. */
  entitlement?: { kind: 'plugin' | 'bundle' | 'suite' | 'membership'; slug: string } | null;
  scopes?: Scope[] | 'all';
  /** Calls a minute; null, the default here, clears the limit. */
  rateLimit?: number | null;
  /** Whether the key may approve and schedule drafts; by default it may not. */
  mayApprove?: boolean;
  /** `propose`: what it writes waits for a person. */
  mode?: 'write' | 'propose';
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

/** What makes tenants in a running service. */
export type Provisioner = {
  baseUrl: string;
  operator: Client['operator'];
  newTenant(options?: TenantOptions): Promise<Tenant>;
  /** Another key of a user. */
  newKey(userId: string, options?: TenantOptions): Promise<Tenant>;
};

/** Provisions tenants through `operator.*` of a running service, wherever it runs. */
export function provisioner(baseUrl: string): Provisioner {
  const { operator } = createClient({ url: baseUrl, apiKey: OPERATOR_TOKEN });
  const workspaces = new Map<string, string>();
  const newKey = async (userId: string, options: TenantOptions = {}) => {
    const { key_id, key } = await operator.keys.create.mutate({
      user_id: userId,
      name: 'test',
      scopes: options.scopes ?? 'all',
      may_approve: options.mayApprove ?? false,
      mode: options.mode ?? 'write',
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
  return { baseUrl, operator, newKey, newTenant };
}
