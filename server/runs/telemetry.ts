import { newId } from '../../db/ids.ts';
import { type RunRow, settleRun } from '../../db/statements/runs.ts';
import { Fault } from '../errors.ts';
import type { Call, NewFact } from '../gate/call.ts';
import { findRunOf, runFact } from './runs.ts';

/** What an agent can say went wrong (spec "Control-plane tools"). */
export const ERROR_CODES = ['auth', 'entitlement', 'rate_limit', 'provider', 'skill_logic', 'unknown'] as const;

export type Telemetry = {
  plugin?: string | undefined;
  skill?: string | undefined;
  run_id?: string | undefined;
  counts?: Record<string, number> | undefined;
  outcome?: string | undefined;
  duration_ms?: number | undefined;
  error_code?: (typeof ERROR_CODES)[number] | undefined;
  error_detail?: string | undefined;
  account_ref?: string | undefined;
};

const FAILED_OUTCOME = /^(error|failed|failure|timeout)$/i;

/** How a run ended by its own report (decisions 7). */
export function stateOf({ error_code, outcome }: Pick<Telemetry, 'error_code' | 'outcome'>): 'ok' | 'error' {
  return error_code !== undefined || FAILED_OUTCOME.test(outcome ?? '') ? 'error' : 'ok';
}

/**
 * Settles the declared run whose run_ref is `run_id`, or records a run that was never declared. The payload is kept
 * whole, as it came. A run that has ended stays as it is, whatever is reported later (decisions 7).
 */
export async function emitTelemetry(call: Call, input: Telemetry) {
  const { principal, workspaceId, now } = call;
  const id = newId('run');
  const runRef = input.run_id ?? id;
  const [taken] = await call.query(settleRun, [
    workspaceId,
    id,
    runRef,
    input.plugin ?? null,
    input.skill ?? null,
    stateOf(input),
    now.toISOString(),
    input.duration_ms ?? null,
    input.outcome ?? null,
    input.counts === undefined ? null : JSON.stringify(input.counts),
    input.error_code ?? null,
    input.error_detail ?? null,
    input.account_ref ?? null,
    call.inputText(),
    principal.keyId,
    principal.user.id,
    principal.team?.id ?? null,
  ]);
  const run = taken ?? (await findRunOf(call, runRef));
  if (run.id === id) requireNames(input);
  if (taken !== undefined) call.recordFact(outcomeFact(run, input));
  return {
    run_ref: run.run_ref,
    result:
      taken === undefined ? ('already_settled' as const) : run.id === id ? ('recorded' as const) : ('settled' as const),
    status: run.state as 'ok' | 'error',
    settled_at: run.settled_at!,
    duration_ms: run.duration_ms,
  };
}

/** Only a declared run has its plugin and skill already. */
function requireNames(input: Telemetry): void {
  const issues = (['plugin', 'skill'] as const)
    .filter((path) => input[path] === undefined)
    .map((path) => ({ path, message: 'is required unless run_id names a run that was started' }));
  if (issues.length > 0) throw new Fault('invalid_input', { issues });
}

function outcomeFact(run: RunRow, { account_ref, counts = {} }: Telemetry): NewFact {
  const counted = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  const ended = `ended ${run.state}${counted.length > 0 ? `: ${counted.join(', ')}` : ''}`;
  return runFact(run, ended, account_ref ? ` about ${account_ref}` : '');
}
