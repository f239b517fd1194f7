import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(`${ROOT}/${path}`, 'utf8');

const headings = (document: string) =>
  Array.from(read(`docs/contributing/${document}`).matchAll(/^#+ (.+)$/gm), ([, heading]) => heading!);

const sources = globSync('{server,routers,adapters,db,client,web,e2e,bench,checks}/**/*.{ts,tsx,sh,yml,css}', {
  cwd: ROOT,
  exclude: ['**/dist/**', '**/node_modules/**', 'server/references.test.ts'],
}).map((file) => ({ file, text: read(file) }));

/** What a pattern finds in the sources, with the file it stands in; a comment may break the line within it. */
const found = (pattern: RegExp) =>
  sources.flatMap(({ file, text }) =>
    Array.from(text.matchAll(pattern), ([whole, part]) => ({
      file,
      whole,
      part: (part ?? whole).replaceAll(/\s+\*?\s*/g, ' '),
    })),
  );

test('every “decisions N” names a section', () => {
  const sections = new Set(headings('decisions.md').map((heading) => /^(\d+)\. /.exec(heading)?.[1]));
  const references = found(/\bdecisions((?:\s|\*)+\d+(?:(?:, | and )\d+)*)/g);
  expect(references.length).toBeGreaterThan(30);
  const missing = references.filter(({ part }) => part.match(/\d+/g)!.some((number) => !sections.has(number)));
  expect(missing).toEqual([]);
});

test('every “architecture, "…"” names a heading', () => {
  const known = headings('architecture.md');
  const references = found(/\barchitecture,(?:\s|\*)+"([^"]+)"/g);
  expect(references.length).toBeGreaterThan(0);
  expect(references.filter(({ part }) => !known.includes(part))).toEqual([]);
});

test('comments refer to nothing that is not in the repository', () => {
  const elsewhere = found(/\(((?:spec|issue)[,:]? ?"[^)]*)\)|\b([Ii]ssue "[^"]+")/g);
  expect(elsewhere).toEqual([]);
});

test('the documents for contributors link to what is there', () => {
  // Written with the tools it describes.
  const awaited = new Set(['adding-a-tool.md']);
  for (const document of ['architecture.md', 'decisions.md', 'testing.md', 'glossary.md', '../../CONTRIBUTING.md']) {
    const folder = document.startsWith('..') ? '' : 'docs/contributing/';
    const links = Array.from(read(`docs/contributing/${document}`).matchAll(/\]\(([\w/.-]+)\)/g), ([, link]) => link!);
    const missing = links.filter(
      (link) => !existsSync(`${ROOT}/${folder}${link}`) && !awaited.has(link.split('/').pop()!),
    );
    expect(missing, document).toEqual([]);
  }
});
