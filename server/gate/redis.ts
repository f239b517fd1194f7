import type { Logger } from 'pino';
import { createClient, defineScript } from 'redis';
import { within } from '../within.ts';
import { COMMAND_MS } from './redis-time-limit.ts';

/**
 * Counts a call of each key in its window and answers when the windows end, in one atomic step: Redis's time, then count
 * and milliseconds of each key. After its deadline, by Redis's own clock, a command counts nothing and answers the time
 * alone: a Redis that comes back finds commands whose calls were counted elsewhere.
 */
const countCalls = defineScript({
  SCRIPT: `local time = redis.call('TIME')
           local now = time[1] * 1000 + math.floor(time[2] / 1000)
           local answer = { now }
           if now > tonumber(ARGV[2]) then return answer end
           for at, key in ipairs(KEYS) do
             local n = redis.call('INCR', key)
             if n == 1 then redis.call('PEXPIRE', key, ARGV[1]) end
             answer[2 * at] = n
             answer[2 * at + 1] = redis.call('PTTL', key)
           end
           return answer`,
  IS_READ_ONLY: false,
  parseCommand(parser, keys: string[], windowMs: number, deadline: number) {
    parser.pushKeysLength(keys);
    parser.push(String(windowMs), String(deadline));
  },
  transformReply: (reply: unknown) => reply as readonly number[],
});

/**
 * How long after that Redis may still count the call, in milliseconds: its command was perhaps not written in time. No
 * call is counted twice by it, as the process drops its own count once Redis has answered.
 */
export const GRACE_MS = 200;

/** Round trips without an answer, one after the other, after which the connection is given up. */
const MAX_FAILURES = 3;

/** Time limit of a new connection, and the wait before the next one is tried, in milliseconds. */
const CONNECT_MS = 1_000;
const RETRY_MS = 500;

/** A key's calls in its window, and the milliseconds until that ends. */
export type Counted = { calls: number; resetMs: number };

const newClient = (url: string) =>
  createClient({
    url,
    scripts: { countCalls },
    // Whoever waits does so for less; a timer of each command would cost it more than the command.
    commandOptions: { timeout: 0 },
    disableOfflineQueue: true,
    socket: { connectTimeout: CONNECT_MS, reconnectStrategy: false },
  });

type Client = ReturnType<typeof newClient>;

/** Redis's clock less `performance.now()`, in milliseconds. @throws Error when it is late */
async function readClock(client: Client): Promise<number> {
  const time = await within(COMMAND_MS, client.time());
  if (time === undefined) throw new Error('Redis did not answer in time');
  return Number(time[0]) * 1_000 + Math.floor(Number(time[1]) / 1_000) - performance.now();
}

/**
 * The shared counter's connection, with a breaker: after a few round trips without an answer it is given up, and
 * nothing waits for Redis until a new connection has answered. Losing it never ends the process.
 */
export class RedisLimiterClient {
  readonly #url: string;
  readonly #log: Logger;
  /** Undefined while the breaker is open. */
  #client: Client | undefined;
  /** Redis's clock less `performance.now()`. */
  #clock = 0;
  #failures = 0;
  #isLost = false;
  #isClosed = false;
  #retry: NodeJS.Timeout | undefined;

  private constructor(url: string, log: Logger) {
    this.#url = url;
    this.#log = log;
  }

  /** Tries once and goes on in the background: a Redis that is down at start is treated like one lost later. */
  static async connect(url: string, log: Logger): Promise<RedisLimiterClient> {
    const made = new RedisLimiterClient(url, log);
    await made.#open();
    return made;
  }

  /**
   * Counts one call for each key, in one command. Undefined where Redis did not answer in time.
   * @param until a time of `performance.now()`; what reaches Redis well after it is not counted there
   * @param missed told of each call that Redis has not counted and will not, as soon as that is known
   */
  async countCalls(
    keyIds: readonly string[],
    windowMs: number,
    until: number,
    missed: (keyId: string) => void = () => {},
  ): Promise<(Counted | undefined)[]> {
    const counted = keyIds.map((): Counted | undefined => undefined);
    const client = this.#client;
    if (client === undefined) {
      keyIds.forEach(missed);
      return counted;
    }
    const deadline = Math.floor(until + GRACE_MS + this.#clock);
    const count = async () => {
      const sentAt = performance.now();
      const keys = keyIds.map((keyId) => `sat:rate:${keyId}`);
      const [now, ...answers] = await client.countCalls(keys, windowMs, deadline);
      // Redis read its clock between the two; a clock that was set moves the estimate with it.
      this.#clock = Math.min(Math.max(this.#clock, now! - performance.now()), now! - sentAt);
      if (answers.length === 0) keyIds.forEach(missed);
      else keyIds.forEach((_, at) => (counted[at] = { calls: answers[2 * at]!, resetMs: answers[2 * at + 1]! }));
      return true;
    };
    try {
      const all = await within(until - performance.now(), count());
      if (all === undefined) throw new Error('Redis did not answer in time');
      this.#failures = 0;
    } catch (error) {
      this.#fail(client, error);
    }
    return [...counted];
  }

  /** Whether limits are shared: asks Redis, for as long as a call would wait. */
  async answers(): Promise<boolean> {
    const client = this.#client;
    if (client === undefined) return false;
    try {
      await readClock(client);
      return true;
    } catch (error) {
      this.#fail(client, error);
      return false;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    this.#client?.destroy();
    this.#client = undefined;
  }

  /** A new connection each time, so that nothing sent over a former one is waited for. */
  async #open(): Promise<void> {
    const client = newClient(this.#url);
    client.on('error', (error) => {
      if (client === this.#client) this.#lose(error);
    });
    try {
      const connected = await within(CONNECT_MS, client.connect());
      if (connected === undefined) throw new Error('Redis did not answer in time');
      // One answer in time is enough; the first command of a connection may be slow.
      this.#clock = await readClock(client).catch(() => readClock(client));
    } catch (error) {
      client.destroy();
      this.#lose(error);
      return;
    }
    if (this.#isClosed) {
      client.destroy();
      return;
    }
    this.#client = client;
    this.#failures = 0;
    if (this.#isLost) this.#log.info('Redis is back: rate limits are shared again');
    this.#isLost = false;
  }

  #fail(client: Client, error: unknown): void {
    if (client !== this.#client) return;
    this.#failures += 1;
    if (this.#failures >= MAX_FAILURES) this.#lose(error);
  }

  #lose(error: unknown): void {
    const client = this.#client;
    this.#client = undefined;
    client?.destroy();
    if (this.#isClosed) return;
    if (!this.#isLost) {
      this.#log.error({ reason: String(error) }, 'Redis is lost: each process counts rate limits for itself');
    }
    this.#isLost = true;
    this.#retry = setTimeout(() => void this.#open(), RETRY_MS).unref();
  }
}
