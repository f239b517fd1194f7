import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { breakingChanges } from './openapi-breaking.ts';

type Any = any;

const committed = readFileSync(new URL('../openapi.json', import.meta.url), 'utf8');

const document = (): Any => ({
  paths: {
    '/t': {
      post: {
        operationId: 't',
        parameters: [{ $ref: '#/components/parameters/Run' }],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['a'],
                properties: {
                  a: { type: 'string', maxLength: 10 },
                  b: { type: ['integer', 'null'], minimum: 1 },
                  c: { type: 'string', enum: ['x', 'y'] },
                  d: { type: 'array', items: { type: 'object', properties: { e: { type: 'string' } } } },
                  f: { anyOf: [{ type: 'string' }, { type: 'number' }] },
                  h: { type: 'string', pattern: '^acc_' },
                },
              },
            },
          },
        },
        responses: {
          200: {
            headers: { 'X-Request-Id': {} },
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['r'],
                  properties: { r: { type: 'string' }, s: { $ref: '#/components/schemas/S' } },
                },
              },
            },
          },
        },
        'x-scope': null,
        'x-entitlement': false,
        'x-effect': 'read',
        'x-max-bytes': 100,
      },
    },
  },
  components: {
    parameters: { Run: { name: 'Run-Ref', in: 'header', required: false, schema: { type: 'string', maxLength: 20 } } },
    schemas: { S: { type: 'object', properties: { u: { type: 'number' } } }, ErrorCode: { enum: ['not_found'] } },
  },
});

const operation = (d: Any) => d.paths['/t'].post;
const input = (d: Any) => operation(d).requestBody.content['application/json'].schema;
const output = (d: Any) => operation(d).responses[200].content['application/json'].schema;

const after = (change: (d: Any) => void) => {
  const changed = document();
  change(changed);
  return breakingChanges(document(), changed);
};

describe('breaks clients', () => {
  test.each<[string, (d: Any) => void, string]>([
    ['a removed tool', (d) => delete d.paths['/t'], 'POST /t: is gone'],
    ['a renamed operation', (d) => (operation(d).operationId = 'u'), 't: is now called u'],
    ['an optional field made required', (d) => input(d).required.push('b'), 't request.b: is required'],
    [
      'a new required field',
      (d) => {
        input(d).properties.z = { type: 'string' };
        input(d).required.push('z');
      },
      't request.z: is required',
    ],
    ['a removed request field', (d) => delete input(d).properties.b, 't request.b: is gone'],
    ['another type', (d) => (input(d).properties.a.type = 'number'), 't request.a: was string, is number'],
    [
      'null no longer taken',
      (d) => (input(d).properties.b.type = 'integer'),
      't request.b: was integer or null, is integer',
    ],
    ['a removed value', (d) => input(d).properties.c.enum.pop(), 't request.c: no longer takes "y"'],
    ['a list of values where any went', (d) => (input(d).properties.a.enum = ['q']), 't request.a: takes only ["q"]'],
    ['a lower limit', (d) => (input(d).properties.a.maxLength = 9), 't request.a: maxLength is 9, was 10'],
    ['a new limit', (d) => (input(d).properties.b.maximum = 5), 't request.b: maximum is 5, was none'],
    ['a new pattern', (d) => (input(d).properties.a.pattern = '^x'), 't request.a: pattern is "^x", was "none"'],
    [
      'a pattern in place of another',
      (d) => (input(d).properties.h.pattern = '^(x_|y)'),
      't request.h: pattern is "^(x_|y)", was "^acc_"',
    ],
    ['a change inside a list', (d) => delete input(d).properties.d.items.properties.e, 't request.d[].e: is gone'],
    [
      'a removed alternative',
      (d) => input(d).properties.f.anyOf.pop(),
      't request.f: an alternative is gone: {"type":"number"}',
    ],
    [
      'fields refused that were ignored',
      (d) => (input(d).additionalProperties = false),
      't request: refuses fields it does not know',
    ],
    ['a removed response field', (d) => delete output(d).properties.s, 't 200.s: is gone'],
    [
      'a response field that may be missing',
      (d) => output(d).required.pop(),
      't 200.r: was always there, and may be missing',
    ],
    [
      'a response field that may be null',
      (d) => (output(d).properties.r.type = ['string', 'null']),
      't 200.r: was string, is string or null',
    ],
    [
      'a change behind a reference',
      (d) => (d.components.schemas.S.properties.u.type = 'string'),
      't 200.s.u: was number, is string',
    ],
    [
      'a removed header',
      (d) => delete operation(d).responses[200].headers['X-Request-Id'],
      't 200: the header X-Request-Id is gone',
    ],
    [
      'a parameter made required',
      (d) => (d.components.parameters.Run.required = true),
      't: the parameter header Run-Ref is required',
    ],
    ['a removed parameter', (d) => operation(d).parameters.pop(), 't: the parameter header Run-Ref is gone'],
    ['a new scope', (d) => (operation(d)['x-scope'] = 'account.read'), 't: needs the scope account.read, and did not'],
    [
      'a new need of entitlement',
      (d) => (operation(d)['x-entitlement'] = true),
      't: needs an entitlement, and did not',
    ],
    ['a smaller body', (d) => (operation(d)['x-max-bytes'] = 99), 't: takes 99 bytes at most'],
    [
      'another effect',
      (d) => (operation(d)['x-effect'] = 'write'),
      't: has the effect write, which typed clients call in another way',
    ],
    ['a removed code', (d) => d.components.schemas.ErrorCode.enum.pop(), 'ErrorCode: not_found is gone'],
  ])('%s', (_, change, line) => {
    expect(after(change)).toEqual([line]);
  });
});

describe('breaks no client', () => {
  test.each<[string, (d: Any) => void]>([
    ['a pattern that takes more', (d) => (input(d).properties.h.pattern = '^(acc_|\\w+:)')],
    ['a pattern that takes more before and after', (d) => (input(d).properties.h.pattern = '^(acc|tgt)_|^\\w+:')],
    ['nothing', () => {}],
    ['a new tool', (d) => (d.paths['/u'] = { post: { operationId: 'u' } })],
    ['a new optional field', (d) => (input(d).properties.z = { type: 'string' })],
    ['a required field made optional', (d) => input(d).required.pop()],
    ['more types taken', (d) => (input(d).properties.a.type = ['string', 'null'])],
    ['an integer that may be any number', (d) => (input(d).properties.b.type = ['number', 'null'])],
    ['more values taken', (d) => input(d).properties.c.enum.push('z')],
    ['more alternatives taken', (d) => input(d).properties.f.anyOf.push({ type: 'boolean' })],
    ['a higher limit', (d) => (input(d).properties.a.maxLength = 11)],
    ['no limit', (d) => delete input(d).properties.a.maxLength],
    ['a new response field', (d) => (output(d).properties.z = { type: 'string' })],
    ['a response field that is always there', (d) => output(d).required.push('s')],
    ['a number that is an integer', (d) => (d.components.schemas.S.properties.u.type = 'integer')],
    ['a new code', (d) => d.components.schemas.ErrorCode.enum.push('new')],
    ['a new optional header', (d) => operation(d).parameters.push({ name: 'X', in: 'header', schema: {} })],
    ['other words', (d) => (operation(d).description = 'Said anew.')],
    ['a scope no longer needed', (d) => (operation(d)['x-scope'] = null)],
    ['a deprecation', (d) => (operation(d).deprecated = true)],
  ])('%s', (_, change) => {
    expect(after(change)).toEqual([]);
  });
});

test('the committed document breaks nothing of itself, and a field taken out of any answer is seen', () => {
  expect(breakingChanges(JSON.parse(committed), JSON.parse(committed))).toEqual([]);
  const paths = Object.keys(JSON.parse(committed).paths);
  expect(paths.length).toBeGreaterThan(20);
  for (const path of paths) {
    const changed = JSON.parse(committed);
    const { properties } = changed.paths[path].post.responses[200].content['application/json'].schema;
    delete properties[Object.keys(properties)[0]!];
    expect(breakingChanges(JSON.parse(committed), changed), path).toHaveLength(1);
  }
});
