import { createHook } from 'node:async_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Certificate, makeCertificate, type Receiver, startReceiver } from '../../e2e/harness/receiver.ts';
import { startDnsServer, type Zone } from '../enrichment/test/dns-server.ts';
import { Destinations, parseAllowedRanges, resolveThrough } from './destination.ts';
import { Poster } from './post.ts';

const zone: Zone = {};
let dns: Awaited<ReturnType<typeof startDnsServer>>;
let certificate: Certificate;
let receiver: Receiver;
let strict: { destinations: Destinations; poster: Poster };
let opened: typeof strict;

/** Connections begun by this process, whatever their outcome: counted in the kernel. */
let connects = 0;
const hook = createHook({
  init(_id, type) {
    if (type === 'TCPCONNECTWRAP') connects += 1;
  },
});

const made = (allowed: string) => {
  const destinations = new Destinations({
    allowed: parseAllowedRanges(allowed),
    resolve: resolveThrough([dns.server]),
  });
  return { destinations, poster: new Poster(destinations, certificate.cert) };
};

beforeAll(async () => {
  certificate = makeCertificate();
  [dns, receiver] = [await startDnsServer(zone), await startReceiver(certificate, undefined, '0.0.0.0')];
  [strict, opened] = [made(''), made('127.0.0.1/32')];
  hook.enable();
});

afterAll(async () => {
  hook.disable();
  strict.poster.close();
  opened.poster.close();
  await receiver.close();
  dns.close();
  certificate.remove();
});

const post = ({ poster }: typeof strict, host: string) =>
  poster.post(`https://${host}:${receiver.port}/hook`, '{}', () => ({ 'Webhook-Id': 'evt_1' }));

test('a name with an allowed address is delivered to, over one kept connection', async () => {
  zone['good.test'] = { a: ['127.0.0.1'] };
  const before = connects;
  for (let n = 0; n < 3; n += 1) expect(await post(opened, 'good.test')).toMatchObject({ status: 200, error: null });
  expect(connects).toBe(before + 1);
  expect(receiver.received.length).toBeGreaterThanOrEqual(3);
});

test('a name that is public when it is registered and private when it is connected to opens no socket', async () => {
  zone['rebind.test'] = { a: ['8.8.8.8'] };
  const url = `https://rebind.test:${receiver.port}/hook`;
  await strict.destinations.check(url);
  const [before, received] = [connects, receiver.connections()];
  for (const addresses of [['127.0.0.1'], ['10.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['169.254.169.254']]) {
    zone['rebind.test'] = { a: addresses };
    expect(await post(strict, 'rebind.test')).toMatchObject({ status: null, error: 'refused_destination' });
    await expect(strict.destinations.check(url)).rejects.toThrow();
  }
  expect(connects).toBe(before);
  expect(receiver.connections()).toBe(received);
});

test('hundreds of forbidden addresses, written out and resolved, open no socket', async () => {
  const [before, received] = [connects, receiver.connections()];
  // oxfmt-ignore
  const ranges: [number, number?, number?][] = [
    [0], [10], [127], [100, 64], [100, 127], [169, 254], [172, 16], [172, 31], [192, 0, 0], [192, 0, 2], [192, 88, 99],
    [192, 168], [198, 18], [198, 19], [198, 51, 100], [203, 0, 113], [224], [239], [240], [255],
  ];
  const forbidden = ranges.flatMap((range) =>
    [1, 2, 33, 77, 128, 200, 253, 254].map((n) => [...range, ...[n, n, n].slice(0, 4 - range.length)].join('.')),
  );
  const literals = [
    ...forbidden,
    '168.63.129.16',
    '0x7f.1',
    '2130706433',
    '127.1',
    '0177.0.0.1',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fd00::1]',
    '[fe80::1]',
    '[ff02::1]',
    '[2001:db8::1]',
    '[3fff::1]',
    'localhost',
    'a.localhost',
    'x.internal',
    'metadata.google.internal',
    'printer.local',
  ];
  for (const literal of literals) {
    expect(await post(strict, literal), literal).toMatchObject({ status: null, error: 'refused_destination' });
  }
  for (const [n, address] of forbidden.entries()) {
    zone[`n${n}.test`] = { a: [address] };
    expect(await post(strict, `n${n}.test`), address).toMatchObject({ status: null, error: 'refused_destination' });
  }
  zone['six.test'] = { a: ['8.8.8.8'], aaaa: true };
  expect(await post(strict, 'six.test')).toMatchObject({ error: 'refused_destination' });
  expect(literals.length + forbidden.length).toBeGreaterThan(330);
  expect(connects).toBe(before);
  expect(receiver.connections()).toBe(received);
});

test('a name that is gone, or whose servers fail, is a failure of its own', async () => {
  zone['broken.test'] = { fails: true };
  expect(await post(opened, 'gone.test')).toMatchObject({ status: null, error: 'dns' });
  expect(await post(opened, 'broken.test')).toMatchObject({ status: null, error: 'dns' });
});

test('a connection that was closed while it was kept is no failure; what is not to be sent is not', async () => {
  const used = new Set<unknown>();
  const closing = await startReceiver(certificate, (req, res) => {
    if (used.has(req.socket)) req.socket.destroy();
    else res.end('ok');
    used.add(req.socket);
  });
  const to = (headers: Record<string, string> | undefined) =>
    opened.poster.post(closing.url, '{}', async () => headers);
  expect(await to(undefined)).toBeUndefined();
  expect(closing.connections()).toBe(1);
  expect(await to({})).toMatchObject({ status: 200, response: 'ok' });
  expect(await to({})).toMatchObject({ status: 200, response: 'ok' });
  expect(closing.connections()).toBe(2);
  expect(closing.received).toHaveLength(3);
  await closing.close();
});
