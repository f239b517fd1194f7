import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';
import { Fault } from '../errors.ts';
import type { Incoming } from './call.ts';
import type { Principal } from './principal.ts';

/** Most ranges of a key. */
export const MAX_RANGES = 50;

type Range = [IPv4 | IPv6, number];

function rangeOf(text: string): Range {
  const trimmed = text.trim();
  if (trimmed.includes('/')) {
    const [address, bits] = ipaddr.parseCIDR(trimmed);
    // A range of mapped addresses (RFC 4291, 2.5.5.2) is one of IPv4: that is how addresses are compared.
    if (address.kind() === 'ipv4' || !(address as IPv6).isIPv4MappedAddress() || bits < 96) return [address, bits];
    return [(address as IPv6).toIPv4Address(), bits - 96];
  }
  if (!ipaddr.IPv6.isValid(trimmed) && !ipaddr.IPv4.isValidFourPartDecimal(trimmed)) throw new Error('No address');
  const address = ipaddr.process(trimmed);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

const networkOf = ([address, bits]: Range) =>
  (address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6).networkAddressFromCIDR(`${address.toString()}/${bits}`);

/** An address or a range in one way of writing, `203.0.113.0/24`; undefined when it is neither. */
export function normalRange(text: string): string | undefined {
  try {
    const range = rangeOf(text);
    return `${networkOf(range).toString()}/${range[1]}`;
  } catch {
    return undefined;
  }
}

/** Whether an address is in one of the ranges, which are as `normalRange` writes them. */
export function isWithin(address: string, ranges: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address.split('%', 1)[0]!);
  return ranges.some((text) => {
    const range = ipaddr.parseCIDR(text);
    return range[0].kind() === parsed.kind() && parsed.match(range as never);
  });
}

/**
 * Refuses a call from where its key may not be used. A call that this process makes for itself comes from nowhere and
 * may be made.
 */
export function checkAddress({ allowedIps }: Principal, { address }: Incoming): Fault | undefined {
  if (allowedIps.length === 0 || address === undefined || isWithin(address, allowedIps)) return undefined;
  return new Fault('address_not_allowed', {
    message: `This API key may not be used from ${address}.`,
  });
}
