import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Cluster, Writer } from './cluster.ts';
import type { Answered, Told, Write } from './ledger.ts';

/** Answers in a row, of calls begun afterwards, that count as back to normal. */
const NORMAL_AFTER = 20;

/** The first wait before a repetition, and the longest: twice as long each time, and never the same for all. */
const RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;

/** Connections: what is more waits here, where a service that falls behind cannot take every file. */
const CONNECTIONS = 1_000;

const retryAfter = (attempts: number) =>
  Math.min(LONGEST_RETRY_MS, RETRY_MS * 2 ** (attempts - 1)) * (0.5 + Math.random() / 2);

/**
 * Calls at a steady rate, whatever becomes of the earlier ones: of ten, five captures, one prospect, one plan entry and
 * three reads. Every second write is repeated with its idempotency key until it is acknowledged; the others go once.
 */
export class Traffic {
  readonly writes: Write[] = [];
  readonly answered: Answered[] = [];
  readonly #cluster: Cluster;
  readonly #prefix: string;
  readonly #rate: number;
  readonly #running = new Set<Promise<unknown>>();
  readonly #agent = new Agent({ connections: CONNECTIONS });
  /** Requests on a connection, and what waits for one, the first to come first. */
  #sent = 0;
  readonly #waiting: (() => void)[] = [];
  #count = 0;
  #stopped = false;
  #abandoned = false;
  #broken: unknown;
  #loop: Promise<void> | undefined;

  /** @param prefix of every mark; @param rate calls a second */
  constructor(cluster: Cluster, prefix: string, rate: number) {
    this.#cluster = cluster;
    this.#prefix = prefix;
    this.#rate = rate;
  }

  start(): this {
    this.#loop = this.#send();
    return this;
  }

  /** Calls that were begun and are not answered yet, waits before a repetition included. */
  get inProgress(): number {
    return this.#running.size;
  }

  /** Sends no more, and waits until every repeated write was acknowledged. @throws Error where one never is */
  async stop(withinMs = 60_000): Promise<void> {
    this.#stopped = true;
    await this.#loop;
    const all = Promise.all(this.#running);
    if ((await Promise.race([all, sleep(withinMs, 'late' as const, { ref: false })])) === 'late') {
      this.#abandoned = true;
      const open = this.writes.filter(({ repeated, told }) => repeated && told.at(-1) !== 'ok');
      const told = Object.entries(Object.groupBy(open, (write) => write.told.at(-1) ?? 'nothing yet'));
      const words = told.map(([what, writes]) => `${writes!.length} told ${what}`).join(', ');
      const late = this.#running.size;
      await this.#agent.destroy();
      await all;
      throw new Error(`${late} calls went on ${withinMs} ms after the end: of writes ${words}`);
    }
    await this.#agent.close();
  }

  /** Milliseconds until calls begun from now on are answered without a failure. @throws Error after 30 s */
  async normalAgain(except?: number): Promise<number> {
    const from = performance.now();
    // Answers come in the order in which they end, so that none from before now was begun since.
    const known = this.answered.length;
    while (performance.now() - from < 30_000) {
      if (this.#broken !== undefined) throw this.#broken;
      const since = this.answered
        .slice(known)
        .filter(({ at, tenant }) => at >= from && tenant !== except)
        .sort((a, b) => a.at - b.at);
      let run = 0;
      for (const { at, told } of since) {
        run = told === 'ok' ? run + 1 : 0;
        if (run === NORMAL_AFTER) {
          const first = since[since.findIndex((one) => one.at === at) - NORMAL_AFTER + 1]!;
          return first.at - from;
        }
      }
      await sleep(50);
    }
    const told = Object.entries(Object.groupBy(this.answered.slice(known), (one) => one.told));
    const words = told.map(([what, answers]) => `${answers!.length} ${what}`).join(', ');
    throw new Error(`not back to normal within 30 s: ${words === '' ? 'no answers' : words}`);
  }

  async #send(): Promise<void> {
    const from = performance.now();
    for (let due = 0; !this.#stopped; due += 1000 / this.#rate) {
      const ahead = from + due - performance.now();
      if (ahead > 1) await sleep(ahead);
      const call = this.#call(this.#count++)
        .catch((error: unknown) => (this.#broken ??= error))
        .finally(() => this.#running.delete(call));
      this.#running.add(call);
    }
  }

  async #call(index: number): Promise<void> {
    const tenant = index % this.#cluster.writers.length;
    const who = this.#cluster.writers[tenant]!;
    const kind = index % 10;
    if (kind >= 7) {
      await this.#ask(tenant, who, 'read_account', { id: who.accountId });
      return;
    }
    const write: Write = { mark: `${this.#prefix}${index}`, repeated: index % 2 === 0, told: [] };
    this.writes.push(write);
    const [tool, input] = requestOf(kind, write.mark, who);
    const headers: Record<string, string> = write.repeated
      ? { 'idempotency-key': write.mark.replaceAll(' ', '_') }
      : {};
    do {
      if (write.told.length > 0) await sleep(retryAfter(write.told.length));
      const told = await this.#ask(tenant, who, tool, input, headers);
      write.told.push(told);
      if (told === 'invalid_input') throw new Error(`The traffic itself is refused: ${tool}`);
    } while (write.repeated && write.told.at(-1) !== 'ok' && !this.#abandoned);
  }

  async #ask(
    tenant: number,
    who: Writer,
    tool: string,
    input: object,
    headers: Record<string, string> = {},
  ): Promise<Told> {
    // Times are those of the service: what waits for a connection here was not sent to it yet.
    if (this.#sent >= CONNECTIONS) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#sent += 1;
    const at = performance.now();
    const urls = this.#cluster.baseUrls;
    const url = `${urls[this.#count % urls.length]}/api/v1/tools/${tool}`;
    try {
      const answer = await request(url, {
        method: 'POST',
        dispatcher: this.#agent,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${who.key}`, ...headers },
        body: JSON.stringify(input),
      });
      const body = await answer.body.text();
      const told: Told = answer.statusCode === 200 ? 'ok' : (codeIn(body) ?? `status ${answer.statusCode}`);
      const requestId = answer.headers['x-request-id']?.toString();
      this.answered.push({ at, tool, told, ms: performance.now() - at, tenant, requestId });
      return told;
    } catch {
      this.answered.push({ at, tool, told: 'no answer', ms: 0, tenant });
      return 'no answer';
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#sent -= 1;
      else next();
    }
  }
}

/** The code of an error's envelope; undefined where the answer is something else. */
function codeIn(body: string): Told | undefined {
  try {
    return (JSON.parse(body) as { error?: { code?: Told } }).error?.code;
  } catch {
    return undefined;
  }
}

function requestOf(kind: number, mark: string, who: Writer): [tool: string, input: object] {
  if (kind === 5) return ['update_prospect', { name: mark }];
  if (kind === 6) return ['add_to_plan', { account_id: who.accountId, section: 'risks', content: mark }];
  return ['log_capture', { source: 'trust', text: mark, account_id: who.accountId }];
}
