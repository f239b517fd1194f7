import { once } from 'node:events';
import { isIP } from 'node:net';
import { StringDecoder } from 'node:string_decoder';
import { connect, createSecureContext, type ConnectionOptions, type SecureContext, type TLSSocket } from 'node:tls';
import { Client, type Dispatcher } from 'undici';
import { bare, type Destinations, RefusedDestination } from './destination.ts';

/** Time limits of an attempt in milliseconds: until connected, DNS and TLS included, and in all. */
export const CONNECT_MS = 5_000;
export const TOTAL_MS = 15_000;

/** URLs whose check is cached. */
const MAX_JUDGED = 1_000;

/** How long an idle connection is kept, unless its receiver says a shorter time, and how often closed ones are removed. */
const IDLE_MS = 20_000;
const SWEEP_MS = 5_000;

/** Most bytes of the response headers, of the body that is read, and of the body that is stored. */
const HEAD_BYTES = 16 * 1024;
const READ_BYTES = 16 * 1024;
const EXCERPT_BYTES = 4 * 1024;

/** Error codes of a connection that its receiver closed. */
const LOST = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** The ALPN protocol list for `http/1.1` (RFC 7301), encoded once rather than per connection. */
const ALPN = new Uint8Array([8, ...Buffer.from('http/1.1')]);

/** Idle connections kept per origin. */
const MAX_IDLE = 4;

/** Why an attempt failed; `status` is a response other than 200 to 299. */
export type PostError = 'refused_destination' | 'dns' | 'connect_timeout' | 'timeout' | 'tls' | 'connection' | 'status';

/** The outcome of an attempt; no error for a status 200 to 299. */
export type Posted = {
  status: number | null;
  error: PostError | null;
  response: string | null;
  durationMs: number;
  retryAfter: string | undefined;
};

/** The headers of an attempt, or undefined when it must not be sent any more. */
export type Headers = Record<string, string> | undefined;

class Late extends Error {
  readonly kind: PostError;

  constructor(kind: PostError) {
    super(kind);
    this.kind = kind;
  }
}

/** The receiver closed the connection without a response. */
class Lost extends Error {
  readonly code = 'ECONNRESET';
}

function kindOf(error: unknown): PostError {
  if (error instanceof Late) return error.kind;
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  if (error instanceof RefusedDestination || code === 'invalid_input') return 'refused_destination';
  if (syscall?.startsWith('query') || ['ENOTFOUND', 'EAI_AGAIN', 'ENODATA', 'ESERVFAIL', 'ETIMEOUT'].includes(code)) {
    return 'dns';
  }
  return /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO|ISSUER|ALTNAME|EPROTO/.test(code) ? 'tls' : 'connection';
}

/** How to connect to a URL. */
type Target = { origin: string; path: string; connecting: ConnectionOptions };

/** A response, its body cut to an excerpt. */
type Answer = { status: number; excerpt: string; retryAfter: string | undefined };

/** Aborts a response whose body is longer than is read. */
const ENOUGH = new Error('enough was read');

/**
 * A connection to a receiver. Its address is checked once it is open; undici then sends one request after the other on
 * it and never reconnects, so that nothing is sent to an address that was not checked.
 */
class Connection {
  readonly #socket: TLSSocket;
  readonly #client: Client;

  private constructor(origin: string, socket: TLSSocket) {
    this.#socket = socket;
    this.#client = new Client(origin, {
      // undici expects a connector to call back asynchronously.
      connect: (_options, connected) =>
        queueMicrotask(() => (this.isOpen ? connected(null, socket) : connected(new Lost(), null))),
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      // `exchange` has one time limit for the whole attempt.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: HEAD_BYTES,
    });
    socket.once('close', () => void this.#client.destroy(new Lost()).catch(() => {}));
  }

  /** Connects; nothing is sent before the connection's own address has been checked. */
  static async open({ origin, connecting }: Target, destinations: Destinations): Promise<Connection> {
    const socket = connect(connecting);
    const timer = setTimeout(() => socket.destroy(new Late('connect_timeout')), CONNECT_MS);
    try {
      await once(socket, 'secureConnect');
      destinations.assertAddress(socket.remoteAddress ?? '');
    } catch (error) {
      socket.destroy();
      throw error;
    } finally {
      clearTimeout(timer);
    }
    // undici reports it to the caller that waits for a response.
    socket.on('error', () => {});
    return new Connection(origin, socket);
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed && this.#socket.writable;
  }

  /** @param ms time limit; a response whose headers have arrived by then counts, its body cut off */
  exchange(path: string, headers: Record<string, string>, body: string, ms: number): Promise<Answer> {
    return new Promise((resolve, reject) => {
      let answer: Omit<Answer, 'excerpt'> | undefined;
      const chunks: Buffer[] = [];
      let bytes = 0;
      const timer = setTimeout(() => this.#socket.destroy(new Late('timeout')), ms);
      // The headers decide the outcome, so an error after them only shortens the excerpt.
      const end = (error?: Error) => {
        clearTimeout(timer);
        if (answer === undefined) reject(error ?? new Lost());
        else resolve({ ...answer, excerpt: excerptOf(chunks) });
      };
      const handler: Dispatcher.DispatchHandler = {
        onRequestStart: () => {},
        onResponseStart: (_controller, status, { 'retry-after': retryAfter }) => {
          // Interim responses (RFC 9110, 15.2) come before the final one.
          if (status >= 200) answer = { status, retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter };
        },
        onResponseData: (controller, chunk) => {
          if (bytes < EXCERPT_BYTES) chunks.push(Buffer.from(chunk.subarray(0, EXCERPT_BYTES - bytes)));
          bytes += chunk.length;
          if (bytes > READ_BYTES) controller.abort(ENOUGH);
        },
        onResponseEnd: () => end(),
        onResponseError: (_controller, error) => end(error),
      };
      const all = { 'Content-Type': 'application/json', ...headers };
      this.#client.dispatch({ path, method: 'POST', headers: all, body }, handler);
    });
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** The beginning of a body, as text that PostgreSQL can store. */
const excerptOf = (chunks: Buffer[]) =>
  new StringDecoder('utf8').write(Buffer.concat(chunks)).replaceAll('\0', '').toWellFormed();

/** Posts to customers' addresses, never to a refused one. One per process: its connections are kept alive and shared. */
export class Poster {
  readonly #destinations: Destinations;
  /** Shared: a context per connection would read the certificate authorities every time. */
  readonly #secureContext: SecureContext;
  /** Cached checks: the same URL text always has the same result. */
  readonly #judged = new Map<string, Target>();
  /** Idle connections by origin. */
  readonly #idle = new Map<string, Connection[]>();
  readonly #sweeping: NodeJS.Timeout;

  /** @param ca PEM of the authorities to trust instead of the system's */
  constructor(destinations: Destinations, ca?: string) {
    this.#destinations = destinations;
    this.#secureContext = createSecureContext(ca === undefined ? {} : { ca });
    this.#sweeping = setInterval(() => this.#sweep(), SWEEP_MS).unref();
  }

  /**
   * One attempt; it never throws. Undefined when `headersNow` answered undefined and nothing was sent.
   * @param headersNow called once connected, right before the request is sent
   */
  async post(url: string, body: string, headersNow: () => Headers | Promise<Headers>): Promise<Posted | undefined> {
    const startedAt = performance.now();
    const spent = () => performance.now() - startedAt;
    try {
      // Literal addresses need no DNS look-up, so they are checked here.
      const target = this.#judge(url);
      const send = async (connection: Connection) => {
        try {
          const coming = headersNow();
          const headers = coming instanceof Promise ? await coming : coming;
          const answer = headers && (await connection.exchange(target.path, headers, body, TOTAL_MS - spent()));
          this.#keep(target.origin, connection);
          return answer;
        } catch (error) {
          connection.close();
          throw error;
        }
      };
      const kept = this.#take(target.origin);
      const answer = await send(kept ?? (await this.#connect(target))).catch(async (error: NodeJS.ErrnoException) => {
        // The receiver closed an idle connection as we wrote to it, which is no failure: a new connection is tried.
        if (kept === undefined || !LOST.has(error.code ?? '')) throw error;
        return send(await this.#connect(target));
      });
      if (answer === undefined) return undefined;
      const { status, excerpt: response, retryAfter } = answer;
      const error = status >= 200 && status <= 299 ? null : 'status';
      return { status, error, response, durationMs: Math.round(spent()), retryAfter };
    } catch (error) {
      const durationMs = Math.round(spent());
      return { status: null, error: kindOf(error), response: null, durationMs, retryAfter: undefined };
    }
  }

  close(): void {
    clearInterval(this.#sweeping);
    for (const connection of [...this.#idle.values()].flat()) connection.close();
    this.#idle.clear();
  }

  #judge(text: string): Target {
    let target = this.#judged.get(text);
    if (target === undefined) {
      const url = this.#destinations.parse(text);
      const hostname = bare(url.hostname);
      target = {
        origin: url.origin,
        path: url.pathname + url.search,
        connecting: {
          host: hostname,
          port: url.port === '' ? 443 : Number(url.port),
          servername: isIP(hostname) === 0 ? hostname : '',
          ALPNProtocols: ALPN,
          lookup: this.#destinations.lookup,
          // Happy Eyeballs would connect to addresses that only the look-up has checked.
          autoSelectFamily: false,
          noDelay: true,
          secureContext: this.#secureContext,
        } as ConnectionOptions,
      };
      if (this.#judged.size >= MAX_JUDGED) this.#judged.clear();
      this.#judged.set(text, target);
    }
    return target;
  }

  #connect(target: Target): Promise<Connection> {
    return Connection.open(target, this.#destinations);
  }

  #take(origin: string): Connection | undefined {
    const idle = this.#idle.get(origin);
    for (let found = idle?.pop(); found !== undefined; found = idle!.pop()) if (found.isOpen) return found;
    return undefined;
  }

  #keep(origin: string, connection: Connection): void {
    const idle = this.#idle.get(origin) ?? [];
    if (idle.length >= MAX_IDLE) return connection.close();
    idle.push(connection);
    this.#idle.set(origin, idle);
  }

  /** Removes connections that were closed meanwhile. */
  #sweep(): void {
    for (const [origin, idle] of this.#idle) {
      const open = idle.filter(({ isOpen }) => isOpen);
      if (open.length > 0) this.#idle.set(origin, open);
      else this.#idle.delete(origin);
    }
  }
}
