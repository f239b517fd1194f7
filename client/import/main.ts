import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SingleBar } from 'cli-progress';
import { errorOf } from '../index.ts';
import { Journal } from './journal.ts';
import { Importer, type Progress } from './load.ts';
import { readMapping } from './mapping.ts';
import { sumByAccount } from './verify.ts';

const USAGE = `npm run import -- <folder> --mapping <file> [--url <address>] [--key <api key>]

Loads the CSV files of a CRM export into a workspace through the service's own tools. It can be stopped and started
again, and run twice without duplicates. The address and key default to SALES_URL and SALES_API_KEY, else to the first
start's, kept in DATA_DIR/first-run.json. Rows that cannot be loaded are listed with file, line and reason; the rest is.
Exit status: 0 when every row is in, 1 when rows were refused or figures differ, 2 when the import could not run.`;

/** Milliseconds between two heartbeats of the import's run (at most one per 60 s, decisions 7). */
const HEARTBEAT_MS = 65_000;

/** Refused rows that are listed individually. */
const MAX_LISTED = 50;

const say = (line = '') => process.stdout.write(`${line}\n`);

function target(options: { url?: string | undefined; key?: string | undefined }) {
  const file = join(process.env['DATA_DIR'] ?? './data', 'first-run.json');
  const first = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
  const url = options.url ?? process.env['SALES_URL'] ?? first['base_url'];
  const apiKey = options.key ?? process.env['SALES_API_KEY'] ?? first['api_key'];
  if (url === undefined || apiKey === undefined) throw new Error(`No address or key.\n\n${USAGE}`);
  return { url, apiKey };
}

function bars(): Progress {
  let bar: SingleBar | undefined;
  return {
    begin(file, total) {
      bar = new SingleBar({
        format: `${file.padEnd(24)} {bar} {value}/{total}  {eta_formatted}`,
        noTTYOutput: true,
        notTTYSchedule: 5_000,
      });
      bar.start(total, 0);
    },
    step: (done) => bar?.update(done),
    end: () => bar?.stop(),
  };
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      mapping: { type: 'string' },
      url: { type: 'string' },
      key: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const folder = positionals[0];
  if (values.help === true || folder === undefined || values.mapping === undefined) {
    say(USAGE);
    return values.help === true ? 0 : 2;
  }
  const where = target(values);
  const mapping = readMapping(readFileSync(values.mapping, 'utf8'));
  const identity = createHash('sha256').update(
    JSON.stringify([where.url, where.apiKey, resolve(folder), mapping.system]),
  );
  const journal = new Journal(
    join(process.env['DATA_DIR'] ?? './data', 'imports', `${identity.digest('hex').slice(0, 16)}.jsonl`),
  );
  let runRef: string | undefined;
  const importer = new Importer(where, mapping, journal, () => runRef);
  const { client } = importer;

  const session = await client.tools.verify_session.query({});
  say(`Importing into the workspace of ${session.account.name} at ${where.url}`);
  ({ run_ref: runRef } = await client.tools.start_run.mutate({ plugin: 'deal-desk', skill: 'crm-import' }));
  const heartbeat = setInterval(() => {
    client.tools.run_heartbeat.mutate({ run_ref: runRef! }).catch(() => {});
  }, HEARTBEAT_MS);
  process.once('SIGINT', () => {
    say('\nStopping after the rows under way; start again to go on.');
    importer.stop();
  });

  let failure: unknown;
  let different: string[] = [];
  try {
    await importer.load(folder, bars());
    if (!importer.stopped && mapping.verify !== undefined) different = await compare(importer, folder, mapping);
  } catch (error) {
    failure = error;
  }
  clearInterval(heartbeat);

  const totals = Object.fromEntries(
    Object.entries(importer.counts).flatMap(([file, counts]) =>
      Object.entries(counts).map(([name, count]) => [`${file}.${name}`, count]),
    ),
  );
  const outcome = failure !== undefined ? 'failed' : importer.stopped ? 'interrupted' : 'ok';
  await client.tools.emit_telemetry
    .mutate({
      plugin: 'deal-desk',
      skill: 'crm-import',
      run_id: runRef,
      outcome,
      counts: totals,
      ...(failure === undefined
        ? {}
        : { error_code: 'unknown' as const, error_detail: String(failure).slice(0, 2_000) }),
    })
    .catch((error: unknown) => say(`The run could not be settled: ${String(error)}`));

  say();
  for (const [file, counts] of Object.entries(importer.counts)) {
    say(
      `${file}: ${counts.read} rows: ${counts.created} created, ${counts.merged} merged, ${counts.unchanged} loaded before, ${counts.refused} refused`,
    );
  }
  const problems = importer.problems.toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
  for (const { file, line, reason } of problems.slice(0, MAX_LISTED)) say(`  ${file}:${line}: ${reason}`);
  if (problems.length > MAX_LISTED) say(`  … and ${problems.length - MAX_LISTED} more`);
  for (const line of different) say(`  ${line}`);
  say(`Run ${runRef}: ${outcome}`);
  if (failure !== undefined) throw failure;
  return problems.length > 0 || different.length > 0 || importer.stopped ? 1 : 0;
}

async function compare(importer: Importer, folder: string, mapping: ReturnType<typeof readMapping>): Promise<string[]> {
  const wanted = await sumByAccount(folder, mapping);
  const answered = await importer.wonByAccount(mapping.verify!.stage);
  const different = [...wanted]
    .filter(([account, amount]) => answered.get(account) !== amount)
    .map(
      ([account, amount]) =>
        `${account}: the file has ${amount} in ${mapping.verify!.stage}, the service answers ${answered.get(account)}`,
    );
  const sum = [...wanted.values()].reduce((total, amount) => total + amount, 0);
  if (different.length === 0) {
    say(`\nCompared: ${mapping.verify!.stage} amounts of ${wanted.size} accounts, ${sum} in all, equal the files'.`);
  }
  return different;
}

try {
  process.exitCode = await main();
} catch (error) {
  const fault = errorOf(error);
  process.stderr.write(
    `${fault === undefined ? (error as Error).message : `${fault.code}: ${fault.message} ${fault.hint ?? ''}`}\n`,
  );
  process.exitCode = 2;
}
