import { z } from 'zod';
import { newId } from '../../db/ids.ts';
import { statement } from '../../db/statement.ts';
import { RUN_COLUMNS, type RunRow } from '../../db/statements/runs.ts';
import { Fault, invalidField } from '../../server/errors.ts';
import type { Call, NewFact } from '../../server/gate/call.ts';
import { findRunOf, runFact } from '../../server/runs/runs.ts';
import { LINE, unsaid } from '../fields.ts';
import { tool } from '../tool.ts';
import { accountRef, plugin, runRef, skill } from './control-fields.ts';

/** Error codes an agent can report (decisions 7). */
const ERROR_CODES = ['auth', 'entitlement', 'rate_limit', 'provider', 'skill_logic', 'unknown'] as const;

/** The whole payload is kept up to this size; no field but those with a limit of their own is cut shorter. */
const MAX_BYTES = 65_536;

const FAILED_OUTCOME = /^(error|failed|failure|timeout)$/i;

const counts = z
  .record(
    z
      .string()
      .max(64)
      .regex(/^[A-Za-z0-9][A-Za-z0-9 _.:/-]*$/, 'expected letters, digits, spaces and _.:/-'),
    z.number(),
  )
  .refine((value) => Object.keys(value).length <= 100, 'expected at most 100 counts')
  .describe('Numbers by name.');

/**
 * Settles the running run with the ref, or records an undeclared one: one statement, so that of two concurrent
 * calls one settles. No row when the run is settled already. `$1`: workspace, `$2`: new id, `$3`: run ref, `$4`:
 * plugin, `$5`: skill, `$6`: state, `$7`: now, `$8`: duration, `$9`: outcome, `$10`: counts, `$11`: error code, `$12`:
 * error detail, `$13`: account ref, `$14`: payload, `$15`: key, `$16`: user, `$17`: team. `open_run`: another run of that
 * skill that the key has running.
 */
const settleRun = statement(
  'settle_run',
  `INSERT INTO runs (workspace_id, id, run_ref, plugin, skill, state, declared, last_sign_at, settled_at, duration_ms, outcome, counts,
                     error_code, error_detail, account_ref, telemetry, key_id, user_id, team_id, created_at)
   VALUES ($1, $2, $3, $4, $5, $6, false, $7, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $7)
   ON CONFLICT (workspace_id, run_ref) DO UPDATE SET
     plugin = COALESCE(runs.plugin, EXCLUDED.plugin), skill = COALESCE(runs.skill, EXCLUDED.skill),
     state = EXCLUDED.state, last_sign_at = EXCLUDED.last_sign_at, settled_at = EXCLUDED.settled_at,
     duration_ms = COALESCE(EXCLUDED.duration_ms, GREATEST(0, round(extract(epoch FROM EXCLUDED.settled_at - runs.started_at) * 1000))::float8),
     outcome = EXCLUDED.outcome, counts = EXCLUDED.counts, error_code = EXCLUDED.error_code, error_detail = EXCLUDED.error_detail,
     account_ref = EXCLUDED.account_ref, telemetry = EXCLUDED.telemetry
   WHERE runs.state = 'running'
   RETURNING ${RUN_COLUMNS}, (
     SELECT r.run_ref FROM runs r WHERE r.workspace_id = $1 AND r.key_id = $15 AND r.state = 'running'
       AND r.skill = runs.skill AND r.id <> runs.id ORDER BY r.last_sign_at DESC LIMIT 1) AS open_run`,
);

export default tool({
  title: 'Report a run',
  description: 'Reports how a run ended, with honest counts: settles the run of run_ref, else records one.',
  synonyms: { run: 'run_ref', run_reference: 'run_ref', state: 'outcome' },
  appScope: 'telemetry.write',
  entitled: true,
  effect: 'write',
  onProbation: 'direct',
  maxBytes: MAX_BYTES,
  input: z.object({
    plugin: plugin.optional(),
    skill: skill.optional(),
    run_ref: runRef('Of start_run; without, plugin and skill are required.').optional(),
    run_id: runRef(unsaid('As run_ref.')).optional(),
    counts: counts.optional(),
    outcome: z
      .string()
      .trim()
      .min(1)
      .max(MAX_BYTES)
      .describe('In your words; error, failed, failure and timeout settle the run as error.')
      .optional(),
    duration_ms: z
      .number()
      .min(0)
      .max(31_536_000_000)
      .optional()
      .describe(unsaid('How long it ran; from its start when omitted.')),
    error_code: z.enum(ERROR_CODES).optional().describe('Settles the run as error.'),
    error_detail: z.string().max(LINE).optional().describe(unsaid('What went wrong.')),
    account_ref: accountRef.optional(),
  }),
  output: z.object({
    run_ref: z.string().describe('The run.'),
    result: z
      .enum(['settled', 'recorded', 'already_settled'])
      .describe('A started run was settled; a run was recorded; or it had ended before and nothing changed.'),
    status: z.enum(['ok', 'error']).describe('How the run ended.'),
    settled_at: z.string().describe('When it was settled.'),
    duration_ms: z.number().nullable().describe('How long it ran; null when nobody said.'),
  }),
  example: {
    input: {
      plugin: 'deal-desk',
      skill: 'weekly-pipeline-review',
      run_ref: 'pipeline-review-2026-w10',
      counts: { accounts_read: 12, captures: 3 },
      outcome: 'ok',
      duration_ms: 48_200,
      account_ref: 'Acme',
    },
    output: {
      run_ref: 'pipeline-review-2026-w10',
      result: 'recorded',
      status: 'ok',
      settled_at: '2026-03-02T09:31:00.000Z',
      duration_ms: 48_200,
    },
  },
  async handler(call, input) {
    const { principal, workspaceId, now } = call;
    const id = newId('run');
    const named = input.run_ref ?? input.run_id;
    if (input.run_id !== undefined && input.run_id !== named) {
      throw invalidField('run_id', 'names another run than run_ref; send run_ref only');
    }
    const ref = named ?? id;
    const failed = input.error_code !== undefined || FAILED_OUTCOME.test(input.outcome ?? '');
    const [taken] = await call.query(settleRun, [
      workspaceId,
      id,
      ref,
      input.plugin ?? null,
      input.skill ?? null,
      failed ? 'error' : 'ok',
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
    const run = taken ?? (await findRunOf(call, ref));
    if (run.id === id) requireNames(input);
    if (taken !== undefined) {
      call.recordFact(outcomeFact(run, input));
      warnOfOthers(call, taken, run.id === id ? named : undefined);
    }
    return {
      run_ref: run.run_ref,
      result:
        taken === undefined
          ? ('already_settled' as const)
          : run.id === id
            ? ('recorded' as const)
            : ('settled' as const),
      status: run.state as 'ok' | 'error',
      settled_at: run.settled_at!,
      duration_ms: run.duration_ms,
    };
  },
});

/** @param undeclared what a run is named that was recorded without having been started */
function warnOfOthers(call: Call, { open_run }: { open_run: string | null }, undeclared: string | undefined): void {
  if (undeclared !== undefined) {
    call.warn('run_ref', `no run ${undeclared} was started; it is recorded as a run of its own`);
  }
  if (open_run !== null) {
    call.warn('run_ref', `the run ${open_run} of this skill is still open; if it is meant, send it as run_ref`);
  }
}

/** Only a declared run has its plugin and skill already. */
function requireNames(input: { plugin?: string | undefined; skill?: string | undefined }): void {
  const issues = (['plugin', 'skill'] as const)
    .filter((path) => input[path] === undefined)
    .map((path) => ({ path, message: 'is required unless run_ref names a run that was started' }));
  if (issues.length > 0) throw new Fault('invalid_input', { issues });
}

function outcomeFact(
  run: RunRow,
  report: { account_ref?: string | undefined; counts?: Record<string, number> | undefined },
): NewFact {
  const counted = Object.entries(report.counts ?? {}).map(([what, count]) => `${count} ${what}`);
  const ended = `ended ${run.state}${counted.length > 0 ? `: ${counted.join(', ')}` : ''}`;
  return runFact(run, ended, report.account_ref ? ` about ${report.account_ref}` : '');
}
