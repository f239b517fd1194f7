import { expect, test } from 'vitest';
import { isChallenge, isVerifier, proves } from './pkce.ts';

// RFC 7636, appendix B.
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

test('the verifier of the RFC proves its challenge, and no other does', () => {
  expect(proves(VERIFIER, CHALLENGE)).toBe(true);
  expect(proves(`${VERIFIER}k`, CHALLENGE)).toBe(false);
  expect(proves(CHALLENGE, CHALLENGE)).toBe(false);
  expect(proves(VERIFIER, VERIFIER)).toBe(false);
  expect(proves(VERIFIER, '')).toBe(false);
});

test('a challenge has 43 characters of base64url', () => {
  expect(isChallenge(CHALLENGE)).toBe(true);
  for (const other of ['', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}=`, `${'a'.repeat(43)}\n`]) {
    expect(isChallenge(other)).toBe(false);
  }
});

test('a verifier has 43 to 128 unreserved characters', () => {
  for (const good of [VERIFIER, 'a'.repeat(43), '-._~'.repeat(32)]) expect(isVerifier(good)).toBe(true);
  for (const other of ['', 'a'.repeat(42), 'a'.repeat(129), `${'a'.repeat(43)}+`, `${'a'.repeat(43)}\n`]) {
    expect(isVerifier(other)).toBe(false);
  }
});
