import type { IncomingHttpHeaders } from 'node:http';

/** Where a request comes from: a page of this service, a page of another, or nobody says. */
export type Site = 'here' | 'elsewhere' | 'unknown';

/**
 * Reads what only a browser can set: `Sec-Fetch-Site`, and `Origin` where a browser does not send that one (an old one,
 * or any over plain HTTP). An address typed in, or a program, says neither.
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
