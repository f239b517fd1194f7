import { type Breaker, createBreaker } from '../http/breaker.ts';
import { createMailDomainCheck } from './mx.ts';
import type { Provider, ProviderName, ProviderSettings } from './provider.ts';
import { apollo } from './providers/apollo.ts';
import { hunter } from './providers/hunter.ts';
import { pdl } from './providers/pdl.ts';
import { prospeo } from './providers/prospeo.ts';
import type { EnrichDeps } from './waterfall.ts';

const CONNECTORS = { prospeo, hunter, apollo, pdl } satisfies Record<
  ProviderName,
  (settings: ProviderSettings) => Provider
>;

export type EnrichmentSettings = {
  /** A provider without a key is not configured; `origin` replaces the provider's (decisions 2). */
  providers?: Partial<Record<ProviderName, { apiKey?: string | undefined; origin?: string | undefined }>>;
  /** `DNS_SERVERS`: `address[:port]` each. */
  dnsServers?: readonly string[] | undefined;
  now?: () => number;
  breaker?: Breaker;
  /** Limit of one provider's attempt, its retry included, in ms (8,000). */
  timeoutMs?: number;
  /** Wait before the retry when the provider names none, in ms (250). */
  retryDelayMs?: number;
  /** Limit of one e-mail domain check, in ms (3,000). */
  dnsTimeoutMs?: number;
};

/**
 * All that `enrich` needs besides the workspace's cache; created once per process, to keep the breakers' state.
 * @throws when a DNS server is not an IP address with an optional port
 */
export function createEnrichment(settings: EnrichmentSettings = {}): Omit<EnrichDeps, 'cache'> {
  const { now = Date.now, timeoutMs = 8_000, retryDelayMs, dnsServers, dnsTimeoutMs } = settings;
  const providers = (Object.keys(CONNECTORS) as ProviderName[]).flatMap((name) => {
    const { apiKey, origin } = settings.providers?.[name] ?? {};
    return apiKey ? [CONNECTORS[name]({ apiKey, origin, retryDelayMs })] : [];
  });
  return {
    providers,
    checkMailDomain: createMailDomainCheck({
      servers: dnsServers,
      ...(dnsTimeoutMs === undefined ? {} : { timeoutMs: dnsTimeoutMs }),
    }),
    breaker: settings.breaker ?? createBreaker({ now }),
    now,
    timeoutMs,
  };
}
