import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../server/config.ts';
import { prepareFirstRun } from '../server/first-run.ts';
import { type Service, startService } from '../server/process.ts';
import { startFailure } from '../server/start-error.ts';
import { inherited, ROOT } from './harness/child-environment.ts';
import { type Child, startChild } from './harness/child.ts';
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

const settings = (env: Record<string, string>) => environment({ DATA_DIR: join(folder, 'data'), ...env });

/** A start in this process, as `server/main.ts` does it. @returns what it says of its failure */
async function failure(env: Record<string, string>): Promise<string> {
  let service: Service;
  try {
    service = await startService(readConfig(settings(env)), prepareFirstRun);
  } catch (error) {
    return startFailure(error);
  }
  await service.stop();
  return expect.unreachable('it started');
}

/** A start as a process of its own, which ends with 1. @returns what it wrote */
async function failureOf(program: string, env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [program], {
    cwd: ROOT,
    env: { ...inherited(), ...settings(env) },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 40_000,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const status = await new Promise((resolve) => child.once('close', resolve));
  expect(status, said).toBe(1);
  return said;
}

const nobody = 'postgres://sales:hunter2@127.0.0.1:9/sales';

type Case = [what: string, program: string | undefined, env: () => Record<string, string>, says: RegExp[]];

/** A start that has no program is one in this process. */
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
    undefined,
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
    undefined,
    () => ({ ...store.env, HOST: '192.0.2.1' }),
    [/HOST: wanted an address of this machine \(came: "192\.0\.2\.1"\)/],
  ],
  [
    'a data folder that is a file',
    undefined,
    () => ({ DATA_DIR: join(folder, 'a-file') }),
    [/DATA_DIR: wanted a folder to write to; it is no folder/],
  ],
];

test.each(CASES)('%s', async (what, program, env, says) => {
  const apart = { DATA_DIR: join(folder, what.replaceAll(/\W+/g, '-')) };
  const given = { ...apart, ...env() };
  const said = await (program === undefined ? failure(given) : failureOf(program, given));
  for (const words of says) expect(said).toMatch(words);
  expect(said).not.toMatch(/^\s+at /m);
  expect(said).not.toContain('hunter2');
});

describe('a start without the Redis it names', () => {
  let child: Child;
  let ready: { status: number; body: unknown };

  beforeAll(async () => {
    const REDIS_URL = `redis://127.0.0.1:${await freePort()}`;
    child = await startChild({ ...store.env, LOG_LEVEL: 'info', REDIS_URL });
    const answer = await fetch(`${child.baseUrl}/readyz`);
    ready = { status: answer.status, body: await answer.json() };
    for (const address of ['203.0.113.1', '203.0.113.2']) {
      await fetch(`${child.baseUrl}/healthz`, { headers: { 'x-forwarded-for': address } });
    }
    await child.end('SIGTERM');
  });

  afterAll(() => child?.end('SIGKILL'));

  test('an X-Forwarded-For that is not believed is warned of once, with the setting that would', () => {
    expect(child.output().split('TRUSTED_PROXIES=127.0.0.1')).toHaveLength(2);
  });

  test('a Redis that is not there does not stop the start: the log and /readyz say what that means', () => {
    expect(ready).toMatchObject({
      status: 200,
      body: { status: 'degraded', database: 'ok', redis: expect.stringContaining('unreachable') },
    });
    expect(child.output()).toContain('each process counts rate limits for itself');
  });
});
