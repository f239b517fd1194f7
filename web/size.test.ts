import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[] };

const dist = join(import.meta.dirname, 'dist');
const manifest = join(dist, '.vite/manifest.json');

/** The most script a first page may take, compressed, so that it is there on a slow line within seconds. */
const MOST_BYTES = 250_000;

/** Bytes of a page's script as they travel: its chunks and whatever those import at once. */
function compressed(chunks: Record<string, Chunk>, pages: readonly string[]): number {
  const files = new Map<string, number>();
  const add = (name: string) => {
    const { file, imports = [] } = chunks[name]!;
    if (files.has(file)) return;
    files.set(file, gzipSync(readFileSync(join(dist, file))).length);
    for (const each of imports) add(each);
  };
  for (const page of pages) add(page);
  return [...files.values()].reduce((sum, bytes) => sum + bytes, 0);
}

test.skipIf(!existsSync(manifest))('the first load of any page takes less than 250 KB of compressed script', () => {
  const chunks: Record<string, Chunk> = JSON.parse(readFileSync(manifest, 'utf8'));
  const shell = ['index.html', 'shell/shell.tsx'];
  const sizes = {
    'sign-in': compressed(chunks, ['index.html', 'pages/sign-in.tsx']),
    ...Object.fromEntries(
      chunks['index.html']!.dynamicImports!.filter(
        (name) => name.startsWith('pages/') && name !== 'pages/sign-in.tsx',
      ).map((name) => [name.slice('pages/'.length, -'.tsx'.length), compressed(chunks, [...shell, name])]),
    ),
  };
  for (const [page, bytes] of Object.entries(sizes)) {
    process.stdout.write(`  ${page}: ${(bytes / 1_000).toFixed(0)} kB of script, compressed\n`);
    expect(bytes, page).toBeLessThan(MOST_BYTES);
  }
});
