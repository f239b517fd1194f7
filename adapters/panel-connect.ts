import { parseCookie } from 'cookie';
import type { Request, Response as Answer, Router } from 'express';
import { Fault } from '../server/errors.ts';
import type { Gate } from '../server/gate/gate.ts';
import {
  type Authorizing,
  beginAuthorization,
  finishAuthorization,
  MOST_AWAY_MS,
  NotConnected,
} from '../server/channels/authorize.ts';
import { CONNECTED_CHANNELS } from '../server/channels/channels.ts';
import { cookieOf, usableSessionOf } from '../server/identity/session-cookie.ts';
import { checkEntitled, checkRoom } from '../server/identity/person-call.ts';
import { connectAsPerson } from '../server/panel/panel-integrations.ts';
import type { Services } from '../server/services.ts';
import { requestContext } from './request.ts';
import { siteOf } from './site.ts';

type Parts = { gate: Gate; services: Services; baseUrlOf(req: Request): string };

const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, 4_000) : '');

/**
 * `/app/connect/<channel>`: sends a person's browser to the platform to connect an account (RFC 6749, 4.1), and takes
 * what it brings back. Whatever happens ends on the page of integrations, which says it.
 */
export function mountConnect(router: Router, { gate, services, baseUrlOf }: Parts): void {
  const { config, db, secrets, encryptor, channels } = services;
  const site = siteOf(config.PUBLIC_URL);
  const cookie = cookieOf('sat_connect', config.PUBLIC_URL);

  const authorizingOf = async (req: Request) => {
    const sessions = { db, secret: secrets.sessionSecret, publicUrl: config.PUBLIC_URL };
    const session = await usableSessionOf(sessions, req.headers.cookie);
    const channel = CONNECTED_CHANNELS.find((each) => each === req.params['channel']);
    if (channel === undefined) throw new Fault('not_found');
    checkEntitled(session);
    checkRoom(session, services.quotas);
    const redirectUri = `${baseUrlOf(req)}/app/connect/${channel}/callback`;
    const authorizing: Authorizing = {
      channel,
      connection: channels[channel].connection!,
      session: session.id,
      redirectUri,
    };
    return { session, authorizing };
  };

  const back = (res: Answer, outcome: Record<string, string>) =>
    res.redirect(303, `/app/integrations?${new URLSearchParams(outcome).toString()}`);

  /** Errors end on the page, too: this is a person's browser on its way. */
  const step = (run: (req: Request, res: Answer) => Promise<void>) => async (req: Request, res: Answer) => {
    res.setHeader('Cache-Control', 'no-store');
    try {
      await run(req, res);
    } catch (error) {
      const channel = textOf(req.params['channel']).slice(0, 40);
      if (error instanceof NotConnected) return back(res, { channel, failed: error.reason });
      const fault = gate.faultOf(error, requestContext(req).requestId);
      if (fault.code === 'not_signed_in') return res.redirect(303, '/app/sign-in');
      return back(res, { channel, failed: fault.code });
    }
  };

  router.get(
    '/connect/:channel',
    step(async (req, res) => {
      if (site(req.headers) === 'elsewhere') throw new Fault('foreign_origin');
      const { authorizing } = await authorizingOf(req);
      const { url, kept } = beginAuthorization(encryptor, authorizing);
      res.cookie(cookie.name, kept, { ...cookie.attributes, maxAge: MOST_AWAY_MS, encode: String });
      res.redirect(303, url);
    }),
  );

  router.get(
    '/connect/:channel/callback',
    step(async (req, res) => {
      const { session, authorizing } = await authorizingOf(req);
      const kept = parseCookie(req.headers.cookie ?? '')[cookie.name] ?? '';
      res.clearCookie(cookie.name, cookie.attributes);
      const { code, state, error } = req.query;
      const sent = { kept, state: textOf(state), code: textOf(code), error: textOf(error) };
      const input = await finishAuthorization(encryptor, authorizing, sent);
      const { requestId } = requestContext(req);
      await connectAsPerson(gate, { session, requestId, name: 'panel.integrations.connect' }, input, services);
      back(res, { channel: authorizing.channel, connected: 'yes' });
    }),
  );
}
