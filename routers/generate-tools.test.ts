import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('the index of the tools lists the tool files that are there', () => {
  const program = fileURLToPath(new URL('generate-tools.ts', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [program, '--check'], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});
