import { firstIdAt, ID_PREFIXES, timeInIds } from '../../db/ids.ts';
import {
  findCallsBeside,
  findCallsOfKey,
  findCallsOfRun,
  findCallToUndo,
  findFactsOfImport,
  findFactsOfKey,
  findFactsOfRequest,
  findFactsOfRun,
  findMadeBetween,
  isKnownToUndo,
  type WrittenCall,
  type WrittenFact,
} from '../../db/statements/undos.ts';
import { findImport, type ImportRow } from '../../db/statements/imports.ts';
import { Fault, notFound } from '../errors.ts';
import type { Call } from '../gate/call.ts';

/** What is undone: what a run wrote, or one call, or a key since a time, or an import. */
export type UndoTarget =
  | { run_ref: string }
  | { call_id: string }
  | { key_id: string; since: string }
  | { import_id: string };

/** Calls and facts that are undone at once. */
export const MOST = 20_000;

/** The most a call may have taken between its first fact and its audit row, in milliseconds. */
const MAX_DURATION = 600_000;

/** A clock of the database and one of a process that differ by less count as the same. */
const SLACK_MS = 250;

/** Tools whose rows are not all named by facts, by the prefix of those rows. */
const MAKERS: Readonly<Record<string, readonly string[]>> = {
  [ID_PREFIXES.capture]: ['log_capture'],
  [ID_PREFIXES.target_account]: ['gtm_build_tam'],
  [ID_PREFIXES.signal]: ['gtm_score', 'gtm_run_play'],
  [ID_PREFIXES.score]: ['gtm_score', 'gtm_run_play'],
};

const UNNAMED = [...new Set(Object.values(MAKERS).flat())];

/** When a call ran. */
export type Window = { first: Date; last: Date };

/** What was written, as facts and audit rows tell it. */
export type Selection = {
  target: UndoTarget;
  runRef: string | null;
  calls: WrittenCall[];
  windows: Window[];
  keys: string[];
  facts: WrittenFact[];
  /** Rows without a fact of their own that these calls made. */
  unnamed: Set<string>;
  /** Rows that they or other calls of the same time made: nothing tells which. */
  undecided: number;
};

/** @param slack around the times that the clocks say, in milliseconds */
const windowOf = ({ at, duration_ms }: WrittenCall, slack = 2): Window => ({
  first: new Date(Math.floor(Date.parse(at) - duration_ms) - slack),
  last: new Date(Date.parse(at) + slack),
});

function tooMuch(target: UndoTarget): Fault {
  return new Fault('invalid_input', {
    message: `More than ${MOST} calls or facts would be undone at once.`,
    hint: 'since' in target ? 'Choose a later time.' : 'Undo its calls one by one, on their own pages.',
  });
}

/** When an import ran that has ended, and between which ids its facts are. */
export type ImportRan = { row: ImportRow; window: Window; first: string; last: string };

/** @returns undefined for an import that never began @throws Fault not_found; invalid_transition while it runs */
export async function importRan(call: Call, id: string): Promise<ImportRan | undefined> {
  const [row] = await call.query(findImport, [call.workspaceId, id]);
  if (row === undefined) throw notFound('import');
  const { state, started_at, ended_at } = row;
  if (state === 'running') {
    throw new Fault('invalid_transition', { message: 'This import still runs. Cancel it first, or wait for its end.' });
  }
  if (started_at === null || ended_at === null) return undefined;
  const window = { first: new Date(started_at), last: new Date(ended_at) };
  const near = (at: Date, ms: number) => firstIdAt('fact', new Date(at.getTime() + ms));
  return { row, window, first: near(window.first, -MAX_DURATION), last: near(window.last, MAX_DURATION) };
}

/** What an import wrote: some of its facts. */
export const ofImport = (id: string, windows: Window[], facts: WrittenFact[]) => ({
  target: { import_id: id },
  runRef: null,
  calls: [],
  windows,
  keys: [],
  facts,
  unnamed: new Set<string>(),
  undecided: 0,
});

async function callsAndFacts(
  call: Call,
  target: Exclude<UndoTarget, { import_id: string }>,
): Promise<[WrittenCall[], WrittenFact[], string | null]> {
  const { workspaceId } = call;
  if ('run_ref' in target) {
    const { run_ref } = target;
    const calls = await call.query(findCallsOfRun, [workspaceId, run_ref, MOST + 1]);
    return [calls, await call.query(findFactsOfRun, [workspaceId, run_ref, MOST + 1]), run_ref];
  }
  if ('call_id' in target) {
    const [one] = await call.query(findCallToUndo, [workspaceId, target.call_id]);
    if (one === undefined) throw notFound('call');
    const near = (ms: number) => firstIdAt('fact', new Date(Date.parse(one.at) + ms));
    // What a person took of a proposal has facts of that time.
    const until =
      one.outcome === 'proposed' ? firstIdAt('fact', new Date(call.now.getTime() + MAX_DURATION)) : near(MAX_DURATION);
    const between = [near(-MAX_DURATION), until] as const;
    const of = [workspaceId, one.request_id, one.tool, ...between, MOST + 1] as const;
    return [[one], await call.query(findFactsOfRequest, of), null];
  }
  const since = new Date(target.since);
  const ofCalls = [workspaceId, target.key_id, firstIdAt('call', since), MOST + 1] as const;
  const calls = await call.query(findCallsOfKey, ofCalls);
  const ofFacts = [workspaceId, target.key_id, firstIdAt('fact', since), MOST + 1] as const;
  return [calls, await call.query(findFactsOfKey, ofFacts), null];
}

/** Reads what a run, a call or a key wrote. @throws Fault not_found, invalid_input */
export async function select(call: Call, target: UndoTarget): Promise<Selection> {
  if ('import_id' in target) {
    const ran = await importRan(call, target.import_id);
    if (ran === undefined) return ofImport(target.import_id, [], []);
    const { window, first, last } = ran;
    const facts = await call.query(findFactsOfImport, [call.workspaceId, target.import_id, first, last, MOST + 1]);
    if (facts.length > MOST) throw tooMuch(target);
    return ofImport(target.import_id, [window], facts);
  }
  const [calls, facts, runRef] = await callsAndFacts(call, target);
  if (calls.length > MOST || facts.length > MOST) throw tooMuch(target);
  if (calls.length === 0 && facts.length === 0 && runRef !== null) {
    const [found] = await call.query(isKnownToUndo, [call.workspaceId, runRef]);
    if (!found!.known) throw notFound('run');
  }
  const keys = [...new Set([...calls, ...facts].flatMap(({ key_id }) => key_id ?? []))];
  const selection: Selection = {
    target,
    runRef,
    calls,
    windows: calls.map((each) => windowOf(each)),
    keys,
    facts,
    unnamed: new Set(),
    undecided: 0,
  };
  await findUnnamed(call, selection);
  return selection;
}

/** Rows that no fact of their own names are told by when they were made, unless another call ran at that very time. */
async function findUnnamed(call: Call, selection: Selection): Promise<void> {
  const own = selection.calls.filter(({ tool }) => UNNAMED.includes(tool));
  if (own.length === 0) return;
  const [first, last] = [own[0]!, own.at(-1)!].map((each) => windowOf(each));
  const beside = await call.query(findCallsBeside, [
    call.workspaceId,
    UNNAMED,
    firstIdAt('call', first!.first),
    firstIdAt('call', new Date(last!.last.getTime() + MAX_DURATION)),
    MOST,
  ]);
  const mine = new Set(own.map(({ id }) => id));
  const others = beside.filter(({ id }) => !mine.has(id));
  const windows = own.map((each) => windowOf(each));
  const rows = await call.query(findMadeBetween, [
    call.workspaceId,
    windows.map((window) => timeInIds(window.first)),
    windows.map((window) => timeInIds(new Date(window.last.getTime() + 1))),
    selection.facts.map(({ id }) => id),
  ]);
  const named = new Set(selection.facts.flatMap(({ subject_id, source_id }) => [subject_id, source_id ?? '']));
  for (const { id, run_ref, named: byOthers } of rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    if (byOthers || named.has(id) || !isOf(own, id, 2)) continue;
    const isRuns = selection.runRef !== null && run_ref === selection.runRef;
    if (isRuns || !isOf(others, id, 0)) selection.unnamed.add(id);
    // Within the slack only, it is the other's.
    else if (isOf(own, id, 0)) selection.undecided += 1;
  }
}

/** Whether a row was made while one of the calls ran, of a tool that makes such rows. */
function isOf(calls: readonly WrittenCall[], id: string, slack: number): boolean {
  const cut = id.indexOf('_');
  const makers = MAKERS[id.slice(0, cut)] ?? [];
  const time = id.slice(cut + 1, cut + 11);
  return calls.some((each) => {
    if (!makers.includes(each.tool)) return false;
    const { first, last } = windowOf(each, slack);
    return timeInIds(first) <= time && time <= timeInIds(last);
  });
}

/** Whether something happened while one of the calls ran, by the database's clock. */
export const isWithin = (windows: readonly Window[], at: string) => {
  const time = Date.parse(at);
  return windows.some(({ first, last }) => first.getTime() - SLACK_MS <= time && time <= last.getTime() + SLACK_MS);
};
