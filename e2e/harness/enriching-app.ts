import { startDnsServer } from '../../server/enrichment/test/dns-server.ts';
import { startProviderServer } from '../../server/enrichment/test/provider-server.ts';
import { startTestApp } from './app.ts';

/** The service with two enrichment providers and a name server of the test's own, which the test controls. */
export async function startEnrichingApp() {
  const providers = await startProviderServer();
  const dns = await startDnsServer({ 'acme.test': { mx: [{ preference: 10, exchange: 'mail.acme.test' }] } });
  const app = await startTestApp({
    HUNTER_API_KEY: 'hunter-secret-key',
    HUNTER_BASE_URL: providers.origin,
    APOLLO_API_KEY: 'apollo-secret-key',
    APOLLO_BASE_URL: providers.origin,
    DNS_SERVERS: dns.server,
  });
  return {
    ...app,
    providers,
    async stop() {
      await app.stop();
      providers.close();
      dns.close();
    },
  };
}
