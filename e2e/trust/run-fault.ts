import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Cluster } from './cluster.ts';
import type { Fault } from './faults.ts';
import { smallDisk } from './full-disk.ts';
import { untruths } from './ledger.ts';
import type { Finding } from './report.ts';
import { Traffic } from './traffic.ts';

/** The longest that an answer, and the way back to normal, may take in the full form; the short one prints it only. */
const LIMIT_MS = 5_000;

const DISK_MB = 400;

/** What a machine that does other things may answer, too; each of these is repeated, which counts against the limit. */
const OVERLOADED = new Set(['workspace_busy', 'overloaded', 'rate_limited']);

/** A limit that the traffic of one of eight tenants stays just within: whoever is counted twice is refused. */
const limitFor = (rate: number) => Math.ceil((rate / 8) * 60 * 1.3);

/** Calls a second while faults are caused. */
export type Form = { quick: boolean; rate: number };

/** Causes a fault as often as asked under steady traffic, then compares what was told with what is there. */
export async function runFault(fault: Fault, { quick, rate }: Form): Promise<Finding> {
  const amount = quick ? 'quick' : 'full';
  const finding: Finding = { name: fault.name, figures: {}, problems: [] };
  const folder = fault.fillsDisk ? mkdtempSync(join(tmpdir(), 'sat-disk-')) : undefined;
  const disk = folder === undefined ? undefined : smallDisk(folder, DISK_MB);
  if (fault.fillsDisk && disk === undefined) {
    rmSync(folder!, { recursive: true });
    return { ...finding, notRun: 'mounting a small disk is not allowed here' };
  }
  let cluster: Cluster | undefined;
  try {
    cluster = await Cluster.start({
      processes: fault.processes ?? 1,
      disk: disk && folder,
      ...(fault.spares ? { rateLimit: limitFor(rate) } : {}),
    });
    await cause(
      fault,
      cluster,
      { rate, times: fault.times?.[amount] ?? 1, seconds: fault.seconds?.[amount] ?? 0, timed: !quick },
      finding,
    );
  } catch (error) {
    finding.problems.push((error as Error).message);
  } finally {
    await cluster?.stop();
    disk?.remove();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
  return finding;
}

type Plan = { rate: number; times: number; seconds: number; timed: boolean };

async function cause(
  fault: Fault,
  cluster: Cluster,
  { rate, times, seconds, timed }: Plan,
  finding: Finding,
): Promise<void> {
  const mark = `${fault.name}: `;
  const traffic = new Traffic(cluster, mark, rate).start();
  await traffic.normalAgain();
  const from = performance.now();
  let slowest = 0;
  let struck = 0;
  for (let time = 0; struck < times && time < 2 * times + 5; time += 1) {
    const came = await fault.strike(cluster, { seconds, time, mark, writes: traffic.writes });
    if (came !== false) struck += 1;
    slowest = Math.max(slowest, await traffic.normalAgain());
  }
  await sleep(500);
  await traffic.stop();

  const during = traffic.answered.filter(({ at }) => at >= from);
  const { ms: longest, tool, told: last } = during.reduce((most, one) => (one.ms > most.ms ? one : most));
  const told = Object.groupBy(during, (one) => one.told);
  finding.figures = {
    times: fault.seconds === undefined ? `${struck} of ${times}` : `${seconds} s`,
    calls: traffic.answered.length,
    writes: traffic.writes.length,
    'no answer': told['no answer']?.length ?? 0,
    refused: during.filter((one) => one.told !== 'ok' && one.told !== 'no answer').length,
    unknown: told['outcome_unknown']?.length ?? 0,
    'longest ms': Math.round(longest),
    'normal after ms': Math.round(slowest),
  };
  finding.problems.push(...(await untruths(cluster, mark, traffic)));
  if (struck < times) finding.problems.push(`it came ${struck} times only`);
  if (fault.spares) {
    const failed = during.filter((one) => one.told !== 'ok' && (timed || !OVERLOADED.has(one.told)));
    if (failed.length > 0) finding.problems.push(`${failed.length} calls failed: ${failed[0]!.told}`);
  }
  // In seconds of a machine that does other things, too, a time says nothing.
  const limit = timed ? LIMIT_MS : Infinity;
  if (longest > limit) finding.problems.push(`an answer took ${Math.round(longest)} ms: ${tool}, told ${last}`);
  if (slowest > limit) finding.problems.push(`back to normal only after ${Math.round(slowest)} ms`);
  if (cluster.deaths.length > 0) finding.problems.push(`the process ended by itself: ${cluster.deaths.join(', ')}`);
  if (fault.hurts !== undefined) {
    const others = during.filter(({ tenant, told: code }) => tenant !== fault.hurts && code !== 'ok');
    if (others.length > 0)
      finding.problems.push(`${others.length} calls of other workspaces failed: ${others[0]!.told}`);
  }
}
