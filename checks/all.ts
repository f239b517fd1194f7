import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** The scripts that `npm run check` consists of, the longest first. */
const PARTS = [
  ['types:service'],
  ['db:check'],
  ['types:panel'],
  ['patterns'],
  ['imports'],
  ['call-path'],
  ['tools', '--', '--check'],
  ['lint'],
  ['format:check'],
];

/** Runs a script and prints what it wrote once it has ended. @returns whether it passed */
function passes([script, ...args]: string[]): Promise<boolean> {
  const began = performance.now();
  const child = spawn(process.execPath, ['--run', script!, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
  return new Promise((resolve) => {
    child.once('close', (status) => {
      const seconds = ((performance.now() - began) / 1_000).toFixed(1);
      process.stdout.write(`${output}${status === 0 ? 'ok    ' : 'FAILED'} ${script} (${seconds} s)\n`);
      resolve(status === 0);
    });
  });
}

/** `npm run check`: every part, even after one failed, as many side by side as there are processors. */
const waiting = PARTS.values();
const results: boolean[] = [];
const lane = async () => {
  for (const part of waiting) results.push(await passes(part));
};
await Promise.all(Array.from({ length: availableParallelism() }, lane));
process.exitCode = results.every(Boolean) ? 0 : 1;
