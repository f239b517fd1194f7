import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { readConfig } from '../../server/config.ts';
import { startService } from '../../server/process.ts';
import { environment } from './environment.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated, empty embedded folder that each test file copies; or the name of such a database. */
    template: string;
  }
}

/** Migrates once; every test file starts from a copy of the result. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = process.env['TEST_DATABASE_URL'];
  if (server === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'sat-template-'));
    const service = await startService(readConfig(environment({ DATA_DIR: folder })));
    await service.stop();
    provide('template', folder);
    return async () => rmSync(folder, { recursive: true, force: true });
  }
  const name = `sat_template_${process.pid}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`DROP DATABASE IF EXISTS ${name}`);
  await admin.query(`CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const folder = mkdtempSync(join(tmpdir(), 'sat-template-'));
  const service = await startService(readConfig(environment({ DATA_DIR: folder, DATABASE_URL: url.href })));
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
  provide('template', name);
  return async () => {
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.end();
  };
}
