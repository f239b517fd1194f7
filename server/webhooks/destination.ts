import { type LookupAddress, promises as dns } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { invalidField } from '../errors.ts';

/** IPv4 ranges no delivery may reach (decisions 13). */
const REFUSED_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // A cloud provider's metadata service, on a public address.
  '168.63.129.16/32',
];

/** The only public IPv6 range, and what is refused within it. */
const PUBLIC_V6 = ['2000::/3'];
const REFUSED_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

const REFUSED_NAMES = /^(localhost|.*\.localhost|.*\.internal|internal|.*\.local|local)$/;

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits = ''] = range.split('/');
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

const refusedV4 = listOf(REFUSED_V4);
const refusedV6 = listOf(REFUSED_V6);
const publicV6 = listOf(PUBLIC_V6);

const RANGE = /^(?<address>[0-9a-f.:]+)\/(?<bits>\d{1,3})$/i;

/** Parses `WEBHOOK_ALLOWED_CIDRS`. @throws Error naming the part that is no range */
export function parseAllowedRanges(text: string): BlockList {
  const ranges = text.split(',').map((part) => part.trim());
  for (const range of ranges.filter(Boolean)) {
    const { address = '', bits = '' } = RANGE.exec(range)?.groups ?? {};
    const family = isIP(address);
    if (family === 0 || Number(bits) > (family === 4 ? 32 : 128)) {
      throw new Error(`${JSON.stringify(range)} is not a range such as 10.1.0.0/16`);
    }
  }
  return listOf(ranges.filter(Boolean));
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
  readonly #allowed: BlockList;
  readonly #resolve: Resolve;

  constructor(options: { allowed?: BlockList; resolve?: Resolve } = {}) {
    this.#allowed = options.allowed ?? new BlockList();
    this.#resolve = options.resolve ?? systemResolve;
  }

  /** Why an address may not be connected to; undefined when it may. */
  refusal(address: string): string | undefined {
    const family = isIP(address);
    if (family === 0) return 'not an address';
    const kind = family === 4 ? 'ipv4' : 'ipv6';
    // Scoped addresses (fe80::1%eth0) are never public; BlockList cannot read them.
    if (address.includes('%')) return 'an address with a scope';
    if (this.#allowed.check(address, kind)) return undefined;
    if (family === 4) return refusedV4.check(address, kind) ? 'a private, local or reserved address' : undefined;
    return publicV6.check(address, kind) && !refusedV6.check(address, kind)
      ? undefined
      : 'a private, local, translated or reserved address';
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
