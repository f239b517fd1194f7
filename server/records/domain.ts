import { domainToASCII, domainToUnicode } from 'node:url';

const MOST = 253;

/** What is said of a text that is no domain. */
export const NO_DOMAIN = 'expected a bare domain such as acme.com';

/**
 * A company's domain as all of its spellings have it, in ASCII (RFC 5890): `https://www.Acme.com/about`, `ACME.com.` and
 * `acme.com` are `acme.com`.
 * @returns undefined for what is no domain name, such as an IP address or a word
 */
export function asciiDomain(value: string): string | undefined {
  const [host = ''] = value
    .trim()
    .slice(0, 2_000)
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .split(/[/?#:]/, 1);
  const ascii = domainToASCII(host).replace(/\.$/, '');
  const bare = /^www\.[^.]+\./.test(ascii) ? ascii.slice(4) : ascii;
  const isDomain = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/.test(bare) && !/\.\d+$/.test(bare) && bare.length <= MOST;
  return isDomain ? bare : undefined;
}

/** The same as people read it: `münchen.example`, however it was written. */
export function readableDomain(value: string): string | undefined {
  const ascii = asciiDomain(value);
  return ascii && domainToUnicode(ascii);
}
