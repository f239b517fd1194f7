import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseSql, rolesSql } from '../db/describe/roles-sql.ts';
import { ROLES } from '../db/roles.ts';
import { readConfig } from '../server/config.ts';
import { type Service, startService } from '../server/process.ts';
import { startFailure } from '../server/start-error.ts';
import { provisioner, type Tenant } from './harness/app.ts';
import { onPostgres } from './harness/databases.ts';
import { environment } from './harness/environment.ts';
import { PostgresServer } from './harness/postgres-server.ts';

/** What the logins may do that the service gets: one that owns and migrates, one that it runs with, neither with CREATEROLE. */

test('compose.yaml makes every role', () => {
  const compose = readFileSync(new URL('../compose.yaml', import.meta.url), 'utf8');
  for (const role of Object.values(ROLES)) expect(compose).toContain(role);
});

describe.runIf(onPostgres)('on a PostgreSQL of its own', () => {
  let server: PostgresServer;
  let dataDir: string;
  let service: Service;
  let tenant: Tenant;
  const clients: pg.Client[] = [];

  const urlOf = (user: string, database: string) => {
    const url = new URL(server.url);
    url.username = user;
    url.pathname = `/${database}`;
    return url.href;
  };

  async function connect(user: string, database = 'crm'): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: urlOf(user, database) });
    client.on('error', () => {});
    await client.connect();
    clients.push(client);
    return client;
  }

  const start = (env: Record<string, string>) =>
    startService(
      readConfig(environment({ DATA_DIR: dataDir, DATABASE_URL: urlOf('crm', 'crm'), WORKERS: 'off', ...env })),
    );

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'sat-roles-'));
    server = await PostgresServer.start();
    const admin = await connect('postgres', 'postgres');
    await admin.query(rolesSql('crm_owner', 'crm'));
    await admin.query('CREATE DATABASE crm OWNER crm_owner');
    await (await connect('postgres')).query(databaseSql('crm_owner', 'crm'));
  });

  afterAll(async () => {
    await service?.stop();
    for (const client of clients) await client.end();
    await server.remove();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('the login alone may not migrate, and the start says what to set', async () => {
    const said = await start({}).catch((error: unknown) => startFailure(error));
    expect(said).toMatch(/lacks 0001-foundation.*MIGRATION_DATABASE_URL/);
  });

  test('with the other to migrate the service starts and works, and then starts without it', async () => {
    const migrating = await start({ MIGRATION_DATABASE_URL: urlOf('crm_owner', 'crm') });
    await migrating.stop();
    service = await start({});
    tenant = await provisioner(service.baseUrl).newTenant();
    const { body } = await tenant.rest('gtm_crm_write', { entity: 'account', facts: { name: 'Acme', tier: 'A' } });
    expect(
      (await tenant.rest('log_capture', { source: 'call', account_id: body.id, text: 'Dana signs.' })).status,
    ).toBe(200);
    const answer = await tenant.rest('answer_across_org', { question: 'Who signs at Acme?' });
    expect(answer.text).toContain('Dana signs');
    const staged = await tenant.rest('studio_stage_draft', { channel: 'manual', body: 'A draft.' });
    expect(staged.status, staged.text).toBe(200);
  });

  test('neither login is a superuser or has CREATEROLE, and neither reads a workspace as itself', async () => {
    for (const user of ['crm', 'crm_owner']) {
      const client = await connect(user);
      const { rows } = await client.query(
        'SELECT rolsuper, rolcreaterole, rolbypassrls FROM pg_roles WHERE rolname = current_user',
      );
      expect(rows).toEqual([{ rolsuper: false, rolcreaterole: false, rolbypassrls: false }]);
      const seen: number[] = [];
      for (const table of ['facts', 'accounts', 'captures', 'drafts']) {
        const found = await client.query(`SELECT count(*)::int AS count FROM ${table}`).catch(() => undefined);
        seen.push(found === undefined ? 0 : (found.rows[0].count as number));
      }
      expect({ user, seen }).toEqual({ user, seen: [0, 0, 0, 0] });
    }
  });

  test('the login cannot get itself more', async () => {
    const client = await connect('crm');
    for (const more of [
      'SET ROLE sat_search',
      'SET ROLE crm_owner',
      'GRANT sat_search TO crm',
      'GRANT pg_read_all_data TO crm',
      'ALTER TABLE facts NO FORCE ROW LEVEL SECURITY',
      'ALTER TABLE facts DISABLE ROW LEVEL SECURITY',
      'CREATE POLICY mine ON facts TO crm USING (true)',
      'ALTER VIEW searchable_facts OWNER TO crm',
      'CREATE TABLE mine (id text)',
      'CREATE ROLE mine',
    ]) {
      const said = await client.query(more).then(
        () => 'done',
        (error: { code: string }) => error.code,
      );
      expect({ more, said }).toEqual({ more, said: '42501' });
    }
  });

  test('a login that is all in one keeps no way to read past the policies', async () => {
    const admin = await connect('postgres', 'postgres');
    await admin.query('CREATE ROLE alone LOGIN CREATEROLE CREATEDB');
    await admin.query('CREATE DATABASE alone OWNER alone');
    const all = { DATABASE_URL: urlOf('alone', 'alone') };
    const started = await start(all);
    const other = await provisioner(started.baseUrl).newTenant();
    await other.rest('gtm_crm_write', { entity: 'account', facts: { name: 'Borealis' } });
    await started.stop();
    const client = await connect('alone', 'alone');
    expect((await client.query('SELECT count(*)::int AS count FROM accounts')).rows).toEqual([{ count: 0 }]);
    expect((await client.query(`SELECT pg_has_role('sat_search', 'USAGE') AS has`)).rows).toEqual([{ has: false }]);
  });
});
