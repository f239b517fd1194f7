import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { knownMigrations } from '../migrate.ts';
import { released } from '../migrations/released.ts';
import { SCHEMA, snapshotOf } from '../schema-snapshot.ts';
import { renderColumns } from './columns.ts';
import { describeStatements, embeddedDescriber } from './describe.ts';
import { changedReleases } from './released.ts';
import { render } from './render.ts';
import { schemaDifference } from './schema.ts';
import { openScratch } from './scratch.ts';
import { allStatements } from './statements.ts';

function fail(reason: string): void {
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
}

/**
 * `npm run db:types` writes the types of the statements, the schema a start compares with and the columns of the
 * entities; with `--check` (`npm run db:check`) it only says whether these, and the entities, are what a database with all
 * migrations has, and whether the released migrations are as they were released.
 */
const scratch = await openScratch();
try {
  const isCheck = process.argv.includes('--check');
  if (isCheck) {
    const changed = changedReleases(released, await knownMigrations(scratch.orm));
    if (changed !== undefined) fail(changed);
    const difference = await schemaDifference(scratch.orm);
    if (difference.length > 0) {
      fail(`db/entities describe another schema than the migrations make. What lacks:\n${difference.join(';\n')};`);
    }
  }
  const schema = snapshotOf((await scratch.pglite.query<{ object: string; is: string }>(SCHEMA)).rows);
  const types = render(await describeStatements(await embeddedDescriber(scratch.pglite), await allStatements()));
  for (const [name, text] of [
    ['statements.generated.ts', types],
    ['schema.generated.json', `${JSON.stringify(schema, null, 2)}\n`],
    ['columns.generated.json', renderColumns(scratch.orm)],
  ] as const) {
    const file = join(import.meta.dirname, '..', name);
    if (!isCheck) writeFileSync(file, text);
    else if (readFileSync(file, 'utf8') !== text) {
      fail(`db/${name} is not what the statements and the schema say. Run npm run db:types.`);
    }
  }
} finally {
  await scratch.close();
}
