import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

function run(command: string, args: string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', timeout: 120_000 });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

/** Packs the client and installs the tarball into an empty project. It has no dependencies to fetch. */
export function installClient(folder: string): { project: string; tarball: string } {
  const packed = run(process.execPath, ['client/package/pack.ts', folder], ROOT);
  const tarball = /^(.*\.tgz) \(/m.exec(packed)![1]!;
  const project = join(folder, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'empty', private: true, type: 'module' }));
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], project);
  return { project, tarball };
}

const COMPILER = createRequire(import.meta.url)
  .resolve('typescript/package.json')
  .replace('package.json', 'bin/tsc');

/** The compiler's errors for a project, strictly and with every declaration checked: a line each. */
export function typeErrors(project: string, files: string[], extra: string[] = []): string[] {
  const flags = '--noEmit --strict --target es2022 --module nodenext --lib es2022,dom,dom.iterable --pretty false';
  const { stdout } = spawnSync(process.execPath, [COMPILER, ...flags.split(' '), ...extra, ...files], {
    cwd: project,
    encoding: 'utf8',
  });
  return stdout.split('\n').filter((line) => line.includes('error TS'));
}
