import { expect, test } from 'vitest';
import { readSignedCookie, sessionCookie, signedValue } from './session-cookie.ts';
import { addressBucket } from './sign-in.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8::/64'],
  ['2001:0DB8:0::9', '2001:db8::/64'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['::1', '::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['unknown', 'unknown'],
])('the address %s counts as %s', (address, bucket) => {
  expect(addressBucket(address)).toBe(bucket);
});

const SECRET = 'a secret of the tests';

test('a signed cookie is read back among others, and only with its own signature', () => {
  const cookie = (value: string) => `theme=dark; name=${encodeURIComponent(value)}; x=y`;
  const signed = signedValue('token.with.points', SECRET);
  expect(readSignedCookie(cookie(signed), 'name', SECRET)).toBe('token.with.points');
  for (const value of ['token.with.points', `${signed}x`, `x${signed}`, signedValue('token', 'another'), '', '.']) {
    expect(readSignedCookie(cookie(value), 'name', SECRET), value).toBeUndefined();
  }
  expect(readSignedCookie(cookie(signed), 'other', SECRET)).toBeUndefined();
  expect(readSignedCookie(undefined, 'name', SECRET)).toBeUndefined();
});

test('under HTTPS the cookie has the prefix that holds it to the host', () => {
  expect(sessionCookie('https://sales.example.com')).toEqual({
    name: '__Host-sat_session',
    attributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: true },
  });
  for (const address of ['http://sales.example.com', undefined]) {
    expect(sessionCookie(address)).toMatchObject({ name: 'sat_session', attributes: { secure: false } });
  }
});
