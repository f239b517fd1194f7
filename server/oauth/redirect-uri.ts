/** Schemes that make a browser run or display something instead of navigating. */
const REFUSED_SCHEMES = new Set([
  'about:',
  'blob:',
  'data:',
  'file:',
  'filesystem:',
  'ftp:',
  'javascript:',
  'mailto:',
  'vbscript:',
  'view-source:',
  'ws:',
  'wss:',
]);

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * Why a client cannot be registered with this redirect address (RFC 6749 section 3.1.2, RFC 8252 sections 7 and 8.3);
 * undefined when it can. Codes go over https, to the person's own machine, or to an application's own scheme.
 */
export function redirectUriProblem(uri: string): string | undefined {
  // A browser would drop or rewrite other characters, which makes it another address.
  if (!/^[\x21-\x7e]+$/.test(uri)) return 'wanted printable ASCII without spaces';
  if (uri.includes('#')) return 'must have no fragment';
  if (uri.includes('\\')) return 'must have no backslash';
  if (!URL.canParse(uri)) return 'is not an absolute address';
  const { protocol, hostname, username, password } = new URL(uri);
  if (username !== '' || password !== '') return 'must hold no user name or password';
  if (REFUSED_SCHEMES.has(protocol)) return `cannot begin with ${protocol}`;
  if (hostname.includes('*')) return 'must name one host';
  if (protocol === 'http:' && !LOOPBACK.test(hostname)) return 'must be https, unless it is on the own machine';
  return undefined;
}

/**
 * Whether an address is one of those registered, character by character (decisions 16): no port, path or query is
 * added to one.
 */
export const isRegistered = (registered: readonly string[], uri: string): boolean => registered.includes(uri);

/** Where an address leads, for people: its host, or the scheme of an application on their machine. */
export function placeOf(uri: string): string {
  const { protocol, host } = new URL(uri);
  return protocol === 'https:' || protocol === 'http:' ? host : protocol;
}

/** A redirect address with parameters added to its query; the registered query stays unchanged. */
export function withAnswer(uri: string, answer: Record<string, string | null>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(answer)) if (value !== null) query.append(name, value);
  return `${uri}${uri.includes('?') ? '&' : '?'}${query.toString()}`;
}
