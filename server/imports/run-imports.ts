import type { Logger } from 'pino';
import { type Database, execute } from '../../db/orm.ts';
import { findDueImports, leaseImport } from '../../db/statements/imports.ts';
import { ROLES } from '../../db/roles.ts';
import { connectionsOf } from '../gate/fair-slots.ts';
import type { Quotas } from '../gate/quota.ts';
import { Reads } from '../gate/reads.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { work } from '../jobs/queue.ts';
import { LEASE_S, takeTurns, takeTurnsAgain, turnsQueue } from '../jobs/take-turns.ts';
import { type ImportDeps, RunningImport } from './run-import.ts';

/** Imports are looked for at every minute, and so many seconds after it: one whose process died goes on then. */
const BETWEEN_S = [15, 30, 45];

type Deps = { readonly db: Database; readonly log: Logger; readonly quotas: Quotas };

/** Takes imports that no process has. */
async function takeDue(deps: ImportDeps, most: number): Promise<RunningImport[]> {
  const { db } = deps;
  const taken: RunningImport[] = [];
  for (const { workspace_id: workspaceId, id } of await db.as(ROLES.maintenance, findDueImports, [most])) {
    const [row] = await db
      .fork(workspaceId)
      .transactional((em) => execute(em, leaseImport, [workspaceId, id, LEASE_S]));
    if (row !== undefined) taken.push(new RunningImport(deps, workspaceId, id, row));
  }
  return taken;
}

const partsOf = ({ db, quotas }: Deps): ImportDeps => ({ db, quotas, slots: connectionsOf(db), reads: new Reads(db) });

/** Goes on with imports that wait. @returns whether some are left */
export function continueImports(deps: Deps): Promise<boolean> {
  const parts = partsOf(deps);
  return takeTurns(
    deps.log,
    (most) => takeDue(parts, most),
    async () => {},
  );
}

/** Looks for imports to go on with. */
export const importing = turnsQueue('run-imports');

export const runImports = work(importing, async (deps: Deps & { readonly jobs: Jobs }, { again = false }) => {
  if (!again) {
    for (const seconds of BETWEEN_S) {
      await deps.jobs.send(importing, { again: true }, { startAfter: new Date(Date.now() + seconds * 1_000) });
    }
  }
  const parts = partsOf(deps);
  await takeTurnsAgain(deps, importing, (most) => takeDue(parts, most));
});
