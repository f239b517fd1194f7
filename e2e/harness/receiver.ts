import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';

export type Certificate = { key: string; cert: string; file: string; remove(): void };

/** A self-signed certificate for loopback and `good.test`, generated now. */
export function makeCertificate(): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'sat-cert-'));
  const key = join(folder, 'key.pem');
  const file = join(folder, 'cert.pem');
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1,IP:127.0.0.2,DNS:good.test'];
  const how = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', ...how, '-keyout', key, '-out', file, ...subject], { stdio: 'ignore' });
  return {
    key: readFileSync(key, 'utf8'),
    cert: readFileSync(file, 'utf8'),
    file,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export type Received = { headers: IncomingHttpHeaders; body: string; at: number; url: string };

export type Receiver = {
  url: string;
  port: number;
  received: Received[];
  /** TCP connections opened so far. */
  connections(): number;
  close(): Promise<void>;
};

/** A local HTTPS receiver that keeps what it got; answers 200 unless set otherwise. */
export async function startReceiver(
  certificate: { key: string; cert: string },
  answer: (req: IncomingMessage, res: ServerResponse, received: Received) => void = (_req, res) => res.end('ok'),
  host = '127.0.0.1',
): Promise<Receiver> {
  const received: Received[] = [];
  const sockets = new Set<Duplex>();
  let connections = 0;
  const server = createServer({ key: certificate.key, cert: certificate.cert }, async (req, res) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of req) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const one = { headers: req.headers, body: Buffer.concat(chunks).toString(), at: Date.now(), url: req.url! };
    received.push(one);
    answer(req, res, one);
  });
  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://${host}:${port}/hook?token=path-secret`,
    port,
    received,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
