// Writes openapi.json at the top level; with --check only says where it differs from the registry (exit status 1).
import { readFileSync, writeFileSync } from 'node:fs';
import { served } from '../routers/index.ts';
import { describeApi } from './openapi-document.ts';

const FILE = new URL('../openapi.json', import.meta.url);

const MOST_LINES = 60;

const isNode = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const shown = (value: unknown) => {
  const json = JSON.stringify(value) ?? 'absent';
  return json.length > 200 ? `${json.slice(0, 200)}…` : json;
};

/** A line for every place where two JSON values differ: JSON pointer, what the file says, what the registry says. */
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

const text = `${JSON.stringify(await describeApi(served), null, 2)}\n`;
if (!process.argv.includes('--check')) {
  writeFileSync(FILE, text);
} else if (committed() !== text) {
  const lines = [...differences(JSON.parse(committed()), JSON.parse(text))];
  if (lines.length === 0) lines.push('Only the order or the layout differs.');
  const more = lines.length > MOST_LINES ? [`… and ${lines.length - MOST_LINES} more`] : [];
  process.stderr.write(`${[...lines.slice(0, MOST_LINES), ...more].join('\n')}\n`);
  process.stderr.write('openapi.json (-) is not what the registry says (+); npm run openapi writes it.\n');
  process.exitCode = 1;
}
