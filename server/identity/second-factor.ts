import { hash, randomBytes } from 'node:crypto';
import { ROLES } from '../../db/roles.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  findSecondFactor,
  removeSecondFactor,
  replaceBackupCodes,
  takeBackupCode,
  takeStep,
} from '../../db/statements/second-factor.ts';
import { DecryptionFailed, type EncryptionContext } from '../encryption.ts';
import { Fault, invalidField } from '../errors.ts';
import type { Services } from '../services.ts';
import type { PersonAction } from './person-call.ts';
import { throttled } from './throttle.ts';
import { base32, newTotpSecret, stepOf, totpUri } from './totp.ts';

type Parts = Pick<Services, 'db' | 'encryptor' | 'log'>;

const BACKUP_CODES = 10;

/** Of a backup code: 80 bits, so that its hash cannot be searched for. */
const BACKUP_CODE_BYTES = 10;

/** What a person's secret is sealed with. */
export const secondFactorContext = (userId: string): EncryptionContext => ['second-factor', userId];

const plain = (code: string) => code.replaceAll(/[\s-]/g, '').toUpperCase();

const hashOf = (userId: string, code: string) => hash('sha256', `${userId}:${plain(code)}`, 'base64url');

function newBackupCodes(userId: string): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: BACKUP_CODES }, () =>
    base32(randomBytes(BACKUP_CODE_BYTES)).match(/.{4}/g)!.join('-'),
  );
  return { codes, hashes: codes.map((code) => hashOf(userId, code)) };
}

/** The secret; undefined where it was sealed with a key that is gone, so that only a backup code helps. */
function opened({ encryptor, log }: Parts, userId: string, sealed: string): Buffer | undefined {
  try {
    return Buffer.from(encryptor.decrypt(sealed, secondFactorContext(userId)), 'base64');
  } catch (error) {
    if (!(error instanceof DecryptionFailed)) throw error;
    log.error({ user: userId }, 'A second factor does not decrypt: its encryption key is not among ENCRYPTION_KEYS');
    return undefined;
  }
}

/**
 * Whether a code of the authenticator app, or a backup code, is right. What was right is used up: it is right once, on any
 * number of processes. Guesses are to be counted by whoever asks.
 */
export async function takeCode(
  parts: Parts,
  userId: string,
  code: string,
  { session, requestId }: { session: string | null; requestId: string | null },
): Promise<boolean> {
  if (!/^\d{6}$/.test(plain(code))) {
    const used = await parts.db.as(ROLES.login, takeBackupCode, [userId, hashOf(userId, code), session, requestId]);
    return used.length > 0;
  }
  const [kept] = await parts.db.as(ROLES.login, findSecondFactor, [userId]);
  const secret = kept?.confirmed_at == null ? undefined : opened(parts, userId, kept.sealed);
  const step = secret === undefined ? undefined : stepOf(secret, plain(code));
  if (step === undefined) return false;
  return (await parts.db.as(ROLES.login, takeStep, [userId, String(step)])).length > 0;
}

/** A person's second factor: since when, and how many backup codes are left. */
export async function readSecondFactor({ db }: Parts, { session }: PersonAction) {
  const [kept] = await db.as(ROLES.login, findSecondFactor, [session.user.id]);
  const on = kept?.confirmed_at != null;
  return {
    on,
    owed: session.second_factor.owed,
    since: on ? kept.confirmed_at : null,
    backup_codes_left: on ? kept.backup_codes : 0,
  };
}

const alreadyOn = () =>
  new Fault('invalid_transition', {
    message: 'You have a second factor already.',
    hint: 'Remove it first to set up another.',
  });

const notOn = () => new Fault('invalid_transition', { message: 'You have no second factor.' });

/** Makes a secret for an authenticator app, in place of one that was never confirmed. @throws Fault invalid_transition */
export async function beginSetUp({ db, encryptor }: Parts, { session }: PersonAction) {
  const { id, email } = session.user;
  const secret = newTotpSecret();
  const sealed = encryptor.encrypt(secret.toString('base64'), secondFactorContext(id));
  if ((await db.as(ROLES.login, beginSecondFactor, [id, sealed])).length === 0) throw alreadyOn();
  return { secret: base32(secret), uri: totpUri(secret, { issuer: 'Sales agent tools', account: email }) };
}

/**
 * Puts the second factor into force once the app shows the right code, and signs out the person's other sessions.
 * @throws Fault invalid_input, invalid_transition, rate_limited
 */
export async function finishSetUp(parts: Parts, { session, requestId }: PersonAction, code: string) {
  const { id } = session.user;
  const [kept] = await parts.db.as(ROLES.login, findSecondFactor, [id]);
  if (kept === undefined) throw new Fault('invalid_transition', { message: 'The set-up was not begun.' });
  if (kept.confirmed_at !== null) throw alreadyOn();
  const secret = opened(parts, id, kept.sealed);
  let step: number | undefined;
  const attempt = async () => (step = secret && stepOf(secret, plain(code))) !== undefined;
  if (!(await throttled(parts.db, [`code:${id}`], attempt)))
    throw invalidField('code', 'is not what the app shows now');
  const { codes, hashes } = newBackupCodes(id);
  const values = [id, kept.sealed, String(step), hashes, session.id, requestId] as const;
  const [confirmed] = await parts.db.as(ROLES.login, confirmSecondFactor, values);
  if (confirmed === undefined)
    throw new Fault('invalid_transition', { message: 'The set-up was begun anew elsewhere.' });
  return { backup_codes: codes, ended: confirmed.ended };
}

/** New backup codes in place of all before. @throws Fault invalid_transition */
export async function renewBackupCodes({ db }: Parts, { session, requestId }: PersonAction) {
  const { codes, hashes } = newBackupCodes(session.user.id);
  const replaced = await db.as(ROLES.login, replaceBackupCodes, [session.user.id, hashes, session.id, requestId]);
  if (replaced.length === 0) throw notOn();
  return { backup_codes: codes };
}

/** Removes the second factor and its backup codes. @throws Fault invalid_transition */
export async function removeOwn({ db }: Parts, { session, requestId }: PersonAction) {
  const removed = await db.as(ROLES.login, removeSecondFactor, [session.user.id, session.id, requestId]);
  if (removed.length === 0) throw notOn();
  return { removed: true as const };
}
