import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack, Target } from './attack.ts';

const BODY = '{"source":"x","text":"smuggled"}';

type Case = {
  name: string;
  bytes(key: string): string;
  /** It asks for a public page in a form that the server knows. */
  open?: true;
};

const post = (key: string, headers: string, body: string, line = 'POST /api/v1/tools/log_capture HTTP/1.1') =>
  `${line}\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n${headers}\r\n${body}`;

const inner = (key: string) => post(key, `Content-Length: ${BODY.length}\r\n`, BODY);

/** None of these is a call that may be served; what some would carry along is one. */
const CASES: readonly Case[] = [
  {
    name: 'Content-Length and Transfer-Encoding',
    bytes: (key) => post(key, 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${inner(key)}`),
  },
  {
    name: 'two lengths',
    bytes: (key) => post(key, `Content-Length: 2\r\nContent-Length: ${BODY.length}\r\n`, `{}${inner(key)}`),
  },
  { name: 'a length with a sign', bytes: (key) => post(key, `Content-Length: +${BODY.length}\r\n`, BODY) },
  {
    name: 'an unknown transfer coding',
    bytes: (key) => post(key, 'Transfer-Encoding: xchunked\r\n', `20\r\n${BODY}\r\n0\r\n\r\n`),
  },
  {
    name: 'a space before the colon',
    bytes: (key) => post(key, `Transfer-Encoding : chunked\r\nContent-Length: ${BODY.length}\r\n`, BODY),
  },
  {
    name: 'a folded header',
    bytes: (key) =>
      post(key, `X-A: b\r\n Transfer-Encoding: chunked\r\nTransfer-Encoding:\r\n chunked\r\n`, `0\r\n\r\n`),
  },
  {
    name: 'a chunk size beyond any',
    bytes: (key) => post(key, 'Transfer-Encoding: chunked\r\n', `FFFFFFFFFFFFFFFFF\r\n${BODY}`),
  },
  {
    name: 'a chunk size that is none',
    bytes: (key) => post(key, 'Transfer-Encoding: chunked\r\n', `zz\r\n${BODY}\r\n0\r\n\r\n`),
  },
  { name: 'bare line feeds', bytes: (key) => inner(key).replaceAll('\r\n', '\n') },
  {
    name: 'a zero byte in a header',
    bytes: (key) => post(key, `X-A: b\0c\r\nContent-Length: ${BODY.length}\r\n`, BODY),
  },
  { name: 'ten thousand headers', bytes: (key) => post(key, 'X-A: b\r\n'.repeat(10_000), BODY) },
  { name: 'a header of 200 KB', bytes: (key) => post(key, `X-A: ${'b'.repeat(200_000)}\r\n`, BODY) },
  { name: 'a path of 100 KB', bytes: (key) => post(key, '', '', `POST /${'a'.repeat(100_000)} HTTP/1.1`) },
  // HTTP/0.9, which has no headers, so that no key can come with it.
  { name: 'no version', open: true, bytes: () => 'GET /healthz\r\n\r\n' },
  { name: 'an unknown method', bytes: (key) => post(key, '', '', 'BREW /api/v1/tools/log_capture HTTP/1.1') },
  { name: 'bytes that are no HTTP', bytes: () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'.repeat(50) },
  { name: 'a body that ends early', bytes: (key) => post(key, `Content-Length: 500\r\n`, BODY) },
];

/** What came back before the server closed the connection, or within two seconds. */
function answersTo(baseUrl: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    const done = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(text);
    };
    const timer = setTimeout(done, 2_000);
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.on('error', done);
    socket.on('close', done);
    socket.end(Buffer.from(bytes, 'latin1'));
  });
}

/** Connections that send a head, or a body of a valid key, byte by byte and never end it; others are served as ever. */
async function halfOpen({ app, quick }: Target): Promise<{ sockets: number; slowest: number }> {
  const { hostname, port } = new URL(app.baseUrl);
  const who = await app.newTenant();
  const sockets: Socket[] = [];
  const beginnings = [
    'POST /api/v1/tools/log_capture HTTP/1.1\r\nHost: localhost\r\nX-A: ',
    post((await app.newTenant()).key, 'Content-Length: 60000\r\n', '{"source":"'),
    '',
  ];
  for (let index = 0; index < (quick ? 200 : 2_000); index += 1) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.write(beginnings[index % beginnings.length]!);
    sockets.push(socket);
  }
  let slowest = 0;
  for (let turn = 0; turn < (quick ? 20 : 200); turn += 1) {
    for (const socket of sockets) if (!socket.destroyed) socket.write('a');
    const began = performance.now();
    const { status } = await who.rest('verify_session');
    slowest = Math.max(slowest, status === 200 ? performance.now() - began : Infinity);
    await sleep(50);
  }
  for (const socket of sockets) socket.destroy();
  return { sockets: sockets.length, slowest };
}

/** Bytes that are no request, or two in one: refused, and nothing hidden in them is served. */
export const bytes: Attack = {
  name: 'bytes that are no request, half-open connections',
  async run(target) {
    const { app, cluster } = target;
    const who = await app.newTenant();
    const problems: string[] = [];
    for (const { name, bytes: of, open = false } of CASES) {
      const text = await answersTo(app.baseUrl, of(who.key));
      const codes = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, code]) => Number(code));
      if (!open && codes.some((code) => code < 400 || code >= 500))
        problems.push(`${name}: answered ${codes.join(', ')}`);
      if (codes.length > 1) problems.push(`${name}: answered ${codes.length} times`);
    }
    const [row] = await cluster.rows<{ count: number }>(
      `SELECT count(*)::int AS count FROM captures WHERE text = 'smuggled'`,
    );
    if (row!.count > 0) problems.push(`${row!.count} captures were smuggled in`);
    const { sockets, slowest } = await halfOpen(target);
    // In seconds of a machine that does other things, too, a time says nothing, as long as it is answered.
    if (slowest > (target.quick ? 60_000 : 2_000))
      problems.push(`a call beside ${sockets} half-open connections took ${Math.round(slowest)} ms`);
    return { figures: { calls: CASES.length + sockets, 'longest ms': Math.round(slowest) }, problems };
  },
};
