import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { newId } from '../../db/ids.ts';
import type { CallRow } from '../../db/statements/calls.ts';
import { statement } from '../../db/statement.ts';
import { readConfig } from '../../server/config.ts';
import { type Service, startService } from '../../server/process.ts';
import { dropDatabase } from './drop-database.ts';
import { environment } from './environment.ts';
import { type Provisioner, provisioner, type Tenant } from './tenant.ts';

export { post, provisioner, type RestAnswer, type Tenant, tenantOf, type TenantOptions } from './tenant.ts';

/** An empty database of its own for one test file: a folder, or a database on TEST_DATABASE_URL's server. */
export type Store = { env: Record<string, string>; remove(): Promise<void> };

export async function createStore(): Promise<Store> {
  const template = inject('template');
  const folder = mkdtempSync(join(tmpdir(), 'sat-e2e-'));
  const server = process.env['TEST_DATABASE_URL'];
  if (server === undefined) {
    cpSync(template, folder, { recursive: true });
    return { env: { DATA_DIR: folder }, remove: async () => rmSync(folder, { recursive: true, force: true }) };
  }
  const name = `sat_e2e_${newId('request').slice(4)}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    env: { DATA_DIR: folder, DATABASE_URL: url.href },
    async remove() {
      await dropDatabase(admin, name);
      await admin.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type AppContext = Provisioner & {
  service: Service;
  /** Audit rows of a key, oldest first, straight from the database. */
  auditOf(tenant: Tenant): Promise<CallRow[]>;
  stop(): Promise<void>;
};

const auditOf = statement('test_audit_of', 'SELECT * FROM api_key_calls WHERE key_id = $1 ORDER BY id');

/** Starts the service in this process on its own database: the start of nearly every e2e file. */
export async function startTestApp(env: Record<string, string> = {}): Promise<AppContext> {
  const store = await createStore();
  const service = await startService(readConfig(environment({ ...store.env, ...env })));
  return {
    service,
    ...provisioner(service.baseUrl),
    auditOf: ({ workspaceId, keyId }) => service.app.services.db.read(workspaceId, auditOf, [keyId]),
    async stop() {
      await service.stop();
      await store.remove();
    },
  };
}
