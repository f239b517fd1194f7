import { defineEntity, p } from '@mikro-orm/core';
import { timestamps } from './tenant.ts';

export const User = defineEntity({
  name: 'User',
  tableName: 'users',
  uniques: [
    {
      name: 'users_email_unique',
      expression: 'CREATE UNIQUE INDEX users_email_unique ON public.users USING btree (lower(email))',
    },
  ],
  properties: {
    id: p.text().primary(),
    email: p.text(),
    name: p.text(),
    emailVerified: p.boolean().defaultRaw('true'),
    image: p.text().nullable(),
    disabledAt: p.datetime().nullable(),
    ...timestamps,
  },
});

/** One way a person proves who they are: a password (`credential`), or an account at the single sign-on. */
export const Login = defineEntity({
  name: 'Login',
  tableName: 'logins',
  uniques: [{ name: 'logins_account_unique', properties: ['providerId', 'accountId'] }],
  indexes: [{ name: 'logins_user', properties: ['userId'] }],
  properties: {
    id: p.text().primary(),
    userId: p.text(),
    providerId: p.text(),
    accountId: p.text(),
    password: p.text().nullable(),
    accessToken: p.text().nullable(),
    refreshToken: p.text().nullable(),
    idToken: p.text().nullable(),
    accessTokenExpiresAt: p.datetime().nullable(),
    refreshTokenExpiresAt: p.datetime().nullable(),
    scope: p.text().nullable(),
    ...timestamps,
  },
});

export const Workspace = defineEntity({
  name: 'Workspace',
  tableName: 'workspaces',
  uniques: [{ name: 'workspaces_owner_user_id_key', properties: ['ownerUserId'] }],
  properties: {
    id: p.text().primary(),
    ownerUserId: p.text(),
    name: p.text(),
    /** What a person set, an agent changes by a proposal only (decisions 25). */
    protectHumanValues: p.boolean().defaultRaw('true'),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export const Team = defineEntity({
  name: 'Team',
  tableName: 'teams',
  indexes: [{ name: 'teams_owner', properties: ['ownerUserId'] }],
  properties: {
    id: p.text().primary(),
    ownerUserId: p.text(),
    name: p.text(),
    /** Whether its people need a second factor to use the panel (decisions 28). */
    requireSecondFactor: p.boolean().defaultRaw('false'),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export const TeamMember = defineEntity({
  name: 'TeamMember',
  tableName: 'team_members',
  indexes: [{ name: 'team_members_user', properties: ['userId'] }],
  properties: {
    teamId: p.text().primary(),
    userId: p.text().primary(),
    joinedAt: p.datetime().defaultRaw('now()'),
  },
});

export const SeatPack = defineEntity({
  name: 'SeatPack',
  tableName: 'seat_packs',
  indexes: [{ name: 'seat_packs_team', properties: ['teamId'] }],
  checks: [{ name: 'seat_packs_seats_check', property: 'seats', expression: 'seats > 0' }],
  properties: {
    id: p.text().primary(),
    teamId: p.text(),
    plugin: p.text(),
    seats: p.integer(),
    startsAt: p.datetime().defaultRaw('now()'),
    endsAt: p.datetime().nullable(),
  },
});

/** What can be bought, as data: each plugin, bundle, suite and membership with the plugins it licenses. */
export const CatalogueItem = defineEntity({
  name: 'CatalogueItem',
  tableName: 'catalogue',
  checks: [
    {
      name: 'catalogue_kind_check',
      property: 'kind',
      expression: `"kind" in ('plugin', 'bundle', 'suite', 'membership')`,
    },
  ],
  properties: {
    kind: p.text().primary(),
    slug: p.text().primary(),
    name: p.text(),
    plugins: p.array(),
  },
});

export const Entitlement = defineEntity({
  name: 'Entitlement',
  tableName: 'entitlements',
  indexes: [{ name: 'entitlements_user', properties: ['userId'] }],
  properties: {
    id: p.text().primary(),
    userId: p.text(),
    kind: p.text(),
    slug: p.text(),
    startsAt: p.datetime().defaultRaw('now()'),
    endsAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
  },
});

export const ApiKey = defineEntity({
  name: 'ApiKey',
  tableName: 'api_keys',
  indexes: [
    { name: 'api_keys_oauth_client', properties: ['oauthClientId'], where: 'oauth_client_id IS NOT NULL' },
    { name: 'api_keys_team', properties: ['teamId'], where: 'team_id IS NOT NULL' },
    { name: 'api_keys_user', properties: ['userId'] },
    { name: 'api_keys_workspace', properties: ['workspaceId', 'createdAt'] },
  ],
  checks: [
    { name: 'api_keys_rate_limit_check', property: 'rateLimit', expression: 'rate_limit > 0' },
    { name: 'api_keys_mode_check', property: 'mode', expression: `"mode" in ('write', 'propose')` },
    { name: 'api_keys_application_never_approves', expression: 'NOT may_approve OR oauth_client_id IS NULL' },
  ],
  properties: {
    id: p.text().primary(),
    workspaceId: p.text(),
    userId: p.text(),
    teamId: p.text().nullable(),
    name: p.text(),
    prefix: p.text(),
    scopes: p.array(),
    mayApprove: p.boolean().defaultRaw('false'),
    /** `propose`: what it writes waits for a person (decisions 26). */
    mode: p.text().defaultRaw(`'write'`),
    rateLimit: p.integer().nullable(),
    oauthClientId: p.text().nullable(),
    /** Ranges it may be used from; null for any address. */
    allowedIps: p.array().nullable(),
    expiresAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

/** The secrets a key answers to: one, or two while a rotation's grace lasts. Only the SHA-256 is kept. */
export const ApiKeySecret = defineEntity({
  name: 'ApiKeySecret',
  tableName: 'api_key_secrets',
  indexes: [{ name: 'api_key_secrets_key', properties: ['keyId'] }],
  properties: {
    hash: p.text().primary(),
    keyId: p.text(),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime().nullable(),
  },
});

/**
 * A number that is another one after each change to what decides over keys: those of a person, a workspace or a team, one
 * key, or all of them (`catalogue`).
 */
export const KeyChange = defineEntity({
  name: 'KeyChange',
  tableName: 'key_changes',
  properties: {
    whose: p.text().primary(),
    number: p.bigint(),
  },
});
