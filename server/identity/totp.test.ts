import { expect, test } from 'vitest';
import { base32, codeAt, newTotpSecret, stepAt, stepOf, totpUri } from './totp.ts';

const SECRET = Buffer.from('12345678901234567890');

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at second %i is the last six digits of RFC 6238', (second, code) => {
  expect(codeAt(SECRET, stepAt(second * 1_000))).toBe(code);
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
  for (const apart of [-1, 0, 1]) {
    const step = stepAt(now) + apart;
    expect(stepOf(secret, codeAt(secret, step), now)).toBe(step);
  }
  const counting = [-1, 0, 1].map((apart) => codeAt(secret, stepAt(now) + apart));
  const other = ['000000', '000001', '000002', '000003'].find((code) => !counting.includes(code))!;
  for (const code of [other, '', '12345', 'abcdef', `${counting[1]!}0`]) {
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
    digits: '6',
    period: '30',
  });
});
