import { expect, test } from 'vitest';
import { originCheck } from './origin.ts';

const verdict = (address: { publicUrl?: string; host: string }, origin: string | undefined) =>
  originCheck({ publicUrl: undefined, ...address })(origin)?.code ?? 'own';

test.each([
  [{ host: '127.0.0.1' }, undefined, 'own'],
  [{ host: '127.0.0.1' }, 'http://localhost:1234', 'own'],
  [{ host: '::1' }, 'http://127.0.0.1:3000', 'own'],
  [{ host: '127.0.0.1' }, 'http://evil.example', 'foreign_origin'],
  [{ host: '127.0.0.1' }, '', 'foreign_origin'],
  [{ host: '0.0.0.0' }, 'http://localhost:3000', 'foreign_origin'],
  [{ host: 'sales.internal' }, 'http://sales.internal:3000', 'own'],
  [{ host: 'sales.internal' }, 'http://localhost:3000', 'foreign_origin'],
  [{ publicUrl: 'https://sales.example', host: '127.0.0.1' }, 'https://sales.example', 'own'],
  [{ publicUrl: 'https://sales.example', host: '127.0.0.1' }, 'https://sales.example:8443', 'foreign_origin'],
  [{ publicUrl: 'https://sales.example', host: '127.0.0.1' }, 'http://sales.example', 'foreign_origin'],
  [{ publicUrl: 'https://sales.example', host: '127.0.0.1' }, 'http://localhost:3000', 'foreign_origin'],
  [{ publicUrl: 'http://localhost:3000', host: '0.0.0.0' }, 'http://127.0.0.1:3000', 'own'],
])('at %j the origin %s is %s', (address, origin, expected) => {
  expect(verdict(address, origin)).toBe(expected);
});
