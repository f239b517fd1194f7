import { z } from 'zod';
import { statement } from '../../db/statement.ts';
import { RUN_COLUMNS } from '../../db/statements/runs.ts';
import { Fault } from '../../server/errors.ts';
import { findRunOf } from '../../server/runs/runs.ts';
import { unsaid } from '../fields.ts';
import { tool } from '../tool.ts';
import { runRef } from './control-fields.ts';

/** Seconds between two heartbeats of a run (decisions 7). */
const HEARTBEAT_SECONDS = 60;

/**
 * Records a heartbeat. No row when the run is not running, or had one less than `$4` seconds ago; the first heartbeat
 * after the start counts at any time. `$1`: workspace, `$2`: run ref, `$3`: now.
 */
const recordHeartbeat = statement(
  'beat_run',
  `UPDATE runs SET last_sign_at = $3
   WHERE workspace_id = $1 AND run_ref = $2 AND state = 'running'
     AND (last_sign_at = started_at OR last_sign_at <= $3::timestamptz - make_interval(secs => $4))
   RETURNING ${RUN_COLUMNS}`,
);

export default tool({
  title: 'Send a heartbeat',
  description:
    'Says that a run is alive, at most once per 60 s; after 30 minutes of silence it is stale. An ended one answers running: false.',
  appScope: 'runs.write',
  entitled: true,
  effect: 'write',
  onProbation: 'direct',
  grows: false,
  refusals: ['rate_limited'],
  input: z.object({ run_ref: runRef(unsaid('The run, as start_run gave it.')) }),
  output: z.object({
    run_ref: z.string().describe('As given.'),
    running: z.boolean().describe('False once the run has ended; stop beating then.'),
    status: z.enum(['running', 'ok', 'error']).describe('Where the run stands.'),
    last_sign_at: z.string().describe('The last sign of life, this one included.'),
  }),
  example: {
    input: { run_ref: 'run_01kaj6w6qk5x3v0c8m9n2p4r7t' },
    output: {
      run_ref: 'run_01kaj6w6qk5x3v0c8m9n2p4r7t',
      running: true,
      status: 'running',
      last_sign_at: '2026-03-02T09:42:00.000Z',
    },
  },
  async handler(call, { run_ref }) {
    const [updated] = await call.query(recordHeartbeat, [
      call.workspaceId,
      run_ref,
      call.now.toISOString(),
      HEARTBEAT_SECONDS,
    ]);
    const run = updated ?? (await findRunOf(call, run_ref));
    if (updated === undefined && run.state === 'running') {
      throw new Fault('rate_limited', {
        message: `The last heartbeat of this run came at ${run.last_sign_at}; a run takes one per ${HEARTBEAT_SECONDS} s.`,
        hint: `Beat again after ${HEARTBEAT_SECONDS} s; a run is stale only after 30 minutes of silence.`,
        retryAfterS: HEARTBEAT_SECONDS,
      });
    }
    return { run_ref, running: run.state === 'running', status: run.state, last_sign_at: run.last_sign_at };
  },
});
