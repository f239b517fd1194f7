import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'csv-parse';
import { type Client, createClient, errorOf } from '../index.ts';
import type { Journal } from './journal.ts';
import type { Mapping, Source } from './mapping.ts';
import { BadRow, type CsvRow, factsOf, keyOf } from './row.ts';

/** A row that was not loaded, and why. */
export type Problem = { file: string; line: number; reason: string };

export type Counts = { read: number; created: number; merged: number; unchanged: number; refused: number };

export type Progress = {
  begin(file: string, total: number): void;
  step(done: number): void;
  end(): void;
};

export type Target = { url: string; apiKey: string };

type Entry = { line: number; row: CsvRow };

/** Calls sent in one request, and concurrent requests. */
const BATCH = 20;
const LANES = 4;

const MAX_TRIES = 8;

/** Failures worth a retry. A row carries its reference, so one whose outcome is unknown is not loaded twice. */
const RETRYABLE: ReadonlySet<string> = new Set([
  'rate_limited',
  'workspace_busy',
  'overloaded',
  'unavailable',
  'outcome_unknown',
]);

async function readRows(path: string, source: Source, problems: Problem[]): Promise<Entry[]> {
  const entries: Entry[] = [];
  const parser = createReadStream(path).pipe(
    parse({
      columns: true,
      bom: true,
      info: true,
      delimiter: source.delimiter,
      skip_empty_lines: true,
      skip_records_with_error: true,
      on_skip: (error) => {
        problems.push({ file: source.file, line: Number(error?.lines ?? 0), reason: error?.message ?? 'not readable' });
        return undefined;
      },
    }),
  );
  for await (const { record, info } of parser as AsyncIterable<{ record: CsvRow; info: { lines: number } }>) {
    entries.push({ line: info.lines, row: record });
  }
  return entries;
}

/** Loads the files of a mapping through the service's own tools, account files first as the mapping lists them. */
export class Importer {
  readonly #target: Target;
  readonly #mapping: Mapping;
  readonly #journal: Journal;
  readonly #client: Client;
  readonly #accountIds = new Map<string, string>();
  readonly problems: Problem[] = [];
  readonly counts: Record<string, Counts> = {};
  #stopped = false;

  constructor(target: Target, mapping: Mapping, journal: Journal, runRef: () => string | undefined) {
    this.#target = target;
    this.#mapping = mapping;
    this.#journal = journal;
    this.#client = createClient({ ...target, runRef, maxBatch: BATCH });
  }

  get client(): Client {
    return this.#client;
  }

  /** Ends the load after the rows in flight. */
  stop(): void {
    this.#stopped = true;
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  async load(folder: string, progress: Progress): Promise<void> {
    for (const source of this.#mapping.sources) {
      if (this.#stopped) return;
      await this.#loadFile(join(folder, source.file), source, progress);
    }
  }

  /** The amounts per account and stage in the service, by account key. */
  async wonByAccount(stage: string): Promise<Map<string, number>> {
    const won = new Map<string, number>();
    await inLanes([...this.#accountIds], async ([key, id]) => {
      const account = await this.#patiently(() => this.#client.tools.read_account.query({ id }));
      const amounts = account.opp_totals.by_stage.filter((each) => each.stage === stage);
      won.set(key, Math.round(amounts.reduce((sum, each) => sum + each.amount, 0) * 100) / 100);
    });
    return won;
  }

  async #loadFile(path: string, source: Source, progress: Progress): Promise<void> {
    const counts: Counts = { read: 0, created: 0, merged: 0, unchanged: 0, refused: 0 };
    this.counts[source.file] = counts;
    const before = this.problems.length;
    const entries = await readRows(path, source, this.problems);
    counts.read = entries.length + this.problems.length - before;
    counts.refused = this.problems.length - before;
    progress.begin(source.file, entries.length);
    let done = 0;
    await inLanes(
      entries,
      async (entry) => {
        if (this.#stopped) return;
        try {
          counts[await this.#loadRow(source, entry.row)] += 1;
        } catch (error) {
          const reason = reasonOf(error);
          if (reason === undefined) throw error;
          counts.refused += 1;
          this.problems.push({ file: source.file, line: entry.line, reason });
        }
        progress.step((done += 1));
      },
      BATCH * LANES,
    );
    progress.end();
  }

  async #loadRow(source: Source, row: CsvRow): Promise<'created' | 'merged' | 'unchanged'> {
    const key = keyOf(row, source);
    const facts: Record<string, unknown> = factsOf(row, source);
    if (source.account !== undefined) facts['account_id'] = await this.#accountOf(source.account, row);
    const { id, outcome } = await this.#write(source.entity, key, facts);
    if (source.entity === 'account') this.#accountIds.set(key, id);
    return outcome;
  }

  async #write(entity: Source['entity'], key: string, facts: Record<string, unknown>) {
    const ref = `${this.#mapping.system}:${entity}:${key}`;
    const known = this.#journal.idOf(ref, facts);
    if (known !== undefined) return { id: known, outcome: 'unchanged' as const };
    const answer = await this.#patiently(() =>
      this.#client.tools.gtm_crm_write.mutate({ entity, facts: { ...facts, external_ref: ref } }),
    );
    this.#journal.record(ref, facts, answer.id);
    return { id: answer.id, outcome: answer.created ? ('created' as const) : ('merged' as const) };
  }

  readonly #making = new Map<string, Promise<string>>();

  async #accountOf(parent: NonNullable<Source['account']>, row: CsvRow): Promise<string> {
    const named = (row[parent.column] ?? '').trim();
    const name = parent.values[named] ?? named;
    if (name === '') {
      if (parent.missing === 'report') throw new BadRow(`the column ${JSON.stringify(parent.column)} names no account`);
      return this.#made(parent.missing.account);
    }
    const id = this.#accountIds.get(name);
    if (id !== undefined) return id;
    if (parent.unknown === 'report') throw new BadRow(`no account file holds ${JSON.stringify(name)}`);
    return this.#made(name);
  }

  /** An account that is in no file, created once however many rows name it. */
  #made(name: string): Promise<string> {
    let making = this.#making.get(name);
    if (making === undefined) {
      making = this.#write('account', name, { name }).then(({ id }) => {
        this.#accountIds.set(name, id);
        return id;
      });
      this.#making.set(name, making);
    }
    return making;
  }

  /** Retries temporary failures: an exceeded rate limit, a service or database that is briefly unavailable. */
  async #patiently<Result>(call: () => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await call();
      } catch (error) {
        const code = errorOf(error)?.code;
        const retryable = code === undefined || RETRYABLE.has(code);
        if (!retryable || this.#stopped) throw error;
        if (code !== 'rate_limited' && tries >= MAX_TRIES) {
          throw new Error(`${this.#target.url} does not answer: ${(error as Error).message}`, { cause: error });
        }
        await sleep(code === 'rate_limited' ? 5_000 : Math.min(500 * 2 ** tries, 10_000));
      }
    }
  }
}

/** Why a row was refused; undefined when the failure is not caused by the row. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof BadRow) return error.message;
  const fault = errorOf(error);
  if (fault === undefined || !['invalid_input', 'not_found', 'payload_too_large'].includes(fault.code))
    return undefined;
  return [fault.message, ...(fault.issues ?? []).map(({ path, message }) => `${path}: ${message}`)].join(' ');
}

async function inLanes<Item>(items: Item[], work: (item: Item) => Promise<void>, lanes = LANES): Promise<void> {
  const queue = items.values();
  const lane = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
