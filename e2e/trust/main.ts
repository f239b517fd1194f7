// Faults, attacks and load against the service, on a PostgreSQL and a Redis of its own: `npm run trust`.
//   --quick             the short form of every scenario: counts and comparisons, and no limits of time
//   --brief             the short form of the few scenarios that .ci/run has, within a minute
//   --only a,b          only the sections or scenarios whose names hold one of these
//   --rate <calls/s>    calls a second under faults; 200, or 60 in the short form
//   --list              names the scenarios and runs none
// Exit status 1 when anything failed, in the full form also when anything could not be run.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { FAULTS } from './faults.ts';
import { ATTACKS, runAttack } from './attack/run.ts';
import { runDeliveries } from './deliveries.ts';
import { runHostile } from './hostile.ts';
import { runLoad } from './load.ts';
import { type Finding, print } from './report.ts';
import { runFault } from './run-fault.ts';

const { values: asked } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    brief: { type: 'boolean', default: false },
    only: { type: 'string' },
    rate: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});

/** What no test of the suite does, and takes seconds. */
const BRIEF = 'right after COMMIT,filters off,used at the other';

/** The longest that a scenario may take: none comes near it. */
const MOST_MINUTES = 30;

const quick = asked.quick || asked.brief;
const only = asked.only ?? (asked.brief ? BRIEF : undefined);
const wanted = only?.split(',').map((name) => name.trim().toLowerCase());
const isWanted = (...names: string[]) =>
  wanted === undefined || names.some((name) => wanted.some((part) => name.toLowerCase().includes(part)));

const rate = asked.rate === undefined ? (asked.brief ? 20 : quick ? 60 : 200) : Number(asked.rate);
if (!(rate > 0)) throw new Error(`--rate takes a number of calls a second, not ${asked.rate}`);

const all: Finding[] = [];

/** A scenario's finding; one that hangs fails, and what it has started is left to the end of this process. */
function ended(name: string, run: Promise<Finding>): Promise<Finding> {
  const problems = [`not done within ${MOST_MINUTES} minutes`];
  return Promise.race([run, sleep(MOST_MINUTES * 60_000, { name, figures: {}, problems }, { ref: false })]);
}

async function section(title: string, scenarios: readonly { name: string; run(): Promise<Finding> }[]): Promise<void> {
  if (asked.list) {
    process.stdout.write(`${title}\n${scenarios.map(({ name }) => `  ${name}\n`).join('')}`);
    return;
  }
  const found: Finding[] = [];
  for (const { name, run } of scenarios.filter((one) => isWanted(title, one.name))) {
    process.stderr.write(`${title}: ${name}\n`);
    found.push(await ended(name, run()));
  }
  if (found.length > 0) print(title, found);
  all.push(...found);
}

await section(
  `Faults under ${rate} calls/s`,
  FAULTS.map((fault) => ({ name: fault.name, run: () => runFault(fault, { quick, rate }) })),
);

await section('Deliveries', [{ name: 'workers killed', run: () => runDeliveries(quick) }]);
await section(
  'Attacks',
  ATTACKS.map((attack) => ({ name: attack.name, run: () => runAttack(attack, quick) })),
);
await section('Load', [
  { name: 'mixed calls', run: () => runLoad(quick) },
  { name: 'hostile tenants', run: () => runHostile(quick) },
]);

if (asked.list) process.exit();

const failed = all.filter(({ problems }) => problems.length > 0).length;
const notRun = all.filter((one) => one.notRun !== undefined).length;
const passed = all.length - failed - notRun;
process.stdout.write(`\n${passed} of ${all.length} scenarios passed${notRun === 0 ? '' : `, ${notRun} not run`}\n`);
process.exit(failed === 0 && passed > 0 && (quick || notRun === 0) ? 0 : 1);
