import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDnsServer, type Zone } from '../server/enrichment/test/dns-server.ts';
import { Destinations, parseAllowedRanges, resolveThrough } from '../server/webhooks/destination.ts';
import { Poster } from '../server/webhooks/post.ts';
import { type Certificate, makeCertificate, startReceiver } from './harness/receiver.ts';

/** The time limits of a delivery, waited for: this is why they are not among the unit tests. */
const zone: Zone = {};
let dns: Awaited<ReturnType<typeof startDnsServer>>;
let certificate: Certificate;
let opened: { poster: Poster };

beforeAll(async () => {
  certificate = makeCertificate();
  dns = await startDnsServer(zone);
  const destinations = new Destinations({
    allowed: parseAllowedRanges('127.0.0.1/32'),
    resolve: resolveThrough([dns.server]),
  });
  opened = { poster: new Poster(destinations, certificate.cert) };
});

afterAll(() => {
  opened.poster.close();
  dns.close();
  certificate.remove();
});

test('a silent name server, silent TLS, a silent receiver and dripping ones end in time', async () => {
  zone['silent.test'] = { silent: true };
  const mute = createServer((socket) => socket.on('error', () => {}));
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  const drip = await startReceiver(certificate, (_req, res) => {
    res.write('a');
    const timer = setInterval(() => res.write('.'), 200);
    res.once('close', () => clearInterval(timer));
  });
  const slowHeaders = await startReceiver(certificate, (req) => {
    const { socket } = req;
    socket.write('HTTP/1.1 200 OK\r\n');
    const timer = setInterval(() => socket.write('X-Drip: 1\r\n'), 400);
    socket.once('close', () => clearInterval(timer));
  });
  const to = async (url: string) => (await opened.poster.post(url, '{}', () => ({})))!;
  const [silent, tls, dripped, headers] = await Promise.all([
    to('https://silent.test:4443/hook'),
    to(`https://127.0.0.1:${(mute.address() as { port: number }).port}/`),
    to(drip.url),
    to(slowHeaders.url),
  ]);
  expect(silent!.status).toBeNull();
  expect(['dns', 'connect_timeout']).toContain(silent!.error);
  expect(tls).toMatchObject({ status: null, error: 'connect_timeout' });
  expect(dripped).toMatchObject({ status: 200, error: null });
  expect(dripped.response).toMatch(/^a\.+$/);
  expect(headers).toMatchObject({ status: null, error: 'timeout' });
  mute.close();
  await Promise.all([drip.close(), slowHeaders.close()]);
}, 40_000);
