import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** An HTTP answer as parsed from its bytes; undefined where the connection ended without one. */
export type WireAnswer = { status: number; headers: Map<string, string>; text: string; body: any };

/** Bytes to write, a pause, a wait for something, or for the interim answer to `Expect: 100-continue`, which sets `continued`. */
export type Part = string | Uint8Array | { waitMs: number } | { until: Promise<void> } | { continued: () => void };

function parse(bytes: Buffer): { answer: WireAnswer; complete: boolean; rest: Buffer } | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [statusLine, ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = new Map(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const status = Number(statusLine!.split(' ')[1]);
  const length = Number(headers.get('content-length') ?? 0);
  const text = bytes.subarray(end + 4, end + 4 + length).toString();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  return {
    answer: { status, headers, text, body },
    complete: bytes.length >= end + 4 + length,
    rest: bytes.subarray(end + 4 + length),
  };
}

async function write(socket: Socket, parts: readonly Part[], interim: Promise<void>): Promise<void> {
  for (const part of parts) {
    if (socket.destroyed) return;
    if (typeof part === 'object' && 'waitMs' in part) await sleep(part.waitMs);
    else if (typeof part === 'object' && 'until' in part) await part.until;
    else if (typeof part === 'object' && 'continued' in part) await interim.then(part.continued);
    else await new Promise((resolve) => socket.write(part, resolve));
  }
}

/**
 * Writes bytes to the service and reads the first final answer; interim ones (100) are skipped.
 * @param options.hangUp closes the connection when everything is written
 * @param options.skip answers to earlier requests among the bytes, skipped
 */
export function exchange(
  baseUrl: string,
  parts: readonly Part[],
  options: { hangUp?: 'end' | 'destroy'; timeoutMs?: number; skip?: number } = {},
): Promise<WireAnswer | undefined> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let received: Buffer = Buffer.alloc(0);
    let toSkip = options.skip ?? 0;
    const interim = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      reject(new Error(`No answer; so far: ${received.toString('latin1').slice(0, 500)}`));
      socket.destroy();
    }, options.timeoutMs ?? 20_000);
    const done = (answer: WireAnswer | undefined) => {
      clearTimeout(timer);
      resolve(answer);
      socket.destroy();
    };
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      let parsed = parse(received);
      while (parsed?.complete === true && (parsed.answer.status < 200 || toSkip > 0)) {
        if (parsed.answer.status >= 200) toSkip -= 1;
        else interim.resolve();
        parsed = parse((received = parsed.rest));
      }
      if (parsed?.complete === true) done(parsed.answer);
    });
    socket.on('error', () => {});
    socket.on('close', () => done(parse(received)?.answer));
    void write(socket, parts, interim.promise).then(() => {
      if (options.hangUp === 'end') socket.end();
      if (options.hangUp === 'destroy') socket.destroy();
    });
  });
}

/** The bytes of a request's head, the last empty line included. */
export function head(method: string, path: string, headers: readonly (readonly [string, string])[]): string {
  return `${method} ${path} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}
