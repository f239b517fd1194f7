import type { IncomingHttpHeaders } from 'node:http';
import { LOOPBACK } from './own-address.ts';

/** Where a request comes from: a page of this service, a page of another site, or unknown. */
export type Site = 'here' | 'elsewhere' | 'unknown';

/**
 * Reads headers that only a browser can set: `Sec-Fetch-Site`, or `Origin` where a browser omits that one (old ones, or
 * any over plain HTTP). A typed address or a program has neither. An origin is this service's when it is that of
 * `publicUrl`; without one, and between the names of one machine, when it is that of the host asked.
 */
export function siteOf(publicUrl: string | undefined): (headers: IncomingHttpHeaders) => Site {
  const own = publicUrl === undefined ? undefined : new URL(publicUrl);
  const isOwn = (origin: string, host: string | undefined) => {
    if (!URL.canParse(origin)) return false;
    const from = new URL(origin);
    const mayGoByHost = own === undefined || (LOOPBACK.test(own.hostname) && LOOPBACK.test(from.hostname));
    return from.origin === own?.origin || (mayGoByHost && from.host === host);
  };
  return ({ host, origin, 'sec-fetch-site': site }) => {
    if (site === 'same-site' || site === 'cross-site') return 'elsewhere';
    // A page under another name that leads here is of its own origin, too.
    if (origin !== undefined && (site !== 'same-origin' || own !== undefined)) {
      return isOwn(origin, host) ? 'here' : 'elsewhere';
    }
    return site === 'same-origin' ? 'here' : 'unknown';
  };
}
