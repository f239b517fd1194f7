import { PGlite } from '@electric-sql/pglite';
import { dataDir } from '@electric-sql/pglite-prepopulatedfs';
import { MikroORM } from '@mikro-orm/pglite';
import { entities } from '../entities/index.ts';
import { ormOptions } from '../orm-options.ts';

/** An embedded database in memory, migrated as a new one would be, for looking at its schema. */
export async function openScratch() {
  const pglite = await PGlite.create({ loadDataDir: await dataDir() });
  const orm = await MikroORM.init({
    ...ormOptions,
    entities: [...entities],
    dbName: 'postgres',
    driverOptions: { pglite },
  });
  await orm.migrator.up();
  return {
    pglite,
    orm,
    async close() {
      await orm.close();
      if (!pglite.closed) await pglite.close();
    },
  };
}
