import { hash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { setSourceMapsSupport } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { keepCompiled } from './compile-cache.ts';

/** This repository. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

const FOLDER = 'node_modules/.cache/service/';

/** The folder that `npm ci` and `npm run build` put the bundle of the service in. */
export const BUNDLE = ROOT + FOLDER;

/** The name of the manifest in that folder. */
export const MANIFEST = 'manifest.json';

/** What is bundled: modules that run when they are imported. */
export const PROGRAMS = ['serve', 'do-jobs', 'prepare-start'] as const;

/** What the bundle is made of: the size and modification time of each file, by its path from ROOT, and all contents. */
type Manifest = { files: Record<string, [bytes: number, modifiedMs: number]>; digest: string };

const digestOf = (root: string, paths: readonly string[]): string =>
  hash('sha1', paths.map((path) => hash('sha1', readFileSync(root + path))).join());

/** The manifest of a bundle that is made of these files. */
export const manifestOf = (root: string, paths: readonly string[]): Manifest => ({
  files: Object.fromEntries(
    paths.map((path) => {
      const { size, mtimeMs } = statSync(root + path);
      return [path, [size, mtimeMs]];
    }),
  ),
  digest: digestOf(root, paths),
});

/**
 * Whether there is a bundle, made of exactly these sources. Their contents are only read where a size or time differs, as in
 * a copy of the repository.
 */
export function isBundleCurrent(root: string): boolean {
  try {
    const { files, digest } = JSON.parse(readFileSync(root + FOLDER + MANIFEST, 'utf8')) as Manifest;
    const isUntouched = Object.entries(files).every(([path, [bytes, modifiedMs]]) => {
      const { size, mtimeMs } = statSync(root + path);
      return size === bytes && mtimeMs === modifiedMs;
    });
    return isUntouched || digestOf(root, Object.keys(files)) === digest;
  } catch {
    return false;
  }
}

/**
 * Runs a program: from the bundle, which starts in three quarters of the time, or from the sources where one of them has
 * changed since. Stack traces name the sources either way.
 */
export async function runProgram(name: (typeof PROGRAMS)[number]): Promise<void> {
  keepCompiled();
  if (isBundleCurrent(ROOT)) {
    setSourceMapsSupport(true, { nodeModules: true });
    await import(pathToFileURL(`${BUNDLE}${name}.mjs`).href);
  } else {
    await import(`./${name}.ts`);
  }
}
