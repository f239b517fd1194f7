import type { RequestHandler } from 'express';
import type { Logger } from 'pino';

/**
 * Warns once of a forwarding header that does not count: behind a proxy that is not trusted all people have the proxy's
 * address, and share its limit of failed sign-ins.
 */
export function warnOfForwarding(log: Logger, isTrusted: (address: string, hop: number) => boolean): RequestHandler {
  let isWarned = false;
  return (req, _res, next) => {
    const peer = req.socket.remoteAddress;
    if (!isWarned && req.headers['x-forwarded-for'] !== undefined && peer !== undefined && !isTrusted(peer, 0)) {
      isWarned = true;
      log.warn(
        { peer },
        `A request from ${peer} carries X-Forwarded-For, which is not believed: everybody behind that proxy counts as ` +
          `one address. If it is your proxy, set TRUSTED_PROXIES=${peer.replace('::ffff:', '')}; if not, nothing is to do.`,
      );
    }
    next();
  };
}
