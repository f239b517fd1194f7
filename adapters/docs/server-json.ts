import { isIP } from 'node:net';
import { API_VERSION } from '../openapi-document.ts';
import { PRODUCT, type Site } from './site.ts';

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

/** A host as the reverse-DNS namespace of a registry's names; an address has none and is called local. */
function namespaceOf(baseUrl: string): string {
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 && host !== 'localhost' ? host.split('.').reverse().join('.') : 'local';
}

/** `/server.json`: this server as MCP registries describe one, with the key as the header's one secret. */
export const serverJson = ({ baseUrl, tools }: Site): string =>
  `${JSON.stringify(
    {
      $schema: SCHEMA,
      name: `${namespaceOf(baseUrl)}/sales-agent-tools`,
      title: PRODUCT,
      description: `${tools.registry.size} tools to read and write a company's sales data; nothing is sent without approval.`,
      version: API_VERSION,
      websiteUrl: `${baseUrl}/docs/mcp`,
      remotes: [
        {
          type: 'streamable-http',
          url: `${baseUrl}/api/v1/mcp`,
          headers: [
            {
              name: 'Authorization',
              description: 'An API key of the service as bearer token.',
              isRequired: true,
              isSecret: true,
              value: 'Bearer {api_key}',
              variables: {
                api_key: {
                  description: 'Made in the panel, under API keys.',
                  isRequired: true,
                  isSecret: true,
                  placeholder: 'sat_…',
                },
              },
            },
          ],
        },
      ],
    },
    null,
    2,
  )}\n`;
