import { describe, expect, test } from 'vitest';
import { isWithin, normalRange } from './addresses.ts';

test.each([
  ['203.0.113.7', '203.0.113.7/32'],
  ['203.0.113.7/24', '203.0.113.0/24'],
  [' 10.0.0.0/8 ', '10.0.0.0/8'],
  ['2001:db8::1', '2001:db8::1/128'],
  ['2001:DB8:0:0::/32', '2001:db8::/32'],
  ['::ffff:203.0.113.7', '203.0.113.7/32'],
  ['::ffff:10.0.0.0/104', '10.0.0.0/8'],
  ['0.0.0.0/0', '0.0.0.0/0'],
])('%s is the range %s', (text, range) => {
  expect(normalRange(text)).toBe(range);
});

test.each(['', 'localhost', '203.0.113', '10', '0x7f000001', '203.0.113.7/33', '203.0.113.7/', '2001:db8::/129', '*'])(
  '%j is none',
  (text) => {
    expect(normalRange(text)).toBeUndefined();
  },
);

describe('an address', () => {
  test.each([
    ['203.0.113.7', ['203.0.113.0/24'], true],
    ['::ffff:203.0.113.7', ['203.0.113.0/24'], true],
    ['203.0.114.7', ['203.0.113.0/24'], false],
    ['203.0.114.7', ['203.0.113.0/24', '203.0.114.7/32'], true],
    ['2001:db8::9', ['203.0.113.0/24', '2001:db8::/32'], true],
    ['fe80::1%eth0', ['fe80::/10'], true],
    ['2001:db9::9', ['2001:db8::/32'], false],
    ['203.0.113.7', ['::/0'], false],
    ['unknown', ['0.0.0.0/0', '::/0'], false],
  ])('%s within %j: %j', (address, ranges, within) => {
    expect(isWithin(address, ranges)).toBe(within);
  });
});
