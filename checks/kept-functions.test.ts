import { expect, test } from 'vitest';
import { keptFunctionsIn } from './kept-functions.ts';

const inFunction = (line: string) => `function each(x, k) {\n  ${line}\n}`;

test.each([
  'x.y = () => k;',
  'x.y = async function () {};',
  'x[k] = () => k;',
  'x.y ??= () => k;',
  'return { get y() { return k; } };',
  'return { set y(value) { k(value); } };',
])('%s is kept', (line) => {
  expect(keptFunctionsIn('each.ts', inFunction(line))).toEqual([`2: ${line}`]);
});

test.each([
  'const y = () => k;',
  'let y; y = () => k;',
  'return { y: () => k, z() { return k; } };',
  'return new (class { y = () => k; get z() { return k; } })();',
  'Object.assign(x, { y: () => k });',
  'x.y = k;',
  'x.on(k, () => x);',
])('%s is not', (line) => {
  expect(keptFunctionsIn('each.ts', inFunction(line))).toEqual([]);
});

test('one in a constructor or a method is kept', () => {
  const text =
    'class Each {\n  #y;\n  constructor() {\n    this.#y = () => 1;\n  }\n  m() {\n    this.y = () => 1;\n  }\n}';
  expect(keptFunctionsIn('each.ts', text)).toEqual(['4: this.#y = () => 1;', '7: this.y = () => 1;']);
});

test('one that a module makes once is not', () => {
  expect(
    keptFunctionsIn('once.ts', 'import x from "x";\nx.y = () => 1;\nexport const o = { get z() { return 1; } };'),
  ).toEqual([]);
});

test('a source that cannot be parsed', () => {
  expect(() => keptFunctionsIn('bad.ts', 'const = ;')).toThrow('bad.ts cannot be parsed');
});
