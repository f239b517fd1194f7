import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { schemaDifference } from './schema.ts';
import { openScratch } from './scratch.ts';

const FOLDER = join(import.meta.dirname, '../migrations');

const words =
  process.argv
    .slice(2)
    .join('-')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? usage('A migration needs a name.');

function usage(reason: string): never {
  process.stderr.write(`${reason}\nUse: npm run db:migration <what it changes>, e.g. add-account-region\n`);
  process.exit(2);
}

/** The next migration: what lies between the migrated schema and the entities, for its author to read and complete. */
async function writeMigration(name: string, className: string): Promise<string | undefined> {
  const scratch = await openScratch();
  try {
    const difference = await schemaDifference(scratch.orm);
    if (difference.length === 0) return undefined;
    const last = readdirSync(FOLDER)
      .filter((file) => /^\d{4}-.*(?<!\.test)\.ts$/.test(file))
      .sort()
      .at(-1)!;
    const file = `${String(Number(last.slice(0, 4)) + 1).padStart(4, '0')}-${name}`;
    const statements = difference.map((sql) => `    this.addSql(\`${sql.replaceAll(/[\\`$]/g, '\\$&')}\`);`);
    writeFileSync(
      join(FOLDER, `${file}.ts`),
      `import { Migration } from '@mikro-orm/migrations';

export class ${className} extends Migration {
  override name = '${file}';

  override up(): void {
${statements.join('\n')}
  }
}
`,
    );
    const index = join(FOLDER, 'index.ts');
    const list = readFileSync(index, 'utf8');
    const [imports, ...rest] = list.split('\n\n');
    const imported = [`${imports}\nimport { ${className} } from './${file}.ts';`, ...rest].join('\n\n');
    const end = imported.lastIndexOf(']');
    writeFileSync(index, `${imported.slice(0, end).trimEnd().replace(/,$/, '')}, ${className}${imported.slice(end)}`);
    return file;
  } finally {
    await scratch.close();
  }
}

const made = await writeMigration(
  words.join('-'),
  words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join(''),
);
process.stdout.write(
  made === undefined
    ? 'The entities describe what the migrations make; there is nothing to migrate.\n'
    : `db/migrations/${made}.ts is written. Add what entities do not say (grants, policies, triggers, data), then run npm run db:types.\n`,
);
