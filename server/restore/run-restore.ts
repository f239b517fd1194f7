import type { RestoreState } from '../../db/entities/imports.ts';
import { type Database, execute } from '../../db/orm.ts';
import { insertAct } from '../../db/statements/activity.ts';
import { endImport, importErrors, releaseImport } from '../../db/statements/imports.ts';
import {
  advanceRestore,
  findRefusedIds,
  forgetVectorProgress,
  type LeasedRestore,
  lockRestore,
} from '../../db/statements/restores.ts';
import { isFlagOn } from '../../db/statements/runs.ts';
import { CONTACT_DATA_FLAG } from '../brain/brain.ts';
import { Fault, type Issue } from '../errors.ts';
import type { FairSlots } from '../gate/fair-slots.ts';
import { runOfJob } from '../gate/job-run.ts';
import type { Quotas } from '../gate/quota.ts';
import type { Reads } from '../gate/reads.ts';
import { commit } from '../gate/run.ts';
import type { PartReader, Place } from '../imports/read-rows.ts';
import { partsOf } from '../imports/run-import.ts';
import { LEASE_S, nextSize, Overtaken, type Turn } from '../jobs/take-turns.ts';
import { restoredTables } from '../privacy/restored.ts';
import type { Table } from '../privacy/tables.ts';
import { recount } from '../quotas/count-usage.ts';
import type { Rules } from './check-row.ts';
import { checkRows, refusedRow, type Row, withoutRefused } from './check-rows.ts';
import { insertRows, refusalOf } from './insert-rows.ts';
import { checkWhole, noteLine, rowIn, tableIn } from './read-file.ts';
import { type Line, readLines, unhurriedly } from './read-lines.ts';
import { checkEmpty, checkRoomFor } from './room.ts';

export type RestoreDeps = {
  readonly db: Database;
  readonly quotas: Quotas;
  readonly slots: FairSlots;
  readonly reads: Reads;
};

/** A part takes about so long, in milliseconds: its locks are short, and what waits for the database has its turn. */
const PART_MS = 120;
const MOST_ROWS = 1_000;
const FEWEST_ROWS = 25;
const FIRST_ROWS = 50;

/** Bytes of lines that a step reads. */
const READ_BYTES = 500_000;

/** Rows that were refused are listed up to so many, and counted beyond. */
const MOST_LISTED = 10_000;

type Refused = { line: number; errors: Issue[]; cells: string[] };
type Did = { total?: number; table?: Table; rows?: readonly Row[]; refused?: number; errors?: Refused[] };

const plus = (counts: Record<string, number>, name: string | undefined, more: number) =>
  name === undefined || more === 0 ? counts : { ...counts, [name]: (counts[name] ?? 0) + more };

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0);

/** Drafts that come back held, as they had been let through. */
const heldAmong = (table: string | undefined, rows: readonly Row[]) =>
  table === 'drafts'
    ? rows.filter(({ fields }) => ['approved', 'scheduled', 'publishing'].includes(String(fields['state']))).length
    : 0;

/** A workspace being restored that this process has to itself for now: a step at a time, in turn with others. */
export class RunningRestore implements Turn {
  readonly #deps: RestoreDeps;
  readonly #workspaceId: string;
  readonly #importId: string;
  readonly #userId: string;
  readonly #parts: PartReader;
  #state: RestoreState;
  #place: Place;
  #total: number | null;
  #size = FIRST_ROWS;
  #ahead: Line[] = [];
  #rules: Rules | undefined;

  constructor(deps: RestoreDeps, workspaceId: string, importId: string, row: LeasedRestore) {
    this.#deps = deps;
    this.#workspaceId = workspaceId;
    this.#importId = importId;
    this.#userId = row.user_id;
    this.#parts = partsOf(deps.db, workspaceId, importId);
    this.#state = row.tables;
    this.#place = { part: row.part, byte: row.byte, line: row.line };
    this.#total = row.total_rows;
  }

  get what() {
    return { import_id: this.#importId };
  }

  /** Reads on in the file, or restores its next rows. @returns whether more is to be done */
  async step(): Promise<boolean> {
    try {
      if (this.#total === null) await this.#read();
      else if (this.#state.at !== null) await this.#restore(this.#state.at);
      else {
        // The ids of restored rows are of their time: what is new since the last count does not have them.
        await recount(this.#deps, this.#workspaceId);
        await this.#end('done');
        return false;
      }
      return true;
    } catch (error) {
      const isRefused =
        error instanceof Fault && ['invalid_input', 'invalid_transition', 'quota_exceeded'].includes(error.code);
      if (!isRefused) throw error;
      const [issue] = error.issues ?? [];
      await this.#end('failed', issue === undefined ? error.message : `The file ${issue.message}.`);
      return false;
    }
  }

  /** Reads the whole file before anything is written, so that one that is broken is refused as a whole. */
  async #read(): Promise<void> {
    const state = structuredClone(this.#state);
    const lines = await readLines(this.#parts, this.#place, READ_BYTES);
    let at = this.#place;
    for await (const line of unhurriedly(lines)) {
      noteLine(state, line, at);
      at = line.next;
    }
    if (lines.length > 0) return this.#advance(state, at);
    checkWhole(state, at.line - 1);
    const rows = await checkRoomFor(this.#deps, this.#workspaceId, state);
    await checkEmpty(this.#deps.db, this.#workspaceId);
    const unknown = Object.entries(state.unknown);
    const refused = unknown.reduce((total, [, noted]) => total + noted.rows, 0);
    const errors = unknown.map(([table, noted]) => ({
      line: noted.line,
      errors: [{ path: table, message: `is no table that is known; rows of it that were left out: ${noted.rows}` }],
      cells: [table, ''],
    }));
    const first = this.#tableAfter(state, undefined);
    await this.#advance({ ...state, at: first.at }, first.place, { total: rows + refused, refused, errors });
  }

  /** The next table the file has rows of, and where they begin. */
  #tableAfter(state: RestoreState, name: string | undefined): { at: string | null; place: Place } {
    const names = restoredTables().restored.map((table) => table.name);
    const at = names.slice(names.indexOf(name ?? '') + 1).find((each) => state.tables[each] !== undefined);
    if (at === undefined) return { at: null, place: this.#place };
    const { part, byte, line } = state.tables[at]!;
    return { at, place: { part, byte, line } };
  }

  async #restore(name: string): Promise<void> {
    const { last } = this.#state.tables[name]!;
    if (this.#place.line > last) {
      const { at, place } = this.#tableAfter(this.#state, name);
      this.#ahead = [];
      return this.#advance({ ...this.#state, at }, place);
    }
    if (this.#ahead.length === 0) this.#ahead = await readLines(this.#parts, this.#place, READ_BYTES);
    const rows: Row[] = [];
    let looked = 0;
    for await (const line of unhurriedly(this.#ahead)) {
      if (line.line > last || rows.length === this.#size) break;
      looked += 1;
      if ((tableIn(line.text) ?? name) !== name) continue;
      const { table, fields } = rowIn(line);
      if (table === name) rows.push({ line: line.line, next: line.next, fields });
    }
    const table = restoredTables().restored.find((each) => each.name === name)!;
    const checked = await checkRows(table, rows, await this.#rulesHere(), (ids) => this.#refusedAmong(ids));
    await this.#write(table, checked, this.#ahead[looked - 1]!.next);
    this.#ahead.splice(0, looked);
  }

  async #rulesHere(): Promise<Rules> {
    if (this.#rules === undefined) {
      const to = this.#workspaceId;
      const [flag] = await this.#deps.db.read(to, isFlagOn, [to, CONTACT_DATA_FLAG]);
      this.#rules = { from: this.#state.from!, to, allowsContactData: flag!.on === true };
    }
    return this.#rules;
  }

  async #refusedAmong(ids: string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0 || sum(this.#state.refused) === 0) return new Set();
    const of = [this.#workspaceId, this.#importId, ids] as const;
    return new Set((await this.#deps.db.read(this.#workspaceId, findRefusedIds, of)).map(({ id }) => id!));
  }

  /** Writes rows; where one of them is the reason that they cannot be, half of them, down to that one. */
  async #write(table: Table, rows: Row[], next: Place): Promise<void> {
    const began = performance.now();
    const good = rows.filter(({ issues }) => issues === undefined);
    const errors = rows.filter(({ issues }) => issues !== undefined).map((row) => refusedRow(table.name, row));
    try {
      await this.#advance(this.#state, next, { table, rows: good, refused: errors.length, errors });
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === undefined) throw error;
      if (good.length === 1) {
        good[0]!.issues = [{ path: table.name, message: refusal }];
        return this.#write(table, rows, next);
      }
      const half = rows.indexOf(good[Math.floor(good.length / 2)]!);
      await this.#write(table, rows.slice(0, half), rows[half - 1]!.next);
      const rest = await withoutRefused(table, rows.slice(half), (ids) => this.#refusedAmong(ids));
      return this.#write(table, rest, next);
    }
    const took = performance.now() - began;
    this.#size = nextSize(rows.length, took, { partMs: PART_MS, fewest: FEWEST_ROWS, most: MOST_ROWS });
  }

  /** One transaction: rows, those that were refused, and how far it is. */
  async #advance(state: RestoreState, next: Place, did: Did = {}): Promise<void> {
    const { db, slots } = this.#deps;
    const { table, rows = [], refused = 0, errors = [], total = this.#total } = did;
    const workspaceId = this.#workspaceId;
    const now: RestoreState = {
      ...state,
      restored: plus(state.restored, table?.name, rows.length),
      refused: plus(state.refused, table?.name, refused),
      held: state.held + heldAmong(table?.name, rows),
    };
    const listed = errors.slice(0, Math.max(0, MOST_LISTED - sum(state.refused)));
    const user = { id: this.#userId, name: '' };
    const run = runOfJob(this.#deps, { tool: 'restore', workspaceId, user, requestId: this.#importId });
    await commit({ db, slots }, run, async (em) => {
      const { part, byte, line } = this.#place;
      const [held] = await execute(em, lockRestore, [workspaceId, this.#importId, part, byte, line]);
      if (held === undefined) throw new Overtaken();
      if (table !== undefined && rows.length > 0)
        await insertRows(
          run.call,
          table,
          rows.map(({ fields }) => fields),
        );
      const at = [next.part, next.byte, next.line] as const;
      const values = [JSON.stringify(now), ...at, total, rows.length, refused, LEASE_S] as const;
      await execute(em, advanceRestore, [workspaceId, this.#importId, ...values]);
      const kept = listed.map((each) => ({ workspace_id: workspaceId, import_id: this.#importId, ...each }));
      return { result: undefined, inserts: [{ into: importErrors, rows: kept }] };
    });
    this.#state = now;
    this.#place = next;
    this.#total = total;
  }

  async #end(state: 'done' | 'failed', reason: string | null = null): Promise<void> {
    const [workspaceId, importId] = [this.#workspaceId, this.#importId];
    await this.#deps.db.fork(workspaceId).transactional(async (em) => {
      const [ended] = await execute(em, endImport, [workspaceId, importId, state, reason]);
      if (ended === undefined) return;
      if (state === 'done') await execute(em, forgetVectorProgress, [workspaceId]);
      const { user_id: userId, created: restored, failed: refused } = ended;
      const detail = JSON.stringify({ restored, refused, held: this.#state.held });
      const act = state === 'done' ? 'workspace.restored' : 'workspace.restore_failed';
      await execute(em, insertAct, [workspaceId, act, importId, userId, null, null, detail]);
    });
  }

  async release(seconds: number, failed: 0 | 1): Promise<number> {
    const of = [this.#workspaceId, this.#importId, seconds, failed] as const;
    const [row] = await this.#deps.db.fork(this.#workspaceId).transactional((em) => execute(em, releaseImport, of));
    return row?.tries ?? 0;
  }

  giveUp(): Promise<void> {
    return this.#end('failed', 'The database did not take the rows, in several attempts. Resume it later.');
  }
}
