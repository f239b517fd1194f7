// The webhook receivers of bench/webhooks.ts, in a process of their own. Arguments: the files of a key and a certificate, and
// of those that nobody trusts. Sends its ports, then a report for every message; `clear` begins a new one.
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** Receivers that answer at once. */
export const ENDPOINTS = 20;

/** What the receivers that answer got since the last `clear`: delays in milliseconds from the event's making. */
export type Report = { count: number; unique: number; delays: number[]; lastAt: number };

/** The fault of each failing receiver; `gone` has no address any more. */
export const FAULTS = ['hang', 'drip', 'reset', 'large', 'endless', 'untrusted', 'gone'] as const;

type Fault = (typeof FAULTS)[number];

function answerBadly(fault: Fault, res: ServerResponse): void {
  if (fault === 'reset') res.socket!.destroy();
  if (fault === 'large') res.end('x'.repeat(200_000));
  if (fault === 'drip') {
    const timer = setInterval(() => res.socket?.write('X-Drip: 1\r\n'), 400);
    res.socket!.write('HTTP/1.1 200 OK\r\n');
    res.socket!.once('close', () => clearInterval(timer));
  }
  if (fault === 'endless') {
    const write = () => {
      while (!res.destroyed && res.write('y'.repeat(16_384)));
      if (!res.destroyed) res.once('drain', write);
    };
    write();
  }
}

/** The receivers, in a process of their own: 20 that answer at once, and one for each fault. */
function receive(key: string, cert: string, untrustedKey: string, untrustedCert: string): void {
  let report: { count: number; ids: Set<string>; delays: number[]; lastAt: number };
  const clear = () => (report = { count: 0, ids: new Set(), delays: [], lastAt: 0 });
  clear();
  const serve = (fault?: Fault) => {
    const identity = fault === 'untrusted' ? { key: untrustedKey, cert: untrustedCert } : { key, cert };
    const server = createServer({ ...identity, keepAliveTimeout: 60_000 }, (req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', () => {
        if (fault !== undefined) return answerBadly(fault, res);
        res.end();
        const { created_at } = JSON.parse(Buffer.concat(chunks).toString()) as { created_at: string };
        report.lastAt = Date.now();
        report.count += 1;
        report.ids.add(req.headers['webhook-id'] as string);
        report.delays.push(report.lastAt - Date.parse(created_at));
      });
    });
    server.on('tlsClientError', () => {});
    return server.listen(0, '127.0.0.1');
  };
  const servers = [...Array.from({ length: ENDPOINTS }, () => serve()), ...FAULTS.map((fault) => serve(fault))];
  setTimeout(() => process.send!(servers.map((server) => (server.address() as AddressInfo).port)), 300);
  process.on('message', (what) => {
    if (what === 'clear') clear();
    const { ids, ...rest } = report;
    process.send!({ ...rest, unique: ids.size });
  });
}

if (import.meta.main) {
  const [key, cert, untrustedKey, untrustedCert] = process.argv.slice(2).map((file) => readFileSync(file, 'utf8'));
  receive(key!, cert!, untrustedKey!, untrustedCert!);
}
