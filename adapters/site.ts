import type { IncomingHttpHeaders } from 'node:http';

/** Where a request comes from: a page of this service, a page of another site, or unknown. */
export type Site = 'here' | 'elsewhere' | 'unknown';

/**
 * Reads headers that only a browser can set: `Sec-Fetch-Site`, or `Origin` where a browser omits that one (old ones, or
 * any over plain HTTP). A typed address or a program has neither.
 */
export function siteOf(publicUrl: string | undefined): (headers: IncomingHttpHeaders) => Site {
  const own = publicUrl === undefined ? undefined : new URL(publicUrl).origin;
  return ({ host, origin, 'sec-fetch-site': site }) => {
    if (site === 'same-origin') return 'here';
    if (site === 'same-site' || site === 'cross-site') return 'elsewhere';
    if (origin === undefined) return 'unknown';
    if (!URL.canParse(origin)) return 'elsewhere';
    const from = new URL(origin);
    return from.origin === own || from.host === host ? 'here' : 'elsewhere';
  };
}
