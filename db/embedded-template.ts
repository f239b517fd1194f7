import { cpSync, renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { dataDir as emptyDatabase } from '@electric-sql/pglite-prepopulatedfs';

/** The migrated, empty database that `npm ci` leaves (`npm run prepare:start`); a first start copies it. */
export const TEMPLATE = fileURLToPath(new URL('../node_modules/.cache/embedded-database', import.meta.url));

/**
 * Makes a database where there is none, beside its place first: a start that is killed meanwhile leaves nothing that a
 * later one would open.
 * @param template what is copied; without one, a database without any migration is unpacked, in a fifth of initdb's time
 */
export async function makeDatabase(dataDir: string, template?: string): Promise<void> {
  const unpacked = `${dataDir}.unpacked`;
  rmSync(unpacked, { recursive: true, force: true });
  if (template !== undefined) cpSync(template, unpacked, { recursive: true });
  else await (await PGlite.create({ dataDir: unpacked, loadDataDir: await emptyDatabase() })).close();
  renameSync(unpacked, dataDir);
}
