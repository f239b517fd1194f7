import { highestId, idType } from '../../db/ids.ts';
import {
  findRunByRef,
  findRunWords,
  findTimeline,
  lookThroughRunning,
  lookThroughRuns,
  MOST_OF_A_KIND,
} from '../../db/statements/panel-runs.ts';
import { listUndos } from '../../db/statements/undo-standing.ts';
import { STALE_MINUTES } from '../runs/runs.ts';
import { Fault, invalidField } from '../errors.ts';
import type { Call } from '../gate/call.ts';

/** Runs that one request scans for matches. */
const LOOK = 10_000;

export type ListRunsInput = {
  status?: 'running' | 'stale' | 'ok' | 'error' | undefined;
  plugin?: string | undefined;
  skill?: string | undefined;
  limit: number;
  cursor?: string | undefined;
};

const staleBefore = ({ now }: Call) => new Date(now.getTime() - STALE_MINUTES * 60_000).toISOString();

/** Runs, newest first; as in the audit log, a filtered page may be short and still have a next one. */
export async function listRuns(call: Call, { status, plugin, skill, limit, cursor }: ListRunsInput) {
  if (cursor !== undefined && idType(cursor) !== 'run') throw invalidField('cursor', 'is not a next_cursor');
  const running = status === 'running' || status === 'stale';
  const narrowed = status !== undefined || plugin !== undefined || skill !== undefined;
  const rows = narrowed ? LOOK : limit + 1;
  const [found] = await call.query(running ? lookThroughRunning : lookThroughRuns, [
    call.workspaceId,
    staleBefore(call),
    cursor ?? highestId('run'),
    rows,
    limit + 1,
    running ? 'running' : (status ?? null),
    plugin ?? null,
    skill ?? null,
    running ? status === 'stale' : null,
  ]);
  const { runs, ended_id } = found!;
  const items = runs.slice(0, limit);
  return { items, next_cursor: runs.length > limit ? items.at(-1)!.run_id : ended_id };
}

/** Plugins and skills of the newest runs, for the list's filters. */
export async function runWords(call: Call) {
  const [found] = await call.query(findRunWords, [call.workspaceId]);
  return found!;
}

/** One run with its telemetry, byte for byte, and the records with its ref, oldest first. @throws Fault not_found */
export async function readRun(call: Call, runRef: string) {
  const [run] = await call.query(findRunByRef, [call.workspaceId, staleBefore(call), runRef]);
  if (run === undefined) throw new Fault('not_found', { message: 'No run with that run_ref in this workspace.' });
  const [timeline, undos] = await Promise.all([
    call.query(findTimeline, [call.workspaceId, runRef]),
    call.query(listUndos, [call.workspaceId, runRef, null, null, null]),
  ]);
  const counts = Map.groupBy(timeline, ({ kind }) => kind);
  const cut = [...counts].filter(([, items]) => items.length === MOST_OF_A_KIND).map(([kind]) => kind);
  const standing = undos.find(({ restored_at }) => restored_at === null);
  const undone = standing === undefined ? null : { by: standing.done_by, at: standing.done_at };
  return { run, timeline, cut, undone };
}
