import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** The server's answers by domain; a domain without one does not exist. */
export type Zone = Record<
  string,
  { mx?: { preference: number; exchange: string }[]; a?: string[]; aaaa?: boolean; fails?: true; silent?: true }
>;

const TYPE = { a: 1, mx: 15, aaaa: 28 };
const RCODE = { ok: 0, servfail: 2, nxdomain: 3 };

function encodeName(name: string): Buffer {
  const labels = name.split('.').filter(Boolean);
  return Buffer.concat([
    ...labels.map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, 'ascii')])),
    Buffer.from([0]),
  ]);
}

function question(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  while (message[at] !== 0) {
    const length = message[at]!;
    labels.push(message.toString('ascii', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function record(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function answers(said: Zone[string], type: number): Buffer[] {
  if (type === TYPE.mx) {
    return (said.mx ?? []).map(({ preference, exchange }) => {
      const weight = Buffer.alloc(2);
      weight.writeUInt16BE(preference);
      return record(type, Buffer.concat([weight, encodeName(exchange)]));
    });
  }
  if (type === TYPE.a)
    return (said.a ?? []).map((address) => record(type, Buffer.from(address.split('.').map(Number))));
  return type === TYPE.aaaa && said.aaaa ? [record(type, Buffer.concat([Buffer.alloc(15), Buffer.from([1])]))] : [];
}

/** A DNS server on loopback UDP; `asked` counts the queries. */
export async function startDnsServer(zone: Zone) {
  const socket = createSocket('udp4');
  const seen = { asked: 0 };
  socket.on('message', (message, from) => {
    seen.asked += 1;
    const { name, type, end } = question(message);
    const said = zone[name];
    if (said?.silent) return;
    const found = said === undefined || said.fails ? [] : answers(said, type);
    const head = Buffer.from(message.subarray(0, 12));
    const rcode = said === undefined ? RCODE.nxdomain : said.fails ? RCODE.servfail : RCODE.ok;
    head.writeUInt16BE(0x8180 | rcode, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(found.length, 6);
    head.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([head, message.subarray(12, end), ...found]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { server: `127.0.0.1:${socket.address().port}`, seen, close: () => socket.close() };
}
