import { newId } from '../../db/ids.ts';
import { beatRun, declareRun, findRun, type RunRow } from '../../db/statements/runs.ts';
import { Fault } from '../errors.ts';
import type { Call, NewFact } from '../gate/call.ts';

/** A running run without a sign of life for longer than this is stale (spec "Limits"): computed when asked, never stored. */
export const STALE_MINUTES = 30;

/** Seconds between two heartbeats of a run (spec "Limits"). */
const HEARTBEAT_SECONDS = 60;

/** The run of a reference in the call's workspace. @throws Fault not_found */
export async function findRunOf(call: Call, runRef: string): Promise<RunRow> {
  const [run] = await call.query(findRun, [call.workspaceId, runRef]);
  if (run === undefined) throw new Fault('not_found', { message: 'No run with that run_ref in this workspace.' });
  return run;
}

/** How a run stands, as a fact. `what` is the sentence's end. */
export const runFact = ({ id, plugin, skill, state }: RunRow, what: string, about = ''): NewFact => ({
  subjectType: 'run',
  subjectId: id,
  attribute: 'run_outcome',
  value: state,
  sentence: `The run of ${skill} (${plugin})${about} ${what}.`,
  single: true,
});

/**
 * Declares a run. A run_ref that still runs is that run again, unchanged (decisions 7).
 * @throws Fault invalid_transition when the run_ref is of a run that has ended
 */
export async function startRun(call: Call, input: { plugin: string; skill: string; run_ref?: string | undefined }) {
  const { principal, workspaceId, now } = call;
  const id = newId('run');
  const [run] = await call.query(declareRun, [
    workspaceId,
    id,
    input.run_ref ?? id,
    input.plugin,
    input.skill,
    now.toISOString(),
    principal.keyId,
    principal.user.id,
    principal.team?.id ?? null,
  ]);
  const { run_ref, plugin, skill, state, started_at } = run!;
  if (state !== 'running') {
    throw new Fault('invalid_transition', {
      message: `The run ${run_ref} has ended (${state}); a run that has ended cannot start again.`,
      hint: 'Omit run_ref to have one made, or send one that was never used.',
    });
  }
  const resumed = run!.id !== id;
  if (!resumed) call.recordFact(runFact(run!, 'is running'));
  return { run_ref, status: state, resumed, plugin, skill, started_at: started_at! };
}

/**
 * Says that a run is alive, which also clears its stale flag. On a run that has ended it changes nothing.
 * @throws Fault not_found; rate_limited within 60 s of the run's last heartbeat, the first being free
 */
export async function runHeartbeat(call: Call, { run_ref }: { run_ref: string }) {
  const [beaten] = await call.query(beatRun, [call.workspaceId, run_ref, call.now.toISOString(), HEARTBEAT_SECONDS]);
  const run = beaten ?? (await findRunOf(call, run_ref));
  if (beaten === undefined && run.state === 'running') {
    throw new Fault('rate_limited', {
      message: `The last heartbeat of this run came at ${run.last_sign_at}; a run takes one per ${HEARTBEAT_SECONDS} s.`,
      hint: `Beat again after ${HEARTBEAT_SECONDS} s; a run is stale only after 30 minutes of silence.`,
      headers: { 'Retry-After': String(HEARTBEAT_SECONDS) },
    });
  }
  return { run_ref, running: run.state === 'running', status: run.state, last_sign_at: run.last_sign_at };
}
