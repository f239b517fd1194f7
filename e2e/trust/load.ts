import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Cluster } from './cluster.ts';
import { untruths } from './ledger.ts';
import type { Finding } from './report.ts';
import { Traffic } from './traffic.ts';

const FULL = { rate: 500, seconds: 600, p99Ms: 100 };
const QUICK = { rate: 100, seconds: 15 };

/** Memory after the middle of the run may be exceeded by this much at its end. */
const GROWTH = 1.2;

/** Resident memory of a process in MB. */
function residentOf(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
  return Number(kilobytes) / 1024;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * A steady load of mixed calls: nothing fails, nothing is missing; in the full form also p99 and flat memory, which a
 * run of seconds says nothing about.
 */
export async function runLoad(quick: boolean): Promise<Finding> {
  const { rate, seconds } = quick ? QUICK : FULL;
  const finding: Finding = { name: `${rate} mixed calls/s for ${seconds} s`, figures: {}, problems: [] };
  let cluster: Cluster | undefined;
  try {
    cluster = await Cluster.start({ tenants: 50, direct: true });
    const warm = new Traffic(cluster, 'warm ', Math.min(rate, 50)).start();
    await sleep(3_000);
    await warm.stop();
    const traffic = new Traffic(cluster, 'load ', rate).start();
    const memory: number[] = [];
    for (let second = 0; second < seconds; second += 1) {
      await sleep(1_000);
      memory.push(residentOf(cluster.pid()));
    }
    await traffic.stop();
    const times = traffic.answered.map(({ ms }) => ms).sort((a, b) => a - b);
    const at = (share: number) => Math.round(times[Math.floor(times.length * share)]! * 10) / 10;
    const failed = traffic.answered.filter(({ told }) => told !== 'ok');
    const third = Math.floor(memory.length / 3);
    const [middle, end] = [mean(memory.slice(third, 2 * third)), mean(memory.slice(2 * third))];
    finding.figures = {
      calls: times.length,
      'calls/s': Math.round(times.length / seconds),
      'p50 ms': at(0.5),
      'p99 ms': at(0.99),
      'memory MB': `${Math.round(middle)} → ${Math.round(end)}`,
    };
    finding.problems.push(...(await untruths(cluster, 'load ', traffic)));
    if (times.length < rate * seconds * 0.98) finding.problems.push(`only ${times.length} calls were made`);
    if (failed.length > 0) finding.problems.push(`${failed.length} calls failed, the first with ${failed[0]!.told}`);
    if (!quick && at(0.99) > FULL.p99Ms) finding.problems.push(`p99 was ${at(0.99)} ms, over ${FULL.p99Ms}`);
    if (!quick && end > middle * GROWTH) finding.problems.push('memory grew');
  } catch (error) {
    finding.problems.push((error as Error).message);
  } finally {
    await cluster?.stop();
  }
  return finding;
}
