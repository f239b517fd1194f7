import { newId } from '../../db/ids.ts';
import { insertAuthorization } from '../../db/statements/oauth.ts';
import { ROLES } from '../../db/roles.ts';
import { Fault } from '../errors.ts';
import type { Session } from '../identity/session-cookie.ts';
import type { Services } from '../services.ts';
import { isOwnResource } from './addresses.ts';
import { type Client, findClient } from './clients.ts';
import type { Parameters } from './parameters.ts';
import { isChallenge } from './pkce.ts';
import { isRegistered, withAnswer } from './redirect-uri.ts';
import { readScopes } from './scope.ts';

/** How long a person has to decide, in minutes. */
const DECISION_MINUTES = 30;

/** An error of a request whose client and redirect address are valid, sent by redirect (RFC 6749 4.1.2.1). */
type Refusal = {
  error: 'invalid_request' | 'unsupported_response_type' | 'invalid_scope' | 'invalid_target';
  description: string;
};

type AuthorizationRequest = { parameters: Parameters; issuer: string };
type Check = (asked: AuthorizationRequest) => Refusal | undefined;

const bad = (description: string): Refusal => ({ error: 'invalid_request', description });

const SINGLE_PARAMETERS = [
  'response_type',
  'response_mode',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
];

const nothingIsRepeated: Check = ({ parameters }) => {
  const repeated = SINGLE_PARAMETERS.find((name) => parameters.isRepeated(name));
  return repeated === undefined ? undefined : bad(`${repeated} is there more than once`);
};

const stateIsPlainText: Check = ({ parameters }) => {
  const state = parameters.one('state');
  return state === undefined || /^[\x20-\x7e]+$/.test(state) ? undefined : bad('state must be printable ASCII');
};

const responseTypeIsCode: Check = ({ parameters }) => {
  const type = parameters.one('response_type');
  if (type === undefined) return bad('response_type is missing');
  return type === 'code'
    ? undefined
    : { error: 'unsupported_response_type', description: 'the only response_type is code' };
};

const responseModeIsQuery: Check = ({ parameters }) => {
  const mode = parameters.one('response_mode');
  return mode === undefined || mode === 'query' ? undefined : bad('the only response_mode is query');
};

const challengeIsThere: Check = ({ parameters }) =>
  parameters.one('code_challenge') === undefined ? bad('code_challenge is missing: PKCE is required') : undefined;

/** Omitted it means `plain` (RFC 7636 section 4.3), which would expose the verifier to anyone who sees the request. */
const challengeMethodIsS256: Check = ({ parameters }) =>
  parameters.one('code_challenge_method') === 'S256' ? undefined : bad('code_challenge_method must be S256');

const challengeIsWellFormed: Check = ({ parameters }) =>
  isChallenge(parameters.one('code_challenge')!)
    ? undefined
    : bad('code_challenge must be 43 base64url characters: the SHA-256 of the code_verifier');

const scopesAreKnown: Check = ({ parameters }) => {
  const read = readScopes(parameters.one('scope'));
  if ('scopes' in read) return undefined;
  return { error: 'invalid_scope', description: `there is no scope ${describable(read.unknown.join(' '))}` };
};

const resourceIsOurs: Check = ({ parameters, issuer }) => {
  const foreign = parameters.all('resource').find((resource) => !isOwnResource(issuer, resource));
  return foreign === undefined
    ? undefined
    : { error: 'invalid_target', description: 'resource is not an address of this service' };
};

/** Checks in this order, once client and redirect address are valid; the first that fails answers. */
const CHECKS: readonly Check[] = [
  nothingIsRepeated,
  stateIsPlainText,
  responseTypeIsCode,
  responseModeIsQuery,
  challengeIsThere,
  challengeMethodIsS256,
  challengeIsWellFormed,
  scopesAreKnown,
  resourceIsOurs,
];

/** The characters an `error_description` may have (RFC 6749 section 4.1.2.1). */
const describable = (text: string) => text.replaceAll(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?').slice(0, 200);

/** A refusal without a redirect: the redirect address cannot be trusted. */
const direct = (message: string) =>
  new Fault('invalid_request', {
    message,
    hint: 'Nothing was sent to the application. Its client_id and redirect_uri must be those it is registered with.',
  });

async function clientOf({ db }: Services, parameters: Parameters): Promise<Client> {
  if (parameters.isRepeated('client_id')) throw direct('client_id is there more than once.');
  const id = parameters.one('client_id');
  if (id === undefined) throw direct('client_id is missing.');
  const client = await findClient(db, id);
  if (client === undefined) throw direct('No application is registered with this client_id.');
  return client;
}

function redirectUriOf(client: Client, parameters: Parameters): string {
  if (parameters.isRepeated('redirect_uri')) throw direct('redirect_uri is there more than once.');
  const uri = parameters.one('redirect_uri');
  if (uri === undefined) throw direct('redirect_uri is missing.');
  if (!isRegistered(client.redirect_uris, uri)) {
    throw direct('The application is not registered with this redirect_uri; it must be the same to the character.');
  }
  return uri;
}

/** An authorization request and its client, as far as they are valid. */
export type AuthorizeRequest = {
  parameters: Parameters;
  /** The service's own address. */
  issuer: string;
  /** The query as received, to start again after signing in. */
  query: string;
  session: Session | undefined;
};

/**
 * Starts an authorization and answers where to redirect the browser: to the consent page in the panel, or back to the
 * client with an error. Nothing is stored before a person is signed in; the stored request belongs to that session.
 * @throws Fault invalid_request, without a redirect, when the client or its redirect address is not registered
 */
export async function authorize(services: Services, request: AuthorizeRequest): Promise<string> {
  const { parameters, issuer, query, session } = request;
  const client = await clientOf(services, parameters);
  const redirectUri = redirectUriOf(client, parameters);
  const state = parameters.isRepeated('state') ? null : (parameters.one('state') ?? null);
  for (const check of CHECKS) {
    const refusal = check({ parameters, issuer });
    if (refusal !== undefined) {
      const { error, description } = refusal;
      return withAnswer(redirectUri, { error, error_description: description, state, iss: issuer });
    }
  }
  if (session === undefined) return `/app/consent?${new URLSearchParams({ continue: query }).toString()}`;
  const read = readScopes(parameters.one('scope')) as { scopes: string[] };
  const id = newId('authorization');
  const row = {
    workspace_id: session.workspace.id,
    id,
    user_id: session.user.id,
    session_id: session.id,
    client_id: client.client_id,
    redirect_uri: redirectUri,
    state,
    scopes: read.scopes,
    code_challenge: parameters.one('code_challenge'),
    issuer,
  };
  await services.db.as(ROLES.oauth, insertAuthorization, [JSON.stringify(row), DECISION_MINUTES]);
  return `/app/consent?request=${id}`;
}
