import { hash, randomBytes } from 'node:crypto';
import {
  allowAuthorization,
  type Decided,
  denyAuthorization,
  findAuthorization,
  type OpenAuthorization,
} from '../../db/statements/oauth.ts';
import { ROLES } from '../../db/roles.ts';
import { Fault, invalidField } from '../errors.ts';
import { OAUTH_SCOPES, type OAuthScope } from '../gate/scopes.ts';
import type { PersonAction } from '../identity/person-call.ts';
import type { Session } from '../identity/session-cookie.ts';
import type { Services } from '../services.ts';
import { placeOf, withAnswer } from './redirect-uri.ts';

/** How long a code can be redeemed, in minutes (decisions 16). */
export const CODE_MINUTES = 10;

/** What is stored of a code. */
export const hashCode = (code: string): string => hash('sha256', code, 'hex');

const over = () =>
  new Fault('not_found', {
    message: 'There is nothing to decide: this request is over, or was begun in another session.',
    hint: 'Go back to the application and connect again.',
  });

function checkEnabled({ config }: Services): void {
  if (!config.MCP_OAUTH_ENABLED) throw over();
}

async function openOf({ db }: Services, session: Session, request: string): Promise<OpenAuthorization> {
  const [open] = await db.as(ROLES.oauth, findAuthorization, [session.workspace.id, request, session.id]);
  if (open === undefined) throw over();
  return open;
}

/** What an application requests, for the consent page. @throws Fault not_found when ended or another session's */
export async function readRequest(services: Services, session: Session, request: string) {
  checkEnabled(services);
  const open = await openOf(services, session, request);
  return {
    request,
    client: { client_id: open.client_id, name: open.client_name },
    redirect_host: placeOf(open.redirect_uri),
    scopes: (open.scopes as OAuthScope[]).map((scope) => ({ scope, description: OAUTH_SCOPES[scope] })),
    workspace: session.workspace,
    user: { name: session.user.name, email: session.user.email },
    expires_at: open.expires_at,
  };
}

export type Decision = { request: string; allow: boolean; scopes?: OAuthScope[] | undefined };

/**
 * Decides a request, once, and answers where to redirect the browser: back to the client with a code, or with
 * `access_denied`. The person may grant less than was requested, never more.
 * @throws Fault not_found when it has ended or is another session's, invalid_input for a scope that was not requested
 */
export async function decideRequest(services: Services, { session, requestId }: PersonAction, decision: Decision) {
  checkEnabled(services);
  const { db, log } = services;
  const open = await openOf(services, session, decision.request);
  const which = [session.workspace.id, decision.request, session.id] as const;
  const fields = { client: open.client_id, user: session.user.id, authorization: decision.request };
  if (!decision.allow) {
    const [denied] = await db.as(ROLES.oauth, denyAuthorization, [...which, requestId]);
    if (denied === undefined) throw over();
    log.info(fields, 'An application was denied');
    return { redirect_to: answerTo(denied, { error: 'access_denied', error_description: 'the person said no' }) };
  }
  const scopes = decision.scopes ?? (open.scopes as OAuthScope[]);
  const unasked = scopes.filter((scope) => !open.scopes.includes(scope));
  if (unasked.length > 0) throw invalidField('scopes', `was not asked for ${unasked.join(', ')}`);
  const code = randomBytes(32).toString('base64url');
  const granted = open.scopes.filter((scope) => scopes.includes(scope as OAuthScope));
  const [allowed] = await db.as(ROLES.oauth, allowAuthorization, [
    ...which,
    granted,
    hashCode(code),
    CODE_MINUTES,
    requestId,
  ]);
  if (allowed === undefined) throw over();
  log.info({ ...fields, scopes: granted }, 'An application was allowed');
  return { redirect_to: answerTo(allowed, { code }) };
}

const answerTo = ({ redirect_uri, state, issuer }: Decided, answer: Record<string, string>) =>
  withAnswer(redirect_uri, { ...answer, state, iss: issuer });
