import { type Database, execute } from '../../db/orm.ts';
import { insertAct } from '../../db/statements/activity.ts';
import {
  advanceImport,
  endImport,
  findStorage,
  importErrors,
  keepTotal,
  type LeasedImport,
  lockImport,
  readParts,
  releaseImport,
} from '../../db/statements/imports.ts';
import { Fault } from '../errors.ts';
import type { FairSlots } from '../gate/fair-slots.ts';
import { checkQuota, type Quotas } from '../gate/quota.ts';
import type { Reads } from '../gate/reads.ts';
import { runOfJob } from '../gate/job-run.ts';
import { commit } from '../gate/run.ts';
import { LEASE_S, nextSize, Overtaken, type Turn } from '../jobs/take-turns.ts';
import type { Spec } from './plan-rows.ts';
import { type FileRow, type PartReader, type Place, readRows } from './read-rows.ts';
import { writeRows } from './write-rows.ts';

/** A chunk takes about so long, in milliseconds: its locks are short, and what waits for the database has its turn. */
const CHUNK_MS = 120;
const MOST_ROWS = 400;
const FEWEST_ROWS = 25;
const FIRST_ROWS = 40;

/** Cells of a chunk, each of which may become a fact. */
const MOST_CELLS = 3_000;

/** Cells read ahead of the chunk that is written, so that a part of the file is not read for each. */
const CELLS_AHEAD = 10_000;

/** Rows that are counted between two turns of the event loop. */
const COUNTED = 500;

export type ImportDeps = {
  readonly db: Database;
  readonly quotas: Quotas;
  readonly slots: FairSlots;
  readonly reads: Reads;
};

/** Parts of an import's file, as its workspace may read them. */
export const partsOf =
  (db: Database, workspaceId: string, importId: string): PartReader =>
  (from, count) =>
    db.read(workspaceId, readParts, [workspaceId, importId, from, count]);

/** What failed because of the rows themselves, not of the database's state: a refusal, or a value that a column refuses. */
function isOfRows(error: unknown): boolean {
  if (error instanceof Fault) return ['invalid_input', 'payload_too_large', 'not_found'].includes(error.code);
  for (let inner = error as { code?: unknown; cause?: unknown } | undefined; inner; inner = inner.cause as never) {
    if (typeof inner.code === 'string' && /^2[23][0-9A-Z]{3}$/.test(inner.code)) return true;
  }
  return false;
}

const wordsOf = (error: unknown) => (error instanceof Fault ? error.message : 'cannot be stored');

/** One import that this process has to itself for now: a step at a time, in turn with others. */
export class RunningImport implements Turn {
  readonly #deps: ImportDeps;
  readonly workspaceId: string;
  readonly importId: string;
  readonly #spec: Spec;
  readonly #userId: string;
  readonly #parts: PartReader;
  #place: Place;
  #done: number;
  #total: number | null;
  #size = FIRST_ROWS;
  /** Rows this process wrote since the workspace was last counted. */
  #added = { rows: 0, since: null as string | null };
  #ahead: FileRow[] = [];

  constructor(deps: ImportDeps, workspaceId: string, importId: string, row: LeasedImport) {
    this.#deps = deps;
    this.workspaceId = workspaceId;
    this.importId = importId;
    this.#spec = { kind: row.kind as Spec['kind'], columns: row.columns!, options: row.options! };
    this.#userId = row.user_id;
    this.#parts = partsOf(deps.db, workspaceId, importId);
    this.#place = { part: row.part, byte: row.byte, line: row.line };
    this.#done = row.done;
    this.#total = row.total_rows;
  }

  /** Counts the file or writes its next rows. @returns whether more is to be done */
  async step(): Promise<boolean> {
    try {
      if (this.#total === null) {
        await this.#count();
        return true;
      }
      const refused = await this.#checkQuota();
      if (refused !== undefined) throw refused;
      const width = Math.max(1, this.#spec.columns.filter(({ field }) => field !== null).length);
      const most = Math.max(1, Math.min(this.#size, Math.floor(MOST_CELLS / width)));
      if (this.#ahead.length === 0) {
        this.#ahead = await this.#read(this.#place, Math.max(1, Math.floor(CELLS_AHEAD / this.#spec.columns.length)));
      }
      const rows = this.#ahead.slice(0, most);
      if (rows.length > 0) await this.#write(rows);
      else await this.#end('done');
      return rows.length > 0;
    } catch (error) {
      if (!(error instanceof Fault) || !['invalid_input', 'quota_exceeded'].includes(error.code)) throw error;
      const [issue] = error.issues ?? [];
      await this.#end('failed', issue === undefined ? error.message : `The file ${issue.message}.`);
      return false;
    }
  }

  #read(from: Place, most: number): Promise<FileRow[]> {
    return readRows(this.#parts, { from, most, delimiter: this.#spec.options.delimiter });
  }

  /** Reads the whole file once before anything is written: one that is no CSV is refused as a whole. */
  async #count(): Promise<void> {
    let total = 0;
    for (let place = this.#place; ;) {
      const rows = await this.#read(place, COUNTED);
      total += rows.length;
      const last = rows.at(-1);
      if (last === undefined) break;
      place = last.next;
      await new Promise(setImmediate);
    }
    await this.#deps.db
      .fork(this.workspaceId)
      .transactional((em) => execute(em, keepTotal, [this.workspaceId, this.importId, total, LEASE_S]));
    this.#total = total;
  }

  async #checkQuota(): Promise<Fault | undefined> {
    const { db, quotas } = this.#deps;
    const [storage] = await db.read(this.workspaceId, findStorage, [this.workspaceId]);
    if (storage === undefined) return undefined;
    if (storage.counted_at !== this.#added.since) this.#added = { rows: 0, since: storage.counted_at };
    const used_rows = (storage.used_rows ?? 0) + this.#added.rows;
    return checkQuota({ workspaceId: this.workspaceId, storage: { ...storage, used_rows } }, { grows: true }, quotas);
  }

  /** Writes rows; where one of them is the reason that they cannot be, half of them, down to that one. */
  async #write(rows: FileRow[]): Promise<void> {
    const began = performance.now();
    try {
      await this.#commit(rows);
    } catch (error) {
      if (!isOfRows(error)) throw error;
      if (rows.length === 1) return this.#commit(rows, wordsOf(error));
      this.#size = Math.ceil(rows.length / 2);
      return this.#write(rows.slice(0, this.#size));
    }
    const took = performance.now() - began;
    this.#size = nextSize(rows.length, took, { partMs: CHUNK_MS, fewest: FEWEST_ROWS, most: MOST_ROWS });
  }

  /** One transaction: the rows with their facts and events, those that failed, and how far the import is. */
  async #commit(rows: FileRow[], refused?: string): Promise<void> {
    const { db, slots } = this.#deps;
    const { workspaceId, importId } = this;
    const { next } = rows.at(-1)!;
    const user = { id: this.#userId, name: '' };
    const run = runOfJob(this.#deps, { tool: 'import', workspaceId, user, requestId: importId });
    await commit({ db, slots }, run, async (em) => {
      const [held] = await execute(em, lockImport, [workspaceId, importId]);
      if (held?.state !== 'running' || held.done !== this.#done) throw new Overtaken();
      const written =
        refused === undefined
          ? await writeRows(run.call, this.#spec, importId, rows)
          : refusedRow({ workspaceId, importId }, rows[0]!, refused);
      const { created, updated, failed, accounts } = written;
      await execute(em, advanceImport, [
        workspaceId,
        importId,
        rows.length,
        created,
        updated,
        failed,
        accounts,
        next.part,
        next.byte,
        next.line,
        LEASE_S,
      ]);
      return { result: undefined, inserts: written.inserts };
    });
    this.#added.rows += rows.length + run.facts.length;
    this.#place = next;
    this.#done += rows.length;
    this.#ahead.splice(0, rows.length);
  }

  async #end(state: 'done' | 'failed', reason: string | null = null): Promise<void> {
    const { workspaceId, importId } = this;
    await this.#deps.db.fork(workspaceId).transactional(async (em) => {
      const [ended] = await execute(em, endImport, [workspaceId, importId, state, reason]);
      if (ended === undefined) return;
      const { user_id: userId, created, updated, failed } = ended;
      const detail = JSON.stringify({ kind: this.#spec.kind, created, updated, failed });
      await execute(em, insertAct, [workspaceId, `import.${state}`, importId, userId, null, null, detail]);
    });
  }

  get what() {
    return { import_id: this.importId };
  }

  async release(seconds: number, failed: 0 | 1): Promise<number> {
    const { workspaceId, importId } = this;
    const [row] = await this.#deps.db
      .fork(workspaceId)
      .transactional((em) => execute(em, releaseImport, [workspaceId, importId, seconds, failed]));
    return row?.tries ?? 0;
  }

  giveUp(): Promise<void> {
    return this.#end('failed', 'The database did not take the rows, in several attempts. Resume it later.');
  }
}

function refusedRow({ workspaceId, importId }: { workspaceId: string; importId: string }, row: FileRow, why: string) {
  const { line, cells } = row;
  const errors = [{ path: '', message: why }];
  return {
    created: 0,
    updated: 0,
    failed: 1,
    accounts: 0,
    inserts: [{ into: importErrors, rows: [{ workspace_id: workspaceId, import_id: importId, line, errors, cells }] }],
  };
}
