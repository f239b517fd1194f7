import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inherited, ROOT } from './harness/child-environment.ts';
import { startChild } from './harness/child.ts';
import { createStore, type Store } from './harness/app.ts';
import { environment } from './harness/environment.ts';
import { freePort } from './harness/free-port.ts';

/** What a start that fails says: a sentence that names the setting, and no stack. */

let folder: string;
const taken = createServer();
let takenPort: number;
let store: Store;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sat-start-'));
  writeFileSync(join(folder, 'a-file'), '');
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  store = await createStore();
  takenPort = (taken.address() as AddressInfo).port;
});

afterAll(async () => {
  taken.close();
  await store.remove();
  rmSync(folder, { recursive: true, force: true });
});

function start(program: string, env: Record<string, string>): Promise<{ status: number | null; said: string }> {
  const child = spawn(process.execPath, [program], {
    cwd: ROOT,
    env: { ...inherited(), ...environment({ DATA_DIR: join(folder, 'data'), ...env }) },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 40_000,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((resolve) => child.once('close', (status) => resolve({ status, said })));
}

const nobody = 'postgres://sales:hunter2@127.0.0.1:9/sales';

type Case = [what: string, program: string, env: () => Record<string, string>, says: RegExp[]];

const CASES: Case[] = [
  [
    'several settings that do not fit',
    'server/main.ts',
    () => ({ WEBHOOK_ALLOWED_CIDRS: 'banana', PUBLIC_URL: 'not a url' }),
    [/PUBLIC_URL: wanted .*"not a url"/, /WEBHOOK_ALLOWED_CIDRS: wanted .*"banana"/],
  ],
  ['a worker’s, too', 'server/worker.ts', () => ({ WEBHOOK_CA_FILE: '/nowhere' }), [/WEBHOOK_CA_FILE: wanted/]],
  ['a worker without a database', 'server/worker.ts', () => ({}), [/needs DATABASE_URL/]],
  [
    'a database nobody serves',
    'server/main.ts',
    () => ({ DATABASE_URL: nobody }),
    [/DATABASE_URL: wanted .*127\.0\.0\.1:9\/sales nothing listens there/],
  ],
  [
    'a worker whose database nobody serves',
    'server/worker.ts',
    () => ({ DATABASE_URL: nobody }),
    [/DATABASE_URL: wanted .*nothing listens there/],
  ],
  [
    'a port in use',
    'server/main.ts',
    () => ({ ...store.env, PORT: String(takenPort) }),
    [/PORT: wanted a free one; another program listens there \(came: "\d+"\)/],
  ],
  [
    'a host that is none of this machine',
    'server/main.ts',
    () => ({ ...store.env, HOST: '192.0.2.1' }),
    [/HOST: wanted an address of this machine \(came: "192\.0\.2\.1"\)/],
  ],
  [
    'a data folder that is a file',
    'server/main.ts',
    () => ({ DATA_DIR: join(folder, 'a-file') }),
    [/DATA_DIR: wanted a folder to write to; it is no folder/],
  ],
];

test.each(CASES)('%s', async (what, program, env, says) => {
  const apart = { DATA_DIR: join(folder, what.replaceAll(/\W+/g, '-')) };
  const { status, said } = await start(program, { ...apart, ...env() });
  expect(status, said).toBe(1);
  for (const words of says) expect(said).toMatch(words);
  expect(said).not.toMatch(/^\s+at /m);
  expect(said).not.toContain('hunter2');
});

test('an X-Forwarded-For that is not believed is warned of once, with the setting that would', async () => {
  const child = await startChild({ ...store.env, LOG_LEVEL: 'warn' });
  try {
    for (const address of ['203.0.113.1', '203.0.113.2']) {
      await fetch(`${child.baseUrl}/healthz`, { headers: { 'x-forwarded-for': address } });
    }
  } finally {
    await child.end('SIGTERM');
  }
  expect(child.output().split('TRUSTED_PROXIES=127.0.0.1')).toHaveLength(2);
});

test('a Redis that is not there does not stop the start: the log and /readyz say what that means', async () => {
  const child = await startChild({
    ...store.env,
    LOG_LEVEL: 'info',
    REDIS_URL: `redis://127.0.0.1:${await freePort()}`,
  });
  try {
    const ready = await fetch(`${child.baseUrl}/readyz`);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({
      status: 'degraded',
      database: 'ok',
      redis: expect.stringContaining('unreachable'),
    });
  } finally {
    await child.end('SIGTERM');
  }
  expect(child.output()).toContain('each process counts rate limits for itself');
});
