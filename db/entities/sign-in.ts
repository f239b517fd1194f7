import { defineEntity, p } from '@mikro-orm/core';
import { timestamps } from './tenant.ts';

/** A session of the panel. */
export const Session = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  uniques: [{ name: 'sessions_token_key', properties: ['token'] }],
  indexes: [{ name: 'sessions_user', properties: ['userId'] }],
  properties: {
    id: p.text().primary(),
    userId: p.text(),
    token: p.text(),
    expiresAt: p.datetime(),
    seenAt: p.datetime().defaultRaw('now()'),
    ipAddress: p.text().nullable(),
    userAgent: p.text().nullable(),
    ...timestamps,
  },
});

/** What better-auth keeps while a sign-in is under way. */
export const Verification = defineEntity({
  name: 'Verification',
  tableName: 'verifications',
  indexes: [{ name: 'verifications_identifier', properties: ['identifier'] }],
  properties: {
    id: p.text().primary(),
    identifier: p.text(),
    value: p.text(),
    expiresAt: p.datetime(),
    ...timestamps,
  },
});

/** Attempts to sign in, by address and by what they came for, while their window lasts. */
export const SignInAttempts = defineEntity({
  name: 'SignInAttempts',
  tableName: 'sign_in_attempts',
  properties: {
    subject: p.text().primary(),
    attempts: p.integer(),
    endsAt: p.datetime(),
  },
});
