// Writes openapi.json at the top level, unless it breaks clients of the current one; --breaking writes it anyway.
// --check only reports where it differs from the registry; --against <git ref> only reports what breaks clients of that
// ref's openapi.json. Exit status 1 when there is anything to report.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { served } from '../routers/index.ts';
import { breakingChanges } from './openapi-breaking.ts';
import { describeApi } from './openapi-document.ts';

const FILE = new URL('../openapi.json', import.meta.url);

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

const { values: asked } = parseArgs({
  options: { check: { type: 'boolean' }, against: { type: 'string' }, breaking: { type: 'boolean' } },
});

function fail(lines: string[], last: string): void {
  const more = lines.length > MAX_LINES ? [`… and ${lines.length - MAX_LINES} more`] : [];
  process.stderr.write(`${[...lines.slice(0, MAX_LINES), ...more, last].join('\n')}\n`);
  process.exitCode = 1;
}

const document = await describeApi(served);
const text = `${JSON.stringify(document, null, 2)}\n`;
const breaks = (before: string) => breakingChanges(JSON.parse(before) as object, document);

if (asked.against !== undefined) {
  const before = execFileSync('git', ['show', `${asked.against}:openapi.json`], { encoding: 'utf8', maxBuffer: 1e8 });
  const broken = breaks(before);
  if (broken.length > 0) fail(broken, `This breaks clients of ${asked.against}: v1 may only add.`);
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
