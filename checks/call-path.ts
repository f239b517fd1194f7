// Reports functions that V8 would keep of each call until its next major collection. Run: npm run call-path
import { globSync, readFileSync } from 'node:fs';
import { keptFunctionsIn } from './kept-functions.ts';

const SOURCES = '{server,db,adapters,routers}/**/*.ts';

/** Tests, and what works beside calls: it makes few, or waits with them. */
const OTHERS = ['**/*.test.ts', '**/test/**', 'server/channels/**', 'server/webhooks/**'];

const files = globSync(SOURCES, { exclude: OTHERS }).toSorted();
const found = files.flatMap((file) =>
  keptFunctionsIn(file, readFileSync(file, 'utf8')).map((place) => `${file}:${place}`),
);
for (const place of found) {
  process.stderr.write(
    `${place}\n  is kept until a major collection: make it a method or a field of a class, or pass it on\n`,
  );
}
if (found.length === 0) process.stdout.write(`${files.length} modules, none keeps a function of each call\n`);
process.exitCode = found.length === 0 ? 0 : 1;
