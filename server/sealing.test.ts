import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SealBroken, Sealer } from './sealing.ts';

const key = (id: string) => ({ id, key: randomBytes(32) });
const where = ['integration', 'ws_1', 'linkedin'];

test('what is sealed opens, whatever it says, and never reads the same twice', () => {
  const sealer = new Sealer([key('k1')]);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const sealed = sealer.seal(text, where);
      expect(sealer.open(sealed, where)).toBe(text.toWellFormed());
      expect(sealer.seal(text, where)).not.toBe(sealed);
    }),
  );
});

test('it opens nowhere else', () => {
  const sealer = new Sealer([key('k1')]);
  const sealed = sealer.seal('token', where);
  const elsewhere = [
    ['integration', 'ws_2', 'linkedin'],
    ['integration', 'ws_1', 'reddit'],
    ['integration', 'ws_1linkedin'],
    ['integration', 'ws_1', 'linkedin', ''],
    ['webhook', 'ws_1', 'linkedin'],
    [],
  ];
  for (const other of elsewhere) expect(() => sealer.open(sealed, other)).toThrow(SealBroken);
});

test('one changed character anywhere breaks it', () => {
  const sealer = new Sealer([key('k1')]);
  const sealed = sealer.seal('a token', where);
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
    // The last base64 character may carry bits that are no part of any byte.
    if (Buffer.from(changed, 'base64url').equals(Buffer.from(sealed, 'base64url'))) continue;
    expect(() => sealer.open(changed, where), `at ${at}`).toThrow(SealBroken);
  }
  for (const cut of ['', 'k1', 'k1:', sealed.slice(0, 20), sealed.slice(0, -4)]) {
    expect(() => sealer.open(cut, where)).toThrow(SealBroken);
  }
});

test('the first key seals, every key opens, and a key that is gone does not', () => {
  const [older, newer] = [key('k1'), key('k2')];
  const sealed = new Sealer([older]).seal('token', where);
  const rotated = new Sealer([newer, older]);
  expect(rotated.keyId).toBe('k2');
  expect(rotated.open(sealed, where)).toBe('token');
  expect(rotated.seal('token', where)).toMatch(/^k2:/);
  expect(() => new Sealer([newer]).open(sealed, where)).toThrow(SealBroken);
});

test('a sealed text under another key id with the same key does not open: the id is authenticated', () => {
  const one = key('k1');
  const sealed = new Sealer([one]).seal('token', where);
  const renamed = sealed.replace(/^k1:/, 'k2:');
  expect(() => new Sealer([{ id: 'k2', key: one.key }]).open(renamed, where)).toThrow(SealBroken);
});

test('what a broken seal says holds nothing of the text', () => {
  const sealer = new Sealer([key('k1')]);
  try {
    sealer.open(sealer.seal('the-secret', where), ['elsewhere']);
    expect.unreachable();
  } catch (error) {
    expect(JSON.stringify({ ...(error as Error), message: (error as Error).message })).not.toContain('the-secret');
    expect((error as Error).cause).toBeUndefined();
  }
});
