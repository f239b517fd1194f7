import { expect, test } from 'vitest';
import { growthOf } from './ambiguity.ts';
import { patternsIn } from './sources.ts';

const SUPERLINEAR: [pattern: RegExp, growth: string][] = [
  [/^(?:a+)+$/, 'exponential'],
  [/^(?:a|a)*$/, 'exponential'],
  [/^(?:a|ab|b)*c/, 'exponential'],
  [/^(?:(?:x|y)?x)*$/, 'exponential'],
  [/^(?:any |any further |further )*(?:info|link)/, 'exponential'],
  [/^(?:a*)*b/, 'exponential'],
  [/^(\w+)\s?\1*(?:\w+)*$/, 'exponential'],
  [/^\s+|\s+$/, 'polynomial'],
  [/\/+$/, 'polynomial'],
  [/<[^>]{1,2000}>/, 'polynomial'],
  [/<(style|script)\b[\s\S]*?<\/\1>/i, 'polynomial'],
  [/^(?!.*\b(?:is|was)\b)(?=(?:\S+\s*)+$).*call/i, 'exponential'],
  [/\bfoo\b.*\bbar\b/, 'polynomial'],
  [/^#\s+(.+?)\s*#*$/, 'polynomial'],
  [/(?=.*x)y/, 'polynomial'],
  [/(?i:ab)+$/, 'polynomial'],
];

const LINEAR = [
  /^a+b+$/,
  /\w+/g,
  /[^a-z0-9]+/g,
  /\b\w+ly\b/,
  /^(?:\w+ )*\w+$/,
  /^(?:a?)*b/,
  /(?:[a-z]\d)+/,
  /<(?:br|hr)\s?\/?>/gi,
  /^[^@\s]+@[^@\s.]+\.[a-z]{2,}$/,
  /\p{Lu}\p{L}*/u,
  /^.*;$/m,
  /\d[\d\s().-]{5}[\s().-]*\d/,
  /(?<!not )\bkeen\b/,
  /([ .-])\d{2}\1\d{2}/,
];

test.each(SUPERLINEAR)('%s is seen', (pattern, growth) => {
  expect(growthOf(pattern.source, pattern.flags).growth).toBe(growth);
});

test.each(LINEAR)('%s passes', (pattern) => {
  expect(growthOf(pattern.source, pattern.flags)).toEqual({ growth: 'linear' });
});

test('what cannot be looked into is no pass', () => {
  expect(growthOf('(?<=a.*)b', '')).toMatchObject({ growth: 'unproved' });
});

test('the text it names is one that a pattern fails on slowly', () => {
  const verdict = growthOf('^(?:x+y?)+$', '');
  expect(verdict.growth).toBe('exponential');
  expect(/^[xy]+$/.test((verdict as { pump: string }).pump)).toBe(true);
});

test('literals are found wherever they stand, and so is what composes a pattern', () => {
  const text = [
    "const a = 'x/y/z' / 2;",
    'const b = [/(a+)+$/i];',
    "export const c = new RegExp('x');",
    'RegExp(`y`);',
  ];
  expect(patternsIn('some.ts', text.join('\n'))).toEqual({
    written: [{ at: 'some.ts:2', source: '(a+)+$', flags: 'i' }],
    composing: ['some.ts:3', 'some.ts:4'],
  });
});
