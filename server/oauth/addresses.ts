import { ALL_OAUTH_SCOPES } from '../gate/scopes.ts';

export const AUTHORIZE_PATH = '/api/v1/oauth/authorize';
export const TOKEN_PATH = '/api/v1/oauth/token';
export const SERVER_METADATA_PATH = '/.well-known/oauth-authorization-server';
export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource';

/** The MCP endpoint, the only resource a client may request a token for; the token is accepted by every transport. */
export const MCP_PATH = '/api/v1/mcp';

/** The authorization server's metadata (RFC 8414). `issuer` is the service's own address, without a trailing slash. */
export const serverMetadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: issuer + AUTHORIZE_PATH,
  token_endpoint: issuer + TOKEN_PATH,
  scopes_supported: ALL_OAUTH_SCOPES,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code'],
  token_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: false,
  protected_resources: [issuer + MCP_PATH, issuer],
  service_documentation: `${issuer}/docs/oauth`,
});

/** A protected resource's metadata (RFC 9728): the MCP endpoint's, or with an empty path the whole service's. */
export const resourceMetadata = (issuer: string, path: '' | typeof MCP_PATH) => ({
  resource: issuer + path,
  authorization_servers: [issuer],
  scopes_supported: ALL_OAUTH_SCOPES,
  bearer_methods_supported: ['header'],
  resource_name: 'Sales Agent Tools',
  resource_documentation: `${issuer}/docs/mcp`,
});

/** Whether a resource (RFC 8707) is this service: its address or MCP endpoint, with or without a trailing slash. */
export function isOwnResource(issuer: string, resource: string): boolean {
  if (!URL.canParse(resource)) return false;
  const { href, hash } = new URL(resource);
  if (hash !== '' || resource.includes('#')) return false;
  const own = new URL(issuer).origin;
  return [own, own + MCP_PATH].some((address) => href.replace(/\/$/, '') === address);
}
