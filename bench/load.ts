// A cheap load generator: closed loop, one call in flight per keep-alive connection, on plain sockets with a parser for
// just what a JSON API answers. Any unexpected answer ends the measurement with an error.
import { connect, type Socket } from 'node:net';

export type Call = {
  path: string;
  /** One is picked per connection, round robin, so that no key's limit is the bottleneck. */
  keys?: string[];
  /** The key of the n-th call, in place of `keys`. */
  key?: (n: number) => string;
  /** After so many, the calls are the same again: their bytes are kept, so that the generator costs little. */
  cycle?: number;
  /** The JSON body of the n-th call. */
  body: (n: number) => string;
  /** Stands once in every body, and is replaced by another number at each call: no two calls are the same. */
  varies?: string;
  headers?: Record<string, string>;
  /** Expected HTTP status; 200 by default. */
  status?: number;
  /** A byte sequence that every correct answer contains. */
  holds?: string;
};

export type Load = { connections: number } & ({ seconds: number } | { calls: number });

/** `latencies` in milliseconds, unsorted, one per finished call; `seconds` is the time from first byte to last answer. */
export type Measured = { calls: number; seconds: number; latencies: number[] };

const HEADERS_END = Buffer.from('\r\n\r\n');
const CHUNKS_END = Buffer.from('\r\n0\r\n\r\n');

/** The number of bytes of the one complete answer in `data`, or 0 while some are missing. */
function completeAnswer(data: Buffer): { bytes: number; bodyAt: number } | undefined {
  const headersEnd = data.indexOf(HEADERS_END);
  if (headersEnd < 0) return undefined;
  const bodyAt = headersEnd + 4;
  const head = data.toString('latin1', 0, headersEnd);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head);
  if (length) {
    const bytes = bodyAt + Number(length[1]);
    return data.length < bytes ? undefined : { bytes, bodyAt };
  }
  if (!/\r\ntransfer-encoding: *chunked/i.test(head)) return { bytes: bodyAt, bodyAt };
  const end = data.indexOf(CHUNKS_END, headersEnd + 2);
  return end < 0 ? undefined : { bytes: end + CHUNKS_END.length, bodyAt };
}

/**
 * Drives `call` against `base` (an origin such as `http://127.0.0.1:3000`) and resolves with the measurement.
 * Rejects at the first unexpected status, missing `holds`, broken connection or 15 s of silence.
 */
export async function drive(base: string, call: Call, load: Load): Promise<Measured> {
  const { hostname, port, host } = new URL(base);
  const status = call.status ?? 200;
  const statusLine = Buffer.from(`HTTP/1.1 ${status} `);
  const holds = call.holds === undefined ? undefined : Buffer.from(call.holds);
  const extra = Object.entries(call.headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`);
  const wanted = 'calls' in load ? load.calls : Infinity;
  const latencies: number[] = [];
  const sockets: Socket[] = [];
  let sent = 0;

  const bytesOf = (n: number, key: string): Buffer => {
    const body = call.body(n);
    return Buffer.from(
      `POST ${call.path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\n` +
        `Content-Type: application/json\r\n${extra.join('')}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  };
  const { cycle, key: keyOf, varies } = call;
  const prepared = cycle === undefined || keyOf === undefined ? undefined : cycleOf(call, host, cycle, bytesOf);

  for (let n = 0; n < load.connections; n++) sockets.push(await open(hostname, Number(port)));
  const started = performance.now();
  const until = 'seconds' in load ? started + load.seconds * 1000 : Infinity;

  const run = (socket: Socket, key: string) =>
    new Promise<void>((resolve, reject) => {
      let pending: Buffer | undefined;
      let sentAt = 0;
      const fail = (reason: string) => reject(new Error(`${call.path}: ${reason}`));
      const next = () => {
        if (sent >= wanted || performance.now() >= until) return resolve();
        const n = sent++;
        const bytes = prepared?.[n % prepared.length] ?? bytesOf(n, keyOf?.(n) ?? key);
        if (varies !== undefined) vary(bytes, varies);
        sentAt = performance.now();
        socket.write(bytes);
      };
      socket.setTimeout(15_000, () => fail('no answer within 15 s'));
      socket.on('error', (error) => fail(String(error)));
      socket.on('close', () => fail('the server closed the connection'));
      socket.on('data', (chunk) => {
        const data = pending ? Buffer.concat([pending, chunk]) : chunk;
        const whole = completeAnswer(data);
        if (!whole) {
          pending = data;
          return;
        }
        pending = undefined;
        latencies.push(performance.now() - sentAt);
        if (data.compare(statusLine, 0, statusLine.length, 0, statusLine.length) !== 0) {
          return fail(`expected ${status}, got ${data.toString('utf8', 0, 2000)}`);
        }
        if (whole.bytes !== data.length) return fail(`more bytes than one answer: ${data.toString('utf8', 0, 2000)}`);
        if (holds && data.indexOf(holds, whole.bodyAt) < 0) {
          return fail(`expected ${call.holds} in ${data.toString('utf8', whole.bodyAt, whole.bodyAt + 2000)}`);
        }
        next();
      });
      next();
    });

  try {
    await Promise.all(sockets.map((socket, n) => run(socket, call.keys?.[n % call.keys.length] ?? '')));
  } finally {
    for (const socket of sockets) socket.removeAllListeners('close').destroy();
  }
  return { calls: latencies.length, seconds: (performance.now() - started) / 1000, latencies };
}

/** Where the part that varies stands in the bytes of a call. */
const places = new WeakMap<Buffer, number>();
let told = Date.now();

function vary(bytes: Buffer, part: string): void {
  let place = places.get(bytes);
  if (place === undefined) places.set(bytes, (place = bytes.indexOf(part)));
  bytes.write(String((told += 1)).padStart(part.length, '0'), place, 'latin1');
}

const cycles = new WeakMap<Call, Map<string, Buffer[]>>();

/** The bytes of all calls of a cycle, made once for each server. */
function cycleOf(call: Call, host: string, cycle: number, bytesOf: (n: number, key: string) => Buffer): Buffer[] {
  let ofCall = cycles.get(call);
  if (ofCall === undefined) cycles.set(call, (ofCall = new Map()));
  let made = ofCall.get(host);
  if (made === undefined) ofCall.set(host, (made = Array.from({ length: cycle }, (_, n) => bytesOf(n, call.key!(n)))));
  return made;
}

function open(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.removeListener('error', reject);
      resolve(socket);
    });
  });
}

/** `p` from 0 to 1 over an ascending list; 0 for an empty one. */
export function percentile(sorted: number[], p: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * p) - 1)] ?? 0;
}
