import { createTRPCClient, httpBatchLink } from '@trpc/client';
import { hashPassword } from 'better-auth/crypto';
import { newId } from '../../db/ids.ts';
import { ROLES } from '../../db/roles.ts';
import { statement } from '../../db/statement.ts';
import type { AppRouter } from '../../routers/index.ts';
import { sessionCookie, signedValue } from '../../server/identity/session-cookie.ts';
import { type AppContext, provisioner, type Tenant, type TenantOptions } from './app.ts';

/** A browser's cookies for one service, and requests with them as from a page of the panel. */
export class Browser {
  readonly baseUrl: string;
  readonly cookies = new Map<string, string>();
  readonly #client;
  /** Headers of every request; a test may act as another page. */
  headers: Record<string, string>;

  constructor(baseUrl: string, headers: Record<string, string> = {}) {
    this.baseUrl = baseUrl;
    this.headers = { origin: baseUrl, ...headers };
    this.#client = createTRPCClient<AppRouter>({
      links: [
        httpBatchLink({
          url: `${baseUrl}/trpc`,
          methodOverride: 'POST',
          fetch: (url, init) => {
            const { pathname, search } = new URL(String(url));
            return this.fetch(pathname + search, init as RequestInit);
          },
        }),
      ],
    });
  }

  /** The Set-Cookie headers of the last answer. */
  lastCookies: string[] = [];

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const cookie = Array.from(this.cookies, ([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(new URL(path, this.baseUrl), {
      redirect: 'manual',
      ...init,
      headers: { ...this.headers, ...(cookie === '' ? {} : { cookie }), ...(init.headers as Record<string, string>) },
    });
    this.lastCookies = answer.headers.getSetCookie();
    for (const text of this.lastCookies) {
      const [pair = ''] = text.split(';', 1);
      const cut = pair.indexOf('=');
      if (/max-age=0(;|$)/i.test(text)) this.cookies.delete(pair.slice(0, cut));
      else this.cookies.set(pair.slice(0, cut), pair.slice(cut + 1));
    }
    return answer;
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return this.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  }

  signIn(email: string, password: string, code?: string): Promise<Response> {
    return this.post('/app/auth/sign-in/email', { email, password, code });
  }

  signOut(): Promise<Response> {
    return this.post('/app/auth/sign-out', {});
  }

  /** The panel's procedures, called as its pages call them. */
  get panel() {
    return this.#client.panel;
  }
}

/** A tenant whose person has signed in. */
export type Person = Tenant & { email: string; password: string; browser: Browser };

export const PASSWORD = 'correct horse battery staple';

/** Hashed once for all: to hash a password is meant to take long. */
const hashed = hashPassword(PASSWORD);
const addLogin = statement(
  'test_add_login',
  `INSERT INTO logins (id, user_id, provider_id, account_id, password) VALUES ($1, $2, 'credential', $2, $3)`,
);

const addSession = statement(
  'test_add_session',
  `INSERT INTO sessions (id, user_id, token, expires_at, ip_address, user_agent)
   VALUES ($1, $2, $3, now() + interval '12 hours', '127.0.0.1', 'node')`,
);

/** The cookie of a new session, as a sign-in sets it, without the time that it takes to check a password. */
export async function newSession({ service: { app, secrets } }: AppContext, userId: string) {
  const { db, config } = app.services;
  const token = newId('session');
  await db.as(ROLES.login, addSession, [newId('session'), userId, token]);
  const { name } = sessionCookie(config.PUBLIC_URL);
  return { name, value: encodeURIComponent(signedValue(token, secrets.sessionSecret)) };
}

/** A user with a password, an entitlement, a key and a signed-in browser. */
export async function newPerson(
  app: AppContext,
  options: TenantOptions & { name?: string; signedIn?: boolean } = {},
): Promise<Person> {
  const email = `${newId('user')}@example.com`;
  const { user_id } = await app.operator.users.create.mutate({ email, name: options.name ?? 'Test Person' });
  await app.service.app.services.db.as(ROLES.operator, addLogin, [newId('login'), user_id, await hashed]);
  const entitlement =
    options.entitlement === undefined ? { kind: 'membership' as const, slug: 'pro' } : options.entitlement;
  if (entitlement !== null) await app.operator.entitlements.grant.mutate({ user_id, ...entitlement });
  const workspaceId = await app.service.app.services.provisioning.workspaceOf(user_id);
  const tenant = { ...(await app.newKey(user_id, options)), workspaceId };
  const browser = new Browser(app.baseUrl);
  if (options.signedIn !== false) {
    const { name, value } = await newSession(app, user_id);
    browser.cookies.set(name, value);
  }
  return { ...tenant, email, password: PASSWORD, browser };
}

/** A user of a service in another process, who outlives it: signs in to whichever serves their database by now. */
export async function newPersonOf({ baseUrl }: { baseUrl: string }) {
  const { operator } = provisioner(baseUrl);
  const email = `${newId('user')}@example.com`;
  const { user_id, workspace_id } = await operator.users.create.mutate({ email, name: 'P', password: PASSWORD });
  await operator.entitlements.grant.mutate({ user_id, kind: 'membership', slug: 'pro' });
  return {
    workspace_id,
    async signIn(to: { baseUrl: string }): Promise<Browser> {
      const browser = new Browser(to.baseUrl);
      await browser.signIn(email, PASSWORD);
      return browser;
    },
  };
}
