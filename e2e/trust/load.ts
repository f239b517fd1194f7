import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Cluster } from './cluster.ts';
import { untruths } from './ledger.ts';
import type { Answered } from './ledger.ts';
import { type Finding, within } from './report.ts';
import { Traffic } from './traffic.ts';

const FULL = { rate: 500, seconds: 600, warmMs: 15_000, p99Ms: 100 };
const QUICK = { rate: 100, seconds: 15, warmMs: 3_000 };

/** Memory after the middle of the run may be exceeded by this much at its end. */
const GROWTH = 1.2;

/** Resident memory of a process in MB. */
function residentOf(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
  return Number(kilobytes) / 1024;
}

/** Seconds that one line on the way tells of. */
const TOLD_EVERY = 10;

const failures = (answered: readonly Answered[]) => answered.filter(({ told }) => told !== 'ok');

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * A steady load of mixed calls: nothing fails, nothing is missing; in the full form also p99 and flat memory, which a
 * run of seconds says nothing about.
 */
export async function runLoad(quick: boolean): Promise<Finding> {
  const { rate, seconds, warmMs } = quick ? QUICK : FULL;
  const finding: Finding = { name: `${rate} mixed calls/s for ${seconds} s`, figures: {}, problems: [] };
  let cluster: Cluster | undefined;
  try {
    cluster = await Cluster.start({ tenants: 50, direct: true });
    // Connections open and statements are planned first: those calls may take their time, but none may fail.
    for (const [slowly, ms] of [
      [Math.min(rate, 50), 3_000],
      [rate, warmMs],
    ] as const) {
      const warm = new Traffic(cluster, `warm ${slowly} `, slowly).start();
      await sleep(ms);
      await warm.stop();
      const failed = failures(warm.answered).length;
      if (failed > 0) finding.problems.push(`${failed} calls at ${slowly}/s failed before the service was warm`);
    }
    // As autovacuum has by then on a server that has run for a while.
    await cluster.rows('ANALYZE');
    const traffic = new Traffic(cluster, 'load ', rate).start();
    const memory: number[] = [];
    for (let told = 0; memory.length < seconds;) {
      await sleep(1_000);
      memory.push(residentOf(cluster.pid()));
      if (memory.length % TOLD_EVERY > 0) continue;
      const since = traffic.answered.slice(told);
      told += since.length;
      process.stderr.write(
        `  ${memory.length} s: ${since.length} calls, ${failures(since).length} failed, p50 ${within(0.5, since)} ms, ` +
          `p99 ${within(0.99, since)} ms, ${traffic.inProgress} in progress, ${Math.round(memory.at(-1)!)} MB\n`,
      );
    }
    await traffic.stop().catch((error: unknown) => finding.problems.push((error as Error).message));
    const { answered } = traffic;
    const failed = failures(answered);
    const third = Math.floor(memory.length / 3);
    const [middle, end] = [mean(memory.slice(third, 2 * third)), mean(memory.slice(2 * third))];
    const p99 = within(0.99, answered);
    finding.figures = {
      calls: answered.length,
      'calls/s': Math.round(answered.length / seconds),
      'p50 ms': within(0.5, answered),
      'p99 ms': p99,
      'memory MB': `${Math.round(middle)} → ${Math.round(end)}`,
    };
    finding.problems.push(...(await untruths(cluster, 'load ', traffic)));
    if (answered.length < rate * seconds * 0.98) finding.problems.push(`only ${answered.length} calls were made`);
    if (failed.length > 0) finding.problems.push(`${failed.length} calls failed, the first with ${failed[0]!.told}`);
    if (!quick && p99 > FULL.p99Ms) finding.problems.push(`p99 was ${p99} ms, over ${FULL.p99Ms}`);
    if (!quick && end > middle * GROWTH) finding.problems.push('memory grew');
  } catch (error) {
    finding.problems.push((error as Error).message);
  } finally {
    await cluster?.stop();
  }
  return finding;
}
