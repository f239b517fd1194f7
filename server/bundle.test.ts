import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isBundleCurrent, MANIFEST, manifestOf } from './bundle.ts';

const PATHS = ['one.ts', 'two.ts'];

let root: string;
const write = (path: string, text: string) => writeFileSync(join(root, path), text);

beforeEach(() => {
  root = `${mkdtempSync(join(tmpdir(), 'sat-bundle-'))}/`;
  for (const path of PATHS) write(path, `export const name = '${path}';\n`);
  const folder = join(root, 'node_modules/.cache/service');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, MANIFEST), JSON.stringify(manifestOf(root, PATHS)));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

test('a bundle of these sources is current, of a copy with other times too', () => {
  expect(isBundleCurrent(root)).toBe(true);
  utimesSync(join(root, 'one.ts'), 1, 1);
  expect(isBundleCurrent(root)).toBe(true);
});

test.each<[string, () => void]>([
  ['was changed', () => write('two.ts', 'export const name = 2;\n')],
  ['is gone', () => rmSync(join(root, 'two.ts'))],
])('it is not where a source %s', (_, change) => {
  change();
  expect(isBundleCurrent(root)).toBe(false);
});

test('without a bundle the sources run', () => {
  rmSync(join(root, 'node_modules'), { recursive: true });
  expect(isBundleCurrent(root)).toBe(false);
});
