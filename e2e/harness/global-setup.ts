import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { readConfig } from '../../server/config.ts';
import { startService } from '../../server/process.ts';
import { dropDatabase } from './drop-database.ts';
import { environment } from './environment.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated, empty embedded folder that each test file copies; or the name of such a database. */
    template: string;
  }
}

/** A template and what removes it. */
type Template = { name: string; remove(): Promise<void> };

async function makeTemplate(): Promise<Template> {
  // A run that a test starts takes the template of its own.
  const given = process.env['TEST_TEMPLATE'];
  if (given !== undefined) return { name: given, remove: async () => {} };
  const server = process.env['TEST_DATABASE_URL'];
  const folder = mkdtempSync(join(tmpdir(), 'sat-template-'));
  if (server === undefined) {
    const service = await startService(readConfig(environment({ DATA_DIR: folder })));
    await service.stop();
    return { name: folder, remove: async () => rmSync(folder, { recursive: true, force: true }) };
  }
  const name = `sat_template_${process.pid}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`DROP DATABASE IF EXISTS ${name}`);
  await admin.query(`CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const service = await startService(readConfig(environment({ DATA_DIR: folder, DATABASE_URL: url.href })));
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
  return {
    name,
    async remove() {
      await dropDatabase(admin, name);
      await admin.end();
    },
  };
}

/** Vitest runs the setup once per project, each with modules of its own: they share what hangs on the process. */
const shared = globalThis as { testTemplate?: { made: Promise<Template>; users: number } };

/** Migrates once; every test file starts from a copy of the result. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const template = (shared.testTemplate ??= { made: makeTemplate(), users: 0 });
  template.users += 1;
  const { name, remove } = await template.made;
  provide('template', name);
  return async () => {
    template.users -= 1;
    if (template.users > 0) return;
    delete shared.testTemplate;
    await remove();
  };
}
