import { APIError, type BetterAuthOptions } from 'better-auth';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { type IdType, newId } from '../../db/ids.ts';
import { findStanding } from '../../db/statements/second-factor.ts';
import { kyselyAs } from '../../db/role-kysely.ts';
import { ROLES } from '../../db/roles.ts';
import type { Services } from '../services.ts';
import { takeCode } from './second-factor.ts';
import { cookieOf, LIFE_HOURS, sessionCookie } from './session-cookie.ts';
import { ADDRESS_HEADER, AUTH_PATH, BY_PASSWORD, CODE_HEADER, CODE_MISSING, CODE_WRONG, SSO } from './sign-in-names.ts';

const stamps = { createdAt: 'created_at', updatedAt: 'updated_at' } as const;

const ID_TYPES: Record<string, IdType> = {
  user: 'user',
  session: 'session',
  account: 'login',
  verification: 'verification',
};

/** Lets a sign-in become a session with the right code only, after the password. @throws APIError */
async function checkCode(services: Services, userId: string, headers: Headers | undefined): Promise<void> {
  const code = headers?.get(CODE_HEADER);
  if (code == null) throw new APIError('FORBIDDEN', { code: CODE_MISSING });
  const right = await takeCode(services, userId, decodeURIComponent(code), { session: null, requestId: null });
  if (!right) throw new APIError('FORBIDDEN', { code: CODE_WRONG });
}

/** What better-auth is told: the service's own tables, cookies and ids. */
export function optionsOf(services: Services, baseUrl: string): BetterAuthOptions {
  const { config, secrets, db, log } = services;
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
      additionalFields: {
        bySso: { type: 'boolean', required: false, input: false, returned: false, fieldName: 'by_sso' },
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
      session: {
        create: {
          // A disabled user proves who they are and still gets no session, and so does one without the second factor.
          before: async (session, context) => {
            const [standing] = await db.as(ROLES.login, findStanding, [session.userId]);
            if (standing === undefined || standing.disabled) return false;
            // The single sign-on's provider asks for its own second factor.
            if (context?.path !== BY_PASSWORD) return { data: { ...session, bySso: true } };
            if (standing.second_factor) await checkCode(services, session.userId, context.headers);
            return true;
          },
        },
      },
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
