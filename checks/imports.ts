// Reports which modules import one another in a circle, imports of types included, and which domains of server/ do.
// Run: npm run imports
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { circlesOf, type Graph } from './circles.ts';
import { parse } from './parse.ts';

const SOURCES = '{server,routers,adapters,db,client,web,e2e,bench,checks}/**/*.{ts,tsx}';

/** `import('…')`, of a module or of a type. */
const CALLED = /\bimport\(\s*'(\.[^']+)'/g;

function importsOf(file: string): Set<string> {
  const text = readFileSync(file, 'utf8');
  const { module } = parse(file, text);
  const named = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value ?? '')),
    ...Array.from(text.matchAll(CALLED), ([, found]) => found!),
  ];
  return new Set(named.filter((name) => name.startsWith('.')).map((name) => normalize(join(dirname(file), name))));
}

/** `records` of `server/records/account.ts`; undefined for a path outside the domains. */
const domainOf = (file: string) => /^server\/([^/]+)\//.exec(file)?.[1];

const modules: Graph = new Map(
  globSync(SOURCES, { exclude: ['**/dist/**', '**/node_modules/**'] })
    .toSorted()
    .map((file) => [file, importsOf(file)]),
);

const domains = new Map<string, Set<string>>();
for (const [file, targets] of modules) {
  const from = domainOf(file);
  // A test may import anything.
  if (from === undefined || file.endsWith('.test.ts')) continue;
  const known = domains.get(from) ?? new Set();
  domains.set(from, known);
  for (const target of targets) {
    const to = domainOf(target);
    if (to !== undefined && to !== from) known.add(to);
  }
}

const found = [
  ...circlesOf(modules).map((circle) => `modules in a circle: ${circle.join(', ')}`),
  ...circlesOf(domains).map((circle) => `domains in a circle: ${circle.join(', ')}`),
];
for (const line of found) process.stderr.write(`${line}\n`);
if (found.length === 0) process.stdout.write(`${modules.size} modules and ${domains.size} domains, no circle\n`);
process.exitCode = found.length === 0 ? 0 : 1;
