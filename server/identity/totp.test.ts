import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { base32, newTotpSecret, stepOf, totpUri } from './totp.ts';

const SECRET = Buffer.from('12345678901234567890');

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at second %i is the last six digits of RFC 6238', (second, code) => {
  expect(stepOf(SECRET, code, second * 1_000)).toBe(Math.floor(second / 30));
});

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('base32 of %j is that of RFC 4648 without padding', (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded);
});

test('codes of the step before and after count, others do not', () => {
  const now = 1_700_000_000_000;
  const secret = newTotpSecret();
  const app = new TOTP({ secret: Secret.fromBase32(base32(secret)) });
  const codeAt = (apart: number) => app.generate({ timestamp: now + apart * 30_000 });
  const counting = [-1, 0, 1].map(codeAt);
  for (const [index, code] of counting.entries()) {
    expect(stepOf(secret, code, now)).toBe(Math.floor(now / 30_000) + index - 1);
  }
  const others = [-3, -2, 2, 3].map(codeAt).filter((code) => !counting.includes(code));
  for (const code of [...others, '', '12345', 'abcdef', `${counting[1]!}0`]) {
    expect(stepOf(secret, code, now)).toBeUndefined();
  }
});

test('an app reads issuer, account and secret from the address', () => {
  const uri = new URL(totpUri(SECRET, { issuer: 'Sales & more', account: 'a b@example.com' }));
  expect(decodeURIComponent(uri.pathname)).toBe('/Sales & more:a b@example.com');
  expect(uri.href).not.toContain('+');
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: base32(SECRET),
    issuer: 'Sales & more',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
