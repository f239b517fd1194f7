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
    /** When the person last proved who they are: at sign-in, or asked again since. */
    confirmedAt: p.datetime().defaultRaw('now()'),
    bySso: p.boolean().defaultRaw('false'),
    ...timestamps,
  },
});

/** What a person's authenticator app counts from, sealed; it is asked for once `confirmedAt` is set. */
export const SecondFactor = defineEntity({
  name: 'SecondFactor',
  tableName: 'second_factors',
  properties: {
    userId: p.text().primary(),
    sealed: p.text(),
    /** The time step of the last code that was taken: none up to it is taken again. */
    lastStep: p.bigint().defaultRaw('0'),
    confirmedAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

/** Codes for when the second factor is lost, each good for once. Only the SHA-256 is kept. */
export const BackupCode = defineEntity({
  name: 'BackupCode',
  tableName: 'backup_codes',
  properties: {
    userId: p.text().primary(),
    hash: p.text().primary(),
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
