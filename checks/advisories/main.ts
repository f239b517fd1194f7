import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import accepted from './accepted.json' with { type: 'json' };
import { advisoriesIn, problemsOf, problemsOfList } from './judge.ts';

// npm run advisories: known weaknesses of what runs in production. Where no registry answers it says so and passes.

const LIST = 'checks/advisories/accepted.json';

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const args = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=20000'];
const { stdout } = spawnSync('npm', args, {
  cwd: join(import.meta.dirname, '../..'),
  encoding: 'utf8',
  maxBuffer: 64 << 20,
  timeout: 60_000,
});
const advisories = advisoriesIn(parsed(stdout ?? ''));
const today = new Date().toISOString().slice(0, 10);
const problems = [...problemsOfList(accepted), ...problemsOf(advisories ?? [], accepted, today)];
process.stdout.write(
  advisories === undefined
    ? 'No registry told advisories: not checked.\n'
    : `${advisories.length} advisories, ${problems.length} of them to act on\n`,
);
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\nUpgrade, or accept it in ${LIST} with a reason and a day.\n`);
  process.exitCode = 1;
}
