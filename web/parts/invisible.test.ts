import { expect, test } from 'vitest';
import { invisibleIn, named } from './invisible.tsx';

test.each([
  ['Pay\u202Etnemyap', 'Pay[U+202E]tnemyap', 1],
  ['a\u200Bb\u{E0041}\uFEFF', 'a[U+200B]b[U+E0041][U+FEFF]', 3],
  ['pay\u200Dpal', 'pay[U+200D]pal', 1],
  ['\u{1F469}\u200D\u{1F4BB} and \u{1F468}\u{1F3FD}\u200D\u{1F527}', undefined, 0],
  ['Größe, 価格, مرحبا', undefined, 0],
])('%j', (text, shown, count) => {
  expect(named(text)).toBe(shown ?? text);
  expect(invisibleIn(text)).toBe(count);
});
