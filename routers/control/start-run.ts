import { z } from 'zod';
import { newId } from '../../db/ids.ts';
import { statement } from '../../db/statement.ts';
import { RUN_COLUMNS } from '../../db/statements/runs.ts';
import { Fault } from '../../server/errors.ts';
import { runFact } from '../../server/runs/runs.ts';
import { tool } from '../tool.ts';
import { plugin, runRef, skill } from './control-fields.ts';

/**
 * Declares a run, or finds the one with the ref, even while another call is declaring it: its row is locked
 * and answered. `$1`: workspace, `$2`: new id, `$3`: run ref, `$4`: plugin, `$5`: skill, `$6`: now, `$7`: key, `$8`:
 * user, `$9`: team.
 */
const declareRun = statement(
  'declare_run',
  `INSERT INTO runs (workspace_id, id, run_ref, plugin, skill, state, declared, started_at, last_sign_at, key_id, user_id, team_id, created_at)
   VALUES ($1, $2, $3, $4, $5, 'running', true, $6, $6, $7, $8, $9, $6)
   ON CONFLICT (workspace_id, run_ref) DO UPDATE SET run_ref = EXCLUDED.run_ref
   RETURNING ${RUN_COLUMNS}`,
);

export default tool({
  title: 'Start a run',
  description:
    'Declares that a skill runs; emit_telemetry settles it. A run_ref that still runs gives that run; one that has ended is refused.',
  appScope: 'runs.write',
  entitled: true,
  effect: 'write',
  onProbation: 'direct',
  refusals: ['invalid_transition'],
  input: z.object({
    plugin,
    skill,
    run_ref: runRef('Your own id; made when omitted.').optional(),
  }),
  output: z.object({
    run_ref: z.string().describe('Send it as run_ref.'),
    status: z.literal('running').describe('The run runs.'),
    resumed: z.boolean().describe('Whether this run_ref was running already.'),
    plugin: z.string().nullable().describe('The plugin it was declared with.'),
    skill: z.string().nullable().describe('The skill it was declared with.'),
    started_at: z.string().describe('When it was declared.'),
  }),
  example: {
    input: { plugin: 'deal-desk', skill: 'weekly-pipeline-review' },
    output: {
      run_ref: 'run_01kaj6w6qk5x3v0c8m9n2p4r7t',
      status: 'running',
      resumed: false,
      plugin: 'deal-desk',
      skill: 'weekly-pipeline-review',
      started_at: '2026-03-02T09:30:00.000Z',
    },
  },
  async handler(call, input) {
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
  },
});
