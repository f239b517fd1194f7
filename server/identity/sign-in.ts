import { createHash, randomBytes } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { type IdType, newId } from '../../db/ids.ts';
import { noteRefusedSignIn } from '../../db/statements/activity.ts';
import { endSessionByToken } from '../../db/statements/identity.ts';
import { kyselyAs } from '../../db/role-kysely.ts';
import { ROLES } from '../../db/roles.ts';
import { Fault } from '../errors.ts';
import type { Services } from '../services.ts';
import { cookieOf, LIFE_HOURS, readSignedCookie, sessionCookie, signedValue } from './session-cookie.ts';
import { throttled } from './throttle.ts';

/** Where sign-in is mounted; an identity provider redirects to `<address>/app/auth/callback/sso`. */
export const AUTH_PATH = '/app/auth';

/** The only provider of single sign-on. */
export const SSO = 'sso';

/** A browser that signs in: its address, its cookies, and the address it uses for this service. */
export type Visit = {
  baseUrl: string;
  address: string;
  userAgent: string | undefined;
  cookies: string | undefined;
  requestId: string;
};

const stamps = { createdAt: 'created_at', updatedAt: 'updated_at' } as const;

const ID_TYPES: Record<string, IdType> = {
  user: 'user',
  session: 'session',
  account: 'login',
  verification: 'verification',
};

/** The header by which better-auth learns the client address that Express determined. */
const ADDRESS_HEADER = 'x-visitor-address';

function optionsOf({ config, secrets, db, log }: Services, baseUrl: string): BetterAuthOptions {
  const { name, attributes } = sessionCookie(config.PUBLIC_URL);
  return {
    appName: 'sales-agent-tools',
    baseURL: baseUrl,
    basePath: AUTH_PATH,
    secret: secrets.sessionSecret,
    database: { db: kyselyAs(db, ROLES.login), type: 'postgres', transaction: false },
    emailAndPassword: { enabled: true, disableSignUp: true, maxPasswordLength: 200 },
    user: { modelName: 'users', fields: { emailVerified: 'email_verified', ...stamps } },
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        ...stamps,
      },
      expiresIn: LIFE_HOURS * 3_600,
      disableSessionRefresh: true,
    },
    account: {
      modelName: 'logins',
      fields: {
        userId: 'user_id',
        providerId: 'provider_id',
        accountId: 'account_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        ...stamps,
      },
      updateAccountOnSignIn: false,
    },
    verification: { modelName: 'verifications', fields: { expiresAt: 'expires_at', ...stamps } },
    databaseHooks: {
      account: {
        create: {
          // Only the identity is wanted from the provider; its tokens are not kept.
          before: async (account) => ({
            data: { ...account, accessToken: null, refreshToken: null, idToken: null, scope: null },
          }),
        },
      },
    },
    plugins:
      config.OIDC_ISSUER === undefined
        ? []
        : [
            genericOAuth({
              config: [
                {
                  providerId: SSO,
                  discoveryUrl: `${config.OIDC_ISSUER}/.well-known/openid-configuration`,
                  clientId: config.OIDC_CLIENT_ID!,
                  clientSecret: config.OIDC_CLIENT_SECRET!,
                  scopes: ['openid', 'email', 'profile'],
                  pkce: true,
                  requireIdTokenVerification: true,
                  disableSignUp: true,
                },
              ],
            }),
          ],
    advanced: {
      useSecureCookies: false,
      cookiePrefix: cookieOf('sat', config.PUBLIC_URL).name,
      defaultCookieAttributes: attributes,
      cookies: { session_token: { name, attributes } },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      // The transport checks the origin of every request of the panel.
      disableCSRFCheck: true,
      database: {
        generateId: ({ model }) => newId(ID_TYPES[model] ?? 'verification'),
        validateSchema: false,
        // A user and their logins in one query, so that an unknown user takes as many queries as a known one.
        joins: true,
      },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      level: 'warn',
      // The throttle handles failed sign-ins; the library's own warnings are not needed.
      log: (level, message) => (level === 'error' ? log.error({ part: 'sign-in' }, message) : log.debug(message)),
    },
  };
}

/** One bucket for an IPv6 network of 64 bits, within which a client can choose its address. */
export function addressBucket(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
  const [head = '', tail] = address.split('%', 1)[0]!.split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from(
    { length: tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length) },
    () => '0',
  );
  return `${[...groups, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Lifetime of the cookie of a browser that has signed in before: a year. */
const DEVICE_SECONDS = 365 * 86_400;

/**
 * People's sign-in: better-auth over the service's own tables. Failed attempts are throttled per account and per address.
 * A browser that has signed in to an account before has a bucket of its own, so that an attacker who guesses at the
 * account elsewhere cannot lock its owner out.
 */
export class SignIn {
  readonly #services: Services;
  readonly #auths = new Map<string, ReturnType<typeof betterAuth>>();

  constructor(services: Services) {
    this.#services = services;
  }

  /**
   * Signs in with a password. Sets the answer's cookies; its body names the person.
   * @throws Fault wrong_login, rate_limited
   */
  async withPassword(visit: Visit, { email, password }: { email: string; password: string }): Promise<Response> {
    const { db, log } = this.#services;
    const account = digest(email.toLowerCase());
    const device = this.#deviceOf(visit, account);
    const subjects = [device ?? `account:${account}`, `address:${addressBucket(visit.address)}`];
    let answer: Response | undefined;
    const succeeded = await throttled(db, subjects, async () => {
      answer = await this.#ask(visit, '/sign-in/email', { email, password });
      if (answer.status >= 500) throw new Fault('internal', { cause: new Error(await answer.text()) });
      return answer.ok;
    });
    if (!succeeded) {
      log.info({ address: visit.address }, 'A sign-in failed');
      await db.as(ROLES.login, noteRefusedSignIn, [email, visit.address, visit.requestId, subjects[0] ?? null]);
      throw new Fault('wrong_login');
    }
    await this.#endFormer(visit);
    const { user } = (await answer!.json()) as { user: { id: string; name: string; email: string } };
    const headers = cookiesOf(answer!);
    if (device === undefined) headers.append('set-cookie', this.#deviceCookie(account));
    return Response.json({ user: { id: user.id, name: user.name, email: user.email } }, { headers });
  }

  /** Starts single sign-on: answers the provider's address. @throws Fault not_found when it is not configured */
  async beginSso(visit: Visit, back: { callbackURL: string; errorCallbackURL: string }): Promise<Response> {
    if (this.#services.config.OIDC_ISSUER === undefined)
      throw new Fault('not_found', { message: 'There is no single sign-on here.' });
    const answer = await this.#ask(visit, '/sign-in/social', { provider: SSO, disableRedirect: true, ...back });
    if (!answer.ok) {
      // The discovery document could not be read at first use: read again next time.
      this.#auths.clear();
      throw new Fault('unavailable', {
        message: 'The single sign-on does not answer.',
        hint: 'Try again in a minute, or sign in with a password.',
        cause: new Error(await answer.text()),
      });
    }
    const { url } = (await answer.json()) as { url: string };
    return Response.json({ url }, { headers: cookiesOf(answer) });
  }

  /** Callback of the provider: signs the person in and redirects. */
  async endSso(visit: Visit, query: string): Promise<Response> {
    const answer = await this.#handle(visit, 'GET', `/callback/${SSO}${query}`);
    if (answer.headers.getSetCookie().some((cookie) => cookie.startsWith(`${this.#sessionCookie}=`))) {
      await this.#endFormer(visit);
    }
    return answer;
  }

  /** Ends the session and clears its cookie. */
  async out(visit: Visit): Promise<Response> {
    const answer = await this.#ask(visit, '/sign-out', {});
    return Response.json({ signed_out: true }, { headers: cookiesOf(answer) });
  }

  get #sessionCookie(): string {
    return sessionCookie(this.#services.config.PUBLIC_URL).name;
  }

  /** The session a browser signs in from is ended: a sign-in starts a new one. */
  async #endFormer({ cookies }: Visit): Promise<void> {
    const token = readSignedCookie(cookies, this.#sessionCookie, this.#services.secrets.sessionSecret);
    if (token !== undefined) await this.#services.db.as(ROLES.login, endSessionByToken, [token]);
  }

  #deviceOf({ cookies }: Visit, account: string): string | undefined {
    const { config, secrets } = this.#services;
    const known = readSignedCookie(cookies, cookieOf('sat_device', config.PUBLIC_URL).name, secrets.sessionSecret);
    return known?.startsWith(`${account}:`) ? `device:${known}` : undefined;
  }

  #deviceCookie(account: string): string {
    const { config, secrets } = this.#services;
    const { name, attributes } = cookieOf('sat_device', config.PUBLIC_URL);
    const value = signedValue(`${account}:${randomBytes(9).toString('base64url')}`, secrets.sessionSecret);
    const secure = attributes.secure ? '; Secure' : '';
    return `${name}=${encodeURIComponent(value)}; Max-Age=${DEVICE_SECONDS}; Path=/; HttpOnly; SameSite=Lax${secure}`;
  }

  #ask(visit: Visit, path: string, body: object): Promise<Response> {
    return this.#handle(visit, 'POST', path, JSON.stringify(body));
  }

  #handle(visit: Visit, method: string, path: string, body?: string): Promise<Response> {
    const headers = new Headers({ [ADDRESS_HEADER]: visit.address, accept: 'application/json' });
    if (visit.userAgent !== undefined) headers.set('user-agent', visit.userAgent.slice(0, 500));
    if (visit.cookies !== undefined) headers.set('cookie', visit.cookies);
    if (body !== undefined) headers.set('content-type', 'application/json');
    const request = new Request(`${visit.baseUrl}${AUTH_PATH}${path}`, { method, headers, body: body ?? null });
    return this.#authAt(visit.baseUrl).handler(request);
  }

  /** Without PUBLIC_URL the origin is the requested one, which differs with the host name used. */
  #authAt(baseUrl: string): ReturnType<typeof betterAuth> {
    let auth = this.#auths.get(baseUrl);
    if (auth === undefined) {
      if (this.#auths.size >= 10) this.#auths.clear();
      auth = betterAuth(optionsOf(this.#services, baseUrl)) as unknown as ReturnType<typeof betterAuth>;
      this.#auths.set(baseUrl, auth);
    }
    return auth;
  }
}

function cookiesOf(answer: Response): Headers {
  const headers = new Headers();
  for (const cookie of answer.headers.getSetCookie()) headers.append('set-cookie', cookie);
  return headers;
}
