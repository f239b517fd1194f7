import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type Prepared, prepare } from '../prepared.ts';

const TYPES: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

const own = (name: string) => fileURLToPath(new URL(`assets/${name}`, import.meta.url));
const { resolve: library } = createRequire(import.meta.url);

/** Every asset of the pages, by the name it is served under: nothing comes from another address. */
const FILES: Record<string, string> = {
  'site.css': own('site.css'),
  'site.js': own('site.js'),
  'reference.css': own('reference.css'),
  'reference.js': own('reference.js'),
  'favicon.svg': own('favicon.svg'),
  'geist.woff2': library('@fontsource-variable/geist/files/geist-latin-wght-normal.woff2'),
  'geist-mono.woff2': library('@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2'),
  'swagger-ui.css': library('swagger-ui-dist/swagger-ui.css'),
  'swagger-ui-bundle.js': library('swagger-ui-dist/swagger-ui-bundle.js'),
};

export const ASSETS_PATH = '/docs/assets/';

/** The assets, read and compressed on first use. */
export class Assets {
  readonly #prepared = new Map<string, Prepared>();

  get(name: string): Prepared | undefined {
    const file = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
    if (file === undefined) return undefined;
    let found = this.#prepared.get(name);
    if (found === undefined) {
      const read = readFileSync(file);
      const body = /\.(js|css)$/.test(file) ? this.#linked(read.toString()) : read;
      found = prepare(TYPES[name.slice(name.lastIndexOf('.') + 1)]!, body);
      this.#prepared.set(name, found);
    }
    return found;
  }

  /** A stylesheet with the pages' typeface addresses, and without its source map, which is not served. */
  #linked(text: string): string {
    return text
      .replace(/\n?(\/\/|\/\*)# sourceMappingURL=.*/, '')
      .replace(/url\('([\w-]+\.woff2)'\)/g, (_, name: string) => `url('${this.url(name)}')`);
  }

  /** An address that changes with the content, so that browsers may cache it for good. */
  readonly url = (name: string): string => `${ASSETS_PATH}${name}?v=${this.mark(name)}`;

  mark(name: string): string {
    return this.get(name)!.etag.slice(3, 13);
  }
}
