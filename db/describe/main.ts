import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeStatements, embeddedDescriber } from './describe.ts';
import { render } from './render.ts';
import { schemaDifference } from './schema.ts';
import { openScratch } from './scratch.ts';
import { allStatements } from './statements.ts';

const FILE = join(import.meta.dirname, '../statements.generated.ts');

function fail(reason: string): void {
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
}

/**
 * `npm run db:types` writes the types of the statements; with `--check` (`npm run db:check`) it only says whether they,
 * and the entities, are what a database with all migrations has.
 */
const scratch = await openScratch();
try {
  if (process.argv.includes('--check')) {
    const difference = await schemaDifference(scratch.orm);
    if (difference.length > 0) {
      fail(`db/entities describe another schema than the migrations make. What lacks:\n${difference.join(';\n')};`);
    }
  }
  const types = render(await describeStatements(await embeddedDescriber(scratch.pglite), await allStatements()));
  if (!process.argv.includes('--check')) writeFileSync(FILE, types);
  else if (readFileSync(FILE, 'utf8') !== types) {
    fail('db/statements.generated.ts is not what the statements and the schema say. Run npm run db:types.');
  }
} finally {
  await scratch.close();
}
