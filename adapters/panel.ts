import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import express, { type Request, type Response as Answer, Router } from 'express';
import helmet from 'helmet';
import { z } from 'zod';
import { Fault } from '../server/errors.ts';
import type { Gate } from '../server/gate/gate.ts';
import { requestReset, useResetToken } from '../server/identity/password-reset.ts';
import { checkPasswordSignIn } from '../server/identity/password-sign-in.ts';
import { addressBucket, type SignIn, type Visit } from '../server/identity/sign-in.ts';
import type { Services } from '../server/services.ts';
import { API_HEADERS, sendFault } from './answer.ts';
import { mountConnect } from './panel-connect.ts';
import { mountDownloads } from './panel-downloads.ts';
import { AbortedUpload } from './body.ts';
import { type BodyBudget, SHORT } from './body-budget.ts';
import { parseJsonObject } from './json.ts';
import { parsed } from './parsed.ts';
import { requestContext, Upload } from './request.ts';
import { siteOf } from './site.ts';

/** The output folder of `npm run build`. */
const DIST = fileURLToPath(new URL('../web/dist', import.meta.url));

/** Everything the panel loads comes from this service, and no page has an inline script. */
const POLICY = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      // The components set styles on their elements.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      manifestSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  crossOriginEmbedderPolicy: false,
  referrerPolicy: { policy: 'same-origin' },
});

const NOT_BUILT = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>The panel is not built</title></head>
<body><h1>The panel is not built</h1>
<p>Everything else works. <code>npm ci</code> builds the panel, and so does <code>npm run build</code>; then load this page again.</p>
</body></html>
`;

const login = z.object({
  email: z.email().max(254),
  password: z.string().min(1).max(200),
  /** Of the second factor, once it was asked for. */
  code: z.string().min(1).max(50).optional(),
});

/** A path within the panel, and nothing a browser would take for another site's. */
const path = z
  .string()
  .max(2_000)
  .regex(/^\/app(?:[/?#][^\\]*)?$/, 'expected a path below /app');

const forgotten = z.object({ email: z.email().max(254) });
const chosen = z.object({
  token: z.string().min(1).max(100),
  password: z.string().min(8, 'wants at least 8 characters').max(200),
});

const back = z.object({ callbackURL: path.default('/app'), errorCallbackURL: path.default('/app/sign-in') });

type Parts = { gate: Gate; services: Services; signIn: SignIn; budget: BodyBudget };

/** `/app`: sign-in, the panel's files, and the exports. */
export function panelAdapter({ gate, services, signIn, budget }: Parts): Router {
  const { config, log } = services;
  const router = Router();
  const site = siteOf(config.PUBLIC_URL);
  const challenge = { authenticate: 'Session' };
  const baseUrlOf = (req: Request) => config.PUBLIC_URL ?? `${req.protocol}://${req.headers.host}`;

  const visitOf = (req: Request): Visit => ({
    baseUrl: baseUrlOf(req),
    address: req.ip ?? 'unknown',
    userAgent: req.headers['user-agent'],
    cookies: req.headers.cookie,
    requestId: requestContext(req).requestId,
  });

  const send = async (res: Answer, answer: Response) => {
    const cookies = answer.headers.getSetCookie();
    if (cookies.length > 0) res.setHeader('Set-Cookie', cookies);
    const location = answer.headers.get('location');
    if (location !== null) res.setHeader('Location', location);
    res.status(answer.status);
    if (location !== null) res.end();
    else res.type('application/json').send(await answer.text());
  };

  /** Runs a step of sign-in; errors are answered as everywhere. */
  const step = (run: (req: Request) => Promise<Response>) => async (req: Request, res: Answer) => {
    const { requestId } = requestContext(req);
    for (const [name, value] of API_HEADERS) res.setHeader(name, value);
    try {
      await send(res, await run(req));
    } catch (error) {
      if (error instanceof AbortedUpload) return;
      sendFault(res, gate.faultOf(error, requestId), { requestId, challenge });
    }
  };

  const bodyOf = async (req: Request): Promise<unknown> => {
    if (site(req.headers) !== 'here') {
      throw new Fault('foreign_origin', {
        message: 'This does not come from a page of the panel.',
        hint: `Sign in at ${config.PUBLIC_URL ?? ''}/app with a browser.`,
      });
    }
    const upload = new Upload(req, budget);
    try {
      const { value, fault } = await upload.json({ holder: req.ip ?? 'unknown', limit: SHORT }, parseJsonObject);
      if (fault !== undefined) throw fault;
      return value;
    } finally {
      upload.release();
    }
  };

  router.post(
    '/auth/sign-in/email',
    step(async (req) => signIn.withPassword(visitOf(req), parsed(login, await bodyOf(req)))),
  );
  router.post(
    '/auth/password/forgot',
    step(async (req) => {
      const { email } = parsed(forgotten, await bodyOf(req));
      checkPasswordSignIn(config);
      await requestReset(services, email, addressBucket(visitOf(req).address));
      return Response.json({ asked: true });
    }),
  );
  router.post(
    '/auth/password/reset',
    step(async (req) => {
      const { address, requestId } = visitOf(req);
      const from = { address, bucket: addressBucket(address), requestId };
      checkPasswordSignIn(config);
      await useResetToken(services, parsed(chosen, await bodyOf(req)), from);
      return Response.json({ changed: true });
    }),
  );
  router.post(
    '/auth/sign-in/social',
    step(async (req) => signIn.beginSso(visitOf(req), parsed(back, await bodyOf(req)))),
  );
  router.post(
    '/auth/sign-out',
    step(async (req) => {
      await bodyOf(req);
      return signIn.out(visitOf(req));
    }),
  );
  router.get(
    '/auth/callback/sso',
    step((req) => signIn.endSso(visitOf(req), new URL(req.originalUrl, 'http://local').search)),
  );
  router.use('/auth', (req, res) => {
    const { requestId } = requestContext(req);
    sendFault(res, new Fault('not_found'), { requestId, challenge });
  });

  mountDownloads(router, { gate, services });
  mountConnect(router, { gate, services, baseUrlOf });

  router.use(POLICY);
  router.use(
    '/assets',
    express.static(join(DIST, 'assets'), { immutable: true, maxAge: '1y', index: false, fallthrough: false }),
    // A file that does not exist: a 404, so that a script is never answered with a page.
    (_error: unknown, _req: Request, res: Answer, _next: unknown) =>
      res.status(404).type('text/plain').send('Not found\n'),
  );
  router.use(express.static(DIST, { index: false, maxAge: '1h', redirect: false }));
  router.get('/{*rest}', (req, res) => {
    const page = join(DIST, 'index.html');
    res.setHeader('Cache-Control', 'no-cache');
    if (!existsSync(page)) {
      log.warn({ request_id: requestContext(req).requestId }, 'The panel is not built');
      res.status(503).type('html').send(NOT_BUILT);
      return;
    }
    res.type('html').send(readFileSync(page));
  });
  return router;
}
