import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Fault } from '../server/errors.ts';
import { parseJson } from './json.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

const codeOf = async (text: string) => {
  try {
    await parseJson(bytes(text));
    return 'accepted';
  } catch (error) {
    return error instanceof Fault ? error.code : String(error);
  }
};

/** Values without the deliberately refused ones. */
const plain = fc.jsonValue({ maxDepth: 6 }).filter((value) => {
  const text = JSON.stringify(value);
  return !/__proto__|constructor|prototype|\\u0000|\\ud[89a-f]/i.test(text);
});

test('plain JSON is read as JSON.parse reads it, however it is spaced', async () => {
  await fc.assert(
    fc.asyncProperty(plain, fc.constantFrom(0, 1, 2, '\t'), async (value, space) => {
      const text = JSON.stringify(value, undefined, space);
      expect(await parseJson(bytes(text))).toEqual(JSON.parse(text));
    }),
  );
});

test('a key named twice is found wherever it is', async () => {
  const named = fc.tuple(fc.string(), fc.jsonValue({ maxDepth: 2 }));
  const object = (members: readonly [string, unknown][]) =>
    `{${members.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`;
  await fc.assert(
    fc.asyncProperty(fc.array(named), named, plain, plain, async (others, [key, value], first, second) => {
      const twice = object([...others, [key, first], [key, value]]);
      const text = `{"x":${JSON.stringify(second)},"y":[${twice}]}`;
      // A deliberately refused value may be found first: it is `invalid_input` too.
      expect(await codeOf(text), text).toBe('invalid_input');
    }),
    { numRuns: 1_000 },
  );
});

test.each(['{"a":1,"a":2}', '{"x":{},"y":[{"\\"":"","\\"":[],"a":[]}]}', '{"x":[{"b:":1,"b:":2}]}'])(
  'a key named twice is found wherever it is: %s',
  async (text) => {
    expect(await codeOf(text)).toBe('invalid_input');
  },
);

test('anything else is refused with a word of the catalogue', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), async (noise) => {
      try {
        await parseJson(noise);
      } catch (error) {
        expect(error).toBeInstanceOf(Fault);
        expect(['invalid_json', 'invalid_input']).toContain((error as Fault).code);
      }
    }),
    { numRuns: 1_000 },
  );
});

test('an issue names the place', async () => {
  const issues = async (text: string) => {
    try {
      await parseJson(bytes(text));
    } catch (error) {
      return (error as Fault).issues;
    }
    return undefined;
  };
  expect(await issues('{"a":[{"b":"\\u0000"}]}')).toEqual([{ path: 'a.0.b', message: 'contains a NUL character' }]);
  expect(await issues('{"a":1e999}')).toEqual([{ path: 'a', message: 'is a number too large to keep' }]);
  expect(await issues('{"__proto__":1}')).toEqual([
    { path: '', message: 'the body has the key __proto__, which is not accepted' },
  ]);
});

const wide = (names: number) => `{${Array.from({ length: names }, (_, n) => `"k${n}":1`).join(',')}}`;

test.each([
  ['arrays never closed', '['.repeat(4_000_000)],
  ['a deep value', `${'['.repeat(100)}${']'.repeat(100)}`],
  ['one wide object', wide(31_000)],
  ['wide objects together', `[${Array.from({ length: 20 }, () => wide(2_000)).join(',')}]`],
  ['many small objects', `[${'{"a":1},'.repeat(250_001)}0]`],
])('%s are refused before they are parsed', async (_, text) => {
  expect(await codeOf(text)).toBe('invalid_input');
});

test.each([
  ['a large list', `[${Array.from({ length: 10_000 }, () => wide(20)).join(',')}]`],
  ['a map of 20,000 names', wide(20_000)],
  ['brackets and colons in strings', JSON.stringify({ text: '[{:'.repeat(300_000) })],
])('%s is read', async (_, text) => {
  expect(await codeOf(text)).toBe('accepted');
});
