import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashKey, keyPrefix, looksLikeKey, newKey } from './key-format.ts';

test('a new key has the prefix, 40 base62 characters and a checksum of its own', () => {
  const keys = Array.from({ length: 200 }, newKey);
  for (const key of keys) {
    expect(key).toMatch(/^sat_[0-9A-Za-z]{40}$/);
    expect(looksLikeKey(key)).toBe(true);
  }
  expect(new Set(keys).size).toBe(keys.length);
});

test('one character mistyped, or two swapped, is not a key', () => {
  const key = newKey();
  for (let index = 0; index < key.length; index += 1) {
    const other = key[index] === 'x' ? 'y' : 'x';
    expect(looksLikeKey(key.slice(0, index) + other + key.slice(index + 1))).toBe(false);
    const swapped = key.slice(0, index) + (key[index + 1] ?? '') + key[index] + key.slice(index + 2);
    if (swapped !== key) expect(looksLikeKey(swapped)).toBe(false);
  }
});

test('nothing made up is a key', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => !looksLikeKey(text)));
  fc.assert(
    fc.property(fc.stringMatching(/^sat_[0-9A-Za-z]{40}$/), (text) => !looksLikeKey(text)),
    { numRuns: 1_000 },
  );
  for (const text of ['', 'sat_', `sat_${'0'.repeat(40)}`, `${newKey()}0`, `${newKey()}\n`, ` ${newKey()}`]) {
    expect(looksLikeKey(text)).toBe(false);
  }
});

test('what is stored reveals nothing of the secret', () => {
  const key = newKey();
  expect(hashKey(key)).toMatch(/^[0-9a-f]{64}$/);
  expect(keyPrefix(key)).toBe(key.slice(0, 12));
});
