import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sales-patterns-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the check over a project that holds one source file. */
function check(name: string, source: string) {
  const project = join(folder, name);
  mkdirSync(join(project, 'server'), { recursive: true });
  cpSync(join(ROOT, 'checks'), join(project, 'checks'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(project, 'node_modules'));
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module', scripts: {} }));
  writeFileSync(join(project, 'server/planted.ts'), source);
  const { status, stdout, stderr } = spawnSync(process.execPath, ['checks/patterns/main.ts'], {
    cwd: project,
    encoding: 'utf8',
  });
  return { status, said: `${stdout}${stderr}` };
}

test('good patterns pass', () => {
  expect(check('good', 'export const good = /^a+b/;')).toEqual({ status: 0, said: '1 patterns, all linear\n' });
});

test('a planted bad pattern fails the check, with its place', () => {
  const { status, said } = check('literal', '\nexport const bad = /^(?:a+)+$/;');
  expect(status).toBe(1);
  expect(said).toContain('server/planted.ts:2: exponential');
});

test('a bad pattern that is put together while the module loads fails it too', () => {
  const { status, said } = check(
    'composed',
    "const part = '(?:a|b|ab)*';\nexport const bad = new RegExp(`^${part}$`);",
  );
  expect(status).toBe(1);
  expect(said).toContain('server/planted.ts:2: exponential');
});

test('a pattern put together later cannot be proved, and fails it', () => {
  const { status, said } = check('later', 'export const bad = (part: string) => new RegExp(part);');
  expect(status).toBe(1);
  expect(said).toContain('server/planted.ts:1: composes a pattern after its module is loaded');
});
