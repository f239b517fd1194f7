// npm run bench [-- --quick] [--only <name>[,<name>…]] [--json <file>]
//
// --only takes parts (postgres, embedded, start, memory, answers, gtm) and tools (log_capture, read_account, verify_session).
//
// Rounds are interleaved (bare, REST, MCP, bare, REST, MCP, …) so that other load on the machine affects all alike;
// ratios are total calls over total time, against the bare program in the same rounds: once against its log_capture
// (the five round trips, one yardstick for every tool), once against the same tool done bare.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureAnswers } from './answers.ts';
import { measureGtm } from './gtm.ts';
import { type Call, drive, type Measured, percentile } from './load.ts';
import * as stage from './environment.ts';

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string' }, json: { type: 'string' } },
});

const PARTS = ['postgres', 'embedded', 'start', 'memory', 'answers', 'gtm'];
const TOOLS = ['log_capture', 'read_account', 'verify_session'];
const only = options.only?.split(',') ?? [];
const unknown = only.filter((name) => !PARTS.includes(name) && !TOOLS.includes(name));
if (unknown.length > 0) throw new Error(`--only ${unknown.join()}: known are ${[...PARTS, ...TOOLS].join(', ')}`);
const chosen = (all: string[], unlessNamed: string[]) => {
  const named = all.filter((name) => only.includes(name));
  return named.length > 0 ? named : unlessNamed;
};
const tools = chosen(TOOLS, TOOLS);
const parts = chosen(PARTS, tools.length < TOOLS.length ? ['postgres', 'embedded'] : PARTS);

const CONNECTIONS = [1, 16, 64];
const ACCOUNTS = 100;
const ROUNDS = options.quick ? 3 : 5;
const SECONDS = options.quick ? 1 : 2;
const WARM_UP = options.quick ? 0.5 : 1;
const MEMORY_CALLS = options.quick ? 10_000 : 50_000;

/** Targets at 16 connections on PostgreSQL + Redis: REST against the five round trips, MCP against REST. */
const FLOORS: Record<string, number> = { log_capture: 0.8, read_account: 0.7, verify_session: 1.2 };
const MCP_FLOOR = 0.85;

/** `five round trips` is the bare log_capture, `bare` the same tool in the bare program; the rest is the service. */
type Transport = 'five round trips' | 'bare' | 'REST' | 'MCP' | 'REST, no limit';
type Target = { transport: Transport; base: string; call: Call };
/** `toFive`, `toBare`, `toRest`: calls a second divided by that transport's; `rounds`: the lowest and highest `toFive`. */
type Figures = {
  perSecond: number;
  p50: number;
  p99: number;
  toFive: number;
  rounds: [number, number];
  toBare: number;
  toRest: number;
};
type Row = { connections: number; tool: string; transport: Transport } & Figures;

const say = (line = '') => process.stdout.write(`${line}\n`);
const results: Record<string, unknown> = {};

const TEXT =
  'Spoke with the head of operations: the pilot cut handling time by a third, procurement wants a security review ' +
  'before the contract, and the next step is a call with their finance lead on Thursday.';

function callOf(tool: string, transport: 'rest' | 'mcp', keys: string[], accountIds: string[]): Call {
  const account = (n: number) => accountIds[n % accountIds.length]!;
  const inputs: Record<string, { input: (n: number) => object; holds: string }> = {
    log_capture: {
      input: (n) => ({ source: 'bench', text: TEXT, account_id: account(n), tags: ['bench'] }),
      holds: '"cap_',
    },
    read_account: { input: (n) => ({ id: account(n) }), holds: '"opp_' },
    verify_session: { input: () => ({}), holds: '"plan":"pro"' },
  };
  const { input, holds } = inputs[tool]!;
  if (transport === 'rest')
    return { path: `/api/v1/tools/${tool}`, keys, holds, body: (n) => JSON.stringify(input(n)) };
  return {
    path: '/api/v1/mcp',
    keys,
    holds,
    headers: { Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': '2025-11-25' },
    body: (n) =>
      JSON.stringify({ jsonrpc: '2.0', id: n, method: 'tools/call', params: { name: tool, arguments: input(n) } }),
  };
}

function targetsOf(tool: string, bare: Bare, base: string, workspace: stage.Workspace, counted: boolean): Target[] {
  const { keys, clearedKeys, accountIds } = workspace;
  const bareCall = (name: string) => callOf(name, 'rest', bare.keys, bare.account_ids);
  const targets: Target[] = [{ transport: 'five round trips', base: bare.url, call: bareCall('log_capture') }];
  if (tool !== 'log_capture') targets.push({ transport: 'bare', base: bare.url, call: bareCall(tool) });
  targets.push({ transport: 'REST', base, call: callOf(tool, 'rest', keys, accountIds) });
  if (tool !== 'read_account') targets.push({ transport: 'MCP', base, call: callOf(tool, 'mcp', keys, accountIds) });
  if (counted) targets.push({ transport: 'REST, no limit', base, call: callOf(tool, 'rest', clearedKeys, accountIds) });
  return targets;
}

const rate = (measured: Measured[]) =>
  measured.reduce((sum, { calls }) => sum + calls, 0) / measured.reduce((sum, { seconds }) => sum + seconds, 0);

/** Measures all targets in interleaved rounds. */
async function interleave(targets: Target[], connections: number): Promise<Map<Transport, Figures>> {
  for (const { base, call } of targets) await drive(base, call, { connections, seconds: WARM_UP });
  const rounds = new Map<Transport, Measured[]>(targets.map(({ transport }) => [transport, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const { transport, base, call } of targets) {
      rounds.get(transport)!.push(await drive(base, call, { connections, seconds: SECONDS }));
    }
  }
  const five = rounds.get('five round trips')!;
  const bare = rounds.get('bare') ?? five;
  const rest = rounds.get('REST')!;
  return new Map(
    [...rounds].map(([transport, measured]) => {
      const sorted = measured.flatMap(({ latencies }) => latencies).sort((a, b) => a - b);
      const each = measured.map((one, round) => rate([one]) / rate([five[round]!]));
      const figures: Figures = {
        perSecond: rate(measured),
        p50: percentile(sorted, 0.5),
        p99: percentile(sorted, 0.99),
        toFive: rate(measured) / rate(five),
        rounds: [Math.min(...each), Math.max(...each)],
        toBare: rate(measured) / rate(bare),
        toRest: rate(measured) / rate(rest),
      };
      return [transport, figures];
    }),
  );
}

async function measureTransports(part: string, title: string, bare: Bare, base: string, workspace: stage.Workspace) {
  const rows: Row[] = [];
  say(`\n${title}`);
  say(
    'conn  tool            transport                 calls/s   p50 ms   p99 ms   /five  (rounds)        /own bare  MCP/REST',
  );
  for (const connections of CONNECTIONS) {
    for (const tool of tools) {
      const counted = part === 'postgres' && connections === 16;
      const figures = await interleave(targetsOf(tool, bare, base, workspace, counted), connections);
      for (const [transport, f] of figures) {
        rows.push({ connections, tool, transport, ...f });
        const ours = transport !== 'five round trips' && transport !== 'bare';
        const cells = [
          String(connections).padStart(4),
          tool.padEnd(14),
          transport.padEnd(16),
          Math.round(f.perSecond).toLocaleString('en').padStart(10),
          f.p50.toFixed(2).padStart(7),
          f.p99.toFixed(2).padStart(7),
          f.toFive.toFixed(2).padStart(6),
          (ours ? `(${f.rounds[0].toFixed(2)} to ${f.rounds[1].toFixed(2)})` : '').padEnd(14),
          (ours ? f.toBare.toFixed(2) : '').padStart(9),
          (transport === 'MCP' ? f.toRest.toFixed(2) : '').padStart(8),
        ];
        say(cells.join('  ').trimEnd());
      }
    }
  }
  results[part] = rows;
  return rows;
}

function sayFloors(rows: Row[]) {
  say('\nFloors at 16 connections');
  const line = (what: string, value: number, floor: number) =>
    say(
      `  ${what.padEnd(52)} ${value.toFixed(2)}  floor ${floor.toFixed(2)}  ${value >= floor ? 'reached' : 'MISSED'}`,
    );
  for (const { tool, transport, toFive, toRest } of rows.filter(({ connections }) => connections === 16)) {
    if (transport === 'REST') line(`${tool} over REST / five round trips`, toFive, FLOORS[tool]!);
    if (transport === 'MCP') line(`${tool} over MCP / over REST`, toRest, MCP_FLOOR);
  }
}

type Bare = Awaited<ReturnType<typeof stage.startBaseline>>;

async function measureMemory(
  where: string,
  logFile: string,
  settings: Record<string, string>,
  known?: stage.Workspace,
) {
  const service = await stage.startService(logFile, settings);
  await stage.untilReady(service);
  const workspace = known ?? (await stage.provision(service.url, settings.OPERATOR_TOKEN!, ACCOUNTS));
  const atStart = stage.residentMemory(service.pid);
  const share = MEMORY_CALLS / 5;
  const mix = [
    ['log_capture', 'rest', 2 * share],
    ['read_account', 'rest', share],
    ['verify_session', 'rest', share],
    ['log_capture', 'mcp', share],
  ] as const;
  for (const [tool, transport, calls] of mix) {
    await drive(service.url, callOf(tool, transport, workspace.keys, workspace.accountIds), { connections: 16, calls });
  }
  const after = stage.residentMemory(service.pid);
  results[`memory, ${where}`] = { calls: MEMORY_CALLS, atStart: atStart.now, after: after.now, peak: after.peak };
  say(
    `  ${where.padEnd(20)} ${atStart.now} MB once ready, ${after.now} MB after ${MEMORY_CALLS.toLocaleString('en')} calls ` +
      `(peak ${after.peak} MB)`,
  );
  await stopped(service);
}

async function measureStart(folder: string) {
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
  const first = await once('node');
  const warm: Record<string, number[]> = { node: [], npm: [] };
  for (let n = 0; n < (options.quick ? 1 : 3); n++) {
    for (const command of ['node', 'npm'] as const) warm[command]!.push(await once(command));
  }
  const line = (name: string, times: number[]) =>
    say(`  ${name.padEnd(36)} ${times.map((t) => t.toFixed(2)).join('  ')}`);
  line('first start, empty folder', [first]);
  line('node server/main.ts, warm folder', warm.node!);
  line('npm start, warm folder', warm.npm!);
  results.start = { first, ...warm };
}

async function stopped(service: stage.Service) {
  const code = await service.stop();
  if (code !== 0) say(`  WARNING: the service ended with ${code ?? 'a signal'} on SIGTERM`);
}

async function main() {
  const folder = await stage.temporaryFolder();
  const load = loadavg()[0]!;
  say(
    `Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), load ${load.toFixed(2)} before the run`,
  );
  if (load > 0.5) say('WARNING: the machine is busy with something else; only ratios mean anything.');
  results.machine = { node: process.version, cpus: cpus().length, model: cpus()[0]?.model, load };
  say(`${ROUNDS} rounds of ${SECONDS} s each; ratios are against the bare node:http + pg program in the same rounds`);

  const secrets = stage.newSecrets();
  const transports = parts.includes('postgres') || parts.includes('embedded');
  const servers = transports || parts.includes('memory') ? await stage.startServices() : undefined;
  const bare = transports
    ? await stage.startBaseline(await stage.newDatabase(servers!.databaseUrl, 'bare'), ACCOUNTS)
    : undefined;

  const onServers = async () => ({
    ...secrets,
    DATA_DIR: join(folder, 'postgres'),
    DATABASE_URL: await stage.newDatabase(servers!.databaseUrl, 'bench'),
    REDIS_URL: servers!.redisUrl,
  });
  const embedded = { ...secrets, DATA_DIR: join(folder, 'embedded') };

  const settings = parts.includes('postgres') || parts.includes('memory') ? await onServers() : undefined;
  let workspace: stage.Workspace | undefined;
  if (parts.includes('postgres')) {
    const service = await stage.startService(join(folder, 'postgres.log'), settings!);
    await stage.untilReady(service);
    workspace = await stage.provision(service.url, secrets.OPERATOR_TOKEN, ACCOUNTS);
    await stage.analyze(settings!.DATABASE_URL);
    sayFloors(await measureTransports('postgres', 'PostgreSQL + Redis', bare!, service.url, workspace));
    await stopped(service);
  }
  let embeddedWorkspace: stage.Workspace | undefined;
  if (parts.includes('embedded')) {
    const service = await stage.startService(join(folder, 'embedded.log'), embedded);
    await stage.untilReady(service);
    embeddedWorkspace = await stage.provision(service.url, secrets.OPERATOR_TOKEN, ACCOUNTS);
    const title = 'Embedded default (the bare program stays on PostgreSQL)';
    await measureTransports('embedded', title, bare!, service.url, embeddedWorkspace);
    await stopped(service);
  }
  if (parts.includes('start')) await measureStart(folder);
  if (parts.includes('memory')) {
    say('\nResident memory of the process');
    await measureMemory('PostgreSQL + Redis', join(folder, 'postgres.log'), settings!, workspace);
    await measureMemory('embedded', join(folder, 'embedded.log'), embedded, embeddedWorkspace);
  }
  if (parts.includes('answers')) results.answers = await measureAnswers(options.quick);
  if (parts.includes('gtm')) results.gtm = await measureGtm(options.quick);
  if (options.json) writeFileSync(options.json, `${JSON.stringify(results, null, 2)}\n`);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await stage.clearStage();
}
