import { type Request, type Response, Router } from 'express';
import { Fault } from '../server/errors.ts';
import type { Gate } from '../server/gate/gate.ts';
import {
  AUTHORIZE_PATH,
  MCP_PATH,
  RESOURCE_METADATA_PATH,
  resourceMetadata,
  SERVER_METADATA_PATH,
  serverMetadata,
  TOKEN_PATH,
} from '../server/oauth/addresses.ts';
import { authorize } from '../server/oauth/authorize.ts';
import { Parameters } from '../server/oauth/parameters.ts';
import { redeem } from '../server/oauth/token.ts';
import { sessionOf } from '../server/identity/session-cookie.ts';
import type { Services } from '../server/services.ts';
import { API_HEADERS, type Challenge, sendFault, sendJson } from './answer.ts';
import { AbortedUpload, readBody } from './body.ts';
import type { BodyBudget } from './body-budget.ts';
import { contentEncodingFault, isForm, isJson } from './content-type.ts';
import { parseJsonObject } from './json.ts';
import { ownAddress } from './own-address.ts';
import { requestContext } from './request.ts';

/** Largest token request in bytes; a valid one has under a thousand. */
const MAX_BYTES = 16_384;

/** The challenge of a 401 where OAuth is on: it names the requested resource's metadata (RFC 9728 section 5.1). */
export const oauthChallenge = (publicUrl: string | undefined): Challenge => ({
  authenticate: 'Bearer',
  resourceMetadata(req) {
    const { originalUrl = req.url! } = req as Partial<Request> & typeof req;
    const resource = originalUrl.split('?', 1)[0] === MCP_PATH ? MCP_PATH : '';
    return ownAddress(publicUrl, req) + RESOURCE_METADATA_PATH + resource;
  },
});

const malformed = (message: string) => new Fault('invalid_request', { message });

/** A JSON object's members as parameters; a list repeats one. */
function parametersOf(object: object): Parameters {
  const values = new URLSearchParams();
  for (const [name, value] of Object.entries(object)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each === null || each === undefined) continue;
      if (typeof each !== 'string') throw malformed(`${name.slice(0, 100)} must be a string.`);
      values.append(name, each);
    }
  }
  return new Parameters(values);
}

async function objectIn(bytes: Uint8Array): Promise<object> {
  try {
    return await parseJsonObject(bytes);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw new Fault('invalid_request', {
      message: 'The body is not one JSON object.',
      ...(error.issues === undefined ? {} : { issues: error.issues }),
    });
  }
}

/** A token request: a form as RFC 6749 requires, or the same as a JSON object. @throws Fault, AbortedUpload */
async function readTokenRequest(req: Request, budget: BodyBudget): Promise<Parameters> {
  const share = budget.share(req.ip ?? 'unknown', 'short');
  const { bytes, size, problem } = await readBody(req, { share, limit: MAX_BYTES }).finally(() => share.release());
  if (problem === 'full') throw new Fault('overloaded', { retryAfterS: 1 });
  if (problem === 'late') throw malformed('The request did not arrive in time.');
  const encoded = contentEncodingFault(req.headers['content-encoding']);
  if (encoded !== undefined) throw malformed(encoded.message);
  if (bytes.length < size) throw malformed(`The request has more than ${MAX_BYTES} bytes.`);
  const type = req.headers['content-type'];
  if (isForm(type)) return new Parameters(new URLSearchParams(new TextDecoder().decode(bytes)));
  if (!isJson(type)) throw malformed('The content type must be application/x-www-form-urlencoded or application/json.');
  return parametersOf(await objectIn(bytes));
}

type Parts = { gate: Gate; services: Services; challenge: Challenge; budget: BodyBudget };

/** OAuth 2.0 for other parties' applications (decisions 16), mounted only where it is enabled. */
export function oauthAdapter({ gate, services, challenge, budget }: Parts): Router {
  const { config, db, secrets } = services;
  const router = Router();
  const issuerOf = (req: Request) => ownAddress(config.PUBLIC_URL, req);

  const published = (paths: string | string[], make: (issuer: string) => object) =>
    router.get(paths, (req, res) => {
      const headers = { 'Access-Control-Allow-Origin': '*' };
      sendJson(res, 200, JSON.stringify(make(issuerOf(req))), { requestId: requestContext(req).requestId, headers });
    });
  published(SERVER_METADATA_PATH, serverMetadata);
  published(RESOURCE_METADATA_PATH, (issuer) => resourceMetadata(issuer, ''));
  published(RESOURCE_METADATA_PATH + MCP_PATH, (issuer) => resourceMetadata(issuer, MCP_PATH));

  /** Runs an endpoint; refusals are answered in the envelope. */
  const endpoint = (run: (req: Request, res: Response) => Promise<void>) => async (req: Request, res: Response) => {
    const { requestId } = requestContext(req);
    try {
      await run(req, res);
    } catch (error) {
      if (error instanceof AbortedUpload) return;
      sendFault(res, gate.faultOf(error, requestId), { requestId, challenge });
    }
  };

  router.get(
    AUTHORIZE_PATH,
    endpoint(async (req, res) => {
      const query = new URL(req.originalUrl, 'http://local').search.slice(1);
      const sessions = { db, secret: secrets.sessionSecret, publicUrl: config.PUBLIC_URL };
      const to = await authorize(services, {
        parameters: new Parameters(new URLSearchParams(query)),
        issuer: issuerOf(req),
        query,
        session: await sessionOf(sessions, req.headers.cookie),
      });
      for (const [name, value] of API_HEADERS) res.setHeader(name, value);
      // Unchanged: an application's address must not be encoded again.
      res.writeHead(302, { Location: to }).end();
    }),
  );

  router.post(
    TOKEN_PATH,
    endpoint(async (req, res) => {
      const token = await redeem(services, await readTokenRequest(req, budget), issuerOf(req));
      const headers = { Pragma: 'no-cache' };
      sendJson(res, 200, JSON.stringify(token), { requestId: requestContext(req).requestId, headers });
    }),
  );

  const only = (method: string) => (req: Request, res: Response) => {
    const message = `This address answers ${method}, not ${req.method}.`;
    const fault = new Fault('method_not_allowed', { message, headers: { Allow: method } });
    sendFault(res, fault, { requestId: requestContext(req).requestId, challenge });
  };
  router.all(AUTHORIZE_PATH, only('GET'));
  router.all(TOKEN_PATH, only('POST'));
  return router;
}
