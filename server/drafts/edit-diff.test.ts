import { expect, test } from 'vitest';
import { editOf } from './edit-diff.ts';

const draft = (body: string, title: string | null = null, destination: Record<string, unknown> | null = null) => ({
  title,
  body,
  destination,
});

test('an edit is its lines, with one around each', () => {
  const before = draft('Hi Dana,\n\nwe save you 10 %.\n\nBest,\nRobin', 'Renewal');
  const after = draft('Hi Dana,\n\nwe saved Acme 10 %.\n\nBest,\nRobin', 'Your renewal');
  expect(editOf(before, after)).toBe(
    '-Title: Renewal\n+Title: Your renewal\n \n \n-we save you 10 %.\n+we saved Acme 10 %.\n ',
  );
});

test('where it goes is part of it', () => {
  expect(editOf(draft('Hi', null, { to: ['a@x.example'] }), draft('Hi', null, { to: ['b@x.example'] }))).toBe(
    ' Hi\n-to: ["a@x.example"]\n+to: ["b@x.example"]',
  );
});

test('nothing changed is no edit', () => {
  expect(editOf(draft('Hi', 'T'), draft('Hi', 'T'))).toBeNull();
});

test('texts that share nothing are answered whole, in little time', () => {
  const text = (word: string) => Array.from({ length: 5_000 }, (_, line) => `${word} ${line}`).join('\n');
  const began = performance.now();
  const edit = editOf(draft(text('old')), draft(text('new')))!;
  expect(edit.split('\n')).toHaveLength(10_000);
  expect(performance.now() - began).toBeLessThan(1_000);
});
