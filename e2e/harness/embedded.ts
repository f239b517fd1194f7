import { makePrivateFolder } from '../../db/data-folder.ts';
import { openFolder } from '../../db/open-embedded.ts';

/** Makes an empty embedded database in a data folder, as a first start does. */
export async function makeEmptyDatabase(folder: string): Promise<void> {
  makePrivateFolder(folder);
  const pglite = await openFolder(folder);
  await pglite.close();
}
