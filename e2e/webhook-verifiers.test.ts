import { spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { verifyWebhook } from '../client/index.ts';
import { until } from './harness/until.ts';

const guide = readFileSync(new URL('../docs/webhooks.md', import.meta.url), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'sat-verify-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SECRET = 'whsec_Zm9yIHRoZSB0ZXN0cyBvbmx5LCAzMiBieXRlcyE';
const BODY =
  '{"id":"evt_1","type":"draft.ready","created_at":"2026-01-01T00:00:00.000Z","data":{"product":"Größe \\"x\\" 🙂"}}';

const sign = (timestamp: string, body = BODY, secret = SECRET) =>
  `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;

const now = () => String(Math.floor(Date.now() / 1_000));
const ago = (seconds: number) => String(Math.floor(Date.now() / 1_000) - seconds);

/** Each case: the body, the timestamp, the signature, and whether it is genuine. */
const cases = (): [string, string, string, string, boolean][] => {
  const time = now();
  return [
    ['genuine', BODY, time, sign(time), true],
    ['290 seconds old', BODY, ago(290), sign(ago(290)), true],
    ['another body', `${BODY} `, time, sign(time), false],
    ['another secret', BODY, time, sign(time, BODY, 'whsec_other'), false],
    ['an old timestamp', BODY, ago(310), sign(ago(310)), false],
    ['a timestamp ahead', BODY, ago(-310), sign(ago(-310)), false],
    ['another timestamp', BODY, ago(5), sign(time), false],
    ['a short signature', BODY, time, 'v1=ab', false],
    ['no version', BODY, time, sign(time).slice(3), false],
  ];
};

const programs = [
  { fence: 'ts', file: 'verify.ts', command: process.execPath },
  { fence: 'python', file: 'verify.py', command: 'python3' },
  { fence: 'sh', file: 'verify.sh', command: 'sh' },
];

test.each(programs)('the guide’s verifier in $fence tells genuine deliveries', ({ fence, file, command }) => {
  const code = new RegExp(`\`\`\`${fence}\n([\\s\\S]*?)\`\`\``).exec(guide)![1]!;
  const path = join(folder, file);
  writeFileSync(path, code);
  for (const [name, body, timestamp, signature, genuine] of cases()) {
    const { status, stderr } = spawnSync(command, [path], {
      input: body,
      env: { ...process.env, WEBHOOK_SECRET: SECRET, WEBHOOK_TIMESTAMP: timestamp, WEBHOOK_SIGNATURE: signature },
      encoding: 'utf8',
    });
    expect(status, `${name}: ${stderr}`).toBe(genuine ? 0 : 1);
  }
});

test('verifyWebhook tells the same, from Node’s headers and from Headers', () => {
  for (const [name, body, timestamp, signature, genuine] of cases()) {
    const plain = { 'webhook-timestamp': timestamp, 'webhook-signature': signature };
    for (const headers of [plain, new Headers(plain)]) {
      for (const raw of [body, Buffer.from(body)]) {
        const verify = () => verifyWebhook(raw, headers, SECRET);
        if (genuine) expect(verify()).toEqual(JSON.parse(body));
        else expect(verify, name).toThrow();
      }
    }
  }
  expect(() => verifyWebhook(BODY, {}, SECRET)).toThrow('missing');
});

test('npm run listen verifies and prints', async () => {
  const child = spawn(process.execPath, ['client/listen.ts', '--make-cert', join(folder, 'cert'), '--port', '0'], {
    env: { ...process.env, WEBHOOK_SECRET: SECRET },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  try {
    const listening = await until(
      async () => /Listening on (\S+)/.exec(output)?.[1],
      (found) => found !== undefined,
    );
    const post = (signature: string, timestamp: string) =>
      new Promise<number>((resolve, reject) => {
        const ca = readFileSync(join(folder, 'cert', 'cert.pem'));
        const headers = { 'webhook-timestamp': timestamp, 'webhook-signature': signature };
        request(listening!, { method: 'POST', ca, headers }, (res) => resolve(res.resume().statusCode!))
          .on('error', reject)
          .end(BODY);
      });
    const time = now();
    expect(await post(sign(time), time)).toBe(204);
    expect(await post(sign(time, 'else'), time)).toBe(400);
    await until(
      async () => output,
      (text) => text.includes('verified {"id":"evt_1"') && text.includes('refused: The signature does not fit'),
    );
  } finally {
    child.kill('SIGTERM');
  }
});
