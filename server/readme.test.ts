import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { readConfig, SETTINGS } from './config.ts';

const file = (path: string) => new URL(`../${path}`, import.meta.url);
const read = (path: string) => readFileSync(file(path), 'utf8');

const readme = read('README.md');

const section = (title: string) => {
  const [, text] = readme.split(`\n## ${title}\n`);
  return text!.split('\n## ', 1)[0]!;
};

const all = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, found]) => found!).toSorted();

test('the README lists every setting, and no other', () => {
  const settings = [...SETTINGS].toSorted();
  expect(settings.length).toBeGreaterThan(20);
  const variables = new Set(
    section('Settings')
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .flatMap((line) => all(line, /`([A-Z][A-Z_]+)`/g)),
  );
  expect([...variables].toSorted()).toEqual(settings);
});

test('.env.example lists every setting, and no other; as it stands it changes nothing', () => {
  const example = parseEnv(read('.env.example')) as Record<string, string>;
  expect(Object.keys(example).toSorted()).toEqual([...SETTINGS].toSorted());
  expect(readConfig(example)).toEqual(readConfig({}));
});

test('compose.yaml passes every setting on, but for those of the image and of an embedded database', () => {
  const passed = all(read('compose.yaml').split('\n  postgres:\n', 1)[0]!, /^ {6}([A-Z_]+):/gm);
  const others = new Set(['HOST', 'PORT', 'DATA_DIR', 'DNS_SERVERS', 'EMBEDDED_BUFFERS_MB', 'SEED_DEMO']);
  expect(passed).toEqual([...SETTINGS].filter((name) => !others.has(name)).toSorted());
});

test('the README lists every npm script', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const listed = section('Scripts');
  const missing = Object.keys(scripts).filter((name) => !new RegExp(`\\b${name}\\b`).test(listed));
  expect(missing).toEqual([]);
});

test('every folder, file and link of the README is there', () => {
  const paths = new Set([
    ...all(section('The folders'), /^\| `([\w/.-]+)`/gm),
    ...all(readme, /`([\w/-]+\/)`/g),
    ...all(readme, /\]\(([\w/.-]+)\)/g),
    'compose.yaml',
    '.ci/run',
  ]);
  expect([...paths].filter((path) => !existsSync(file(path)))).toEqual([]);
});
