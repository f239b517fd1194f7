import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';

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
  /** Where its data is. */
  readonly folder: string;

  private constructor(url: string, folder: string) {
    this.url = url;
    this.folder = folder;
  }

  /** @param within the folder that it keeps its data in; the system's for temporary files by default */
  static async start(within?: string): Promise<PostgresServer> {
    const where: Record<string, string> = within === undefined ? {} : { TMPDIR: within };
    const exports = await bash('bash "$1" start', { SERVICES_FRESH: '1', ...where });
    const value = (name: string) => new RegExp(`^export ${name}=(.*)$`, 'm').exec(exports)![1]!;
    return new PostgresServer(value('TEST_DATABASE_URL'), value('SERVICES_DIR'));
  }

  /** Stops it: `immediate` as a crash of its machine would, `fast` as an ordinary restart does. */
  async stop(mode: 'immediate' | 'fast' = 'immediate'): Promise<void> {
    await this.#control(`-m ${mode} stop`);
  }

  /** Whether it takes connections. */
  async isUp(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => {});
    const up = client.connect().then(
      () => true,
      () => false,
    );
    await up.finally(() => client.end().catch(() => {}));
    return up;
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
    await bash(`bash "$1" stop ${this.folder}`);
  }

  async #control(what: string): Promise<void> {
    const state = join(this.folder, 'state');
    await bash(
      `source "$1"; source ${state}; services__pg_user=$pg_user; services__as_pg "$pg_bin/pg_ctl" -D "$pg_data" -w ${what} >/dev/null 2>&1 </dev/null`,
    );
  }

  #processes(): number[] {
    const file = join(this.folder, 'postgresql/data/postmaster.pid');
    const main = Number(readFileSync(file, 'utf8').split('\n', 1)[0]);
    const children = readFileSync(`/proc/${main}/task/${main}/children`, 'utf8').trim().split(' ');
    return [main, ...children.filter(Boolean).map(Number)];
  }
}
