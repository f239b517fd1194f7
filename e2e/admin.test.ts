import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Ended, runCommand } from '../client/admin-command.ts';
import { newId } from '../db/ids.ts';
import { readConfig } from '../server/config.ts';
import { prepareFirstRun } from '../server/first-run.ts';
import { type Service, startService } from '../server/process.ts';
import { inherited, ROOT } from './harness/child-environment.ts';
import { OPERATOR_TOKEN } from './harness/environment.ts';
import type { AppContext } from './harness/app.ts';
import { useApp } from './harness/shared-app.ts';

/** The command as a process of its own, with nothing in its environment but what is given. */
function admin(args: string[], env: Record<string, string>, stdin = ''): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['client/admin.ts', ...args],
      { cwd: ROOT, env: { ...inherited(), ...env }, encoding: 'utf8' },
      (error, stdout, stderr) => resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
    child.stdin!.end(stdin);
  });
}

/** The same in this process: for what the command says, which no process of its own has a part in. */
const command = (args: string[], given: Record<string, string>) => runCommand(args, given, Readable.from([]));

const newUser = () => ({ email: `${newId('user')}@example.com`, name: 'Dana' });

let app: AppContext;
let env: Record<string, string>;
let nowhere: string;

useApp((started) => {
  app = started;
  nowhere = mkdtempSync(join(tmpdir(), 'sat-admin-'));
  env = { PUBLIC_URL: app.baseUrl, OPERATOR_TOKEN, DATA_DIR: nowhere };
});

afterAll(async () => {
  rmSync(nowhere, { recursive: true, force: true });
});

const call = (name: string, input: unknown) => command([name, JSON.stringify(input)], env);

async function answerOf(ended: Promise<Ended>): Promise<Record<string, any>> {
  const { status, stdout, stderr } = await ended;
  expect(status, stderr).toBe(0);
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^\{.*\}\n$/);
  return JSON.parse(stdout) as Record<string, any>;
}

async function refusalOf(ended: Promise<Ended>): Promise<string> {
  const { status, stdout, stderr } = await ended;
  expect(status).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).not.toMatch(/^\s+at /m);
  return stderr;
}

describe('the admin command', () => {
  test('provisions a user whose key works, each result one line of JSON', async () => {
    const { user_id, workspace_id } = await answerOf(admin(['users.create', JSON.stringify(newUser())], env));
    expect(workspace_id).toMatch(/^ws_/);
    await answerOf(call('operator.entitlements.grant', { user_id, kind: 'bundle', slug: 'seller' }));
    const { key, key_id } = await answerOf(call('keys.create', { user_id, name: 'Night agent', scopes: 'all' }));
    const session = () =>
      fetch(`${app.baseUrl}/api/v1/tools/verify_session`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: '{}',
      });
    expect(await (await session()).json()).toMatchObject({
      account: { id: user_id },
      plugins: ['account-planning', 'deal-desk', 'prospecting'],
    });
    expect(await answerOf(call('keys.revoke', { key_id }))).toEqual({ key_id, revoked: true });
    expect((await session()).status).toBe(401);
  });

  test('reads the input from standard input, so that a password need not be on the command line', async () => {
    const input = JSON.stringify({ ...newUser(), password: 'correct horse battery' });
    expect((await answerOf(admin(['users.create', '-'], env, input))).user_id).toMatch(/^usr_/);
  });

  test('finds the service by HOST and PORT, also one that listens everywhere', async () => {
    const { port } = new URL(app.baseUrl);
    for (const HOST of ['127.0.0.1', '0.0.0.0']) {
      const by = { HOST, PORT: port, OPERATOR_TOKEN, DATA_DIR: nowhere };
      expect((await answerOf(command(['users.create', JSON.stringify(newUser())], by))).user_id).toMatch(/^usr_/);
    }
  });

  test('lists every procedure with its fields, with --help and without arguments', async () => {
    const [bare, help] = [await admin([], {}), await command(['--help'], {})];
    expect(bare.status).toBe(0);
    expect(help.stdout).toBe(bare.stdout);
    for (const name of ['users.create', 'entitlements.revoke', 'teams.add_seat_pack', 'keys.rotate', 'flags.set']) {
      expect(help.stdout).toMatch(new RegExp(`^  ${name} +\\S`, 'm'));
    }
    expect(help.stdout).toContain('email, name, password?');
    const one = await command(['keys.rotate', '--help'], {});
    expect(one.stdout).toMatch(/grace_hours +\(optional\) Hours/);
  });

  test('says what is wrong on standard error, with exit status 1', async () => {
    const unknown = await refusalOf(admin(['users.destroy', '{}'], env));
    expect(unknown).toContain('There is no procedure "users.destroy"');
    expect(unknown).toContain('users.create');
    expect(await refusalOf(command(['constructor', '{}'], env))).toContain('There is no procedure');
    expect(await refusalOf(command(['users.create', '{email'], env))).toContain('The input is not JSON');
    expect(await refusalOf(command(['users.create', '{}', 'more'], env))).toContain('one JSON argument');
  });

  test('says what the service refuses, with exit status 1', async () => {
    const invalid = await refusalOf(call('users.create', { email: 'nobody', name: '' }));
    expect(invalid).toMatch(/^invalid_input: /);
    expect(invalid).toMatch(/^ {2}email: /m);
    expect(invalid).toMatch(/^ {2}name: /m);
    expect(invalid).toMatch(/\(request req_/);
    expect(await refusalOf(call('users.create', []))).toMatch(/^invalid_input: /);

    const taken = newUser();
    await answerOf(call('users.create', taken));
    expect(await refusalOf(call('users.create', taken))).toContain('email: A user with this e-mail address exists');
  });

  test('without a token, with a wrong one, and without a service says so', async () => {
    const input = JSON.stringify(newUser());
    const withoutToken = { PUBLIC_URL: app.baseUrl, DATA_DIR: nowhere };
    expect(await refusalOf(command(['users.create', input], withoutToken))).toContain('No operator token');
    const wrong = { ...env, OPERATOR_TOKEN: 'x'.repeat(40) };
    expect(await refusalOf(command(['users.create', input], wrong))).toMatch(
      /^invalid_key: The operator token is wrong/,
    );
    const gone = { ...env, PUBLIC_URL: 'http://127.0.0.1:9' };
    expect(await refusalOf(command(['users.create', input], gone))).toContain(
      'No service answers at http://127.0.0.1:9',
    );
    expect(await refusalOf(admin(['users.create', input], { ...env, PORT: 'high' }))).toContain('PORT: ');
  });
});

describe('the embedded service, whose secrets nobody gave it', () => {
  let folder: string;
  let service: Service;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sat-admin-embedded-'));
    service = await startService(readConfig({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' }));
  });

  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('is let in by secrets.json as long as there is no first-run.json, and by that later', async () => {
    expect(existsSync(join(folder, 'first-run.json'))).toBe(false);
    const { port } = new URL(service.baseUrl);
    const early = admin(['users.create', JSON.stringify(newUser())], { DATA_DIR: folder, PORT: port });
    expect((await answerOf(early)).user_id).toMatch(/^usr_/);

    const terminal = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const config = readConfig({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' });
    const announce = await prepareFirstRun(config, service.app, service.secrets);
    announce(service.baseUrl);
    terminal.mockRestore();
    const file = join(folder, 'first-run.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ base_url: service.baseUrl });
    const later = command(['users.create', JSON.stringify(newUser())], { DATA_DIR: folder });
    expect((await answerOf(later)).user_id).toMatch(/^usr_/);
  });

  test('is not let in by a damaged file, and the command says which', async () => {
    const broken = mkdtempSync(join(tmpdir(), 'sat-admin-broken-'));
    try {
      writeFileSync(join(broken, 'first-run.json'), '{');
      expect(await refusalOf(command(['users.create', '{}'], { DATA_DIR: broken }))).toContain(
        'first-run.json cannot be read',
      );
    } finally {
      rmSync(broken, { recursive: true, force: true });
    }
  });
});
