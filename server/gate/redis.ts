import { createClient, defineScript } from 'redis';
import type { Logger } from 'pino';

/** Counts a call in its window and answers when the window ends, in one atomic step. */
const countCall = defineScript({
  SCRIPT: `local n = redis.call('INCR', KEYS[1])
           if n == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
           return { n, redis.call('PTTL', KEYS[1]) }`,
  NUMBER_OF_KEYS: 1,
  IS_READ_ONLY: false,
  parseCommand(parser, key: string, windowMs: number) {
    parser.pushKey(key);
    parser.push(String(windowMs));
  },
  transformReply: (reply: unknown) => reply as readonly [calls: number, resetMs: number],
});

/** Time limit of a command; after it each process counts by itself. */
const COMMAND_MS = 1_000;

function connectClient(url: string) {
  return createClient({
    url,
    scripts: { countCall },
    disableOfflineQueue: true,
    socket: { connectTimeout: 2_000, reconnectStrategy: (retries) => Math.min(100 * 2 ** retries, 2_000) },
  });
}

/** The shared counter's connection. Losing it never ends the process; it reconnects by itself. */
export class RedisLimiterClient {
  readonly #client: ReturnType<typeof connectClient>;
  readonly #log: Logger;
  #lost = false;

  private constructor(client: ReturnType<typeof connectClient>, log: Logger) {
    this.#client = client;
    this.#log = log;
  }

  /** Connects in the background: a Redis that is down at start is treated like one lost later. */
  static async connect(url: string, log: Logger): Promise<RedisLimiterClient> {
    const client = connectClient(url);
    const made = new RedisLimiterClient(client, log);
    client.on('error', (error) => made.reportLoss(error));
    client.on('ready', () => made.#reportAnswer());
    await Promise.race([client.connect().catch(() => {}), new Promise((resolve) => setTimeout(resolve, 2_500))]);
    return made;
  }

  async countCall(keyId: string, windowMs: number): Promise<{ calls: number; resetMs: number }> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('Redis did not answer in time')), COMMAND_MS);
    });
    try {
      const reply = await Promise.race([this.#client.countCall(`sat:rate:${keyId}`, windowMs), late]);
      this.#reportAnswer();
      return { calls: reply[0], resetMs: reply[1] };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Whether limits are shared now. */
  get connected(): boolean {
    return this.#client.isReady && !this.#lost;
  }

  async ping(): Promise<void> {
    await this.#client.ping();
    this.#reportAnswer();
  }

  #reportAnswer(): void {
    if (!this.#lost) return;
    this.#lost = false;
    this.#log.info('Redis is back: rate limits are shared again');
  }

  reportLoss(error: unknown): void {
    if (!this.#lost) {
      this.#log.error({ reason: String(error) }, 'Redis is lost: each process counts rate limits for itself');
    }
    this.#lost = true;
  }

  async close(): Promise<void> {
    this.#client.destroy();
  }
}
