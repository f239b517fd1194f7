import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { cleaned, type Side } from './json-schema.ts';

const said = (schema: z.ZodType, io: Side = 'output') => cleaned(z.toJSONSchema(schema, { io }), io);

describe('a cleaned schema', () => {
  test('keeps a format and drops the pattern that spells it out, at any depth', () => {
    const schema = z.object({ at: z.iso.datetime({ offset: true }), list: z.array(z.object({ mail: z.email() })) });
    expect(said(schema)).toEqual({
      type: 'object',
      properties: {
        at: { type: 'string', format: 'date-time' },
        list: {
          type: 'array',
          items: { type: 'object', properties: { mail: { type: 'string', format: 'email' } }, required: ['mail'] },
        },
      },
      required: ['at', 'list'],
    });
    expect(said(z.string().regex(/^[a-z]+$/))).toEqual({ type: 'string', pattern: '^[a-z]+$' });
  });

  test('drops the bounds every safe integer has, and keeps those that were chosen', () => {
    expect(said(z.int())).toEqual({ type: 'integer' });
    expect(said(z.int().min(0).max(200))).toEqual({ type: 'integer', minimum: 0, maximum: 200 });
  });

  test('says that something may be null in its type', () => {
    expect(said(z.string().max(9).nullable().describe('Outer.'))).toEqual({
      type: ['string', 'null'],
      maxLength: 9,
      description: 'Outer.',
    });
    expect(said(z.enum(['a', 'b']).nullable())).toEqual({ type: ['string', 'null'], enum: ['a', 'b', null] });
    expect(said(z.object({ id: z.string() }).nullable())).toEqual({
      type: ['object', 'null'],
      properties: { id: { type: 'string' } },
      required: ['id'],
    });
    expect(said(z.literal('one').nullable())).toEqual({ anyOf: [{ type: 'string', const: 'one' }, { type: 'null' }] });
  });

  test('leaves an output open to new fields, and an input as strict as it is', () => {
    expect(said(z.object({ a: z.object({}) }))).not.toHaveProperty('additionalProperties');
    expect(said(z.object({ a: z.object({}) }))).not.toHaveProperty('properties.a.additionalProperties');
    expect(said(z.strictObject({}), 'input')).toHaveProperty('additionalProperties', false);
    expect(said(z.record(z.string(), z.number()))).toEqual({
      type: 'object',
      additionalProperties: { type: 'number' },
    });
  });

  test('takes fields for fields, whatever they are called', () => {
    const schema = z.object({ pattern: z.string(), format: z.string(), minimum: z.int(), anyOf: z.array(z.string()) });
    const { properties } = said(schema) as { properties: object };
    expect(Object.keys(properties)).toEqual(['pattern', 'format', 'minimum', 'anyOf']);
  });

  test('does not change the schema it was made from', () => {
    const source = z.toJSONSchema(z.object({ n: z.int().nullable(), at: z.iso.datetime() }));
    const before = structuredClone(source);
    cleaned(source, 'output');
    expect(source).toEqual(before);
  });
});
