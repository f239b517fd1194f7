import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { makePrivateFolder } from '../db/data-folder.ts';
import { User } from '../db/entities/index.ts';
import { newId } from '../db/ids.ts';
import { ROLES } from '../db/roles.ts';
import { loggedError } from '../server/logged-error.ts';
import type { AppContext, Tenant } from './harness/app.ts';
import { useQuietApp } from './harness/shared-app.ts';
import { callTool, TRANSPORTS } from './harness/transports.ts';

/** What the service shows of itself, takes without asking, and leaves lying about. */

let app: AppContext;
let tenant: Tenant;

useQuietApp(async (started) => {
  app = started;
  tenant = await app.newTenant();
});

test.each(
  TRANSPORTS.flatMap((transport) =>
    ['gzip', 'br', 'gzip, gzip', 'identity, deflate'].map((encoding) => [transport, encoding] as const),
  ),
)('%s: a body in the encoding %s is refused by name, though it reads as JSON', async (transport, encoding) => {
  const headers = { 'content-encoding': encoding };
  const { status, error } = await callTool(
    transport,
    'verify_session',
    {},
    { baseUrl: app.baseUrl, key: tenant.key, headers },
  );
  expect(status).toBe(400);
  expect(error).toMatchObject({ code: 'invalid_json', message: expect.stringContaining(`"${encoding}"`) });
});

test('identity is no encoding, and a token request is refused for one, too', async () => {
  const options = { baseUrl: app.baseUrl, key: tenant.key, headers: { 'content-encoding': 'Identity' } };
  expect((await callTool('rest', 'verify_session', {}, options)).status).toBe(200);
  const body = gzipSync('grant_type=authorization_code');
  const answer = await fetch(`${app.baseUrl}/api/v1/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-encoding': 'gzip' },
    body,
  });
  expect(answer.status).toBe(400);
  expect((await answer.json()).error).toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('"gzip"'),
  });
});

test('/metrics answers this machine, but no proxy on it', async () => {
  const asked = (headers: Record<string, string>) => fetch(`${app.baseUrl}/metrics`, { headers });
  expect((await asked({})).status).toBe(200);
  for (const name of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'X-Forwarded-Proto', 'Via']) {
    const { status } = await asked({ [name]: '203.0.113.7' });
    expect({ name, status }).toEqual({ name, status: 403 });
  }
});

test('the data folder is its owner’s alone, also one that was there', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sat-folder-'));
  try {
    const made = join(folder, 'made');
    makePrivateFolder(made);
    const wide = join(folder, 'wide');
    mkdirSync(wide);
    chmodSync(wide, 0o755);
    makePrivateFolder(wide);
    expect([made, wide].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('what the database says of a row it refused does not get into the log', async () => {
  const email = 'logged@example.com';
  const add = () =>
    app.service.app.services.db
      .forkAs(ROLES.operator)
      .transactional(async (em) => void em.create(User, { id: newId('user'), email, name: 'Somebody Logged' }));
  await add();
  const error = await add().catch((refused: unknown) => refused);
  // The errors themselves hold it.
  expect(
    Object.values(error as object)
      .map(String)
      .join('\n'),
  ).toContain(email);
  const logged = JSON.stringify(loggedError(error));
  expect(logged).toContain('users_email_unique');
  expect(logged).not.toMatch(/logged@example\.com|Somebody Logged/);
});
