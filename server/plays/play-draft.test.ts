import { expect, test } from 'vitest';
import { composeDraft, placeholdersIn } from './play-draft.ts';
import { score } from '../scoring/score.ts';
import { ROLE_DEFINITIONS, ROLES } from '../scoring/weights.ts';

const found = (value: string) =>
  ({ value, provider: 'hunter', cost: 0.015, confidence: 0.9, retrieved_at: '2026-03-01T00:00:00.000Z' }) as const;

test('what is known stands in the text, and only the sender is left to fill in', () => {
  const draft = composeDraft({
    fullName: 'Ada Lovelace',
    domain: 'acme.com',
    fields: { email: found('ada@acme.com'), title: found('Head of Operations'), company: found('Acme') },
    score: null,
  });
  expect(draft.to).toBe('ada@acme.com');
  expect(draft.body).toContain('Hi Ada,');
  expect(draft.body).toContain('As Head of Operations at Acme');
  expect(draft.placeholders).toEqual(['sender name']);
});

test('what the caller knows is no placeholder, and an empty part of the contact is none', () => {
  const draft = composeDraft({
    fullName: 'Ada Lovelace',
    firstName: '',
    company: '',
    domain: 'acme.com',
    known: { email: 'ada@acme.com', title: 'CFO', industry: 'Toys' },
    fields: { title: found('Head of\n\nOperations') },
    score: null,
  });
  expect(draft).toMatchObject({ to: 'ada@acme.com', title: 'Idea for acme.com', placeholders: ['sender name'] });
  expect(draft.body).toContain('Hi Ada,\n\nAs Head of Operations at acme.com you');
  expect(draft.body).toContain('other Toys teams');
});

test('a missing fact is a marked placeholder, never an invention', () => {
  const draft = composeDraft({ fields: {}, score: null });
  expect(draft.to).toBeNull();
  for (const name of ['company', 'email', 'first name', 'title']) {
    expect(draft.placeholders).toContain(name);
    expect(draft.body).toContain(`[[missing: ${name}]]`);
  }
});

test('what they did, of a score, gives the reason for writing', () => {
  const signals = ['pricing_page_visit', 'demo_requested', 'content_engagement'].map((key) => ({ key, value: 1 }));
  const { body } = composeDraft({ fields: {}, score: score({ role: 'awareness', signals }) });
  expect(body).toContain('I am writing because you asked for a demo, and you looked at our pricing.');
  expect(body).not.toContain('publish');
});

test.each(ROLES)('no risk, no health and no unknown key of the role %s gets into the text', (role) => {
  const keys = [...Object.keys(ROLE_DEFINITIONS[role].signals), 'no_budget_found', 'ceo is difficult'];
  const said = keys.flatMap((key) => {
    const { body } = composeDraft({ fields: {}, score: score({ role, signals: [{ key, value: 1 }] }) });
    return body.includes('I am writing') ? [key] : [];
  });
  if (role !== 'awareness' && role !== 'ecosystem-fit') expect(said).toEqual([]);
  expect(said).not.toContain('no_budget_found');
  expect(said).not.toContain('ceo is difficult');
  const { body } = composeDraft({
    fields: {},
    score: score({ role, signals: keys.map((key) => ({ key, value: 1 })) }),
  });
  for (const key of keys) expect(body).not.toContain(key.replaceAll('_', ' '));
});

test('finds the placeholders of a text', () => {
  expect(placeholdersIn('To: [[missing: email]]\n[[missing: title]] [[missing: email]] [[other]]')).toEqual([
    'email',
    'title',
  ]);
});

test('a signal that adds nothing to a score is no reason for writing', () => {
  const { body } = composeDraft({
    fields: {},
    score: score({ role: 'awareness', signals: [{ key: 'demo', value: 0 }] }),
  });
  expect(body).not.toContain('I am writing');
});
