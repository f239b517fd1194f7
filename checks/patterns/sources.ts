import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Visitor } from 'vite';
import { lineOf, parse } from '../parse.ts';

/** A pattern, and where it is written or composed: `file:line`. */
export type Pattern = { at: string; source: string; flags: string };

/** Folders whose code runs in the service or is given to its users. */
const FOLDERS = '{server,adapters,client,routers,db}';

const isRegExp = (callee: { type: string; name?: string }) => callee.type === 'Identifier' && callee.name === 'RegExp';

/** The patterns written in a source text, and the places where one is composed. */
export function patternsIn(file: string, text: string): { written: Pattern[]; composing: string[] } {
  const written: Pattern[] = [];
  const composing: string[] = [];
  const at = (offset: number) => `${file}:${lineOf(text, offset)}`;
  new Visitor({
    Literal(node) {
      if ('regex' in node) written.push({ at: at(node.start), source: node.regex.pattern, flags: node.regex.flags });
    },
    NewExpression(node) {
      if (isRegExp(node.callee as never)) composing.push(at(node.start));
    },
    CallExpression(node) {
      if (isRegExp(node.callee as never)) composing.push(at(node.start));
    },
  }).visit(parse(file, text).program);
  return { written, composing };
}

/** Source files below a folder, without tests. */
const filesBelow = (root: string) =>
  globSync(`${FOLDERS}/**/*.{ts,tsx,mts,js,mjs,cjs}`, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] })
    .filter((file) => !file.endsWith('.test.ts'))
    .sort();

/** The modules that package.json's scripts run, directly or by `runProgram`: importing one would run it. */
function programsOf(root: string): Set<string> {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const scripted = Object.values(scripts).flatMap((script) => script.split(/[\s;&"]/));
  const run = scripted
    .filter((word) => word.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(/\brunProgram\('([a-z-]+)'\)/g)])
    .map(([, name]) => `server/${name}.ts`);
  return new Set([...scripted, ...run]);
}

/** Imports modules and records each pattern that one of their lines composes meanwhile. */
async function composedBy(root: string, files: readonly string[], composing: ReadonlySet<string>): Promise<Pattern[]> {
  const composed: Pattern[] = [];
  const keep = (made: RegExp) => {
    const lines = new Error('composed').stack!.split('\n');
    const base = pathToFileURL(`${root}/`).href;
    const at = lines.flatMap((line) => {
      const from = line.indexOf(base);
      if (from < 0) return [];
      const [file, row] = line.slice(from + base.length).split(':');
      return composing.has(`${file}:${row}`) ? `${file}:${row}` : [];
    })[0];
    if (at !== undefined) composed.push({ at, source: made.source, flags: made.flags });
    return made;
  };
  const plain = globalThis.RegExp;
  globalThis.RegExp = new Proxy(plain, {
    construct: (target, parts, from) => keep(Reflect.construct(target, parts, from) as RegExp),
    apply: (target, self, parts) => keep(Reflect.apply(target, self, parts) as RegExp),
  });
  try {
    for (const file of files) await import(pathToFileURL(join(root, file)).href);
  } finally {
    globalThis.RegExp = plain;
  }
  return composed;
}

/**
 * Every pattern of the sources: literals, and those composed while the modules load, with their final text.
 * @returns also the places that composed none by then: what they compose cannot be proved
 */
export async function everyPattern(
  root = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, ''),
): Promise<{ patterns: Pattern[]; unseen: string[] }> {
  const files = filesBelow(root);
  const read = files.map((file) => patternsIn(file, readFileSync(join(root, file), 'utf8')));
  const composing = new Set(read.flatMap((each) => each.composing));
  const programs = programsOf(root);
  const modules = composing.size === 0 ? [] : files.filter((file) => !programs.has(file) && /\.m?ts$/.test(file));
  const composed = await composedBy(root, modules, composing);
  const seen = new Set(composed.map(({ at }) => at));
  return {
    patterns: [...read.flatMap(({ written }) => written), ...composed],
    unseen: [...composing].filter((at) => !seen.has(at)),
  };
}
