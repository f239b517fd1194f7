import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { declared, type Statement } from '../statement.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Whether a module imports `statement`. */
const declares = (text: string) =>
  text
    .split('import ')
    .some((part) => /\/statement\.ts'/.test(part.split(';', 1)[0]!) && /\bstatement\b/.test(part.split('}', 1)[0]!));

/** Every statement of the program, in the order of their names: loads whatever module declares one, wherever it lies. */
export async function allStatements(): Promise<Statement[]> {
  const files = globSync('{adapters,db,routers,server}/**/*.ts', { cwd: ROOT }).filter(
    (file) => !file.endsWith('.test.ts') && declares(readFileSync(join(ROOT, file), 'utf8')),
  );
  for (const file of files) await import(pathToFileURL(join(ROOT, file)).href);
  // Test files that share this process declare theirs under such names.
  const ofProgram = declared().filter(({ name }) => !name.startsWith('test_'));
  return ofProgram.sort((a, b) => (a.name < b.name ? -1 : 1));
}
