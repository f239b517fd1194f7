import { newId } from '../../db/ids.ts';
import { type CodeRow, findCode, redeemCode, revokeRedeemed } from '../../db/statements/oauth.ts';
import { ROLES } from '../../db/roles.ts';
import { type ErrorCode } from '../error-catalogue.ts';
import { Fault } from '../errors.ts';
import { hashKey, keyPrefix, newKey } from '../gate/key-format.ts';
import { DEFAULT_RATE_LIMIT } from '../provisioning/key-provisioning.ts';
import type { Services } from '../services.ts';
import { isOwnResource } from './addresses.ts';
import { findClient } from './clients.ts';
import { CODE_MINUTES, hashCode } from './consent.ts';
import type { Parameters } from './parameters.ts';
import { isVerifier, proves } from './pkce.ts';

const refuse = (code: ErrorCode, message: string): Fault => new Fault(code, { message });

type TokenRequest = { parameters: Parameters; issuer: string };
type Check = (asked: TokenRequest) => Fault | undefined;

const SINGLE_PARAMETERS = ['grant_type', 'code', 'redirect_uri', 'client_id', 'code_verifier'];

const nothingIsRepeated: Check = ({ parameters }) => {
  const repeated = SINGLE_PARAMETERS.find((name) => parameters.isRepeated(name));
  return repeated === undefined ? undefined : refuse('invalid_request', `${repeated} is there more than once.`);
};

const grantIsCode: Check = ({ parameters }) => {
  const grant = parameters.one('grant_type');
  if (grant === undefined) return refuse('invalid_request', 'grant_type is missing.');
  return grant === 'authorization_code' ? undefined : new Fault('unsupported_grant_type');
};

const nothingIsMissing: Check = ({ parameters }) => {
  const missing = SINGLE_PARAMETERS.find((name) => parameters.one(name) === undefined);
  return missing === undefined ? undefined : refuse('invalid_request', `${missing} is missing.`);
};

const verifierIsWellFormed: Check = ({ parameters }) =>
  isVerifier(parameters.one('code_verifier')!)
    ? undefined
    : refuse('invalid_request', 'code_verifier must be 43 to 128 letters, digits, or -._~');

const resourceIsOurs: Check = ({ parameters, issuer }) =>
  parameters.all('resource').every((resource) => isOwnResource(issuer, resource))
    ? undefined
    : new Fault('invalid_target');

/** Checks that need no look-up, in this order. */
const CHECKS: readonly Check[] = [
  nothingIsRepeated,
  grantIsCode,
  nothingIsMissing,
  verifierIsWellFormed,
  resourceIsOurs,
];

type Presented = { code: CodeRow; parameters: Parameters };
type CodeCheck = (presented: Presented) => Fault | undefined;

const codeIsTheClients: CodeCheck = ({ code, parameters }) =>
  code.client_id === parameters.one('client_id')
    ? undefined
    : refuse('invalid_grant', 'The code was given to another client.');

const codeIsFresh: CodeCheck = ({ code }) =>
  code.expired
    ? refuse('invalid_grant', `The code has expired: it lives ${CODE_MINUTES} minutes. Authorize again.`)
    : undefined;

const redirectUriIsTheSame: CodeCheck = ({ code, parameters }) =>
  code.redirect_uri === parameters.one('redirect_uri')
    ? undefined
    : refuse('invalid_grant', 'redirect_uri is not the one the code was sent to.');

const verifierProves: CodeCheck = ({ code, parameters }) =>
  proves(parameters.one('code_verifier')!, code.code_challenge)
    ? undefined
    : refuse('invalid_grant', 'code_verifier does not fit the code_challenge of the authorization.');

/** Checks of the code itself, in this order. */
const CODE_CHECKS: readonly CodeCheck[] = [codeIsTheClients, codeIsFresh, redirectUriIsTheSame, verifierProves];

const firstOf = <Input>(checks: readonly ((input: Input) => Fault | undefined)[], input: Input): void => {
  for (const check of checks) {
    const fault = check(input);
    if (fault !== undefined) throw fault;
  }
};

/** A code used a second time has leaked: the token it gave is revoked (RFC 6749 10.5). */
async function refuseReplay({ db, log }: Services, hash: string, clientId: string): Promise<never> {
  const revoked = await db.as(ROLES.oauth, revokeRedeemed, [hash]);
  log.warn(
    { client: clientId, keys: revoked.map(({ key_id }) => key_id) },
    'An authorization code was used twice; its token is revoked',
  );
  throw new Fault('invalid_grant', {
    message: 'The code was used before. The token it gave has been revoked.',
    hint: 'Authorize again; a code is for one request, and an answer that was lost is not asked for a second time.',
  });
}

export type Token = { access_token: string; token_type: 'Bearer'; scope: string };

/**
 * Redeems a code for an access token, which is an API key of the person (decisions 16).
 * @param issuer the service's own address
 * @throws Fault invalid_request, unsupported_grant_type, invalid_target, invalid_client, invalid_grant
 */
export async function redeem(services: Services, parameters: Parameters, issuer: string): Promise<Token> {
  const { db, log } = services;
  firstOf(CHECKS, { parameters, issuer });
  const clientId = parameters.one('client_id')!;
  if ((await findClient(db, clientId)) === undefined) throw new Fault('invalid_client');
  const hash = hashCode(parameters.one('code')!);
  const [code] = await db.as(ROLES.oauth, findCode, [hash]);
  if (code === undefined) throw new Fault('invalid_grant');
  if (code.redeemed) return refuseReplay(services, hash, clientId);
  firstOf(CODE_CHECKS, { code, parameters });
  const key = newKey();
  const keyId = newId('key');
  const redemption = [hash, keyId, keyPrefix(key), hashKey(key), DEFAULT_RATE_LIMIT] as const;
  const [made] = await db.as(ROLES.oauth, redeemCode, redemption);
  if (made === undefined) return refuseReplay(services, hash, clientId);
  log.info({ client: clientId, key: keyId }, 'An application got its token');
  return { access_token: key, token_type: 'Bearer', scope: made.scopes.join(' ') };
}
