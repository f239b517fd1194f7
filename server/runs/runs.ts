import { findRun, type RunRow } from '../../db/statements/runs.ts';
import { Fault } from '../errors.ts';
import type { Call, NewFact } from '../gate/call.ts';

/** A running run without a heartbeat for longer than this is stale (decisions 7): computed on read, never stored. */
export const STALE_MINUTES = 30;

/** The run of a reference in the call's workspace. @throws Fault not_found */
export async function findRunOf(call: Call, runRef: string): Promise<RunRow> {
  const [run] = await call.query(findRun, [call.workspaceId, runRef]);
  if (run === undefined) throw new Fault('not_found', { message: 'No run with that run_ref in this workspace.' });
  return run;
}

/** The state of a run, as a fact. `what` is the sentence's end. */
export const runFact = ({ id, plugin, skill, state }: RunRow, what: string, about = ''): NewFact => ({
  subjectType: 'run',
  subjectId: id,
  attribute: 'run_outcome',
  value: state,
  sentence: `The run of ${skill} (${plugin})${about} ${what}.`,
  single: true,
});
