import { join } from 'node:path';
import { makePrivateFolder } from '../../db/data-folder.ts';
import { makeDatabase } from '../../db/embedded-template.ts';

/** Makes an embedded database without any migration in a data folder. */
export async function makeEmptyDatabase(folder: string): Promise<void> {
  makePrivateFolder(folder);
  await makeDatabase(join(folder, 'postgres'));
}
