import type { Logger } from 'pino';
import { type Database, execute } from '../../db/orm.ts';
import { findDueImports, leaseImport } from '../../db/statements/imports.ts';
import { ROLES } from '../../db/roles.ts';
import { connectionsOf } from '../gate/fair-slots.ts';
import type { Quotas } from '../gate/quota.ts';
import { Reads } from '../gate/reads.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { queue, work } from '../jobs/queue.ts';
import { LEASE_S, RUN_MS, takeTurns } from '../jobs/take-turns.ts';
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

/** Goes on with imports that wait. @param began called before the first step @returns whether some are left */
export function continueImports({ db, log, quotas }: Deps, began: () => Promise<void> = async () => {}) {
  const parts: ImportDeps = { db, quotas, slots: connectionsOf(db), reads: new Reads(db) };
  return takeTurns(log, (most) => takeDue(parts, most), began);
}

/** Looks for imports to go on with. `again`: between two minutes, or right after a run. */
export const importing = queue<{ again?: boolean }>({
  name: 'run-imports',
  cron: '* * * * *',
  retries: 0,
  retryAfter: 60,
  expiresAfter: 60,
  concurrency: 1,
  pollSeconds: 5,
});

export const runImports = work(importing, async (deps: Deps & { readonly jobs: Jobs }, { again = false }) => {
  const { jobs } = deps;
  if (!again) {
    for (const seconds of BETWEEN_S) {
      await jobs.send(importing, { again: true }, { startAfter: new Date(Date.now() + seconds * 1_000) });
    }
  }
  // Should this process die over them, another looks once they are free again.
  const after = () => new Date(Date.now() + RUN_MS + LEASE_S * 1_000);
  const lookAfter = () => jobs.send(importing, { again: true }, { startAfter: after() });
  if (await continueImports(deps, lookAfter)) await jobs.send(importing, { again: true });
});
