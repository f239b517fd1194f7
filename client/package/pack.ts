// Makes the client package: npm run client [-- <folder>]. Its types come from the registry's schemas, its code is one
// file without dependencies. Leaves the package's folder and its tarball in client/dist, or in the folder given.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';
import { build } from 'vite';
import { inputSchemaOf, type JsonSchema, outputSchemaOf } from '../../adapters/json-schema.ts';
import { API_VERSION } from '../../adapters/openapi-document.ts';
import { registry } from '../../routers/index.ts';
import type { ToolMeta } from '../../routers/tool-declaration.ts';
import { ERRORS } from '../../server/error-catalogue.ts';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const pascal = (name: string) => name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

const typeOf = (schema: JsonSchema, name: string) =>
  compile(structuredClone(schema), name, {
    additionalProperties: false,
    bannerComment: '',
    format: false,
    ignoreMinAndMaxItems: true,
  });

async function typesOf(tool: ToolMeta): Promise<string> {
  const name = pascal(tool.name);
  return [await typeOf(inputSchemaOf(tool), `${name}Input`), await typeOf(outputSchemaOf(tool), `${name}Result`)].join(
    '\n',
  );
}

const commented = (text: string, indent: string) =>
  `${indent}/** ${text.replaceAll('*/', '* /').replaceAll('\n', `\n${indent} * `)} */`;

/** `tools.ts` of the package: the same names as the file in this folder, without its imports. */
async function toolTypes(): Promise<string> {
  const tools = [...registry.values()];
  const source = readFileSync(here('tools.ts'), 'utf8');
  const from = source.indexOf('/** How one call');
  const calling = source.slice(from, source.indexOf('\n};\n', from) + '\n};\n'.length);
  const members = tools.map((tool) => {
    const name = pascal(tool.name);
    const method = tool.effect === 'read' ? 'query' : 'mutate';
    const gone = tool.deprecation === undefined ? '' : `\n@deprecated ${tool.deprecation.advice}`;
    return [
      commented(tool.description + gone, '  '),
      `  ${tool.name}: { ${method}: (input: ${name}Input, options?: CallOptions) => Promise<${name}Result> };`,
    ].join('\n');
  });
  return [
    commented('A code of the error catalogue. Later versions may add some.', ''),
    `export type ErrorCode =\n  | ${Object.keys(ERRORS)
      .map((code) => `'${code}'`)
      .join('\n  | ')};\n`,
    calling,
    ...(await Promise.all(tools.map(typesOf))),
    commented('The tools by name: `query` for those that read, `mutate` for the others.', ''),
    `export type Tools = {\n${members.join('\n')}\n};\n`,
  ].join('\n');
}

/** The declarations of the package, by the compiler, from copies beside the generated types. */
async function emitTypes(to: string): Promise<void> {
  const sources = mkdtempSync(join(to, '.types-'));
  try {
    for (const name of ['index.ts', 'tool-error.ts']) cpSync(here(name), join(sources, name));
    cpSync(here('../verify-webhook.ts'), join(sources, 'verify-webhook.ts'));
    const index = join(sources, 'index.ts');
    writeFileSync(index, readFileSync(index, 'utf8').replace('../verify-webhook.ts', './verify-webhook.ts'));
    writeFileSync(join(sources, 'tools.ts'), await toolTypes());
    const tsc = createRequire(import.meta.url)
      .resolve('typescript/package.json')
      .replace('package.json', 'bin/tsc');
    const flags = [
      '--declaration',
      '--emitDeclarationOnly',
      '--noCheck',
      // The folder may lie in a project with settings of its own.
      '--ignoreConfig',
      '--strict',
      '--rewriteRelativeImportExtensions',
    ];
    const shape = ['--target', 'es2022', '--module', 'nodenext', '--skipLibCheck'];
    const { status, stdout } = spawnSync(process.execPath, [tsc, ...flags, ...shape, '--outDir', to, index], {
      encoding: 'utf8',
      cwd: sources,
    });
    if (status !== 0) throw new Error(`The types were not made:\n${stdout}`);
    for (const name of readdirSync(to).filter((file) => file.endsWith('.d.ts'))) {
      const file = join(to, name);
      writeFileSync(file, readFileSync(file, 'utf8').replace(/'(\.\/[\w-]+)\.ts'/g, "'$1.js'"));
    }
  } finally {
    rmSync(sources, { recursive: true, force: true });
  }
}

const destination = resolve(process.argv[2] ?? here('../dist'));
const folder = join(destination, 'package');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

await build({
  configFile: false,
  logLevel: 'warn',
  build: {
    lib: { entry: here('index.ts'), formats: ['es'], fileName: 'index' },
    target: 'node20',
    minify: false,
    emptyOutDir: false,
    outDir: folder,
    rolldownOptions: { external: /^node:/ },
  },
});
await emitTypes(folder);
cpSync(here('README.md'), join(folder, 'README.md'));
const manifest = {
  name: '@sales-agent-tools/client',
  version: API_VERSION,
  description: 'The typed client of a Sales Agent Tools service.',
  license: 'UNLICENSED',
  type: 'module',
  sideEffects: false,
  engines: { node: '>=20' },
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
  files: ['*.js', '*.d.ts'],
};
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
const packed = spawnSync('npm', ['pack', '--json', '--pack-destination', destination], {
  cwd: folder,
  encoding: 'utf8',
});
if (packed.status !== 0) throw new Error(packed.stderr);
const [{ filename, size }] = JSON.parse(packed.stdout) as [{ filename: string; size: number }];
process.stdout.write(`${join(destination, filename)} (${size} bytes)\n`);
