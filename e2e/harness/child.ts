import { type ChildProcess, spawn } from 'node:child_process';
import { inherited, ROOT } from './child-environment.ts';
import { environment } from './environment.ts';

const START_MS = 60_000;

/** Optimizing the embedded database takes a second of processor time, which pays only in processes that do much. */
const QUICK_START = ['--liftoff-only'];

/** How a process ended: its exit code, or the signal that ended it. */
export type Ending = number | NodeJS.Signals;

/** The service as a separate process: it can be killed, and two of them can share a database. */
export type Child = {
  baseUrl: string;
  process: ChildProcess;
  /** Everything it wrote to standard output and error so far. */
  output(): string;
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Ending>;
};

/** A failed start: how it ended, and its output. */
export class StartFailed extends Error {
  readonly ending: Ending;
  readonly output: string;

  constructor(ending: Ending, output: string) {
    super(`The process ended with ${ending}: ${output}`);
    this.ending = ending;
    this.output = output;
  }
}

/** What can be started by itself, and what it writes once it is ready. */
const PROGRAMS = { 'server/main.ts': /listens on (\S+)/, 'server/worker.ts': /(does jobs)/ };

/**
 * Starts `node server/main.ts`, or another program, and waits until it is ready.
 * @param env added to the environment of every test's service
 * @param spawned called with the process before it listens
 * @param options.cwd the repository it is started from, or a copy of it
 * @param options.busy whether it has much to do
 * @param options.program the address of one that serves none is empty
 * @throws StartFailed
 */
export async function startChild(
  env: Record<string, string>,
  spawned: (process: ChildProcess) => void = () => {},
  {
    cwd = ROOT,
    busy = false,
    program = 'server/main.ts',
  }: { cwd?: string; busy?: boolean; program?: keyof typeof PROGRAMS } = {},
): Promise<Child> {
  const isQuick = env['DATABASE_URL'] === undefined && !busy;
  const child = spawn(process.execPath, [...(isQuick ? QUICK_START : []), program], {
    cwd,
    env: { ...inherited(cwd), ...environment(env) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<Ending>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal!));
  });
  const ready = new Promise<string>((resolve) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const found = PROGRAMS[program].exec(output)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
  });
  // No process outlives its test, however the test ends.
  const killed = () => child.kill('SIGKILL');
  process.once('exit', killed);
  void ended.then(() => process.removeListener('exit', killed));
  const timer = setTimeout(killed, START_MS);
  spawned(child);
  const first = await Promise.race([ready, ended]);
  clearTimeout(timer);
  if (!PROGRAMS[program].test(output)) throw new StartFailed(first as Ending, output);
  return {
    baseUrl: program === 'server/main.ts' ? (first as string) : '',
    process: child,
    output: () => output,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}
