import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, expect, test } from 'vitest';
import { openEmbedded } from './open-embedded.ts';

const folder = mkdtempSync(join(tmpdir(), 'sat-template-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const history = async (dataDir: string) => {
  const pglite = await PGlite.create({ dataDir });
  const { rows } = await pglite.query('SELECT name, checksum FROM schema_migrations ORDER BY id');
  const copied = await pglite.query(`SELECT to_regclass('of_the_template') IS NOT NULL AS yes`);
  await pglite.close();
  return { rows, isCopy: (copied.rows[0] as { yes: boolean }).yes };
};

test('a new database is a copy of the template, unless that has other migrations', { timeout: 60_000 }, async () => {
  const open = (name: string, template?: string) => openEmbedded({ dataDir: join(folder, name) }, template);
  await (await open('first')).close();
  const template = join(folder, 'first', 'postgres');
  const made = await history(template);
  expect(made.isCopy).toBe(false);
  expect(made.rows.length).toBeGreaterThan(30);

  const mark = async (sql: string) => {
    const pglite = await PGlite.create({ dataDir: template });
    await pglite.exec(sql);
    await pglite.close();
  };
  await mark('CREATE TABLE of_the_template (id int)');
  await (await open('copy', template)).close();
  expect(await history(join(folder, 'copy', 'postgres'))).toEqual({ ...made, isCopy: true });

  await mark(`UPDATE schema_migrations SET checksum = 'another' WHERE id = 3`);
  await (await open('other', template)).close();
  expect(await history(join(folder, 'other', 'postgres'))).toEqual(made);
  expect(existsSync(join(folder, 'other', 'postgres.unpacked'))).toBe(false);
});
