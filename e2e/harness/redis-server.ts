import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';

/** Whether a command was answered. */
const answers = (port: number, command: 'PING' | 'FLUSHALL' = 'PING') =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => resolve(false));
    socket.once('data', () => {
      resolve(true);
      socket.destroy();
    });
    socket.write(`${command}\r\n`);
  });

/** A Redis of a test's own, to be killed, frozen and started again. */
export class RedisServer {
  readonly #port: number;
  #process: ChildProcess | undefined;

  private constructor(port: number) {
    this.#port = port;
  }

  static async start(): Promise<RedisServer> {
    const server = new RedisServer(await freePort());
    await server.start();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    const options = ['--port', String(this.#port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const child = spawn('redis-server', options, { stdio: 'ignore' });
    const failed = new Promise<never>((_, reject) => child.once('error', reject));
    process.once('exit', this.#kill);
    this.#process = child;
    const up = async () => {
      while (!(await answers(this.#port))) await sleep(50);
    };
    await Promise.race([up(), failed]);
  }

  readonly #kill = () => this.#process?.kill('SIGKILL');

  /** Stops answering without closing its connections, until `thaw`. */
  freeze(): void {
    this.#process!.kill('SIGSTOP');
  }

  thaw(): void {
    this.#process!.kill('SIGCONT');
  }

  /** Deletes all that it holds. */
  async empty(): Promise<void> {
    if (!(await answers(this.#port, 'FLUSHALL'))) throw new Error('Redis did not answer');
  }

  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    process.removeListener('exit', this.#kill);
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}
