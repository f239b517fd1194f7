import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { declared, type Statement } from '../statement.ts';

const ROOT = join(import.meta.dirname, '../..');
const DECLARES = /import \{[^}]*\bstatement\b[^}]*\} from '[./]*(?:db\/)?statement\.ts'/s;

/** Every statement of the program, in the order of their names: loads whatever module declares one, wherever it lies. */
export async function allStatements(): Promise<Statement[]> {
  const files = globSync('{adapters,db,routers,server}/**/*.ts', { cwd: ROOT }).filter(
    (file) => !file.endsWith('.test.ts') && DECLARES.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  for (const file of files) await import(pathToFileURL(join(ROOT, file)).href);
  return declared().sort((a, b) => (a.name < b.name ? -1 : 1));
}
