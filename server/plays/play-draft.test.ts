import { expect, test } from 'vitest';
import { composeDraft } from './play-draft.ts';
import { score } from '../scoring/score.ts';

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

test('the drivers of a score give the reason for writing', () => {
  const draft = composeDraft({
    fields: {},
    score: {
      role: 'awareness',
      value: 60,
      band: 'hot',
      evidence: 1,
      drivers: [
        { key: 'pricing_page', value: 1, weight: 0.2, decay: 1, contribution: 20 },
        { key: 'demo_request', value: 1, weight: 0.2, decay: 1, contribution: 20 },
        { key: 'newsletter', value: 1, weight: 0.2, decay: 1, contribution: 20 },
      ],
      unknown_keys: [],
      known_keys: [],
      weights_version: 'builtin:0',
    } as never,
  });
  expect(draft.body).toContain('pricing page and demo request');
  expect(draft.body).not.toContain('newsletter');
});

test('a signal that adds nothing to a score is no reason for writing', () => {
  const { body } = composeDraft({
    fields: {},
    score: score({ role: 'awareness', signals: [{ key: 'demo', value: 0 }] }),
  });
  expect(body).not.toContain('I am writing');
});
