import type { Logger } from 'pino';
import { type Database, execute } from '../../db/orm.ts';
import { ROLES } from '../../db/roles.ts';
import { findDueRestores, leaseRestore } from '../../db/statements/restores.ts';
import { connectionsOf } from '../gate/fair-slots.ts';
import type { Quotas } from '../gate/quota.ts';
import { Reads } from '../gate/reads.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { work } from '../jobs/queue.ts';
import { LEASE_S, takeTurnsAgain } from '../jobs/take-turns.ts';
import { restoring } from './queue.ts';
import { type RestoreDeps, RunningRestore } from './run-restore.ts';

type Deps = { readonly db: Database; readonly log: Logger; readonly jobs: Jobs; readonly quotas: Quotas };

/** Takes workspaces to restore that no process has. */
async function takeDue(deps: RestoreDeps, most: number): Promise<RunningRestore[]> {
  const { db } = deps;
  const taken: RunningRestore[] = [];
  for (const { workspace_id: workspaceId, id } of await db.as(ROLES.maintenance, findDueRestores, [most])) {
    const [row] = await db
      .fork(workspaceId)
      .transactional((em) => execute(em, leaseRestore, [workspaceId, id, LEASE_S]));
    if (row !== undefined) taken.push(new RunningRestore(deps, workspaceId, id, row));
  }
  return taken;
}

export const runRestores = work(restoring, async ({ db, log, jobs, quotas }: Deps) => {
  const deps: RestoreDeps = { db, quotas, slots: connectionsOf(db), reads: new Reads(db) };
  await takeTurnsAgain({ jobs, log }, restoring, (most) => takeDue(deps, most));
});
