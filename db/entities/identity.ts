import { defineEntity, p } from '@mikro-orm/core';
import { timestamps } from './tenant.ts';

export const User = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: p.text().primary(),
    email: p.text().unique(),
    name: p.text(),
    ...timestamps,
  },
});

/** One way a person proves who they are: a password (`credential`), or an account at the single sign-on. */
export const Login = defineEntity({
  name: 'Login',
  tableName: 'logins',
  properties: {
    id: p.text().primary(),
    userId: p.text(),
    providerId: p.text(),
    accountId: p.text(),
    password: p.text().nullable(),
    ...timestamps,
  },
});

export const Workspace = defineEntity({
  name: 'Workspace',
  tableName: 'workspaces',
  properties: {
    id: p.text().primary(),
    ownerUserId: p.text().unique(),
    name: p.text(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export const Team = defineEntity({
  name: 'Team',
  tableName: 'teams',
  properties: {
    id: p.text().primary(),
    ownerUserId: p.text(),
    name: p.text(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export const TeamMember = defineEntity({
  name: 'TeamMember',
  tableName: 'team_members',
  properties: {
    teamId: p.text().primary(),
    userId: p.text().primary(),
    joinedAt: p.datetime().defaultRaw('now()'),
  },
});

export const SeatPack = defineEntity({
  name: 'SeatPack',
  tableName: 'seat_packs',
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
  properties: {
    id: p.text().primary(),
    workspaceId: p.text(),
    userId: p.text(),
    teamId: p.text().nullable(),
    name: p.text(),
    prefix: p.text(),
    scopes: p.array(),
    mayApprove: p.boolean().defaultRaw('false'),
    rateLimit: p.integer().nullable(),
    oauthClientId: p.text().nullable(),
    expiresAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

/** The secrets a key answers to: one, or two while a rotation's grace lasts. Only the SHA-256 is kept. */
export const ApiKeySecret = defineEntity({
  name: 'ApiKeySecret',
  tableName: 'api_key_secrets',
  properties: {
    hash: p.text().primary(),
    keyId: p.text(),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime().nullable(),
  },
});
