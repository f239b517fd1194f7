import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openScratch } from './scratch.ts';
import { describeStatements, embeddedDescriber } from './describe.ts';
import { render } from './render.ts';
import { allStatements } from './statements.ts';

const FILE = join(import.meta.dirname, '../statements.generated.ts');

const scratch = await openScratch();
try {
  const types = render(await describeStatements(await embeddedDescriber(scratch.pglite), await allStatements()));
  if (!process.argv.includes('--check')) writeFileSync(FILE, types);
  else if (readFileSync(FILE, 'utf8') !== types) {
    process.stderr.write(
      'db/statements.generated.ts is not what the statements and the schema say: npm run db:types\n',
    );
    process.exitCode = 1;
  }
} finally {
  await scratch.close();
}
