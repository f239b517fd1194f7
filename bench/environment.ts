// What a benchmark needs: PostgreSQL and Redis, the service, the baseline program, a provisioned workspace;
// and the cleanup of all of it, however the run ends.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { LARGE_PAGES } from '../e2e/harness/child-environment.ts';
import { dropDatabase } from '../e2e/harness/drop-database.ts';
import { freePort } from '../e2e/harness/free-port.ts';

export const root = fileURLToPath(new URL('..', import.meta.url));
const SERVICES = join(root, 'e2e/harness/services.sh');

const cleanups: (() => unknown)[] = [];

/** Runs `end` when the benchmark is over, the last one first. */
export const afterwards = (end: () => unknown) => cleanups.push(end);

/** Ends everything that was started. */
export async function clearStage(): Promise<void> {
  for (let end = cleanups.pop(); end; end = cleanups.pop()) {
    try {
      await end();
    } catch (error) {
      process.stderr.write(`bench: clearing up: ${String(error)}\n`);
    }
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void clearStage().finally(() => process.exit(1)));
}

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sales-bench-'));
  afterwards(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** PostgreSQL and Redis through the same script as the tests use. */
export async function startServices(): Promise<{ databaseUrl: string; redisUrl: string }> {
  const { stdout } = await promisify(execFile)('bash', [SERVICES, 'start']);
  const value = (name: string) => {
    const found = new RegExp(`^export ${name}=(.+)$`, 'm').exec(stdout)?.[1];
    if (!found) throw new Error(`services.sh printed no ${name}`);
    return found.replace(/\\(.)/g, '$1');
  };
  const folder = value('SERVICES_DIR');
  afterwards(() => promisify(execFile)('bash', [SERVICES, 'stop', folder]));
  return { databaseUrl: value('TEST_DATABASE_URL'), redisUrl: value('TEST_REDIS_URL') };
}

/** A client that an end of the benchmark may cut off: its error must not keep the rest from being cleared up. */
export function clientOf(connectionString: string): Client {
  const client = new Client({ connectionString });
  client.on('error', () => {});
  return client;
}

/** A new, empty database on the same server; dropped afterwards. */
export async function newDatabase(databaseUrl: string, name: string): Promise<string> {
  const unique = `${name}_${randomBytes(4).toString('hex')}`;
  const run = async (work: (client: Client) => Promise<unknown>) => {
    const client = clientOf(databaseUrl);
    await client.connect();
    await work(client).finally(() => client.end());
  };
  await run((client) => client.query(`CREATE DATABASE ${unique}`));
  afterwards(() => run((client) => dropDatabase(client, unique)));
  const url = new URL(databaseUrl);
  url.pathname = `/${unique}`;
  return url.href;
}

/** Statistics as autovacuum would have collected them by then; the baseline does the same for its tables. */
export async function analyze(databaseUrl: string): Promise<void> {
  const client = clientOf(databaseUrl);
  await client.connect();
  await client.query('ANALYZE').finally(() => client.end());
}

/** Whether any process of the group still runs; a zombie does not. */
function groupRuns(group: number): boolean {
  return readdirSync('/proc').some((entry) => {
    if (!/^\d+$/.test(entry)) return false;
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
      const [state, , processGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return Number(processGroup) === group && state !== 'Z';
    } catch {
      return false;
    }
  });
}

/**
 * SIGTERM to the process (and, for a group leader, its group), SIGKILL after 15 s; resolves with its exit code, for a
 * group once all of it has ended (npm may end before the service it started).
 */
async function end(child: ChildProcess, group: boolean): Promise<number | null> {
  if (child.pid === undefined) return child.exitCode;
  const pid = group ? -child.pid : child.pid;
  const runs = () => (group ? groupRuns(child.pid!) : child.exitCode === null && child.signalCode === null);
  const signal = (name: 'SIGTERM' | 'SIGKILL') => {
    try {
      process.kill(pid, name);
    } catch {
      // It ended between the check and the signal.
    }
  };
  if (runs()) signal('SIGTERM');
  const patience = performance.now() + 15_000;
  while (runs()) {
    if (performance.now() > patience) signal('SIGKILL');
    await sleep(20);
  }
  return child.exitCode;
}

/** As `npm start` has them. */
const FLAGS = ['--max-semi-space-size=16'];

export type Service = { url: string; pid: number; startedAt: number; stop: () => Promise<number | null> };

/**
 * Starts the service with only `settings` in its environment, beside PATH, HOME and what `npm start` sets; its output goes
 * to `logFile`. Returns at once: `untilReady` waits.
 * @param checkout the folder of the program, where it is not this one
 */
export async function startService(
  logFile: string,
  settings: Record<string, string>,
  command: 'node' | 'npm' = 'node',
  checkout = root,
): Promise<Service & { child: ChildProcess; logFile: string }> {
  const port = await freePort();
  const log = openSync(logFile, 'a');
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    GLIBC_TUNABLES: LARGE_PAGES,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'info',
    ...settings,
  };
  const startedAt = performance.now();
  const child =
    command === 'npm'
      ? spawn('npm', ['start'], { cwd: checkout, env, stdio: ['ignore', log, log], detached: true })
      : spawn(process.execPath, [...FLAGS, 'server/main.ts'], { cwd: checkout, env, stdio: ['ignore', log, log] });
  closeSync(log);
  let stopping: Promise<number | null> | undefined;
  const stop = () => (stopping ??= end(child, command === 'npm'));
  afterwards(stop);
  return { url: `http://127.0.0.1:${port}`, pid: child.pid!, startedAt, stop, child, logFile };
}

/** Stops a service, and says so when it did not end well. */
export async function stopped(service: Service): Promise<void> {
  const code = await service.stop();
  if (code !== 0) process.stdout.write(`  WARNING: the service ended with ${code ?? 'a signal'} on SIGTERM\n`);
}

/** Retries `attempt` every 5 ms until it returns a value, the service ends, or 60 s have passed. */
export async function until<T>(
  service: { child: ChildProcess; logFile: string },
  attempt: () => Promise<T | undefined>,
): Promise<T> {
  const giveUp = performance.now() + 60_000;
  for (;;) {
    const ended = service.child.exitCode !== null || service.child.signalCode !== null;
    if (ended || performance.now() > giveUp) {
      const tail = readFileSync(service.logFile, 'utf8').split('\n').slice(-30).join('\n');
      throw new Error(`the service ${ended ? 'ended' : 'was not ready within 60 s'}; its log ends:\n${tail}`);
    }
    const result = await attempt().catch(() => undefined);
    if (result !== undefined) return result;
    await sleep(5);
  }
}

export const untilReady = (service: { url: string; child: ChildProcess; logFile: string }) =>
  until(service, async () => ((await fetch(`${service.url}/readyz`)).status === 200 ? true : undefined));

/** Starts a program of this folder that prints one JSON line once it listens. */
export async function startProgram<Printed>(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  afterwards(() => end(child, false));
  const line = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}`)));
  });
  return { ...(JSON.parse(line) as Printed), pid: child.pid! };
}

export type Secrets = { OPERATOR_TOKEN: string; SESSION_SECRET: string; ENCRYPTION_KEYS: string };

export const newSecrets = (): Secrets => ({
  OPERATOR_TOKEN: randomBytes(24).toString('hex'),
  SESSION_SECRET: randomBytes(32).toString('hex'),
  ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
});

/** Posts JSON with a bearer token. @throws Error at any status but 200 */
export async function post(url: string, token: string, body: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  // A machine busy with other work asks for patience before the measuring begins.
  const wait = Number(response.headers.get('retry-after'));
  if (response.status === 429 && wait > 0) return sleep(wait * 1_000).then(() => post(url, token, body));
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}

/** The first id with this prefix anywhere in an answer. */
export function idIn(answer: unknown, prefix: string): string {
  const id = new RegExp(`"(${prefix}_[A-Za-z0-9_-]+)"`).exec(JSON.stringify(answer))?.[1];
  if (!id) throw new Error(`no ${prefix}_ id in ${JSON.stringify(answer)}`);
  return id;
}

export type Workspace = { keys: string[]; clearedKeys: string[]; accountIds: string[] };

/**
 * A user with a membership, 64 keys whose limit is counted but never reached, 8 whose limit is cleared, and accounts
 * with three opportunities and three contacts each, as in the baseline.
 */
export async function provision(base: string, operatorToken: string, accounts: number): Promise<Workspace> {
  const operator = async (procedure: string, input: unknown) => {
    const answer = await post(`${base}/trpc/operator.${procedure}`, operatorToken, input);
    return (answer as { result: { data: Record<string, string> } }).result.data;
  };
  const email = `bench-${randomBytes(4).toString('hex')}@example.com`;
  const { user_id } = await operator('users.create', { email, name: 'Bench' });
  await operator('entitlements.grant', { user_id, kind: 'membership', slug: 'pro' });
  const newKey = async (name: string, rate_limit: number | null) =>
    (await operator('keys.create', { user_id, name, scopes: 'all', rate_limit })).key!;
  const keys: string[] = [];
  const clearedKeys: string[] = [];
  for (let n = 0; n < 64; n++) keys.push(await newKey(`bench ${n}`, 1_000_000));
  for (let n = 0; n < 8; n++) clearedKeys.push(await newKey(`bench cleared ${n}`, null));

  const key = clearedKeys[0]!;
  const write = async (entity: string, facts: object) =>
    post(`${base}/api/v1/tools/gtm_crm_write`, key, { entity, facts });
  const accountIds = await Promise.all(
    Array.from({ length: accounts }, async (_, n) =>
      idIn(
        await write('account', { name: `Account ${n}`, domain: `account-${n}.example`, industry: 'software' }),
        'acc',
      ),
    ),
  );
  for (const account_id of accountIds) {
    const opps = [1, 2, 3].map((n) =>
      write('opp', { account_id, name: `Deal ${n}`, stage: 'discovery', amount: 1000 * n }),
    );
    const contacts = [1, 2, 3].map((n) =>
      write('contact', { account_id, name: `Person ${n}`, title: 'Buyer', email: `p${n}@account.example` }),
    );
    await Promise.all([...opps, ...contacts]);
  }
  return { keys, clearedKeys, accountIds };
}

/** Resident memory now and at its peak, in MB. */
export function residentMemory(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') };
}
