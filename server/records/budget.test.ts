import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { estimateTokens, excerptOf, excerptsIn, fitFacts, fitLists, tokensOf } from './budget.ts';

const size = (value: unknown) => estimateTokens(JSON.stringify(value));
const long = 'The budget is approved for the third quarter. '.repeat(200);

describe('fitLists', () => {
  const cut = <Item>(item: Item, most: number) => excerptsIn(item, most);

  test('leaves whole what fits, and cuts the largest list first', () => {
    const small = [{ id: 'a', text: 'Short.' }];
    const large = Array.from({ length: 30 }, (_, id) => ({ id: String(id), text: long }));
    const fitted = fitLists({ small: { items: small, cut }, large: { items: large, cut } }, 2_000);
    expect(fitted.small).toEqual(small);
    expect(fitted.large.length).toBeGreaterThan(5);
    expect(fitted.large.every(({ text }) => text.endsWith('…'))).toBe(true);
    expect(size(fitted)).toBeLessThan(2_100);
  });

  test('keeps one item of a list that fits nothing, shortened', () => {
    const fitted = fitLists({ only: { items: [{ text: '漢'.repeat(5_000) }], cut } }, 90);
    expect(fitted.only).toHaveLength(1);
    expect(fitted.only[0]!.text.length).toBeLessThanOrEqual(160);
  });

  test('never holds more tokens than it may, but for one item of each list', () => {
    const text = fc.string({ unit: 'binary', maxLength: 3_000 });
    const items = fc.array(fc.record({ id: fc.uuid(), text }), { maxLength: 20 });
    fc.assert(
      fc.property(items, items, fc.integer({ min: 600, max: 6_000 }), (a, b, tokens) => {
        const fitted = fitLists({ a: { items: a, cut }, b: { items: b, cut } }, tokens);
        return size([fitted.a, fitted.b]) <= tokens + 20;
      }),
      { numRuns: 50 },
    );
  });
});

test('a value weighs what its JSON does', () => {
  const id = fc.constantFrom(
    'acc_01kaj6w6qk5x3v0c8m9n2p4r7t',
    'key_01kaj6w6qk5x3v0c8m9n2p4r7',
    'plan_01kaj6w6qk5x3v0c8m9n2p4r7t',
  );
  const text = fc.oneof(id, fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.constant('\ud800"\\\n'));
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(null, true, false),
      fc.array(tie('any')),
      fc.dictionary(text, fc.oneof(tie('any'), fc.constant(undefined))),
    ),
  })).any;
  fc.assert(
    fc.property(value, (any) => tokensOf(any) === estimateTokens(JSON.stringify(any))),
    { numRuns: 2_000 },
  );
});

test('facts that do not fit are named', () => {
  const { facts, omitted } = fitFacts({ region: 'EMEA', log: Array.from({ length: 500 }, () => long) }, 100);
  expect(facts).toEqual({ region: 'EMEA' });
  expect(omitted).toEqual(['log']);
});

test('an excerpt ends with an ellipsis and no half character', () => {
  expect(excerptOf('abc', 3)).toBe('abc');
  expect(excerptOf('abcd', 3)).toBe('ab…');
  expect(excerptOf('a😀😀', 3)).toBe('a…');
});
