import { Resolver } from 'node:dns/promises';
import { domainToASCII } from 'node:url';
import { within } from '../within.ts';

export type RefusalReason = 'domain_does_not_exist' | 'domain_takes_no_mail';
export type MailVerdict = { status: 'verified' | 'unverified' } | { status: 'refused'; reason: RefusalReason };
export type MailDomainCheck = (domain: string) => Promise<MailVerdict>;

export type MailDomainOptions = {
  /** `address[:port]` each, as in `DNS_SERVERS`; absent: the system's resolvers. */
  servers?: readonly string[] | undefined;
  /** Limit of one whole check, in ms. */
  timeoutMs?: number;
};

const VERIFIED: MailVerdict = { status: 'verified' };
const UNVERIFIED: MailVerdict = { status: 'unverified' };
const refused = (reason: RefusalReason): MailVerdict => ({ status: 'refused', reason });

type Lookup<T> = { records: T[] } | { none: 'name' | 'data' } | { failed: true };

async function look<T>(query: Promise<T[]>): Promise<Lookup<T>> {
  try {
    const records = await query;
    return records.length > 0 ? { records } : { none: 'data' };
  } catch (error) {
    const code = (error as { code?: string }).code;
    // A name that DNS cannot be queried for, such as one with a label of 64 characters, does not exist either.
    if (code === 'ENOTFOUND' || code === 'EBADNAME') return { none: 'name' };
    return code === 'ENODATA' ? { none: 'data' } : { failed: true };
  }
}

async function decide(resolver: Resolver, domain: string): Promise<MailVerdict> {
  const mx = await look(resolver.resolveMx(domain));
  if ('failed' in mx) return UNVERIFIED;
  if ('records' in mx) {
    // RFC 7505: a lone MX whose host is the root says the domain takes no mail.
    return mx.records.some(({ exchange }) => exchange !== '' && exchange !== '.')
      ? VERIFIED
      : refused('domain_takes_no_mail');
  }
  if (mx.none === 'name') return refused('domain_does_not_exist');
  const addresses = await Promise.all([look(resolver.resolve4(domain)), look(resolver.resolve6(domain))]);
  if (addresses.some((found) => 'records' in found)) return VERIFIED;
  return addresses.some((found) => 'failed' in found) ? UNVERIFIED : refused('domain_takes_no_mail');
}

/**
 * Whether mail to a domain can arrive, by DNS (decisions 10): a usable MX, or without one an address record, is
 * `verified`; a null MX, no mail host at all or no such domain is `refused`; no answer within `timeoutMs` (3,000)
 * or a DNS failure is `unverified`. The check itself never rejects.
 * @throws when a server of `servers` is not an IP address with an optional port
 */
export function createMailDomainCheck({ servers, timeoutMs = 3_000 }: MailDomainOptions = {}): MailDomainCheck {
  const open = () => {
    const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / 2), tries: 2 });
    if (servers !== undefined && servers.length > 0) resolver.setServers([...servers]);
    return resolver;
  };
  open();
  return async (domain) => {
    const ascii = domainToASCII(domain);
    if (ascii === '') return refused('domain_does_not_exist');
    const resolver = open();
    try {
      return (await within(timeoutMs, decide(resolver, ascii))) ?? UNVERIFIED;
    } finally {
      resolver.cancel();
    }
  };
}
