import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { FIELDS } from './provider.ts';
import { enrichInput, enrichOutput } from './contact-schema.ts';

const issues = (input: unknown) =>
  (enrichInput.safeParse(input).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]);

describe('the input', () => {
  test('wants everything by default and ignores fields it does not know', () => {
    const parsed = enrichInput.parse({ contact: { fullName: ' Ada Lovelace ', shoe: 38, known: { hat: 1 } } });
    expect(parsed).toEqual({ contact: { fullName: 'Ada Lovelace', known: {} }, wanted: [...FIELDS] });
  });

  test.each([[{}], [{ known: { email: 'a@b.c' } }], [{ fullName: '  ', domain: '' }]])(
    'a contact that names nobody is refused: %j',
    (contact) => {
      expect(issues({ contact })).toEqual([['contact', expect.stringContaining('names nobody')]]);
    },
  );

  test.each([
    [{ domain: 'not a domain' }, 'contact.domain'],
    [{ linkedin: 'https://example.com/in/ada' }, 'contact.linkedin'],
    [{ fullName: 'x'.repeat(201) }, 'contact.fullName'],
    [{ fullName: 'Ada', known: { email: { a: 1 } } }, 'contact.known.email'],
  ])('%j is refused at %s', (contact, path) => {
    expect(issues({ contact })[0]?.[0]).toBe(path);
  });

  test.each([[[]], [['shoe']], [Array.from({ length: 17 }, () => 'email')]])('wanted %j is refused', (wanted) => {
    expect(issues({ contact: { domain: 'acme.com' }, wanted })).not.toEqual([]);
  });

  test('the record to write onto is named whole or not at all', () => {
    const contact = { domain: 'acme.com' };
    expect(issues({ contact, persist_entity: 'account' })[0]?.[0]).toBe('persist_id');
    expect(issues({ contact, persist_id: 'acc_1' })[0]?.[0]).toBe('persist_entity');
    expect(issues({ contact, persist_entity: 'account', persist_id: 'acc_1' })).toEqual([]);
  });
});

test('both schemas are JSON Schema, each input field bounded and described', () => {
  const schema = z.toJSONSchema(enrichInput, { io: 'input' }) as unknown as {
    properties: { contact: { properties: Record<string, { description?: string; maxLength?: number }> } };
  };
  for (const [name, { description, maxLength }] of Object.entries(schema.properties.contact.properties)) {
    expect(description, name).toBeTruthy();
    if (name !== 'known') expect(maxLength, name).toBeGreaterThan(0);
  }
  expect(z.toJSONSchema(enrichOutput)).toMatchObject({ type: 'object' });
});
