import { execFile } from 'node:child_process';
import { inherited, ROOT } from '../harness/child-environment.ts';
import type { Finding } from './report.ts';

/** How many times its own p99 alone a ninth tenant's may be beside eight hostile ones. */
const MOST = 2;

const ROUNDS = { quick: ['--rounds', '1', '--seconds', '2'], full: ['--rounds', '10', '--seconds', '10'] };

const FIGURES = /all of them\s+(\d+ \/ \d+)\s+\S+ \/ \S+\s+(\S+) \/ (\S+)\s+(\S+)/;
const FAILURES = /calls of the ninth that failed: (\d+)/;

/** `bench/hostile.ts`, judged: the short form says nothing of times. */
export async function runHostile(quick: boolean): Promise<Finding> {
  const finding: Finding = { name: 'a ninth tenant beside eight hostile ones', figures: {}, problems: [] };
  const output = await new Promise<string>((resolve) => {
    const rounds = quick ? ROUNDS.quick : ROUNDS.full;
    const options = { cwd: ROOT, env: { ...inherited(ROOT), PATH: process.env['PATH'] }, timeout: 900_000 };
    execFile(process.execPath, ['bench/hostile.ts', ...rounds], options, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
  const [, calls, alone, beside, ratio] = FIGURES.exec(output) ?? [];
  const failed = FAILURES.exec(output)?.[1];
  if (ratio === undefined || failed === undefined) {
    finding.problems.push(`it did not run to its end: ${output.slice(-300)}`);
    return finding;
  }
  finding.figures = { calls: calls!, 'p99 ms alone': alone!, 'p99 ms': beside!, 'p99 ratio': ratio };
  if (failed !== '0') finding.problems.push(`${failed} calls of the ninth failed`);
  if (!quick && !(Number(ratio) <= MOST))
    finding.problems.push(`its p99 was ${ratio} times its own alone, over ${MOST}`);
  return finding;
}
