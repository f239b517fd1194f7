// Writes openapi.json at the top level, unless it breaks clients of the current one; --breaking writes it anyway.
// --check only reports where it differs from the registry; --against <version> only reports what breaks clients of that
// release, as e2e/releases keeps it, or with "last" of the last one, beside what accepted-breaks.json there lists. Exit
// status 1 when there is anything to report.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { served } from '../routers/index.ts';
import { schemaProblems } from '../routers/registry.ts';
import { breakingChanges } from './openapi-breaking.ts';
import { describeApi } from './openapi-document.ts';

const FILE = new URL('../openapi.json', import.meta.url);

const RELEASES = new URL('../e2e/releases/', import.meta.url);

const MAX_LINES = 60;

const isNode = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const shown = (value: unknown) => {
  const json = JSON.stringify(value) ?? 'absent';
  return json.length > 200 ? `${json.slice(0, 200)}…` : json;
};

/** A line for every difference between two JSON values: JSON pointer, the file's value, the registry's value. */
function* differences(committed: unknown, wanted: unknown, pointer = ''): Generator<string> {
  if (isNode(committed) && isNode(wanted)) {
    for (const key of new Set([...Object.keys(committed), ...Object.keys(wanted)])) {
      yield* differences(committed[key], wanted[key], `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
    }
  } else if (committed !== wanted) {
    yield `${pointer || '/'}\n  - ${shown(committed)}\n  + ${shown(wanted)}`;
  }
}

function committed(): string {
  try {
    return readFileSync(FILE, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '{}';
    throw error;
  }
}

const documentOf = (version: string) => new URL(`${version}/openapi.json`, RELEASES);

/** A release by its version, or the last; versions before the first release made no promises and have no document. */
function releaseOf(asked: string): string {
  const versions = readdirSync(RELEASES).filter((name) => existsSync(documentOf(name)));
  versions.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const found = asked === 'last' ? versions.at(-1) : versions.find((version) => version === asked);
  if (found === undefined) throw new Error(`e2e/releases keeps no ${asked}; it has ${versions.join(', ')}`);
  return found;
}

/** The changes that were decided to break clients of a release all the same, with the reason for each. */
function acceptedOf(release: string): string[] {
  const file = new URL(`${release}/accepted-breaks.json`, RELEASES);
  if (!existsSync(file)) return [];
  const groups = JSON.parse(readFileSync(file, 'utf8')) as { reason: string; changes: string[] }[];
  return groups.flatMap(({ changes }) => changes);
}

const { values: asked } = parseArgs({
  options: { check: { type: 'boolean' }, against: { type: 'string' }, breaking: { type: 'boolean' } },
});

function fail(lines: string[], last: string): void {
  const more = lines.length > MAX_LINES ? [`… and ${lines.length - MAX_LINES} more`] : [];
  process.stderr.write(`${[...lines.slice(0, MAX_LINES), ...more, last].join('\n')}\n`);
  process.exitCode = 1;
}

const disagreeing = [...served.registry.values()].flatMap((tool) =>
  schemaProblems(tool).map((problem) => `${tool.name} ${problem}`),
);
if (disagreeing.length > 0) {
  fail(disagreeing, 'The parts of these tools disagree.');
  process.exit();
}

const document = await describeApi(served);
const text = `${JSON.stringify(document, null, 2)}\n`;
const breaks = (before: string) => breakingChanges(JSON.parse(before) as object, document);

if (asked.against !== undefined) {
  const release = releaseOf(asked.against);
  const found = breaks(readFileSync(documentOf(release), 'utf8'));
  const accepted = acceptedOf(release);
  const broken = found.filter((line) => !accepted.includes(line));
  const gone = accepted.filter((change) => !found.includes(change));
  if (broken.length > 0) fail(broken, `This breaks clients of ${release}: v1 may only add.`);
  else if (gone.length > 0)
    fail(gone, `accepted-breaks.json of ${release} lists what is no longer so: remove it there.`);
  else process.stdout.write(`Nothing breaks clients of ${release}, but for ${accepted.length} accepted changes.\n`);
} else if (asked.check) {
  if (committed() !== text) {
    const lines = [...differences(JSON.parse(committed()), JSON.parse(text))];
    if (lines.length === 0) lines.push('Only the order or the layout differs.');
    const broken = breaks(committed()).map((line) => `breaks clients: ${line}`);
    fail([...broken, ...lines], 'openapi.json (-) is not what the registry says (+); npm run openapi writes it.');
  }
} else {
  const broken = asked.breaking ? [] : breaks(committed());
  if (broken.length === 0) writeFileSync(FILE, text);
  else fail(broken, 'This breaks clients, so openapi.json stays as it was; npm run openapi -- --breaking writes it.');
}
