import { expect } from 'vitest';
import { statement } from '../../db/statement.ts';
import type { AppContext, Tenant } from './app.ts';
import { inside, succeed } from './tool-test.ts';

export const RUN = { plugin: 'deal-desk', skill: 'pipeline-review' };

export type StoredRun = Record<string, unknown>;

export const runsOf = statement('test_runs_of', 'SELECT * FROM runs WHERE run_ref = $1');

/** Sets a run's last heartbeat so many minutes back. */
export const silence = statement(
  'test_silence_run',
  `UPDATE runs SET started_at = started_at - make_interval(mins => $2), last_sign_at = last_sign_at - make_interval(mins => $2)
   WHERE run_ref = $1`,
);

/** The one run of a reference, as stored. */
export async function storedRun(app: AppContext, who: Tenant, runRef: string): Promise<StoredRun> {
  const rows = await inside<StoredRun>(app, who, runsOf, [runRef]);
  expect(rows).toHaveLength(1);
  return rows[0]!;
}

export const startRun = (
  who: Tenant,
  input: Record<string, unknown> = RUN,
): Promise<{ run_ref: string; resumed: boolean; started_at: string }> => succeed(who, 'start_run', input);
