import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** What every authenticator app knows: SHA-1, six digits, thirty seconds (RFC 6238). */
const DIGITS = 6;
const PERIOD_S = 30;

/** Steps before and after the present one whose codes count: clocks differ, and typing takes time. */
const WINDOW = 1;

const SECRET_BYTES = 20;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 of RFC 4648 without padding. */
export function base32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** The code of a time step. */
export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const number = mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The time step of a moment in milliseconds. */
export const stepAt = (moment: number) => Math.floor(moment / 1_000 / PERIOD_S);

/** The step whose code this is, among those that count now; undefined when it is no code of them. */
export function stepOf(secret: Buffer, code: string, now = Date.now()): number | undefined {
  const given = Buffer.from(code);
  let found: number | undefined;
  for (let step = stepAt(now) - WINDOW; step <= stepAt(now) + WINDOW; step += 1) {
    const right = Buffer.from(codeAt(secret, step));
    if (given.length === right.length && timingSafeEqual(given, right)) found = step;
  }
  return found;
}

/** The address that an authenticator app reads, as a QR code or a link. */
export function totpUri(secret: Buffer, { issuer, account }: { issuer: string; account: string }): string {
  const query = new URLSearchParams({
    secret: base32(secret),
    issuer,
    digits: String(DIGITS),
    period: String(PERIOD_S),
  });
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${query.toString().replaceAll('+', '%20')}`;
}
