import http from 'node:http';
import { dirname, relative } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { BUNDLE, MANIFEST, manifestOf, PROGRAMS, ROOT } from './bundle.ts';

/** Packages that load files relative to their own modules; they are not bundled. */
const LEFT_INSTALLED = /^@(electric-sql|energetic-ai)\//;

const PACKAGES = /\/node_modules\//;

const isOwn = (id: string) => id.startsWith(ROOT) && !PACKAGES.test(id);

/** Makes paths relative to a source module resolve from the bundle as well. */
const ownPlaces: Plugin = {
  name: 'own-places',
  transform(code, id) {
    if (!isOwn(id) || !code.includes('import.meta')) return null;
    const from = (path: string) => `new URL(${JSON.stringify(relative(BUNDLE, path))}, import.meta.url)`;
    return {
      code: code
        .replaceAll('import.meta.url', `${from(id)}.href`)
        .replaceAll('import.meta.dirname', `decodeURIComponent(${from(dirname(id))}.pathname)`),
      map: null,
    };
  },
};

/**
 * Takes `node:http` as its CommonJS exports: its module reads all of them when it is imported, and with `WebSocket` loads
 * a client that the service does not use, which takes 45 ms.
 */
const plainHttp: Plugin = {
  name: 'plain-http',
  enforce: 'pre',
  resolveId: (id) => (/^(node:)?http$/.test(id) ? '\0plain-http' : null),
  load(id) {
    if (id !== '\0plain-http') return null;
    const names = Object.keys(http).filter((name) => !/^(WebSocket|CloseEvent|MessageEvent)$/.test(name));
    return `const http = process.getBuiltinModule('node:http');
export const { ${names.join(', ')} } = http;
export default http;`;
  },
};

/** Where tRPC's build has what it makes of `{ ...a, b }`: every call does that a dozen times, property by property. */
const SPREAD = { from: '\nfunction _objectSpread2(e) {', to: '\n}' };
const PLAIN_SPREAD = '\nfunction _objectSpread2(a, b, c, d) { return { ...a, ...b, ...c, ...d };';

/** Spreads objects in tRPC as JavaScript does. */
const plainSpread = (): Plugin => {
  let isDone = false;
  return {
    name: 'plain-spread',
    transform(code, id) {
      const at = id.includes('/node_modules/@trpc/server/') ? code.indexOf(SPREAD.from) : -1;
      if (at < 0) return null;
      isDone = true;
      return { code: code.slice(0, at) + PLAIN_SPREAD + code.slice(code.indexOf(SPREAD.to, at + 1)), map: null };
    },
    buildEnd(error) {
      if (error === undefined && !isDone) this.error('tRPC has no such helper any more: plain-spread can go');
    },
  };
};

/** Removes the source maps of chunks that hold packages only: Node would load them at every start. */
const ownMaps: Plugin = {
  name: 'own-maps',
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type === 'chunk' && file.sourcemapFileName !== null && !file.moduleIds.some(isOwn)) {
        delete files[file.sourcemapFileName];
        file.code = file.code.slice(0, file.code.lastIndexOf('//# sourceMappingURL='));
      }
    }
  },
};

/** Writes the manifest by which a start checks whether the bundle is up to date. */
const manifest: Plugin = {
  name: 'manifest',
  generateBundle() {
    const sources = [...this.getModuleIds()].filter(isOwn).map((id) => relative(ROOT, id));
    const files = [...sources, 'server/vite.config.ts', 'package-lock.json'].toSorted();
    this.emitFile({ type: 'asset', fileName: MANIFEST, source: JSON.stringify(manifestOf(ROOT, files)) });
  },
};

/** The service and its packages in a few files, which start quicker than two thousand. */
export default defineConfig({
  root: ROOT,
  plugins: [plainHttp, plainSpread(), ownPlaces, ownMaps, manifest],
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: true,
    outDir: BUNDLE,
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: PROGRAMS.map((name) => `${ROOT}server/${name}.ts`),
      external: LEFT_INSTALLED,
      output: {
        comments: false,
        sourcemapExcludeSources: true,
        entryFileNames: '[name].mjs',
        chunkFileNames: ({ name }) => `${name.replace(/~.*/, '')}-[hash].mjs`,
        codeSplitting: { groups: [{ name: 'packages', test: PACKAGES, entriesAware: true }] },
      },
    },
  },
});
