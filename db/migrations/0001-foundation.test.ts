import { PGlite } from '@electric-sql/pglite';
import { dataDir } from '@electric-sql/pglite-prepopulatedfs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRole } from './0001-foundation.ts';

let database: PGlite;

// A first start of the embedded database takes its time on a busy machine.
beforeAll(async () => {
  database = await PGlite.create({ loadDataDir: await dataDir() });
}, 60_000);

afterAll(() => database.close());

/** Makes the role twice, as two databases of one cluster would, under a login role, and takes it on. */
async function takenOn(login: string, role: string): Promise<unknown> {
  await database.exec(`SET SESSION AUTHORIZATION ${login}`);
  try {
    await database.exec(createRole(role));
    await database.exec(createRole(role));
    await database.exec(`SET ROLE ${role}`);
    return (await database.query('SELECT current_user AS role')).rows[0];
  } finally {
    await database.exec('RESET ROLE; RESET SESSION AUTHORIZATION');
  }
}

test('a login role with CREATEROLE makes the roles and can take them on, as a managed database wants it', async () => {
  await database.exec('CREATE ROLE managed LOGIN NOSUPERUSER CREATEROLE CREATEDB');
  expect(await takenOn('managed', 'sat_made')).toEqual({ role: 'sat_made' });
});

test('a login role without it uses the roles that somebody made for it', async () => {
  await database.exec('CREATE ROLE plain LOGIN NOSUPERUSER; CREATE ROLE sat_given NOLOGIN; GRANT sat_given TO plain');
  expect(await takenOn('plain', 'sat_given')).toEqual({ role: 'sat_given' });
});
