import { isIP, type NetConnectOpts } from 'node:net';
import { connect, createSecureContext, type ConnectionOptions, type SecureContext, type TLSSocket } from 'node:tls';
import { AnswerReader, NoAnswer } from './answer.ts';
import { bare, type Destinations, RefusedDestination } from './destination.ts';

/** Time limits of an attempt in milliseconds: until connected, DNS and TLS included, and in all. */
export const CONNECT_MS = 5_000;
export const TOTAL_MS = 15_000;

/** URLs that are remembered as judged. */
const MOST_JUDGED = 1_000;

/** How long an unused connection is kept, how much earlier than its receiver says, and how often they are looked through. */
const IDLE_MS = 20_000;
const EARLY_MS = 1_000;
const SWEEP_MS = 5_000;

/** Where what comes is put, by all connections in turn: a buffer for each read would be garbage of many times its size. */
const ARRIVALS = Buffer.alloc(64 * 1024);

/** `http/1.1` as TLS has it (RFC 7301): a list would be made anew for each connection. */
const ALPN = new Uint8Array([8, ...Buffer.from('http/1.1')]);

/** Unused connections to a host that are kept. */
const MOST_IDLE = 4;

/** Why an attempt failed, besides a status that is no success. */
export type PostError = 'refused_destination' | 'dns' | 'connect_timeout' | 'timeout' | 'tls' | 'connection' | 'status';

/** How an attempt went: an error class, or none for a status 200 to 299. */
export type Posted = {
  status: number | null;
  error: PostError | null;
  response: string | null;
  durationMs: number;
  retryAfter: string | undefined;
};

/** The headers of an attempt that go with it when it is sent, or nothing when it is to be sent no more. */
export type Headers = Record<string, string> | undefined;

class Late extends Error {
  readonly kind: PostError;

  constructor(kind: PostError) {
    super(kind);
    this.kind = kind;
  }
}

/** The receiver ended the connection and did not answer. */
class Lost extends Error {
  readonly code = 'ECONNRESET';
}

function kindOf(error: unknown): PostError {
  if (error instanceof Late) return error.kind;
  if (error instanceof NoAnswer) return 'connection';
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  if (error instanceof RefusedDestination || code === 'invalid_input') return 'refused_destination';
  if (syscall?.startsWith('query') || ['ENOTFOUND', 'EAI_AGAIN', 'ENODATA', 'ESERVFAIL', 'ETIMEOUT'].includes(code)) {
    return 'dns';
  }
  return /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO|ISSUER|ALTNAME|EPROTO/.test(code) ? 'tls' : 'connection';
}

/** Where a URL leads, and how a request to it begins. */
type Target = { host: string; connecting: ConnectionOptions; requestLines: string };

/**
 * A connection to a receiver, which carries one request after the other. Requests are written and answers read here rather
 * than by `node:https`, whose request costs three times as much as all the rest of a delivery.
 */
class Connection {
  readonly #socket: TLSSocket;
  /** Whoever waits for the connection, or for an answer. */
  #waiting: { done(): void; fail(error: Error): void } | undefined;
  #reader: AnswerReader | undefined;
  /** When it is closed if it stays unused, on the process's own clock. */
  expiresAt = Infinity;

  private constructor(options: ConnectionOptions) {
    const callback = (length: number) => {
      this.#read(ARRIVALS.subarray(0, length));
      return true;
    };
    const reading: NetConnectOpts = { ...options, port: options.port!, onread: { buffer: ARRIVALS, callback } };
    this.#socket = connect(reading as ConnectionOptions);
    this.#socket.on('secureConnect', () => this.#end());
    this.#socket.on('error', (error) => this.#end(error));
    this.#socket.on('close', () => this.#end(new Lost()));
  }

  /** Connects; nothing is sent before the connection's own address has been judged. */
  static async open(options: ConnectionOptions, destinations: Destinations): Promise<Connection> {
    const made = new Connection(options);
    await made.#wait(CONNECT_MS, 'connect_timeout');
    try {
      destinations.assertAddress(made.#socket.remoteAddress ?? '');
    } catch (error) {
      made.close();
      throw error;
    }
    return made;
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed && this.#socket.writable;
  }

  /** @param ms time limit, after which an answer whose head has come is taken as it is */
  async exchange(request: string, ms: number): Promise<AnswerReader> {
    if (!this.isOpen) throw new Lost();
    const reader = (this.#reader = new AnswerReader());
    const answered = this.#wait(ms, 'timeout');
    this.#socket.write(request);
    await answered;
    return reader;
  }

  close(): void {
    this.#socket.destroy();
  }

  #wait(ms: number, kind: PostError): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#socket.destroy(new Late(kind)), ms);
      this.#waiting = {
        done: () => {
          clearTimeout(timer);
          resolve();
        },
        fail: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      };
    });
  }

  #read(bytes: Buffer): void {
    // Nobody asked.
    if (this.#reader === undefined) return this.close();
    try {
      this.#reader.push(bytes);
    } catch (error) {
      this.#socket.destroy(error as Error);
    }
    if (!this.#reader.ended) return;
    if (!this.#reader.keeps) this.close();
    this.#end();
  }

  /** An answer was judged at its head, so whatever happens after that only shortens the excerpt. */
  #end(error?: Error): void {
    const [waiting, reader] = [this.#waiting, this.#reader];
    this.#waiting = this.#reader = undefined;
    if (error === undefined || reader?.status !== undefined) waiting?.done();
    else waiting?.fail(error);
  }
}

/** Posts to customers' addresses and to none that is refused; one for a process, its connections are kept and shared. */
export class Poster {
  readonly #destinations: Destinations;
  /** Made once: a context of its own would have every connection read the authorities again. */
  readonly #secureContext: SecureContext;
  /** URLs that were judged: the same text is judged the same way, and most of them come again and again. */
  readonly #judged = new Map<string, Target>();
  /** Unused connections by host and port. */
  readonly #idle = new Map<string, Connection[]>();
  readonly #sweeping: NodeJS.Timeout;

  /** @param ca PEM of the authorities to trust instead of the system's */
  constructor(destinations: Destinations, ca?: string) {
    this.#destinations = destinations;
    this.#secureContext = createSecureContext(ca === undefined ? {} : { ca });
    this.#sweeping = setInterval(() => this.#sweep(performance.now()), SWEEP_MS).unref();
  }

  /**
   * One attempt; it never throws. Undefined when there were no headers for it, and nothing was sent.
   * @param headersNow asked once it is connected, right before it is sent
   */
  async post(url: string, body: string, headersNow: () => Headers | Promise<Headers>): Promise<Posted | undefined> {
    const startedAt = performance.now();
    const spent = () => performance.now() - startedAt;
    try {
      // Literal addresses are not looked up, so they are judged here.
      const target = this.#judge(url);
      const send = async (connection: Connection) => {
        try {
          const coming = headersNow();
          const headers = coming instanceof Promise ? await coming : coming;
          const answer = headers && (await connection.exchange(requestOf(target, headers, body), TOTAL_MS - spent()));
          if (answer === undefined || answer.keeps) this.#keep(target.host, connection, answer?.keepMs);
          return answer;
        } catch (error) {
          connection.close();
          throw error;
        }
      };
      const kept = this.#take(target.host);
      const answer = await send(kept ?? (await this.#connect(target))).catch(async (error: NodeJS.ErrnoException) => {
        // The receiver closed a kept connection as we wrote to it: that says nothing about the receiver.
        if (kept === undefined || !['ECONNRESET', 'EPIPE'].includes(error.code ?? '')) throw error;
        return send(await this.#connect(target));
      });
      if (answer === undefined) return undefined;
      const { status, excerpt: response, retryAfter } = answer as AnswerReader & { status: number };
      const error = status >= 200 && status <= 299 ? null : 'status';
      return { status, error, response, durationMs: Math.round(spent()), retryAfter };
    } catch (error) {
      const durationMs = Math.round(spent());
      return { status: null, error: kindOf(error), response: null, durationMs, retryAfter: undefined };
    }
  }

  close(): void {
    clearInterval(this.#sweeping);
    this.#sweep(Infinity);
  }

  #judge(text: string): Target {
    let target = this.#judged.get(text);
    if (target === undefined) {
      const url = this.#destinations.parse(text);
      const hostname = bare(url.hostname);
      target = {
        host: url.host,
        connecting: {
          host: hostname,
          port: url.port === '' ? 443 : Number(url.port),
          servername: isIP(hostname) === 0 ? hostname : '',
          ALPNProtocols: ALPN,
          lookup: this.#destinations.lookup,
          // Happy Eyeballs would connect before the address could be judged by more than the look-up.
          autoSelectFamily: false,
          noDelay: true,
          secureContext: this.#secureContext,
        } as ConnectionOptions,
        requestLines: `POST ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nConnection: keep-alive\r\n`,
      };
      if (this.#judged.size >= MOST_JUDGED) this.#judged.clear();
      this.#judged.set(text, target);
    }
    return target;
  }

  #connect({ connecting }: Target): Promise<Connection> {
    return Connection.open(connecting, this.#destinations);
  }

  #take(host: string): Connection | undefined {
    const idle = this.#idle.get(host);
    for (let found = idle?.pop(); found !== undefined; found = idle!.pop()) {
      if (found.isOpen && found.expiresAt > performance.now()) return found;
      found.close();
    }
    return undefined;
  }

  #keep(host: string, connection: Connection, keepMs = Infinity): void {
    const idle = this.#idle.get(host) ?? [];
    const ms = Math.min(IDLE_MS, keepMs - EARLY_MS);
    if (ms <= 0 || idle.length >= MOST_IDLE) return connection.close();
    connection.expiresAt = performance.now() + ms;
    idle.push(connection);
    this.#idle.set(host, idle);
  }

  #sweep(now: number): void {
    for (const [host, idle] of this.#idle) {
      const kept = idle.filter((each) => each.isOpen && each.expiresAt > now);
      for (const each of idle) if (!kept.includes(each)) each.close();
      if (kept.length > 0) this.#idle.set(host, kept);
      else this.#idle.delete(host);
    }
  }
}

function requestOf({ requestLines }: Target, headers: Record<string, string>, body: string): string {
  let lines = `${requestLines}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  for (const name of Object.keys(headers)) lines += `${name}: ${headers[name]}\r\n`;
  return `${lines}\r\n${body}`;
}
