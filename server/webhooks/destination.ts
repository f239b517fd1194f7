import { type LookupAddress, promises as dns } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';
import { invalidField } from '../errors.ts';

/** A range of addresses: its first one and how many bits of it count. */
export type Range = ReturnType<typeof ipaddr.parseCIDR>;

/** Kinds of IPv4 addresses that are reached over the internet; AS112 and AMT are served by anyone (RFC 7534, 7450). */
const PUBLIC_V4: ReadonlySet<string> = new Set(['unicast', 'as112', 'amt']);

/** A cloud provider's metadata service, on a public address. */
const METADATA = '168.63.129.16';

/** The only IPv6 range that is public; some of what is in it is refused all the same. */
const PUBLIC_V6 = [ipaddr.parseCIDR('2000::/3')];

const isWithin = (address: IPv4 | IPv6, ranges: Range[]) =>
  ipaddr.subnetMatch(address, { within: ranges }, 'none') === 'within';

/** Whether an address is none that decisions 13 refuse. */
const isPublic = (address: IPv4 | IPv6) =>
  address.kind() === 'ipv4'
    ? PUBLIC_V4.has(address.range()) && address.toString() !== METADATA
    : address.range() === 'unicast' && isWithin(address, PUBLIC_V6);

const REFUSED_NAMES = /^(localhost|.*\.localhost|.*\.internal|internal|.*\.local|local)$/;

/** Parses `WEBHOOK_ALLOWED_CIDRS`. @throws Error naming the part that is no range */
export function parseAllowedRanges(text: string): Range[] {
  const ranges = text.split(',').map((part) => part.trim());
  return ranges.filter(Boolean).map((range) => {
    if (ipaddr.IPv4.isValidCIDRFourPartDecimal(range) || ipaddr.IPv6.isValidCIDR(range)) return ipaddr.parseCIDR(range);
    throw new Error(`${JSON.stringify(range)} is not a range such as 10.1.0.0/16`);
  });
}

/** A destination the service may not connect to. */
export class RefusedDestination extends Error {
  readonly code = 'DESTINATION_REFUSED';
}

/** Resolves every address of a name. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

const systemResolve: Resolve = (hostname) => dns.lookup(hostname, { all: true, verbatim: true });

/** Resolves through the named servers, `address[:port]` each, rather than the system's. */
export function resolveThrough(servers: readonly string[]): Resolve {
  const resolver = new dns.Resolver({ timeout: 2_000, tries: 2 });
  resolver.setServers(servers);
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const [v4, v6] = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const found = [
      ...v4!.map((address) => ({ address, family: 4 })),
      ...v6!.map((address) => ({ address, family: 6 })),
    ];
    if (found.length === 0) throw (answers[0] as PromiseRejectedResult).reason;
    return found;
  };
}

const WORDLESS = /[\s\\\p{Cc}]/u;

/** A host without the brackets of an IPv6 literal. */
export const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '');

/**
 * Decides where the service may connect for a customer (decisions 13): when an address is
 * registered and again, through `lookup` and `assertAddress`, on every connection.
 */
export class Destinations {
  readonly #allowed: Range[];
  readonly #resolve: Resolve;

  constructor(options: { allowed?: Range[]; resolve?: Resolve } = {}) {
    this.#allowed = options.allowed ?? [];
    this.#resolve = options.resolve ?? systemResolve;
  }

  /** Why an address may not be connected to; undefined when it may. */
  refusal(address: string): string | undefined {
    // isIP takes strict forms only; the parser below would take 010.0.0.1 as well.
    if (isIP(address) === 0) return 'not an address';
    if (address.includes('%')) return 'an address with a scope';
    const parsed = ipaddr.parse(address);
    // An IPv4 address in IPv6 form is another spelling: what is opened is the IPv4 range as it is written.
    if (isWithin(parsed, this.#allowed)) return undefined;
    if (isPublic(parsed)) return undefined;
    return `a private, local${parsed.kind() === 'ipv6' ? ', translated' : ''} or reserved address`;
  }

  /** @throws RefusedDestination */
  assertAddress(address: string): void {
    const refusal = this.refusal(address);
    if (refusal !== undefined) throw new RefusedDestination(`${address} is ${refusal}`);
  }

  /**
   * Checks the text of a URL, without DNS.
   * @throws Fault invalid_input at `url`
   */
  parse(text: string): URL {
    const refuse = (message: string) => invalidField('url', message);
    if (text.length > 2_048) throw refuse('expected at most 2,048 characters');
    if (WORDLESS.test(text)) throw refuse('must hold no backslash, white space or control character');
    let url: URL;
    try {
      url = new URL(text);
    } catch {
      throw refuse('expected a URL such as https://example.com/hooks');
    }
    if (url.protocol !== 'https:') throw refuse('must begin with https://');
    if (url.username !== '' || url.password !== '' || /^https:\/*[^/?#]*@/i.test(text)) {
      throw refuse('must hold no user name or password');
    }
    const port = url.port === '' ? 443 : Number(url.port);
    if (port !== 443 && port < 1_024) throw refuse('the port must be 443 or 1024 to 65535');
    const hostname = bare(url.hostname).replace(/\.$/, '');
    if (REFUSED_NAMES.test(hostname)) throw refuse(`the host ${hostname} is internal`);
    if (isIP(hostname) !== 0) {
      const refusal = this.refusal(hostname);
      if (refusal !== undefined) throw refuse(`the host ${hostname} is ${refusal}`);
    } else if (!hostname.includes('.')) {
      throw refuse(`the host ${hostname} is not a public name`);
    }
    return url;
  }

  /**
   * Checks a URL and every address its name has now: one forbidden address refuses the name.
   * @throws Fault invalid_input at `url`
   */
  async check(text: string): Promise<URL> {
    const url = this.parse(text);
    const hostname = bare(url.hostname);
    if (isIP(hostname) !== 0) return url;
    let addresses: LookupAddress[];
    try {
      addresses = await this.#resolve(hostname);
    } catch {
      throw invalidField('url', `the host ${hostname} has no address`);
    }
    for (const { address } of addresses) {
      const refusal = this.refusal(address);
      if (refusal !== undefined) throw invalidField('url', `the host ${hostname} leads to ${refusal}`);
    }
    return url;
  }

  /** A connection's own look-up, so that the checked address is the one connected to. */
  readonly lookup: LookupFunction = (hostname, options, callback) => {
    this.#resolve(hostname).then(
      (found) => {
        try {
          for (const { address } of found) this.assertAddress(address);
        } catch (error) {
          return callback(error as Error, []);
        }
        const wanted = options.family === 4 || options.family === 6 ? options.family : undefined;
        const fitting = wanted === undefined ? found : found.filter(({ family }) => family === wanted);
        if (fitting.length === 0) return callback(new Error(`${hostname} has no address`), []);
        if (options.all === true) return callback(null, fitting);
        return callback(null, fitting[0]!.address, fitting[0]!.family);
      },
      (error: Error) => callback(error, []),
    );
  };
}
