import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DecryptionFailed, Encryptor } from './encryption.ts';

const key = (id: string) => ({ id, key: randomBytes(32) });
const where = ['integration', 'ws_1', 'linkedin'];

test('what is sealed opens, whatever it says, and never reads the same twice', () => {
  const encryptor = new Encryptor([key('k1')]);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const sealed = encryptor.seal(text, where);
      expect(encryptor.open(sealed, where)).toBe(text.toWellFormed());
      expect(encryptor.seal(text, where)).not.toBe(sealed);
    }),
  );
});

test('it opens nowhere else', () => {
  const encryptor = new Encryptor([key('k1')]);
  const sealed = encryptor.seal('token', where);
  const elsewhere = [
    ['integration', 'ws_2', 'linkedin'],
    ['integration', 'ws_1', 'reddit'],
    ['integration', 'ws_1linkedin'],
    ['integration', 'ws_1', 'linkedin', ''],
    ['webhook', 'ws_1', 'linkedin'],
    [],
  ];
  for (const other of elsewhere) expect(() => encryptor.open(sealed, other)).toThrow(DecryptionFailed);
});

test('one changed character anywhere breaks it', () => {
  const encryptor = new Encryptor([key('k1')]);
  const sealed = encryptor.seal('a token', where);
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
    // The last base64 character may have bits that belong to no byte.
    if (Buffer.from(changed, 'base64url').equals(Buffer.from(sealed, 'base64url'))) continue;
    expect(() => encryptor.open(changed, where), `at ${at}`).toThrow(DecryptionFailed);
  }
  for (const cut of ['', 'k1', 'k1:', sealed.slice(0, 20), sealed.slice(0, -4)]) {
    expect(() => encryptor.open(cut, where)).toThrow(DecryptionFailed);
  }
});

test('the first key seals, every key opens, and a key that is gone does not', () => {
  const [older, newer] = [key('k1'), key('k2')];
  const sealed = new Encryptor([older]).seal('token', where);
  const rotated = new Encryptor([newer, older]);
  expect(rotated.keyId).toBe('k2');
  expect(rotated.open(sealed, where)).toBe('token');
  expect(rotated.seal('token', where)).toMatch(/^k2:/);
  expect(() => new Encryptor([newer]).open(sealed, where)).toThrow(DecryptionFailed);
});

test('a sealed text under another key id with the same key does not open: the id is authenticated', () => {
  const one = key('k1');
  const sealed = new Encryptor([one]).seal('token', where);
  const renamed = sealed.replace(/^k1:/, 'k2:');
  expect(() => new Encryptor([{ id: 'k2', key: one.key }]).open(renamed, where)).toThrow(DecryptionFailed);
});

test('what a broken seal says holds nothing of the text', () => {
  const encryptor = new Encryptor([key('k1')]);
  try {
    encryptor.open(encryptor.seal('the-secret', where), ['elsewhere']);
    expect.unreachable();
  } catch (error) {
    expect(JSON.stringify({ ...(error as Error), message: (error as Error).message })).not.toContain('the-secret');
    expect((error as Error).cause).toBeUndefined();
  }
});
