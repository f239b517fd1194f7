import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { InvalidWebhook, verifyWebhook } from './verify-webhook.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

function refuse(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** A self-signed certificate, for trials on this machine. */
function makeCertificate(folder: string): { cert: string; key: string } {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  if (existsSync(cert) && existsSync(key)) return { cert, key };
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1,IP:::1,DNS:localhost'];
  const how = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30'];
  try {
    execFileSync('openssl', ['req', ...how, '-keyout', key, '-out', cert, ...names], { stdio: 'ignore' });
  } catch {
    refuse('openssl could not make a certificate; give one with --cert and --key.');
  }
  return { cert, key };
}

async function bodyOf(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const { values } = parseArgs({
  options: {
    cert: { type: 'string' },
    key: { type: 'string' },
    'make-cert': { type: 'string' },
    port: { type: 'string', default: '4443' },
    host: { type: 'string', default: '127.0.0.1' },
  },
});
const made = values['make-cert'] === undefined ? undefined : makeCertificate(values['make-cert']);
const cert = values.cert ?? made?.cert;
const key = values.key ?? made?.key;
if (cert === undefined || key === undefined) {
  refuse('Deliveries need HTTPS: give --cert and --key, or --make-cert <folder> for a throw-away one.');
}
const secret = process.env['WEBHOOK_SECRET'];

const server = createServer({ cert: readFileSync(cert), key: readFileSync(key) }, async (req, res) => {
  try {
    const body = await bodyOf(req);
    if (secret === undefined) say(`unverified ${body.toString('utf8')}`);
    else say(`verified ${JSON.stringify(verifyWebhook(body, req.headers, secret))}`);
    res.writeHead(204).end();
  } catch (error) {
    say(`refused: ${error instanceof InvalidWebhook ? error.message : String(error)}`);
    res.writeHead(400).end();
  }
});
server.on('error', (error) => refuse(error.message));
server.listen(Number(values.port), values.host, () => {
  const address = server.address();
  const url = `https://${values.host}:${typeof address === 'object' ? address!.port : values.port}/`;
  say(`Listening on ${url} with ${cert}`);
  say(`Start the service with WEBHOOK_CA_FILE=${cert} WEBHOOK_ALLOWED_CIDRS=${values.host}/32,`);
  say(`register ${url} and give its secret in WEBHOOK_SECRET.`);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
