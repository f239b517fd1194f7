// Writes routers/tools.generated.ts: imports every tool file and names each tool after its file. Run it (npm run tools)
// when a tool file is added, renamed or removed. --check only reports whether the file is outdated.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { FAMILIES, type Family } from './families.ts';

const INDEX = new URL('tools.generated.ts', import.meta.url);

/** Other files in a family's folder: tests, and the fields that several of its tools share. */
const BESIDE = /\.test\.ts$|-fields\.ts$/;

const FILE_NAME = /^[a-z]+(-[a-z]+)*\.ts$/;

const toolName = (file: string) => file.slice(0, -'.ts'.length).replaceAll('-', '_');
const identifier = (file: string) => toolName(file).replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The tool files of a family: its `first`, then by name. */
function filesOf(family: Family): string[] {
  const files = readdirSync(new URL(`${family}/`, import.meta.url)).filter((file) => !BESIDE.test(file));
  const odd = files.filter((file) => !FILE_NAME.test(file));
  if (odd.length > 0)
    throw new Error(`routers/${family}/ holds ${odd.join(', ')}; a tool file is named like log-capture.ts`);
  const { first } = FAMILIES[family] as { first?: string };
  return files.sort((a, b) => Number(toolName(b) === first) - Number(toolName(a) === first) || (a < b ? -1 : 1));
}

function indexOf(families: Family[]): string {
  const tools = families.map((family) => ({ family, files: filesOf(family) }));
  const names = tools.flatMap(({ files }) => files.map(toolName));
  const twice = names.filter((name, at) => names.indexOf(name) !== at);
  if (twice.length > 0) throw new Error(`Two tool files are named ${twice.join(', ')}`);
  return [
    '// Made by `npm run tools` from the files of each family; a change here is lost.',
    "import { named } from './tool.ts';",
    ...tools.flatMap(({ family, files }) =>
      files.map((file) => `import ${identifier(file)} from './${family}/${file}';`),
    ),
    '',
    '/** The tools by family, each named after its file. */',
    'export const families = {',
    ...tools.flatMap(({ family, files }) => [
      `  ${family}: named({`,
      ...files.map((file) => `    ${toolName(file)}: ${identifier(file)},`),
      '  }),',
    ]),
    '};',
    '',
  ].join('\n');
}

const text = indexOf(Object.keys(FAMILIES) as Family[]);
const isCurrent = () => {
  try {
    return readFileSync(INDEX, 'utf8') === text;
  } catch {
    return false;
  }
};

if (!process.argv.includes('--check')) writeFileSync(INDEX, text);
else if (!isCurrent()) {
  process.stderr.write('routers/tools.generated.ts does not list the tool files that are there. Run: npm run tools\n');
  process.exitCode = 1;
}
