import type { EntityManager } from '@mikro-orm/postgresql';
import type { NotedChange } from '../../db/noted-changes.ts';
import { highestId } from '../../db/ids.ts';
import { execute } from '../../db/orm.ts';
import {
  BEGIN_TRIAL,
  decideCalls,
  END_TRIAL,
  findChangeset,
  findProposedCalls,
  findWaiting,
  type KeptCall,
  listChangesets as listStatement,
  lockChangeset,
} from '../../db/statements/changesets.ts';
import { Fault, notFound } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import { databaseFault, isLostRace, isPassing } from '../gate/database-fault.ts';
import type { Gate } from '../gate/gate.ts';
import type { Actor } from '../gate/principal.ts';
import { doneBy } from '../records/withdraw.ts';
import { type Known, knownOf } from './known.ts';
import { shownOf } from './shown.ts';
import { tellRepeats } from './repeats.ts';
import { needsOf, versionOf } from './standing.ts';

type Where = { call: Call; gate: Pick<Gate, 'proposals'> };

/** Changesets of a workspace, newest first. */
export async function listChangesets(
  call: Call,
  { state, limit, cursor }: { state: 'open' | 'closed'; limit: number; cursor?: string | undefined },
) {
  const rows = await call.query(listStatement, [call.workspaceId, state, cursor ?? highestId('changeset'), limit + 1]);
  const items = rows.slice(0, limit);
  return { items, next_cursor: rows.length > limit ? items.at(-1)!.changeset_id : null };
}

/** A changeset without its calls. @throws Fault not_found */
export async function changesetOf(call: Call, changesetId: string) {
  const [found] = await call.query(findChangeset, [call.workspaceId, changesetId]);
  if (found === undefined) throw notFound('changeset');
  return found;
}

export type FoundChangeset = Awaited<ReturnType<typeof changesetOf>>;

/** The fault that a call ends in; an error that says nothing about the call is thrown on. */
function faultOf(error: unknown): Fault {
  if (isLostRace(error) || isPassing(error)) throw error;
  const fault = error instanceof Fault ? error : databaseFault(error);
  if (fault === undefined) throw error;
  return fault;
}

const wordsOf = ({ message, issues }: Fault) =>
  [message, ...(issues ?? []).map(({ path, message: why }) => `${path}: ${why}`)].join(' ');

type Tried = { changes: NotedChange[] } | { problem: string };

/** Tries calls that wait out in their order, one that fails leaving nothing. */
async function tryCalls(
  em: EntityManager,
  {
    gate,
    author,
    runRef,
    changesetId,
  }: { gate: Where['gate']; author: Actor; runRef: string | null; changesetId: string },
): Promise<Map<string, Tried>> {
  const tried = new Map<string, Tried>();
  for (const row of await execute(em, findWaiting, [author.workspaceId, changesetId])) {
    await execute(em, BEGIN_TRIAL);
    try {
      tried.set(row.id, { changes: await gate.proposals.makeNoting(em, author, runRef, row) });
    } catch (error) {
      tried.set(row.id, { problem: wordsOf(faultOf(error)) });
      await execute(em, END_TRIAL);
    }
  }
  return tried;
}

/** A call as it is shown: what it would change by now, or what came of it. */
function shownCall(kept: KeptCall, tried: Tried | undefined, needs: readonly string[], known: Known) {
  const { id, changes, state, tool, request_id, call_id, at, decided_by, decided_at, note } = kept;
  const about = { id, tool, request_id, call_id, at, state, decided_by, decided_at, note };
  const proposed = shownOf(changes, known);
  const decided = { ...about, standing: null, problem: null, version: null, needs: [], before: null };
  if (tried === undefined) return { ...decided, records: proposed };
  if ('problem' in tried) return { ...decided, standing: 'fails' as const, problem: tried.problem, records: proposed };
  const version = versionOf(tried.changes);
  const hasMoved = version !== versionOf(changes);
  return {
    ...decided,
    standing: hasMoved ? ('moved' as const) : ('as_proposed' as const),
    version,
    needs: [...needs],
    records: shownOf(tried.changes, known),
    before: hasMoved ? proposed : null,
  };
}

/**
 * A changeset with its calls, those that wait tried out on what is there now, all of it rolled back.
 * @param author the key that proposed it
 */
export async function previewChangeset({ call, gate }: Where, author: Actor, found: FoundChangeset) {
  const changesetId = found.changeset_id;
  const kept = await call.query(findProposedCalls, [call.workspaceId, changesetId]);
  const about = { gate, author, runRef: found.run_ref, changesetId };
  const tried =
    found.waiting === 0
      ? new Map<string, Tried>()
      : await gate.proposals.tryOut(call.workspaceId, (em) => tryCalls(em, about));
  const needs = needsOf(kept.filter(({ id }) => tried.has(id)));
  const seen = [...tried.values()].flatMap((each) => ('changes' in each ? each.changes : []));
  const known = await knownOf(call, [...kept.flatMap(({ changes }) => changes), ...seen]);
  const calls = kept.map((each) => shownCall(each, tried.get(each.id), needs.get(each.id) ?? [], known));
  return { ...found, calls };
}

const lookAgain = (message: string) =>
  new Fault('invalid_transition', {
    message: `${message} Nothing was changed.`,
    hint: 'Look at what waits again, then decide.',
  });

/**
 * Takes calls of a changeset: makes them in the call's transaction, as the key's own writes, or none of them.
 * @param seen the calls, each with the version of what it changes that was looked at
 * @throws Fault not_found; invalid_transition when one waits no more, builds on one that is left, fails, or would change
 * something else than was looked at
 */
export async function takeCalls(
  { call, gate }: Where,
  author: Actor,
  changesetId: string,
  seen: readonly { id: string; version: string }[],
) {
  const { workspaceId } = call;
  const [changeset] = await call.query(lockChangeset, [workspaceId, changesetId]);
  if (changeset === undefined) throw notFound('changeset');
  const waiting = await call.query(findWaiting, [workspaceId, changesetId]);
  const versions = new Map(seen.map(({ id, version }) => [id, version]));
  const chosen = waiting.filter(({ id }) => versions.has(id));
  if (chosen.length < versions.size) throw lookAgain('Some of these calls wait no more.');
  const kept = await call.query(findProposedCalls, [workspaceId, changesetId]);
  const needs = needsOf(kept.filter(({ state }) => state === 'waiting'));
  const records = new Set<string>();
  for (const row of chosen) {
    const missing = needs.get(row.id)!.filter((id) => !versions.has(id));
    if (missing.length > 0) throw lookAgain(`A call of ${row.tool} builds on ${missing.length} that would be left.`);
    let changes: NotedChange[];
    try {
      changes = await gate.proposals.makeNoting(call.em, author, changeset.run_ref, row);
    } catch (error) {
      throw lookAgain(`A call of ${row.tool} cannot be made any more: ${wordsOf(faultOf(error))}`);
    }
    if (versionOf(changes) !== versions.get(row.id)) {
      throw lookAgain(`What a call of ${row.tool} would change has moved since it was looked at.`);
    }
    for (const record of shownOf(changes)) records.add(record.record_id);
  }
  return { ...(await decide(call, changesetId, [...versions.keys()], 'taken')), records: records.size };
}

/**
 * Leaves calls of a changeset, for good; those that build on them with them.
 * @param note why, for the agent to read
 * @throws Fault not_found, invalid_transition
 */
export async function declineCalls(call: Call, changesetId: string, ids: readonly string[], note?: string) {
  const { workspaceId } = call;
  const [changeset] = await call.query(lockChangeset, [workspaceId, changesetId]);
  if (changeset === undefined) throw notFound('changeset');
  const kept = await call.query(findProposedCalls, [workspaceId, changesetId]);
  const waiting = kept.filter(({ state }) => state === 'waiting');
  const left = new Set(ids);
  if (waiting.filter(({ id }) => left.has(id)).length < left.size) throw lookAgain('Some of these calls wait no more.');
  const needs = needsOf(waiting);
  for (const { id } of waiting) if (needs.get(id)!.some((other) => left.has(other))) left.add(id);
  await tellRepeats(call, changeset.key_id, [...left], note);
  return decide(call, changesetId, [...left], 'declined', note);
}

async function decide(
  call: Call,
  changesetId: string,
  ids: readonly string[],
  state: 'taken' | 'declined',
  note?: string,
) {
  const rows = await call.query(decideCalls, [
    call.workspaceId,
    changesetId,
    ids,
    state,
    JSON.stringify(doneBy(call)),
    call.now.toISOString(),
    note ?? null,
  ]);
  return { changeset_id: changesetId, decided: rows.map(({ id }) => id), state: rows[0]?.state ?? 'open' };
}
