import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const SERVICES = fileURLToPath(new URL('./services.sh', import.meta.url));

async function bash(script: string, env: Record<string, string> = {}): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-c', script, 'bash', SERVICES], {
    env: { ...process.env, ...env },
    timeout: 120_000,
  });
  return stdout;
}

/** A throw-away PostgreSQL of a test's own, to be stopped, frozen and started again. */
export class PostgresServer {
  readonly url: string;
  readonly #folder: string;

  private constructor(url: string, folder: string) {
    this.url = url;
    this.#folder = folder;
  }

  static async start(): Promise<PostgresServer> {
    const exports = await bash('bash "$1" start', { SERVICES_FRESH: '1' });
    const value = (name: string) => new RegExp(`^export ${name}=(.*)$`, 'm').exec(exports)![1]!;
    return new PostgresServer(value('TEST_DATABASE_URL'), value('SERVICES_DIR'));
  }

  /** Kills it, as a crash of its machine would. */
  async stop(): Promise<void> {
    await this.#control('-m immediate stop');
  }

  async startAgain(): Promise<void> {
    await this.#control(`-t 60 -l "$pg_data/../log" -o "-p ${new URL(this.url).port}" start`);
  }

  /** Stops answering without closing its connections, until `thaw`. */
  freeze(): void {
    for (const pid of this.#processes()) process.kill(pid, 'SIGSTOP');
  }

  thaw(): void {
    for (const pid of this.#processes()) process.kill(pid, 'SIGCONT');
  }

  async remove(): Promise<void> {
    await bash(`bash "$1" stop ${this.#folder}`);
  }

  async #control(what: string): Promise<void> {
    const state = join(this.#folder, 'state');
    await bash(
      `source "$1"; source ${state}; services__pg_user=$pg_user; services__as_pg "$pg_bin/pg_ctl" -D "$pg_data" -w ${what} >/dev/null 2>&1 </dev/null`,
    );
  }

  #processes(): number[] {
    const file = join(this.#folder, 'postgresql/data/postmaster.pid');
    const main = Number(readFileSync(file, 'utf8').split('\n', 1)[0]);
    const children = readFileSync(`/proc/${main}/task/${main}/children`, 'utf8').trim().split(' ');
    return [main, ...children.filter(Boolean).map(Number)];
  }
}
