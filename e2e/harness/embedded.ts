import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { dataDir } from '@electric-sql/pglite-prepopulatedfs';
import { makePrivateFolder } from '../../db/data-folder.ts';

/** Makes an empty embedded database in a data folder: what a first start makes by initdb, unpacked in a fifth of the time. */
export async function makeEmptyDatabase(folder: string): Promise<void> {
  makePrivateFolder(folder);
  const pglite = await PGlite.create({ dataDir: join(folder, 'postgres'), loadDataDir: await dataDir() });
  await pglite.close();
}
