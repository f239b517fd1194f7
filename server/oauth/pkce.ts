import { hash, timingSafeEqual } from 'node:crypto';

/** A challenge of the method S256: 32 bytes in base64url (RFC 7636 section 4.2). */
export const isChallenge = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** A verifier: 43 to 128 unreserved characters (RFC 7636 section 4.1). */
export const isVerifier = (text: string): boolean => /^[A-Za-z0-9._~-]{43,128}$/.test(text);

/** Whether the verifier is the one the challenge was made from (RFC 7636 section 4.6). */
export function proves(verifier: string, challenge: string): boolean {
  const made = hash('sha256', verifier, 'buffer');
  const wanted = Buffer.from(challenge, 'base64url');
  return wanted.length === made.length && timingSafeEqual(wanted, made);
}
