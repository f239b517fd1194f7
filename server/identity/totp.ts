import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** Steps before and after the present one whose codes count: clocks differ, and typing takes time. */
const WINDOW = 1;

const SECRET_BYTES = 20;

const secretOf = (bytes: Buffer) => new Secret({ buffer: Uint8Array.from(bytes).buffer });

/** Of six digits for thirty seconds, by SHA-1: what every authenticator app knows (RFC 6238). */
const totpOf = (bytes: Buffer, about: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...about, secret: secretOf(bytes) });

/** Base32 of RFC 4648 without padding. */
export const base32 = (bytes: Buffer): string => secretOf(bytes).base32;

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** The time step whose code this is, among those that count now; undefined when it is no code of them. */
export function stepOf(secret: Buffer, code: string, now = Date.now()): number | undefined {
  const totp = totpOf(secret);
  const apart = totp.validate({ token: code, timestamp: now, window: WINDOW });
  return apart === null ? undefined : totp.counter({ timestamp: now }) + apart;
}

/** The address that an authenticator app reads, as a QR code or a link. */
export const totpUri = (secret: Buffer, { issuer, account }: { issuer: string; account: string }): string =>
  totpOf(secret, { issuer, label: account }).toString();
