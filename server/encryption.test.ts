import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DecryptionFailed, Encryptor } from './encryption.ts';

const key = (id: string) => ({ id, key: randomBytes(32) });
const where = ['integration', 'ws_1', 'linkedin'];

test('any text decrypts to itself, and its ciphertext is never the same twice', () => {
  const encryptor = new Encryptor([key('k1')]);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const encrypted = encryptor.encrypt(text, where);
      expect(encryptor.decrypt(encrypted, where)).toBe(text.toWellFormed());
      expect(encryptor.encrypt(text, where)).not.toBe(encrypted);
    }),
  );
});

test('it decrypts in no other context', () => {
  const encryptor = new Encryptor([key('k1')]);
  const encrypted = encryptor.encrypt('token', where);
  const elsewhere = [
    ['integration', 'ws_2', 'linkedin'],
    ['integration', 'ws_1', 'reddit'],
    ['integration', 'ws_1linkedin'],
    ['integration', 'ws_1', 'linkedin', ''],
    ['webhook', 'ws_1', 'linkedin'],
    [],
  ];
  for (const other of elsewhere) expect(() => encryptor.decrypt(encrypted, other)).toThrow(DecryptionFailed);
});

test('one changed character anywhere breaks it', () => {
  const encryptor = new Encryptor([key('k1')]);
  const encrypted = encryptor.encrypt('a token', where);
  for (let at = 0; at < encrypted.length; at += 1) {
    const changed = encrypted.slice(0, at) + (encrypted[at] === 'A' ? 'B' : 'A') + encrypted.slice(at + 1);
    // The last base64 character may have bits that belong to no byte.
    if (Buffer.from(changed, 'base64url').equals(Buffer.from(encrypted, 'base64url'))) continue;
    expect(() => encryptor.decrypt(changed, where), `at ${at}`).toThrow(DecryptionFailed);
  }
  for (const cut of ['', 'k1', 'k1:', encrypted.slice(0, 20), encrypted.slice(0, -4)]) {
    expect(() => encryptor.decrypt(cut, where)).toThrow(DecryptionFailed);
  }
});

test('the first key encrypts, every key decrypts, and a removed key does not', () => {
  const [older, newer] = [key('k1'), key('k2')];
  const encrypted = new Encryptor([older]).encrypt('token', where);
  const rotated = new Encryptor([newer, older]);
  expect(rotated.keyId).toBe('k2');
  expect(rotated.decrypt(encrypted, where)).toBe('token');
  expect(rotated.encrypt('token', where)).toMatch(/^k2:/);
  expect(() => new Encryptor([newer]).decrypt(encrypted, where)).toThrow(DecryptionFailed);
});

test('a text under another key id with the same key does not decrypt: the id is authenticated', () => {
  const one = key('k1');
  const encrypted = new Encryptor([one]).encrypt('token', where);
  const renamed = encrypted.replace(/^k1:/, 'k2:');
  expect(() => new Encryptor([{ id: 'k2', key: one.key }]).decrypt(renamed, where)).toThrow(DecryptionFailed);
});

test('the error of a failed decryption contains nothing of the text', () => {
  const encryptor = new Encryptor([key('k1')]);
  try {
    encryptor.decrypt(encryptor.encrypt('the-secret', where), ['elsewhere']);
    expect.unreachable();
  } catch (error) {
    expect(JSON.stringify({ ...(error as Error), message: (error as Error).message })).not.toContain('the-secret');
    expect((error as Error).cause).toBeUndefined();
  }
});
