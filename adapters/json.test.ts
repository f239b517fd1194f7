import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Fault } from '../server/errors.ts';
import { parseJson } from './json.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

const codeOf = (text: string) => {
  try {
    parseJson(bytes(text));
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

test('plain JSON is read as JSON.parse reads it, however it is spaced', () => {
  fc.assert(
    fc.property(plain, fc.constantFrom(0, 1, 2, '\t'), (value, space) => {
      const text = JSON.stringify(value, undefined, space);
      expect(parseJson(bytes(text))).toEqual(JSON.parse(text));
    }),
  );
});

test('a key named twice is found wherever it is', () => {
  const named = fc.tuple(fc.string(), fc.jsonValue({ maxDepth: 2 }));
  const object = (members: readonly [string, unknown][]) =>
    `{${members.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`;
  fc.assert(
    fc.property(fc.array(named), named, plain, plain, (others, [key, value], first, second) => {
      const twice = object([...others, [key, first], [key, value]]);
      const text = `{"x":${JSON.stringify(second)},"y":[${twice}]}`;
      // A deliberately refused value may be found first: it is `invalid_input` too.
      expect(codeOf(text), text).toBe('invalid_input');
    }),
    { numRuns: 1_000 },
  );
});

test.each(['{"a":1,"a":2}', '{"x":{},"y":[{"\\"":"","\\"":[],"a":[]}]}', '{"x":[{"b:":1,"b:":2}]}'])(
  'a key named twice is found wherever it is: %s',
  (text) => {
    expect(codeOf(text)).toBe('invalid_input');
  },
);

test('anything else is refused with a word of the catalogue', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (noise) => {
      try {
        parseJson(noise);
      } catch (error) {
        expect(error).toBeInstanceOf(Fault);
        expect(['invalid_json', 'invalid_input']).toContain((error as Fault).code);
      }
    }),
    { numRuns: 1_000 },
  );
});

test('an issue names the place', () => {
  const issues = (text: string) => {
    try {
      parseJson(bytes(text));
    } catch (error) {
      return (error as Fault).issues;
    }
    return undefined;
  };
  expect(issues('{"a":[{"b":"\\u0000"}]}')).toEqual([{ path: 'a.0.b', message: 'contains a NUL character' }]);
  expect(issues('{"a":1e999}')).toEqual([{ path: 'a', message: 'is a number too large to keep' }]);
  expect(issues('{"__proto__":1}')).toEqual([
    { path: '', message: 'the body has the key __proto__, which is not accepted' },
  ]);
});
