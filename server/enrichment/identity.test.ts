import { describe, expect, test } from 'vitest';
import { contactKey, identify, linkedinPath } from './identity.ts';

test.each([
  ['https://www.linkedin.com/in/Ada-Lovelace/?trk=x', 'in/ada-lovelace'],
  ['uk.linkedin.com/in/ada', 'in/ada'],
  ['ada-lovelace', 'in/ada-lovelace'],
  ['http://linkedin.com/company/acme/about', 'company/acme'],
  ['https://evil.example/linkedin.com/in/ada', undefined],
  ['https://linkedin.com/jobs/1', undefined],
])('the LinkedIn path of %j', (value, path) => {
  expect(linkedinPath(value)).toBe(path);
});

test('one name without the other is sent as a full name', () => {
  expect(identify({ firstName: 'Ada' })).toMatchObject({ person: true, first: undefined, full: 'Ada' });
});

test('a company page names a company, not a person', () => {
  expect(identify({ linkedin: 'linkedin.com/company/acme' })).toMatchObject({ person: false, page: 'company/acme' });
});

describe('the cache key', () => {
  const key = contactKey({ fullName: 'Ada Lovelace', domain: 'acme.test' });

  test('is the same for the same person written otherwise, and whatever else is known of them', () => {
    expect(contactKey({ firstName: 'ADA ', lastName: 'lovelace', domain: 'https://www.acme.test/' })).toBe(key);
    expect(contactKey({ fullName: 'Ada Lovelace', domain: 'acme.test', known: { email: 'ada@acme.test' } })).toBe(key);
  });

  test('tells people apart', () => {
    expect(contactKey({ fullName: 'Ada Lovelace', domain: 'other.test' })).not.toBe(key);
    const john = (company: string) => contactKey({ fullName: 'John Smith', known: { company } });
    expect(john('Acme')).not.toBe(john('Other'));
    const at = (email: string) => contactKey({ company: 'Acme', known: { email } });
    expect(at('a@acme.test')).not.toBe(at('b@acme.test'));
  });

  test('holds no personal data', () => {
    expect(key).toMatch(/^[0-9a-f]{64}$/);
  });
});
