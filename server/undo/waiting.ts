import type { UndoSteps } from '../../db/entities/undos.ts';
import { closeWaiting, findWaiting, openAgain } from '../../db/statements/archive.ts';
import type { Call } from '../gate/call.ts';
import { doneBy } from '../records/withdraw.ts';
import type { Selection } from './selection.ts';

/** Proposals of values and of merges that wait for a person, by id. */
export type Waiting = NonNullable<UndoSteps['closed']>;

type Found = readonly { what: string | null; id: string | null }[];

const sorted = (rows: Found): Waiting => {
  const of = (what: string) => rows.flatMap((row) => (row.what === what && row.id !== null ? [row.id] : []));
  return { values: of('value'), merges: of('merge') };
};

/** What waits for some records that are to be archived. */
export const waitingFor = async (call: Call, records: readonly string[]): Promise<Waiting> =>
  sorted(await call.query(findWaiting, [call.workspaceId, records, null, null, null, null, null]));

/** What a run, a call or a key since a time proposed that waits still. */
export async function waitingOf(call: Call, { target, runRef, calls, windows, keys }: Selection): Promise<Waiting> {
  const [one] = calls;
  const isOne = 'call_id' in target && one !== undefined;
  const key = 'since' in target ? target.key_id : isOne ? (keys[0] ?? null) : null;
  // A proposed merge names no request: one of a single call is told by its time.
  const since = 'since' in target ? target.since : (windows[0]?.first.toISOString() ?? null);
  const until = isOne ? windows[0]!.last.toISOString() : 'infinity';
  const rows = await call.query(findWaiting, [
    call.workspaceId,
    [],
    runRef,
    isOne ? one.request_id : null,
    isOne && one.tool !== 'amend_record' ? null : key,
    since,
    until,
  ]);
  const waiting = sorted(rows);
  if (!isOne) return waiting;
  return one.tool === 'amend_record' ? { ...waiting, values: [] } : { ...waiting, merges: [] };
}

/** Closes proposals that wait, as there is nothing to decide about any more. @returns those that did */
export async function close(call: Call, { values, merges }: Waiting): Promise<Waiting> {
  if (values.length + merges.length === 0) return { values, merges };
  const by = JSON.stringify(doneBy(call));
  return sorted(await call.query(closeWaiting, [call.workspaceId, values, merges, by, call.now.toISOString()]));
}

/** Lets them wait again. @returns those that do not, as the same was proposed since */
export async function reopen(call: Call, { values, merges }: Waiting = { values: [], merges: [] }): Promise<string[]> {
  if (values.length + merges.length === 0) return [];
  const opened = new Set((await call.query(openAgain, [call.workspaceId, values, merges])).map(({ id }) => id));
  return [...values, ...merges].filter((id) => !opened.has(id));
}
