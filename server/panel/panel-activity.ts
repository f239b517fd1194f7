import { firstIdAt, highestId, idType } from '../../db/ids.ts';
import { type ActView, listActs, listActsOn, nameSubjects } from '../../db/statements/panel-activity.ts';
import { invalidField } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import type { ActivityName } from '../identity/activity.ts';

export type ActivityFilters = {
  from?: string | undefined;
  to?: string | undefined;
  act?: ActivityName | undefined;
  subject_id?: string | undefined;
};

const HIGHEST = highestId('act');

async function actsBelow(call: Call, filters: ActivityFilters, cursor: string, limit: number): Promise<ActView[]> {
  const { from, to, act = null, subject_id: subject = null } = filters;
  const end = to === undefined ? HIGHEST : firstIdAt('act', new Date(to));
  return call.query(subject === null ? listActs : listActsOn, [
    call.workspaceId,
    cursor < end ? cursor : end,
    firstIdAt('act', new Date(from ?? 0)),
    limit,
    act,
    subject,
  ]);
}

/** Activity of people, and of the operator for them, in the workspace, newest first; what has a name of its own by it. */
export async function listActivity(
  call: Call,
  { limit, cursor, ...filters }: ActivityFilters & { limit: number; cursor?: string | undefined },
) {
  if (cursor !== undefined && idType(cursor) !== 'act') throw invalidField('cursor', 'is not a next_cursor');
  const rows = await actsBelow(call, filters, cursor ?? HIGHEST, limit + 1);
  const ids = rows.flatMap(({ subject_id }) => subject_id ?? []);
  const named = new Map(
    (await call.query(nameSubjects, [call.workspaceId, ids])).map((subject) => [subject.id, subject]),
  );
  const items = rows.slice(0, limit).map((row) => {
    const subject = row.subject_id === null ? undefined : named.get(row.subject_id);
    return { ...row, subject_name: subject?.name ?? null, subject_gone: subject?.gone ?? false };
  });
  return { items, next_cursor: rows.length > limit ? items.at(-1)!.act_id : null };
}

/** Entries that one step of an export reads. */
const STEP = 5_000;

/** All matching entries, newest first, in pieces. */
export async function* exportActs(call: Call, filters: ActivityFilters): AsyncGenerator<ActView[]> {
  for (let below = HIGHEST; ;) {
    const acts = await actsBelow(call, filters, below, STEP);
    if (acts.length > 0) yield acts;
    if (acts.length < STEP) return;
    below = acts.at(-1)!.act_id;
  }
}
