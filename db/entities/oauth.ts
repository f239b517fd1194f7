import { defineEntity, p } from '@mikro-orm/core';
import { tenantFilter, tenantKey } from './tenant.ts';

/** A registered OAuth client. */
export const OAuthClient = defineEntity({
  name: 'OAuthClient',
  tableName: 'oauth_clients',
  checks: [
    {
      name: 'oauth_clients_redirect_uris_check',
      property: 'redirectUris',
      expression: 'cardinality(redirect_uris) > 0',
    },
  ],
  properties: {
    id: p.text().primary(),
    name: p.text(),
    redirectUris: p.array(),
    createdAt: p.datetime().defaultRaw('now()'),
    revokedAt: p.datetime().nullable(),
  },
});

/** What an application asked a person for, and the code it got. */
export const OAuthAuthorization = defineEntity({
  name: 'OAuthAuthorization',
  tableName: 'oauth_authorizations',
  filters: tenantFilter,
  indexes: [
    { name: 'oauth_authorizations_code', properties: ['codeHash'], where: 'code_hash IS NOT NULL' },
    { name: 'oauth_authorizations_created', properties: ['createdAt'], type: 'brin' },
  ],
  properties: {
    ...tenantKey,
    userId: p.text(),
    sessionId: p.text(),
    clientId: p.text(),
    redirectUri: p.text(),
    state: p.text().nullable(),
    scopes: p.array(),
    codeChallenge: p.text(),
    issuer: p.text(),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime(),
    decidedAt: p.datetime().nullable(),
    codeHash: p.text().nullable(),
    codeExpiresAt: p.datetime().nullable(),
    redeemedAt: p.datetime().nullable(),
    keyId: p.text().nullable(),
  },
});
