// What a process takes and how long it is in coming: resident memory, starts, a first call after silence.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as stage from './environment.ts';
import { MEMORY, type Reached, START } from './goals.ts';
import { drive } from './load.ts';
import { makePlaces } from './places.ts';
import type { Running } from './transports.ts';
import { callOf, type Place } from './workload.ts';

const say = (line = '') => process.stdout.write(`${line}\n`);

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;

const MIX = [
  ['log_capture', 'rest', 2],
  ['read_account', 'rest', 1],
  ['verify_session', 'rest', 1],
  ['log_capture', 'mcp', 1],
] as const;

/** Resident memory of a process just started, and after a mix of `calls`, 16 at a time. */
export async function measureMemory(
  where: keyof typeof MEMORY,
  {
    logFile,
    settings,
    places,
    calls,
  }: { logFile: string; settings: Record<string, string>; places?: Place[]; calls: number },
) {
  const service = await stage.startService(logFile, settings);
  await stage.untilReady(service);
  const known = places ?? (await makePlaces(service.url, settings.OPERATOR_TOKEN!));
  const atStart = stage.residentMemory(service.pid).now;
  for (const [tool, spoken, share] of MIX) {
    await drive(service.url, callOf(tool, spoken, known), { connections: 16, calls: (calls * share) / 5 });
  }
  const { now, peak } = stage.residentMemory(service.pid);
  say(
    `  ${where.padEnd(10)} ${atStart} MB once ready, ${now} MB after ${calls.toLocaleString('en')} calls (peak ${peak} MB)`,
  );
  await stage.stopped(service);
  return { atStart, now, peak, reached: { ...MEMORY[where], value: peak } satisfies Reached };
}

/** Starts the embedded default in an empty folder, then in the same; seconds until its first answered call. */
export async function measureStart(folder: string, times: number) {
  const dataDir = join(folder, 'start');
  const firstRun = () => JSON.parse(readFileSync(join(dataDir, 'first-run.json'), 'utf8')) as { api_key: string };
  const once = async (command: 'node' | 'npm') => {
    const service = await stage.startService(join(folder, 'start.log'), { DATA_DIR: dataDir }, command);
    await stage.until(service, async () => {
      const response = await fetch(`${service.url}/api/v1/tools/verify_session`, {
        method: 'POST',
        headers: { authorization: `Bearer ${firstRun().api_key}`, 'content-type': 'application/json' },
        body: '{}',
      });
      return response.status === 200 ? true : undefined;
    });
    const took = performance.now() - service.startedAt;
    await service.stop();
    return took / 1000;
  };
  say('\nFrom start to the first answered call, embedded default (seconds)');
  const empty = await once('node');
  const warm = { node: [] as number[], npm: [] as number[] };
  for (let n = 0; n < times; n += 1) {
    for (const command of ['node', 'npm'] as const) warm[command].push(await once(command));
  }
  const line = (name: string, took: number[]) =>
    say(`  ${name.padEnd(36)} ${took.map((t) => t.toFixed(2)).join('  ')}`);
  line('first start, empty folder', [empty]);
  line('node server/main.ts, warm folder', warm.node);
  line('npm start, warm folder', warm.npm);
  const reached: Reached[] = [
    { ...START.warm, value: median(warm.node) },
    { ...START.empty, value: empty },
  ];
  return { empty, ...warm, reached };
}

/** The first call after silence beside the next ones, in milliseconds. */
export async function measureSilence({ url, places }: Pick<Running, 'url' | 'places'>, seconds: number) {
  const one = async (n: number) =>
    (await drive(url, callOf('log_capture', 'rest', places), { connections: 1, calls: n })).latencies;
  await one(200);
  await sleep(seconds * 1000);
  const [first] = await one(1);
  const next = median(await one(50));
  say(
    `\nFirst log_capture after ${seconds} s of silence: ${first!.toFixed(1)} ms; those after it ${next.toFixed(1)} ms`,
  );
  return { seconds, first: first!, next };
}
