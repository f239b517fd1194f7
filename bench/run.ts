// npm run bench [-- --quick] [--only <name>[,<name>…]] [--connections 1,16] [--rounds n] [--calls n] [--beside <checkout>] [--json <file>]
//
// --only takes parts (postgres, embedded, sdk, silence, start, memory, answers, gtm) and tools (log_capture, read_account,
// verify_session). --calls counts calls of a round in place of seconds, for a busy machine. --beside starts the service of another checkout too and measures it in the same rounds.
//
// 100 workspaces with whole accounts, captures of three sentences. Rounds are interleaved, so that other load on the
// machine affects all alike; ratios are total calls over total time. Processor time of a call is the steadier figure.
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { measureAnswers } from './answers.ts';
import * as stage from './environment.ts';
import { EMBEDDED, lineOf, type Reached } from './goals.ts';
import { measureGtm } from './gtm.ts';
import { makePlaces, WORKSPACES } from './places.ts';
import { measureMemory, measureSilence, measureStart } from './process-figures.ts';
import { postmasterOf } from './processor-time.ts';
import { measureSdk } from './sdk.ts';
import { measureTransports, reachedOnPostgres, type Running } from './transports.ts';
import { type Place, TOOLS } from './workload.ts';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    connections: { type: 'string', default: '1,16,64' },
    rounds: { type: 'string' },
    calls: { type: 'string' },
    beside: { type: 'string' },
    json: { type: 'string' },
  },
});

const PARTS = ['postgres', 'embedded', 'sdk', 'silence', 'start', 'memory', 'answers', 'gtm'];
const only = options.only?.split(',') ?? [];
const known: string[] = [...PARTS, ...TOOLS];
const unknown = only.filter((name) => !known.includes(name));
if (unknown.length > 0) throw new Error(`--only ${unknown.join()}: known are ${known.join(', ')}`);
const chosen = <Name extends string>(all: readonly Name[], unlessNamed: readonly Name[]) => {
  const named = all.filter((name) => only.includes(name));
  return named.length > 0 ? named : unlessNamed;
};
const tools = chosen(TOOLS, TOOLS);
const parts = chosen(PARTS, tools.length < TOOLS.length ? ['postgres', 'embedded'] : PARTS);

const connections = options.connections.split(',').map(Number);
const seconds = options.quick ? 0.7 : 1.5;
const rounds = {
  rounds: Number(options.rounds ?? (options.quick ? 2 : 8)),
  each: options.calls === undefined ? { seconds } : { calls: Number(options.calls) },
  warmUp: options.calls === undefined ? { seconds } : { calls: 3 * Number(options.calls) },
};
const MEMORY_CALLS = options.quick ? 10_000 : 50_000;
const SILENCE_S = options.quick ? 12 : 30;

const say = (line = '') => process.stdout.write(`${line}\n`);
const results: Record<string, unknown> = {};
const reached: Reached[] = [];

type Settings = Record<string, string> & stage.Secrets;
type Servers = Awaited<ReturnType<typeof stage.startServices>>;

async function startOurs(
  logFile: string,
  settings: Settings,
  checkout?: string,
): Promise<Running & { stop(): Promise<void> }> {
  const service = await stage.startService(logFile, settings, 'node', checkout);
  await stage.untilReady(service);
  const places = await makePlaces(service.url, settings.OPERATOR_TOKEN);
  const { DATABASE_URL } = settings;
  if (DATABASE_URL !== undefined) await stage.analyze(DATABASE_URL);
  const postmaster = DATABASE_URL === undefined ? undefined : await postmasterOf(DATABASE_URL);
  return { url: service.url, pid: service.pid, places, postmaster, stop: () => stage.stopped(service) };
}

async function startBare({ databaseUrl }: Servers): Promise<Running> {
  const url = await stage.newDatabase(databaseUrl, 'bare');
  const env = { DATABASE_URL: url, WORKSPACES: String(WORKSPACES) };
  const started = await stage.startProgram<{ url: string; places: Place[] }>(['bench/baseline.ts'], env);
  return { ...started, postmaster: await postmasterOf(url) };
}

async function onPostgres(folder: string, servers: Servers, bare: Running | undefined) {
  const settingsFor = async (name: string): Promise<Settings> => ({
    ...stage.newSecrets(),
    DATA_DIR: join(folder, name),
    DATABASE_URL: await stage.newDatabase(servers.databaseUrl, 'bench'),
    REDIS_URL: servers.redisUrl,
  });
  const settings = await settingsFor('postgres');
  const ours = await startOurs(join(folder, 'postgres.log'), settings);
  if (parts.includes('postgres')) {
    const beside =
      options.beside === undefined
        ? undefined
        : await startOurs(join(folder, 'beside.log'), await settingsFor('beside'), resolve(options.beside));
    const programs = { bare: bare!, ours, beside };
    const rows = await measureTransports('PostgreSQL + Redis', programs, { tools, connections, ...rounds });
    results.postgres = rows;
    reached.push(...reachedOnPostgres(rows));
    await beside?.stop();
  }
  if (parts.includes('sdk')) {
    const sdk = await measureSdk(ours, rounds);
    results.sdk = sdk.rows;
    reached.push(...sdk.reached);
  }
  if (parts.includes('silence')) results.silence = await measureSilence(ours, SILENCE_S);
  await ours.stop();
  return { settings, places: ours.places };
}

async function embedded(folder: string, bare: Running) {
  const settings: Settings = { ...stage.newSecrets(), DATA_DIR: join(folder, 'embedded') };
  const ours = await startOurs(join(folder, 'embedded.log'), settings);
  const title = 'Embedded default (the bare program stays on PostgreSQL)';
  const rows = await measureTransports(title, { bare, ours }, { tools, connections, ...rounds });
  results.embedded = rows;
  for (const { tool, name, connections: many, perSecond } of rows) {
    const goal = many === 1 && name === 'REST' ? EMBEDDED[tool] : undefined;
    if (goal !== undefined) reached.push({ ...goal, value: perSecond });
  }
  await ours.stop();
  return { settings, places: ours.places };
}

function sayMachine() {
  const load = loadavg()[0]!;
  const model = cpus()[0]?.model.trim();
  say(`Node ${process.version}, ${cpus().length} cores (${model}), load ${load.toFixed(2)} before the run`);
  if (load > 0.5)
    say('WARNING: the machine is busy with something else; only ratios and processor time mean anything.');
  results.machine = { node: process.version, cpus: cpus().length, model, load };
  const each = options.calls === undefined ? `${seconds} s` : `${options.calls} calls`;
  say(`${rounds.rounds} rounds of ${each} each, ${WORKSPACES} workspaces`);
}

async function main() {
  const folder = await stage.temporaryFolder();
  sayMachine();
  const has = (...names: string[]) => names.some((name) => parts.includes(name));
  const servers = has('postgres', 'embedded', 'sdk', 'silence', 'memory') ? await stage.startServices() : undefined;
  const bare = has('postgres', 'embedded') ? await startBare(servers!) : undefined;
  const postgres = has('postgres', 'sdk', 'silence', 'memory') ? await onPostgres(folder, servers!, bare) : undefined;
  const inFolder = has('embedded') ? await embedded(folder, bare!) : undefined;
  if (has('start')) {
    const start = await measureStart(folder, options.quick ? 1 : 5);
    results.start = start;
    reached.push(...start.reached);
  }
  if (has('memory')) {
    say('\nResident memory of the process');
    const calls = MEMORY_CALLS;
    const fresh = { settings: { ...stage.newSecrets(), DATA_DIR: join(folder, 'memory') } };
    const onServer = await measureMemory('postgres', { logFile: join(folder, 'postgres.log'), ...postgres!, calls });
    const inProcess = await measureMemory('embedded', {
      logFile: join(folder, 'embedded.log'),
      ...(inFolder ?? fresh),
      calls,
    });
    results.memory = { postgres: onServer, embedded: inProcess };
    reached.push(onServer.reached, inProcess.reached);
  }
  if (has('answers')) results.answers = await measureAnswers(options.quick);
  if (has('gtm')) results.gtm = await measureGtm(options.quick);
  say('\nGoals');
  for (const each of reached) say(lineOf(each));
  results.goals = reached;
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
