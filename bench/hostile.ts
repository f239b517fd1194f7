// node bench/hostile.ts [--rounds <n>] [--seconds <n>] [--pace <calls a second>] [--limit <calls a minute of each hostile key>] [--each]
//
// Eight hostile tenants at once, and the p99 of a ninth beside its p99 alone: rounds alternate, so that other load on
// the machine affects both alike. The service, the database, the hostile tenants and the ninth share one machine.
import { spawn } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { percentile } from './load.ts';
import * as stage from './environment.ts';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    pace: { type: 'string', default: '10' },
    limit: { type: 'string' },
    each: { type: 'boolean', default: false },
  },
});
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);
/** Calls a second of each of the ninth's tools. */
const pace = Number(options.pace);

const say = (line = '') => process.stdout.write(`${line}\n`);

const TEXT = 'Spoke with the head of operations: procurement wants a security review before the contract.';

/** The latencies of one tool's calls in milliseconds, and the answers that were no success. */
type Calls = { latencies: number[]; failures: string[] };

/** What the ninth tenant does, one connection each: adds, changes and reads. */
function victim(base: string, { clearedKeys, accountIds }: stage.Workspace) {
  const account = (n: number) => accountIds[n % accountIds.length]!;
  const inputs: Record<string, (n: number) => object> = {
    log_capture: (n) => ({ source: 'bench', text: `${TEXT} Note ${n}, ${performance.now()}.`, account_id: account(n) }),
    gtm_crm_write: (n) => ({ entity: 'account', id: account(n), facts: { industry: `i${n}` } }),
    read_account: (n) => ({ id: account(n) }),
  };
  const call = async (tool: string, n: number, into: Calls) => {
    const began = performance.now();
    const answer = await fetch(`${base}/api/v1/tools/${tool}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${clearedKeys[0]!}` },
      body: JSON.stringify(inputs[tool]!(n)),
    });
    const text = await answer.text();
    into.latencies.push(performance.now() - began);
    if (answer.status !== 200) into.failures.push(text);
  };
  return {
    tools: Object.keys(inputs),
    /** Calls for some seconds, each tool so often a second as asked for, one call after another. */
    async run(into: Map<string, Calls>): Promise<void> {
      const until = performance.now() + seconds * 1000;
      const loops = Object.keys(inputs).map(async (tool) => {
        const of = into.get(tool) ?? { latencies: [], failures: [] };
        into.set(tool, of);
        for (let n = 0; performance.now() < until; n += 1) {
          const next = performance.now() + 1000 / pace;
          await call(tool, n, of);
          await sleep(Math.max(0, next - performance.now()));
        }
      });
      await Promise.all(loops);
    },
  };
}

/** The hostile tenants' process. */
async function startHostiles(env: Record<string, string>) {
  const child = spawn(process.execPath, ['bench/hostile-load.ts'], {
    cwd: stage.root,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  stage.afterwards(() => child.kill());
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error('the hostile tenants ended');
    return value;
  };
  const names = JSON.parse(await next()) as string[];
  return {
    names,
    go: (name = '') => child.stdin.write(`go ${name}\n`),
    async stop() {
      child.stdin.write('stop\n');
      return JSON.parse(await next()) as Record<string, Record<string, number>>;
    },
    end: () => child.stdin.end(),
  };
}

/** Alternating rounds of the ninth tenant alone and beside hostile ones: one, or all when the name is empty. */
async function compare(
  ninth: ReturnType<typeof victim>,
  hostile: Awaited<ReturnType<typeof startHostiles>>,
  name: string,
) {
  const alone = new Map<string, Calls>();
  const attacked = new Map<string, Calls>();
  const told: Record<string, Record<string, number>> = {};
  for (let round = 0; round < rounds; round += 1) {
    await ninth.run(alone);
    hostile.go(name);
    await ninth.run(attacked);
    for (const [each, counts] of Object.entries(await hostile.stop())) {
      for (const [status, count] of Object.entries(counts)) {
        (told[each] ??= {})[status] = (told[each]?.[status] ?? 0) + count;
      }
    }
  }
  say(`\nbeside ${name === '' ? 'all eight' : name}`);
  say(
    '  the ninth            calls alone / beside   p50 ms alone / beside   p99 ms alone / beside   p99 ratio   slowest',
  );
  const all = (from: Map<string, Calls>) => [...from.values()].flatMap(({ latencies }) => latencies);
  for (const tool of [...ninth.tools, 'all of them']) {
    const sorted = (from: Map<string, Calls>) => (from.get(tool)?.latencies ?? all(from)).toSorted((a, b) => a - b);
    const [before, beside] = [sorted(alone), sorted(attacked)];
    const pair = (p: number) => `${percentile(before, p).toFixed(1)} / ${percentile(beside, p).toFixed(1)}`;
    const cells = [
      `  ${tool.padEnd(16)}`,
      `${before.length} / ${beside.length}`.padStart(22),
      pair(0.5).padStart(22),
      pair(0.99).padStart(22),
      (percentile(beside, 0.99) / percentile(before, 0.99)).toFixed(2).padStart(10),
      (beside.at(-1) ?? 0).toFixed(0).padStart(8),
    ];
    say(cells.join('  '));
  }
  const failures = [...attacked.values()].flatMap(({ failures: of }) => of);
  say(`  calls of the ninth that failed: ${failures.length} ${failures[0] ?? ''}`);
  for (const [each, counts] of Object.entries(told)) say(`  ${each.padEnd(34)} ${JSON.stringify(counts)}`);
}

async function main() {
  const folder = await stage.temporaryFolder();
  const servers = await stage.startServices();
  const secrets = stage.newSecrets();
  const databaseUrl = await stage.newDatabase(servers.databaseUrl, 'hostile');
  const settings = { ...secrets, DATA_DIR: folder, DATABASE_URL: databaseUrl, REDIS_URL: servers.redisUrl };
  const service = await stage.startService(process.env['HOSTILE_LOG'] ?? join(folder, 'service.log'), settings);
  await stage.untilReady(service);
  const ninth = victim(service.url, await stage.provision(service.url, secrets.OPERATOR_TOKEN, 20));
  const hostile = await startHostiles({
    BASE_URL: service.url,
    OPERATOR_TOKEN: secrets.OPERATOR_TOKEN,
    DATABASE_URL: databaseUrl,
    ...(options.limit === undefined ? {} : { RATE_LIMIT: options.limit }),
  });
  await stage.analyze(databaseUrl);
  say(`Node ${process.version}, ${cpus().length} cores, load ${loadavg()[0]!.toFixed(2)} before the run`);

  await ninth.run(new Map());
  const passes = options.each ? [...hostile.names, ''] : [''];
  for (const name of passes) await compare(ninth, hostile, name);
  hostile.end();
  await service.stop();
}

try {
  await main();
} catch (error) {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await stage.clearStage();
}
