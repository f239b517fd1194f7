import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { createSecureContext, type TLSSocket } from 'node:tls';
import { type Destinations, RefusedDestination } from './destination.ts';

/** Time limits of an attempt in milliseconds: until connected, DNS and TLS included, and in all. */
export const CONNECT_MS = 5_000;
export const TOTAL_MS = 15_000;

/** Bytes of an answer that are read, and characters of it that are kept. */
const READ_BYTES = 16 * 1024;
const KEPT_CHARS = 4 * 1024;

/** URLs that are remembered as judged. */
const MOST_JUDGED = 1_000;

/** How long an unused connection is kept, in milliseconds. */
const IDLE_MS = 20_000;

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

class Late extends Error {
  readonly kind: PostError;

  constructor(kind: PostError) {
    super(kind);
    this.kind = kind;
  }
}

function kindOf(error: unknown): PostError {
  if (error instanceof Late) return error.kind;
  if (error instanceof RefusedDestination) return 'refused_destination';
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  if (syscall?.startsWith('query') || ['ENOTFOUND', 'EAI_AGAIN', 'ENODATA', 'ESERVFAIL', 'ETIMEOUT'].includes(code)) {
    return 'dns';
  }
  return /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO|ISSUER|ALTNAME|EPROTO/.test(code) ? 'tls' : 'connection';
}

/** Posts to customers' addresses and to none that is refused; one for a process, its connections are kept and shared. */
export class Poster {
  readonly #destinations: Destinations;
  readonly #agent: Agent;
  /** URLs that were judged: the same text is judged the same way, and most of them come again and again. */
  readonly #judged = new Map<string, URL>();

  /** @param ca PEM of the authorities to trust instead of the system's */
  constructor(destinations: Destinations, ca?: string) {
    this.#destinations = destinations;
    this.#agent = new Agent({
      keepAlive: true,
      maxFreeSockets: 4,
      timeout: IDLE_MS,
      lookup: destinations.lookup,
      // Happy Eyeballs would connect before the address could be judged by more than the look-up.
      autoSelectFamily: false,
      // Made once: a context of its own would have every connection read the authorities again.
      secureContext: createSecureContext(ca === undefined ? {} : { ca }),
    });
  }

  /** One attempt; it never throws. Nothing is sent before the connection's own address has been judged. */
  async post(url: string, headers: Record<string, string>, body: string): Promise<Posted> {
    const startedAt = performance.now();
    const spent = () => Math.round(performance.now() - startedAt);
    try {
      // Literal addresses are not looked up, so they are judged here.
      const answer = await this.#send(this.#judge(url), headers, body, true);
      const success = answer.status >= 200 && answer.status <= 299;
      return { ...answer, error: success ? null : 'status', durationMs: spent() };
    } catch (error) {
      const refused = (error as { code?: string }).code === 'invalid_input';
      return {
        status: null,
        error: refused ? 'refused_destination' : kindOf(error),
        response: null,
        durationMs: spent(),
        retryAfter: undefined,
      };
    }
  }

  #judge(text: string): URL {
    let url = this.#judged.get(text);
    if (url === undefined) {
      url = this.#destinations.parse(text);
      if (this.#judged.size >= MOST_JUDGED) this.#judged.clear();
      this.#judged.set(text, url);
    }
    return url;
  }

  #send(url: URL, headers: Record<string, string>, body: string, mayRepeat: boolean) {
    return new Promise<{ status: number; response: string; retryAfter: string | undefined }>((resolve, reject) => {
      const req = request(url, {
        method: 'POST',
        agent: this.#agent,
        headers: { ...headers, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
      });
      const connecting = setTimeout(() => req.destroy(new Late('connect_timeout')), CONNECT_MS);
      const total = setTimeout(() => req.destroy(new Late('timeout')), TOTAL_MS);
      const end = () => {
        clearTimeout(connecting);
        clearTimeout(total);
      };
      let answered = false;

      req.once('socket', (socket: TLSSocket) => {
        const go = () => {
          clearTimeout(connecting);
          try {
            this.#destinations.assertAddress(socket.remoteAddress ?? '');
            req.end(body);
          } catch (error) {
            req.destroy(error as Error);
          }
        };
        if (req.reusedSocket) go();
        else socket.once('secureConnect', go);
      });
      req.once('error', (error: NodeJS.ErrnoException) => {
        end();
        if (answered) return;
        // The receiver closed a kept connection as we wrote to it: that says nothing about the receiver.
        if (mayRepeat && req.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')) {
          resolve(this.#send(url, headers, body, false));
        } else reject(error);
      });
      req.once('response', (res: IncomingMessage) => {
        answered = true;
        const finish = (response: string) => {
          end();
          resolve({ status: res.statusCode!, response, retryAfter: res.headers['retry-after'] });
        };
        readExcerpt(res, finish);
      });
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Reads at most 16 KiB; the answer was judged at its headers, so whatever happens meanwhile only shortens the excerpt. */
function readExcerpt(res: IncomingMessage, done: (text: string) => void): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const finish = () => done(textOf(Buffer.concat(chunks)));
  res.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= READ_BYTES) chunks.push(chunk);
    else {
      chunks.push(chunk.subarray(0, chunk.length - (bytes - READ_BYTES)));
      res.destroy();
    }
  });
  res.on('error', () => {});
  res.once('close', finish);
}

/** Text that a database can keep. */
const textOf = (bytes: Buffer) => bytes.toString('utf8').replaceAll('\0', '').slice(0, KEPT_CHARS).toWellFormed();
