import { describe, expect, test } from 'vitest';
import { formsOf, stemOf } from './stem.ts';

describe('what forms of a word share', () => {
  test.each([
    ['sign', 'signs', 'signed', 'signing'],
    ['decide', 'decides', 'decided', 'decision'],
    ['budget', 'budgets', 'budgeted'],
    ['company', 'companies'],
    ['evaluate', 'evaluates', 'evaluating'],
    ['compete', 'competitor', 'competitors', 'competition'],
  ])('%s', (...forms) => {
    expect(new Set(forms.map(stemOf)).size).toBe(1);
  });

  test.each([
    ['note', 'not'],
    ['account', 'accounting'],
    ['part', 'department'],
  ])('is not what %s and %s share', (one, other) => {
    expect(stemOf(one)).not.toBe(stemOf(other));
  });

  test('leaves other alphabets, figures and names of properties alone', () => {
    for (const word of ['договор', '2026-06-30', 'constructor', '__proto__', 'é', '']) {
      expect(stemOf(word)).toBe(stemOf(stemOf(word)));
      expect(formsOf(word)).toContain(word);
    }
  });
});

test('a search is given the forms that no stemmer brings together', () => {
  expect(formsOf('decision')).toEqual(expect.arrayContaining(['decide', 'decision']));
  expect(formsOf('toString')).toEqual(['toString']);
});
