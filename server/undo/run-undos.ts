import type { Logger } from 'pino';
import { type Database, execute } from '../../db/orm.ts';
import { ROLES } from '../../db/roles.ts';
import { findDueUndos, leaseUndo } from '../../db/statements/undo-jobs.ts';
import { connectionsOf } from '../gate/fair-slots.ts';
import { Reads } from '../gate/reads.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { work } from '../jobs/queue.ts';
import { LEASE_S, takeTurnsAgain } from '../jobs/take-turns.ts';
import type { UndoServices } from './apply.ts';
import { undoing } from './queue.ts';
import { RunningUndo, type UndoDeps } from './run-undo.ts';

type Deps = Pick<UndoServices, 'config'> & { readonly db: Database; readonly log: Logger; readonly jobs: Jobs };

/** Takes undos that no process has. */
async function takeDue(deps: UndoDeps, most: number): Promise<RunningUndo[]> {
  const { db } = deps;
  const taken: RunningUndo[] = [];
  for (const { workspace_id: workspaceId, id } of await db.as(ROLES.maintenance, findDueUndos, [most])) {
    const [row] = await db.fork(workspaceId).transactional((em) => execute(em, leaseUndo, [workspaceId, id, LEASE_S]));
    if (row !== undefined) taken.push(new RunningUndo(deps, workspaceId, id, row));
  }
  return taken;
}

export const runUndos = work(undoing, async ({ db, log, jobs, config }: Deps) => {
  const deps: UndoDeps = { db, jobs, config, slots: connectionsOf(db), reads: new Reads(db) };
  await takeTurnsAgain({ jobs, log }, undoing, (most) => takeDue(deps, most));
});
