// node bench/profile.ts <tool> [--spoken rest|mcp] [--connections 16] [--calls 10000] [--embedded] [--warm 2000] [--keep <file>]
//
// Where the service's processor time goes while it serves the bench's load, once warm: self time by function.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as stage from './environment.ts';
import { drive } from './load.ts';
import { makePlaces } from './places.ts';
import { processorMs } from './processor-time.ts';
import { callOf, type Spoken, type Tool } from './workload.ts';

type Node = { id: number; callFrame: { functionName: string; url: string; lineNumber: number } };
type Profile = { nodes: Node[]; samples: number[]; timeDeltas: number[] };

const SHOWN = 45;

/** Fewer than the bench has: they take a while to make. */
const WORKSPACES = 20;

/** Self time by function, in milliseconds, the longest first; `at` is where it is written. */
function selfTimes({ nodes, samples, timeDeltas }: Profile): [at: string, ms: number][] {
  const byId = new Map(nodes.map((node) => [node.id, node.callFrame]));
  const times = new Map<string, number>();
  for (const [n, id] of samples.entries()) {
    const { functionName, url, lineNumber } = byId.get(id)!;
    if (functionName === '(idle)') continue;
    const at = `${functionName || '(anonymous)'} ${url.split('/').slice(-3).join('/')}:${lineNumber + 1}`;
    times.set(at, (times.get(at) ?? 0) + timeDeltas[n]! / 1000);
  }
  return [...times].sort(([, a], [, b]) => b - a);
}

/** The profiler of a process that was started with --inspect and said so in its log (Chrome DevTools Protocol). */
async function profilerOf(logFile: string) {
  const socket = new WebSocket(/ws:\/\/\S+/.exec(readFileSync(logFile, 'utf8'))![0]);
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  const answers = new Map<number, (result: unknown) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: unknown };
    answers.get(id)?.(result);
  });
  let last = 0;
  const send = (method: string) =>
    new Promise<unknown>((resolve) => {
      answers.set((last += 1), resolve);
      socket.send(JSON.stringify({ id: last, method: `Profiler.${method}` }));
    });
  await send('enable');
  return {
    start: () => send('start'),
    async stop() {
      const { profile } = (await send('stop')) as { profile: Profile };
      socket.close();
      return profile;
    },
  };
}

async function main() {
  const { values: options, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      spoken: { type: 'string', default: 'rest' },
      connections: { type: 'string', default: '16' },
      calls: { type: 'string', default: '10000' },
      warm: { type: 'string', default: '2000' },
      embedded: { type: 'boolean', default: false },
      keep: { type: 'string' },
    },
  });
  const tool = (positionals[0] ?? 'log_capture') as Tool;
  const [calls, warm, connections] = [options.calls, options.warm, options.connections].map(Number) as [
    number,
    number,
    number,
  ];
  const folder = await stage.temporaryFolder();
  const servers = options.embedded ? undefined : await stage.startServices();
  const settings = {
    ...stage.newSecrets(),
    DATA_DIR: join(folder, 'data'),
    NODE_OPTIONS: '--inspect=127.0.0.1:0',
    ...(servers && {
      DATABASE_URL: await stage.newDatabase(servers.databaseUrl, 'bench'),
      REDIS_URL: servers.redisUrl,
    }),
  };
  const logFile = join(folder, 'log');
  const service = await stage.startService(logFile, settings);
  await stage.untilReady(service);
  const places = await makePlaces(service.url, settings.OPERATOR_TOKEN, WORKSPACES);
  const call = callOf(tool, options.spoken as Spoken, places);
  await drive(service.url, call, { connections, calls: warm });
  const profiler = await profilerOf(logFile);
  await profiler.start();
  const before = processorMs(service.pid);
  await drive(service.url, call, { connections, calls });
  const each = (processorMs(service.pid) - before) / calls;
  const profile = await profiler.stop();
  const times = selfTimes(profile);
  const total = times.reduce((sum, [, ms]) => sum + ms, 0);
  process.stdout.write(`${calls} calls of ${tool}, ${each.toFixed(3)} ms of processor time each\n`);
  for (const [at, ms] of times.slice(0, SHOWN)) {
    process.stdout.write(`${((100 * ms) / total).toFixed(1).padStart(6)} % ${at}\n`);
  }
  if (options.keep) writeFileSync(options.keep, JSON.stringify(profile));
}

try {
  await main();
} finally {
  await stage.clearStage();
}
